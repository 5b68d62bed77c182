import { expect, test } from '@jest/globals';

import type { AppTarget, Inputs, ScenarioTarget } from '../../src/model/inputs.ts';
import { Secret } from '../../src/model/secret.ts';
import { logInputs } from '../../src/inputs/describe.ts';
import { createRecordingLog } from '../support/runtime.ts';

const NEW = { projectId: 509, osType: 'ANDROID', testsetName: 'Fix login #7' } as const;
const APP: AppTarget = {
  ...NEW,
  kind: 'app',
  app: { path: '/w/app.apk', kind: 'file', name: 'app.apk' },
  useVo: false,
};
const SCENARIOS: ScenarioTarget = { ...NEW, kind: 'scenarios', sourceType: 'file', which: { kind: 'all' } };

async function shown(target: Inputs['target'], more: Partial<Inputs> = {}): Promise<readonly string[]> {
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
  await logInputs(inputs, log);
  expect([log.lines[0], log.lines.at(-1)]).toEqual(['group: Inputs', 'end: Inputs']);
  return log.lines.slice(1, -1).map((line) => line.replace('info: ', ''));
}

const COMMON = [
  'service     https://testset.example.com/',
  'results     /w/testset-results',
  'wait        at most 180 min',
];

test('what was left at its default has no line', async () => {
  const testset = ['system      ANDROID', 'project     509', 'testset     Fix login #7'];
  expect(await shown(APP)).toEqual(['app         /w/app.apk', ...testset, ...COMMON]);
  expect(await shown(SCENARIOS)).toEqual(['runs        all scenarios', ...testset, ...COMMON]);
  expect(await shown({ kind: 'attach', testsetIds: [5, 6] })).toEqual(['testsets    5, 6', ...COMMON]);
});

test('what was given has one, and no secret is in it', async () => {
  const given = {
    timeLimitMinutes: 10,
    callback: { url: new Secret('https://hooks.example.com/t0ken'), origin: 'https://hooks.example.com' },
    loginId: 'tester@example.com',
    loginPw: new Secret('pa55word'),
  };
  const common = [
    'callback    https://hooks.example.com',
    'account     a test account, by login-id and login-pw',
    ...COMMON,
  ];
  const app = await shown({ ...APP, ...given, useVo: true });
  expect(app.slice(4)).toEqual(['time limit  10 min on each device', 'use-vo      yes', ...common]);
  const scenarios = await shown({ ...SCENARIOS, ...given, sourceType: 'app_id' });
  expect(scenarios.slice(4)).toEqual(['time limit  10 min on each device', 'source      app_id', ...common]);
  expect([...app, ...scenarios].join('\n')).not.toMatch(/tester|pa55word|t0ken|k3y/);
});

test.each([
  [{ loginId: 'me' }, 'account     a test account, by login-id'],
  [{ loginPw: new Secret('pw') }, 'account     a test account, by login-pw'],
])('half an account is told as what it is', async (half, line) => {
  expect(await shown({ ...APP, ...half })).toContain(line);
});

test('limits stand there as the workflow names them, when they tolerate anything', async () => {
  const tolerant = await shown(APP, { limits: { fail: 2, error: 0, stop: Infinity } });
  expect(tolerant.at(-1)).toBe('limits      max-fail 2, max-stop any');
  const attached = await shown(
    { kind: 'attach', testsetIds: [5] },
    { wait: false, limits: { fail: 0, error: 1, stop: 0 } },
  );
  expect(attached.slice(-2)).toEqual(['wait        no', 'limits      max-error 1']);
});
