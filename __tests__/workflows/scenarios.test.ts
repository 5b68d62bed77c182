import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { openBench, type Bench } from './support/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** So many scenarios for both systems in the projects of the recipes; their names contain what the recipes look for. */
function projects(number: number) {
  const scenarios = (osType: 'ANDROID' | 'iOS', first: number) =>
    Array.from({ length: number }, (_, at) => ({ id: first + at, name: `Checkout ${at + 1}`, osType }));
  return {
    509: { name: 'wallet', scenarios: scenarios('ANDROID', 101) },
    510: { name: 'wallet-ios', scenarios: scenarios('iOS', 101) },
  };
}

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
    expect(first.jobs).toStrictEqual({ scenarios: 'failure' });
    expect(first.created).toHaveLength(3);
    expect(second.jobs).toStrictEqual({ scenarios: 'failure' });
    expect(second.created.map(({ request }) => request.scenarioId)).toStrictEqual([102]);
  });

  test('is red if no scenario matches', async () => {
    const { jobs, created } = await bench.run('Scenarios', { projects: projects(0) });
    expect(jobs).toStrictEqual({ scenarios: 'failure' });
    expect(created).toHaveLength(0);
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

  test('is red in the last job if one part is red', async () => {
    const { jobs, created } = await bench.run(NAME, { projects: projects(12), scenarioDevices: { 111: { fail: 1 } } });
    expect(jobs).toMatchObject({ list: 'success', merge: 'failure' });
    expect(created).toHaveLength(12);
  });

  test('is red in the last job if a job left no report', async () => {
    const faults = [{ on: 'create', times: 99, do: { kind: 'code', code: 4081 } }] as const;
    const { jobs, created, artifacts } = await bench.run(NAME, { projects: projects(3), faults });
    expect(jobs).toStrictEqual({ list: 'success', test: 'failure', merge: 'failure' });
    expect(created).toHaveLength(0);
    expect(artifacts).toStrictEqual([]);
  });

  test.each([
    ['the failed jobs', '111,112'],
    ['all jobs', undefined],
  ])('is green after %s ran again, and pays only for what did not pass', async (_which, scenarios) => {
    const edit = (text: string): string => text.replace('          html-report', '          keep-passed: true\n$&');
    const failing: Record<number, { fail: number }> = { 112: { fail: 1 } };
    const again = await bench.startService({ projects: projects(12), scenarioDevices: failing });
    const first = await bench.run(NAME, { projects: projects(12), again, edit });
    expect(first.jobs).toMatchObject({ merge: 'failure' });
    delete failing[112];
    const second = await bench.run(NAME, {
      projects: projects(12),
      again,
      edit,
      attempt: 2,
      ...(scenarios && { scenarios }),
    });
    expect(second.jobs).toStrictEqual({ list: 'success', test: 'success', merge: 'success' });
    expect(second.created.map(({ request }) => request.scenarioId)).toStrictEqual([112]);
    expect(second.log).toContain(`total-count=${12 * 3}\n`);
  });

  test('is red in the last job if no scenario matches', async () => {
    const { jobs, created } = await bench.run(NAME, { projects: projects(0) });
    expect(jobs).toMatchObject({ list: 'success', merge: 'failure' });
    expect(jobs).not.toMatchObject({ test: 'success' });
    expect(created).toHaveLength(0);
  });
});

describe('the workflow "Nightly scenarios"', () => {
  test('runs the scenarios in several jobs and prints the outcome', async () => {
    const { jobs, created, log } = await bench.run('Nightly scenarios', { projects: projects(23) });
    expect(Object.values(jobs)).not.toContain('failure');
    expect(created).toHaveLength(23);
    const printed = /^.*passed, testsets ([\d,]+)$/m.exec(log)?.[1] ?? '';
    expect(printed.split(',').map(Number).sort()).toStrictEqual(created.map(({ id }) => id).sort());
  });

  test('is red if one part is red', async () => {
    const { jobs, created } = await bench.run('Nightly scenarios', {
      projects: projects(23),
      scenarioDevices: { 123: { fail: 1 } },
    });
    expect(Object.values(jobs)).toContain('failure');
    expect(created).toHaveLength(23);
  });

  test('is red if a job left no report', async () => {
    const faults = [{ on: 'create', times: 99, do: { kind: 'code', code: 4081 } }] as const;
    const { jobs, created } = await bench.run('Nightly scenarios', { projects: projects(3), faults });
    expect(Object.values(jobs)).toContain('failure');
    expect(created).toHaveLength(0);
  });

  test('is red if no scenario matches', async () => {
    const { jobs, created } = await bench.run('Nightly scenarios', { projects: projects(0) });
    expect(Object.values(jobs)).toContain('failure');
    expect(created).toHaveLength(0);
  });
});
