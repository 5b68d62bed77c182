import { describe, expect, test } from '@jest/globals';

import { logInputs, reportKey } from '../../src/inputs/describe.ts';
import type { AppTarget, Inputs, ScenarioTarget } from '../../src/model/inputs.ts';
import { Secret } from '../../src/model/secret.ts';
import { createRecordingLog } from '../support/runtime.ts';
import { createRedactor } from '../../src/runtime/redact.ts';

const NEW = { projectId: 509, osType: 'ANDROID', testsetName: 'Fix login #7' } as const;
const SCENARIOS: ScenarioTarget = { ...NEW, kind: 'scenarios', sourceType: 'file', which: { kind: 'all' } };
const APP = appTarget('app.apk');

function appTarget(name: string): AppTarget {
  return { ...NEW, kind: 'app', app: { path: `/w/${name}`, kind: 'file', name }, useVo: false };
}

const { redact } = createRedactor(['key-20261122-xyz']);

describe('the key of a report', () => {
  const keyOf = (name: string): string => reportKey({ target: appTarget(name) }, redact);

  test('shows no secret, also not one with digits', () => {
    expect(keyOf('a-key-20261122-xyz.apk')).toContain('a-***.apk');
  });

  test.each([
    ['app-1.2.3.apk', 'app-1.2.4.apk'],
    ['app-1042.apk', 'app-1043.apk'],
    ['app-20261121.apk', 'app-20261122.apk'],
  ])('is the same for %s and %s, from run to run', (one, next) => {
    expect(keyOf(one)).toBe(keyOf(next));
  });

  test('differs between the jobs of a matrix', () => {
    expect(keyOf('app-api29.apk')).not.toBe(keyOf('app-api30.apk'));
    expect(keyOf('app-arm64.apk')).toBe('ANDROID app-arm64.apk in project 509');
  });

  test.each<[Inputs['target'], string]>([
    [{ kind: 'attach', testsetIds: [1] }, 'attached testsets'],
    [{ ...SCENARIOS, which: { kind: 'ids', ids: [101, 102] } }, 'ANDROID scenarios 101, 102 in project 509'],
    [{ ...SCENARIOS, which: { kind: 'ids', ids: [101] } }, 'ANDROID scenario 101 in project 509'],
    [SCENARIOS, 'ANDROID all scenarios in project 509'],
    [{ ...SCENARIOS, which: { kind: 'query', query: 'Log in' } }, 'ANDROID scenarios named "Log in" in project 509'],
  ])('of %j', (target, key) => {
    expect(reportKey({ target }, redact)).toBe(key);
  });
});

describe('the log of the inputs', () => {
  async function logged(target: Inputs['target'], more: Partial<Inputs> = {}): Promise<readonly string[]> {
    const log = createRecordingLog();
    const inputs: Inputs = {
      service: { baseUrl: new URL('https://testset.example.com'), userId: 'me', accessKey: new Secret('k3y') },
      target,
      wait: true,
      resume: true,
      timeoutMs: 180 * 60_000,
      limits: { fail: 0, error: 0, stop: 0 },
      resultsDir: '/w/testset-results',
      jobSummary: true,
      ...more,
    };
    await logInputs(inputs, log, '/w');
    return log.lines.slice(1, -1).map((line) => line.replace('info: ', ''));
  }

  const COMMON = [
    'service     https://testset.example.com/',
    'results     testset-results',
    'wait        at most 180 min',
  ];

  test('leaves out what has its default', async () => {
    const testset = ['system      ANDROID', 'project     509', 'testset     Fix login #7'];
    expect(await logged(APP)).toEqual(['app         app.apk', ...testset, ...COMMON]);
    expect(await logged(SCENARIOS)).toEqual(['runs        all scenarios', ...testset, ...COMMON]);
    expect(await logged({ kind: 'attach', testsetIds: [5, 6] })).toEqual(['testsets    5, 6', ...COMMON]);
  });

  test('shows the whole path of an app outside of the workspace', async () => {
    const app = { path: '/elsewhere/app.apk', kind: 'file', name: 'app.apk' } as const;
    expect(await logged({ ...APP, app })).toContain('app         /elsewhere/app.apk');
  });

  test('shows what was given, without secrets', async () => {
    const given = {
      timeLimitMinutes: 10,
      callback: { url: new Secret('https://hooks.example.com/t0ken'), origin: 'https://hooks.example.com' },
      loginId: 'tester@example.com',
      loginPw: new Secret('pa55word'),
    };
    const common = [
      'callback    https://hooks.example.com',
      'account     a test account (login-id, login-pw)',
      ...COMMON,
    ];
    const app = await logged({ ...APP, ...given, useVo: true });
    expect(app.slice(4)).toEqual(['time limit  10 min on each device', 'use-vo      yes', ...common]);
    const scenarios = await logged({ ...SCENARIOS, ...given, sourceType: 'app_id' });
    expect(scenarios.slice(4)).toEqual(['time limit  10 min on each device', 'source      app_id', ...common]);
    expect([...app, ...scenarios].join('\n')).not.toMatch(/tester|pa55word|t0ken|k3y/);
  });

  test('shows limits above 0 by the names of their inputs', async () => {
    const tolerant = await logged(APP, { limits: { fail: 2, error: 0, stop: Infinity } });
    expect(tolerant.at(-1)).toBe('limits      max-fail 2, max-stop any');
    expect(await logged(APP, { wait: false })).toContain('wait        no');
  });
});
