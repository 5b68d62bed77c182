import { describe, expect, test } from '@jest/globals';

import { useBench } from './support/bench.ts';

const bench = useBench();

/** So many scenarios for both systems in the projects of the recipes; their names contain what the recipes look for. */
function projects(number: number) {
  const scenarios = (osType: 'ANDROID' | 'iOS', first: number) =>
    Array.from({ length: number }, (_, at) => ({ id: first + at, name: `Checkout ${at + 1}`, osType }));
  return {
    509: { name: 'wallet', scenarios: scenarios('ANDROID', 101) },
    510: { name: 'wallet-ios', scenarios: scenarios('iOS', 101) },
  };
}

describe('the workflow "Scenarios with retry and quarantine"', () => {
  const NAME = 'Scenarios with retry and quarantine';

  test.each([
    ['green without a retry if only quarantined devices fail', { devices: { total: 5, fail: 4 } }, 'success', 3],
    ['green after a retry that passes', { devices: { total: 5, fail: 5 }, laterDevices: { total: 5 } }, 'success', 4],
    ['red if the retry fails, too', { scenarioDevices: { 102: { total: 5, fail: 5 } } }, 'failure', 4],
  ])('is %s', async (_what, situation, result, testsets) => {
    const { jobs, created } = await bench.run(NAME, { projects: projects(3), ...situation });
    expect(jobs).toStrictEqual({ scenarios: result });
    expect(created).toHaveLength(testsets);
  });

  test('runs all scenarios again in the next attempt', async () => {
    const again = await bench.startService({
      projects: projects(3),
      scenarioDevices: { 102: { total: 5, fail: 5 } },
    });
    const first = await bench.run(NAME, { again });
    const second = await bench.run(NAME, { again, attempt: 2 });
    expect([first.jobs, second.jobs]).toStrictEqual([{ scenarios: 'failure' }, { scenarios: 'failure' }]);
    expect(first.created).toHaveLength(4);
    expect(second.created.map(({ request }) => request.scenarioId).sort()).toStrictEqual([101, 102, 102, 103]);
  });

  test('is red if no scenario matches', async () => {
    const expected = { jobs: { scenarios: 'failure' }, testsets: 0 };
    expect(await bench.look(NAME, { projects: projects(0) })).toEqual(expected);
  });
});

describe('the workflow "Scenarios in a matrix"', () => {
  const NAME = 'Scenarios in a matrix';

  test('runs a job for each scenario, and the last one only if something is wrong', async () => {
    const { jobs, created } = await bench.run(NAME, { projects: projects(3) });
    expect(jobs).toStrictEqual({ list: 'success', scenario: 'success' });
    expect(created.map(({ request }) => request.scenarioId).sort()).toStrictEqual([101, 102, 103]);
  });

  test.each([
    ['a scenario fails', { projects: projects(3), scenarioDevices: { 102: { fail: 1 } } }, 3],
    ['no scenario matches', { projects: projects(0) }, 0],
    ['the scenarios cannot be listed', { faults: [{ on: 'scenarios', do: { kind: 'code', code: 2001 } }] as const }, 0],
  ])('is red in the job to require if %s', async (_what, situation, testsets) => {
    const { jobs, created } = await bench.run(NAME, situation);
    expect(jobs).toMatchObject({ result: 'failure' });
    expect(created).toHaveLength(testsets);
  });
});
