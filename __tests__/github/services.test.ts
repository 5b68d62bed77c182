import { describe, expect, test } from '@jest/globals';

import type { GithubOptions, Inputs } from '../../src/model/inputs.ts';
import { openServices, reportKey } from '../../src/github/services.ts';
import type { RunInfo } from '../../src/model/report.ts';
import { Secret } from '../../src/model/secret.ts';
import { createRedactor } from '../../src/runtime/redact.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { runContext } from '../inputs/support.ts';
import type { Fault } from '../support/github.ts';
import { CONTEXT, useGithub } from '../support/github-fixture.ts';
import { FORBIDDEN, NOT_FOUND } from '../support/github-routes.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';
import { createFastClock, createRecordingLog, createRuntime } from '../support/runtime.ts';

const { redact } = createRedactor(['key-20261122-xyz']);
const NEW = { projectId: 509, osType: 'ANDROID', testsetName: { title: 'Fix login', number: 7 } } as const;
const SCENARIOS = { ...NEW, kind: 'scenarios', sourceType: 'file' } as const;

function keyOf(name: string): string {
  const app = { path: `/w/${name}`, kind: 'file', name } as const;
  return reportKey({ target: { ...NEW, kind: 'app', app, useVo: false } }, redact);
}

test('no secret is shown, also not one with digits', () => {
  expect(keyOf('a-key-20261122-xyz.apk')).toContain('a-***.apk');
});

test.each([
  ['app-1.2.3.apk', 'app-1.2.4.apk'],
  ['app-9.10.apk', 'app-12.3.apk'],
  ['app-1042.apk', 'app-1043.apk'],
  ['app-20261121.apk', 'app-20261122.apk'],
])('%s and %s have the same key, from run to run', (one, next) => {
  expect(keyOf(one)).toBe(keyOf(next));
});

test('the names that a workflow sets for two steps make different keys, from run to run the same', () => {
  const of = (title: string): string =>
    reportKey({ target: { ...SCENARIOS, which: { kind: 'all' }, testsetName: { title, isGiven: true } } }, redact);
  expect(of('Wallet iOS #42')).toBe(of('Wallet iOS #43'));
  expect(of('Wallet 8f2c3d4')).toBe(of('Wallet a0b1c2d'));
  expect(of('Wallet iOS')).not.toBe(of('Wallet Android'));
  expect(of('Key key-20261122-xyz')).toContain('named Key ***');
  const attached = reportKey({ target: { kind: 'attach', testsetIds: [1], reportName: 'Wallet' } }, redact);
  expect(attached).toBe('attached testsets, named Wallet');
});

test('the jobs of a matrix have different keys', () => {
  expect(keyOf('app-api29.apk')).not.toBe(keyOf('app-api30.apk'));
});

test.each<[Inputs['target'], string]>([
  [{ kind: 'attach', testsetIds: [1] }, 'attached testsets'],
  [{ ...SCENARIOS, which: { kind: 'ids', ids: [101, 102] } }, 'ANDROID scenarios 101, 102 in project 509'],
  [{ ...SCENARIOS, which: { kind: 'ids', ids: [101] } }, 'ANDROID scenario 101 in project 509'],
  [{ ...SCENARIOS, which: { kind: 'all' } }, 'ANDROID all scenarios in project 509'],
  [{ ...SCENARIOS, which: { kind: 'query', query: 'Log in' } }, 'ANDROID scenarios named "Log in" in project 509'],
])('%j', (target, key) => {
  expect(reportKey({ target }, redact)).toBe(key);
});

describe('the services of GitHub', () => {
  const github = useGithub();

  /** Opens them for attached testsets, by default in a pull request. */
  function open(
    prComment?: GithubOptions['prComment'],
    { retentionDays, env, runtime: given, ...context }: Given = {},
  ) {
    const log = createRecordingLog();
    const { branches, run } = CONTEXT;
    const of = { branches, run, apiUrl: github.url };
    const inputs = {
      target: { kind: 'attach', testsetIds: [1] },
      retentionDays,
      github: prComment === undefined ? undefined : { token: new Secret(github.token), prComment },
    } as unknown as Inputs;
    const redact = (text: string): string => text.replace('key-1', '***');
    const runtime = createRuntime({ log, clock: createFastClock(1), timeLeftMs: () => 3_000_000, redact, ...given });
    return { log, ...openServices(env ?? github.env, runContext({ ...of, ...context }), runtime, inputs) };
  }

  const OF_JOB: Given = { run: { ...CONTEXT.run, jobId: '7' } };

  const ofEvent = (event: string, pullRequest?: RunInfo['pullRequest']): Given => ({
    run: { ...CONTEXT.run, event, pullRequest },
  });

  type Given = Parameters<typeof runContext>[0] & {
    retentionDays?: number;
    env?: Record<string, string>;
    runtime?: Partial<Runtime>;
  };

  test.each<[what: string, prComment: GithubOptions['prComment'] | undefined, given: Given, found: string[]]>([
    ['everything', true, OF_JOB, ['comment', 'findBaseline', 'findJobName', 'receipts']],
    ['no name of a job without its number', true, {}, ['comment', 'findBaseline', 'receipts']],
    ['no comment', false, {}, ['findBaseline', 'receipts']],
    ['a reason for no comparison', true, ofEvent('merge_group'), ['comment', 'findBaseline', 'receipts']],
    ['nothing of the API without a token', undefined, {}, ['receipts']],
    ['no receipts without artifacts', undefined, { env: {} }, []],
  ])('are %s', (_what, prComment, given, found) => {
    const services = open(prComment, given);
    expect(Object.keys(services).sort()).toEqual([...found, 'log', 'publishArtifact'].sort());
  });

  test('ask once for the name of the job, and show no secret in it', async () => {
    github.state.jobs.push({ id: 7, name: 'android / device-test (key-1)' });
    expect(await open(false, OF_JOB).findJobName?.()).toBe('android / device-test (***)');
    expect(github.requests.map(({ route }) => route)).toEqual(['GET /repos/octo-org/wallet-app/actions/jobs/7']);
  });

  test.each<[string, Fault['play'], tries: number]>([
    ['does not know the job', NOT_FOUND, 1],
    ['allows no access', FORBIDDEN, 1],
    ['is beyond its limit', { status: 429, headers: { 'retry-after': '3600' } }, 1],
    ['fails', { status: 500 }, 2],
    ['closes the connection', 'reset', 2],
    ['names no job', { status: 200, body: {} }, 1],
  ])('have no name of a job if GitHub %s, and say so in debug output only', async (_what, play, tries) => {
    github.breakWith({ route: /jobs/, play });
    const { findJobName, log } = open(false, OF_JOB);
    expect(await findJobName?.()).toBeUndefined();
    expect(github.requests).toHaveLength(tries);
    expect(log.lines.filter((line) => !line.startsWith('debug: '))).toEqual([]);
  });

  test.each([
    ['it takes ten seconds', undefined, 10_000],
    ['the run is cancelled', AbortSignal.abort(), 0],
  ])('have no name of a job if %s', async (_what, cancelled, ms) => {
    github.breakWith({ route: /jobs/, play: 'hang' });
    await inVirtualTime(async (clock) => {
      const { findJobName } = open(false, { ...OF_JOB, runtime: { clock, ...(cancelled && { cancelled }) } });
      const before = clock.now();
      expect(await findJobName?.()).toBeUndefined();
      expect(clock.now() - before).toBe(ms);
    });
  });

  test('keep artifacts no longer than the repository allows, and say so', () => {
    const env = { ...github.env, GITHUB_RETENTION_DAYS: '30' };
    expect(open(undefined, { env, retentionDays: 30 }).log.lines).toEqual([]);
    expect(open(undefined, { env, retentionDays: 90 }).log.lines).toEqual([expect.stringContaining('for 30 days')]);
  });

  test('say what came of the comment, and which permissions it needs', async () => {
    const render = (marker: string): string => `${marker} passed`;
    const written = open(true);
    await written.comment?.(render, false, {});
    expect(written.log.lines).toEqual([expect.stringMatching(/^info: Comment: http/)]);
    const nowhere = open('on-failure', ofEvent('schedule'));
    await nowhere.comment?.(render, false, {});
    expect(nowhere.log.lines).toEqual([expect.stringMatching(/^info: No comment: /)]);
    github.breakWith({ route: /./, play: FORBIDDEN });
    const denied = open(true, ofEvent('issue_comment', CONTEXT.run.pullRequest));
    await denied.comment?.(render, true, {});
    const permissions = 'permissions: { contents: read, pull-requests: write }';
    expect(denied.log.lines).toEqual([
      expect.stringMatching(`^warning: The comment could not be written: .*${permissions}`),
    ]);
  });
});
