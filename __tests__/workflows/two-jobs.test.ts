import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { openBench, type Bench } from './support/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** Skips a job, as a condition that somebody adds to it may. */
const skipped =
  (job: string) =>
  (workflow: string): string =>
    workflow.replace(`  ${job}:\n`, `$&    if: \${{ false }}\n`);

describe.each(['iOS device test in two jobs', 'Flutter device test for iOS', 'Device test without a waiting runner'])(
  'the workflow "%s"',
  (name) => {
    test('starts one testset in the first job, and waits for it in the second', async () => {
      const { jobs, created, log } = await bench.run(name);
      expect(jobs).toStrictEqual({ start: 'success', result: 'success' });
      expect(created).toHaveLength(1);
      expect(log).toContain('outcome=started');
      expect(log).toContain('outcome=passed');
    });

    test('is red in the second job alone if all devices fail but one', async () => {
      const { jobs, created } = await bench.run(name, { devices: { total: 4, fail: 3 } });
      expect(jobs).toStrictEqual({ start: 'success', result: 'failure' });
      expect(created).toHaveLength(1);
    });

    test('is red in both jobs if the build is broken', async () => {
      const { jobs, created, log } = await bench.run(name, { buildBreaks: true });
      expect(jobs).toStrictEqual({ start: 'failure', result: 'failure' });
      expect(created).toHaveLength(0);
      expect(log).toContain('Nothing to run');
    });

    test('is red in the second job if the first one is skipped', async () => {
      const { jobs, created } = await bench.run(name, { edit: skipped('start') });
      expect(jobs).toMatchObject({ result: 'failure' });
      expect(created).toHaveLength(0);
    });
  },
);

test.each([
  ['success', {}],
  ['failure', { total: 4, fail: 3 }],
])('the second job concludes the check run of the first one: %s', async (conclusion, devices) => {
  const { checkRuns } = await bench.run('iOS device test in two jobs', { devices });
  expect(checkRuns).toMatchObject([{ status: 'completed', conclusion }]);
});

test('the estimate names an environment with a wait timer', async () => {
  const { log } = await bench.run('Device test without a waiting runner');
  expect(log).toMatch(/estimated-minutes=(?:5|10|15|20|30|45|60|90|120)$/m);
});

describe('the workflow "Release"', () => {
  const event = { name: 'push', payload: { ref: 'refs/tags/v1.2.3' } };

  test('publishes the app that was tested', async () => {
    const { jobs, created, calls } = await bench.run('Release', { event });
    expect(jobs).toStrictEqual({ 'device-test': 'success', release: 'success' });
    expect(created).toHaveLength(1);
    expect(created[0]?.request.name).toBe('Release v1.2.3');
    expect(calls.at(-1)).toBe('gh release create v1.2.3 app-release.apk --repo octo-org/wallet-app --verify-tag');
  });

  test.each([
    ['a device fails', { devices: { fail: 1 } }, 1],
    ['the build is broken', { buildBreaks: true }, 0],
  ])('publishes nothing if %s', async (_what, situation, testsets) => {
    const { jobs, created, calls } = await bench.run('Release', { event, ...situation });
    expect(jobs).not.toMatchObject({ release: 'success' });
    expect(jobs).toMatchObject({ 'device-test': 'failure' });
    expect(created).toHaveLength(testsets);
    expect(calls.filter((call) => call.startsWith('gh '))).toStrictEqual([]);
  });
});

describe('the workflow "Device test with a signed result"', () => {
  const NAME = 'Device test with a signed result';
  const signatures = (calls: readonly string[]): readonly string[] =>
    calls.filter((call) => call.startsWith('actions/attest '));

  test.each([
    ['success', {}],
    ['failure', { fail: 1 }],
  ])('signs the result for the digest of the app: %s', async (result, devices) => {
    const { jobs, calls, created, log } = await bench.run(NAME, { devices });
    const digest = /app-sha256=([0-9a-f]{64})/.exec(log)?.[1] ?? '';
    expect(jobs).toStrictEqual({ build: 'success', 'device-test': result });
    expect(created).toHaveLength(1);
    expect(signatures(calls)).toHaveLength(1);
    expect(signatures(calls)[0]).toMatch(new RegExp(`predicate-path=\\S+predicate\\.json .*sha256:${digest} `));
  });

  test('signs nothing if the build is broken', async () => {
    const { jobs, calls, created } = await bench.run(NAME, { buildBreaks: true });
    expect(jobs).toMatchObject({ build: 'failure' });
    expect(jobs).not.toMatchObject({ 'device-test': 'success' });
    expect(created).toHaveLength(0);
    expect(signatures(calls)).toStrictEqual([]);
  });
});
