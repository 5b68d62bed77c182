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

const REJECTED = [{ on: 'create', times: 99, do: { kind: 'code', code: 4081 } }] as const;

describe('the workflow "Scenarios"', () => {
  test('creates a testset for each scenario', async () => {
    const { jobs, created } = await bench.run('Scenarios', { projects: projects(3) });
    expect(jobs).toStrictEqual({ scenarios: 'success' });
    expect(created.map(({ request }) => request.scenarioId).sort()).toStrictEqual([101, 102, 103]);
  });

  test('runs only what did not pass in the next attempt', async () => {
    const again = await bench.startService({ projects: projects(3), scenarioDevices: { 102: { fail: 3 } } });
    const first = await bench.run('Scenarios', { again });
    const second = await bench.run('Scenarios', { again, attempt: 2 });
    expect([first.jobs, second.jobs]).toStrictEqual([{ scenarios: 'failure' }, { scenarios: 'failure' }]);
    expect(first.created).toHaveLength(3);
    expect(second.created.map(({ request }) => request.scenarioId)).toStrictEqual([102]);
  });

  test('is red if no scenario matches', async () => {
    const expected = { jobs: { scenarios: 'failure' }, testsets: 0 };
    expect(await bench.look('Scenarios', { projects: projects(0) })).toEqual(expected);
  });
});

describe('the workflow "Scenarios of your own"', () => {
  const NAME = 'Scenarios of your own';

  test.each([
    [1, 1],
    [3, 1],
    [23, 3],
    [300, 30],
  ])('runs %d scenarios in %d jobs and merges their reports', async (scenarios, parts) => {
    const { jobs, created, artifacts, log } = await bench.run(NAME, { projects: projects(scenarios) });
    expect(jobs).toStrictEqual({ list: 'success', test: 'success', merge: 'success' });
    expect(created).toHaveLength(scenarios);
    expect(artifacts.filter((name) => !name.endsWith('.html'))).toHaveLength(parts);
    expect(artifacts.filter((name) => name.endsWith('.html'))).toHaveLength(1);
    expect(log).toContain(`total-count=${scenarios * 3}\n`);
  });

  test.each([
    ['the failed jobs', '111,112'],
    ['all jobs', undefined],
  ])('is green after %s ran again, and pays only for what did not pass', async (_which, scenarios) => {
    const edit = (text: string): string => text.replace('          html-report', '          resume: keep-passed\n$&');
    const failing: Record<number, { fail: number }> = { 112: { fail: 1 } };
    const again = await bench.startService({ projects: projects(12), scenarioDevices: failing });
    const first = await bench.run(NAME, { again, edit });
    expect(first.jobs).toMatchObject({ merge: 'failure' });
    delete failing[112];
    const second = await bench.run(NAME, { again, edit, attempt: 2, ...(scenarios && { scenarios }) });
    expect(second.jobs).toStrictEqual({ list: 'success', test: 'success', merge: 'success' });
    expect(second.created.map(({ request }) => request.scenarioId)).toStrictEqual([112]);
    expect(second.log).toContain(`total-count=${12 * 3}\n`);
  });
});

test('the workflow "Nightly scenarios" runs the scenarios in several jobs and prints the outcome', async () => {
  const { jobs, created, log } = await bench.run('Nightly scenarios', { projects: projects(23) });
  expect(Object.values(jobs)).not.toContain('failure');
  expect(created).toHaveLength(23);
  const printed = /^.*passed, testsets ([\d,]+)$/m.exec(log)?.[1] ?? '';
  expect(printed.split(',').map(Number).sort()).toStrictEqual(created.map(({ id }) => id).sort());
});

describe.each(['Scenarios of your own', 'Nightly scenarios'])(
  'the workflow "%s" is red in the job that merges',
  (name) => {
    test.each([
      ['one part is red', { projects: projects(12), scenarioDevices: { 111: { fail: 1 } } }, 12],
      ['a job left no report', { projects: projects(3), faults: REJECTED }, 0],
      ['no scenario matches', { projects: projects(0) }, 0],
    ])('if %s', async (_what, situation, testsets) => {
      const { jobs, created } = await bench.run(name, situation);
      expect(jobs).toMatchObject({ list: 'success', merge: 'failure' });
      expect(created).toHaveLength(testsets);
    });
  },
);
