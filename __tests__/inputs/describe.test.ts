import { describe, expect, test } from '@jest/globals';

import { DEFAULT_ACCOUNT } from '../../simulator/server.ts';
import { logInputs } from '../../src/inputs/describe.ts';
import type { AppTarget, Inputs, ScenarioTarget } from '../../src/model/inputs.ts';
import { Secret } from '../../src/model/secret.ts';
import { CREATED, createInputs } from '../support/inputs.ts';
import { createRecordingLog, createRuntime } from '../support/runtime.ts';

const SCENARIOS: ScenarioTarget = { ...CREATED, kind: 'scenarios', sourceType: 'file', which: { kind: 'all' } };
const FILE = { path: '/w/app.apk', kind: 'file', name: 'app.apk' } as const;
const APP: AppTarget = { ...CREATED, kind: 'app', app: FILE, useVo: false };

describe('the log of the inputs', () => {
  async function logged(target: Inputs['target'], more: Partial<Inputs> = {}): Promise<readonly string[]> {
    const log = createRecordingLog();
    const given = { target, resultsDir: '/w/testset-results', ...more };
    await logInputs(createInputs('https://testset.example.com', given), createRuntime({ log }), '/w');
    expect(log.lines[0]).toContain('Inputs');
    return log.lines.slice(1, -1).map((line) => line.replace('info: ', ''));
  }

  const COMMON = [
    'service     https://testset.example.com/',
    'results     testset-results',
    'wait        at most 180 min',
  ];

  test('leaves out what has its default', async () => {
    const testset = ['system      ANDROID', 'project     509'];
    expect(await logged(APP)).toEqual(['app         app.apk', ...testset, ...COMMON]);
    const app = 'app         the one stored in project 509';
    expect(await logged(SCENARIOS)).toEqual(['runs        all scenarios', app, ...testset, ...COMMON]);
    expect(await logged({ kind: 'attach', testsetIds: [5, 6] })).toEqual(['testsets    5, 6', ...COMMON]);
  });

  test('shows the whole path of an app outside of the workspace, and its age from a day on', async () => {
    const lines = await logged({ ...APP, app: { ...FILE, path: '/elsewhere/app.apk', ageDays: 1 } });
    expect(lines[0]).toBe('app         /elsewhere/app.apk, built 1 day ago');
  });

  test('shows what was given, without secrets', async () => {
    const given = {
      testsetName: { title: 'Night', isGiven: true as const },
      timeLimitMinutes: 10,
      callback: { url: new Secret('https://hooks.example.com/t0ken'), origin: 'https://hooks.example.com' },
      loginId: 'tester@example.com',
      loginPw: new Secret('pa55word'),
    };
    const shown = [
      'name        Night',
      'time limit  10 min on each device',
      'callback    https://hooks.example.com',
      'account     a test account (login-id, login-pw)',
    ];
    const app = await logged({ ...APP, ...given, useVo: true });
    expect(app.slice(3)).toEqual([...shown, 'use-vo      yes', ...COMMON]);
    const scenarios = await logged({ ...SCENARIOS, ...given, sourceType: 'app_id' });
    expect(scenarios[1]).toBe('app         the one that project 509 names');
    expect(scenarios.slice(4)).toEqual([...shown, ...COMMON]);
    const secrets = new RegExp(`tester|pa55word|t0ken|${DEFAULT_ACCOUNT.accessKey}`);
    expect([...app, ...scenarios].join('\n')).not.toMatch(secrets);
  });

  test('shows a limit above 0', async () => {
    const tolerant = await logged(APP, { maxFailures: Infinity });
    expect(tolerant.at(-1)).toBe('limit       max-failures any');
    expect(await logged(APP, { wait: false })).toContain('wait        no');
  });

  test('shows what excuses failures, and which entries of the quarantine end', async () => {
    const after = (days: number): string => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const entry = { device: 'Nexus*', reason: 'restarts', owner: 'Kim', expires: after(-3), line: 3 };
    const entries = [6, 7].map((days) => ({ ...entry, owner: 'Lee', expires: after(days), line: 10 + days }));
    const quarantine = { path: '.github/quarantine.yml', entries, expired: [entry] };
    const lines = await logged(SCENARIOS, { retryFailed: 2, quarantine });
    expect(lines.slice(-4)).toEqual([
      'quarantine  2 entries',
      'retries     at most 2 for each scenario',
      `warning: The quarantine entry of Kim in line 3 expired on ${after(-3)} and no longer counts.`,
      `notice: The quarantine entry of Lee in line 16 expires on ${after(6)}.`,
    ]);
  });

  test('says that entries for scenarios have no effect on a test of an app', async () => {
    const entry = { scenarios: [7], reason: 'restarts', owner: 'Kim', expires: '2999-11-20', line: 3 };
    const quarantine = { path: 'q.yml', entries: [entry], expired: [] };
    const notice = /^notice: This step runs no scenarios.* line 3 of q\.yml\.$/;
    expect((await logged(APP, { quarantine })).at(-1)).toMatch(notice);
    expect((await logged(SCENARIOS, { quarantine })).at(-1)).not.toContain('notice');
  });
});
