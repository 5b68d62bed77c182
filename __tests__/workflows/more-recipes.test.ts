import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { openBench, startService, type Bench } from './support/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const pullRequest = {
  name: 'pull_request',
  payload: {
    number: 7,
    pull_request: {
      number: 7,
      title: 'Fix',
      head: { repo: { full_name: 'octo-org/wallet-app' } },
      base: { ref: 'main' },
    },
  },
};
const fork = {
  name: 'pull_request',
  payload: {
    number: 7,
    pull_request: {
      number: 7,
      title: 'Fix',
      head: { repo: { full_name: 'somebody/wallet-app' } },
      base: { ref: 'main' },
    },
  },
};

describe('the workflow "Devices by day and night"', () => {
  const NAME = 'Devices by day and night';
  const projects = { 511: { name: 'all devices', scenarios: [] } };

  test.each([
    ['few devices for a pull request', pullRequest, 509],
    ['all at night', { name: 'schedule', payload: {} }, 511],
  ])('tests on %s', async (_when, event, project) => {
    const { jobs, created } = await bench.run(NAME, { event, projects });
    expect(jobs).toStrictEqual({ test: 'success' });
    expect(created.map(({ request }) => request.projectId)).toStrictEqual([project]);
  });

  test('skips a pull request of a fork', async () => {
    const { created } = await bench.run(NAME, { event: fork, projects });
    expect(created).toHaveLength(0);
  });
});

describe('the workflow "Android and iOS"', () => {
  const NAME = 'Android and iOS';

  test('tests both apps in jobs of their own', async () => {
    const { jobs, created } = await bench.run(NAME, { event: pullRequest });
    expect(jobs).toStrictEqual({ android: 'success', ios: 'success' });
    expect(created.map(({ request }) => request.osType).sort()).toStrictEqual(['ANDROID', 'iOS']);
  });

  test('is red in both if devices fail', async () => {
    const { jobs } = await bench.run(NAME, { event: pullRequest, devices: { fail: 1 } });
    expect(jobs).toStrictEqual({ android: 'failure', ios: 'failure' });
  });
});

describe('the workflow "Scenarios twice"', () => {
  const NAME = 'Scenarios twice';
  const projects = {
    509: {
      name: 'wallet',
      scenarios: [101, 102, 103].map((id) => ({ id, name: `Checkout ${id}`, osType: 'ANDROID' as const })),
    },
  };

  test('runs nothing again if all passed', async () => {
    const { jobs, created, calls } = await bench.run(NAME, { projects });
    expect(jobs).toStrictEqual({ scenarios: 'success' });
    expect(created).toHaveLength(3);
    expect(calls).toStrictEqual([]);
  });

  test('runs only what failed again, after the step between', async () => {
    const { jobs, created, calls } = await bench.run(NAME, {
      projects,
      scenarioDevices: { 102: { fail: 2 }, 103: { stop: 1 } },
      programs: { curl: 'echo "curl $*" >> "$CALLS"' },
    });
    expect(calls).toHaveLength(1);
    expect(jobs).toStrictEqual({ scenarios: 'failure' });
    expect(created.map(({ request }) => request.scenarioId).sort()).toStrictEqual([101, 102, 102, 103, 103]);
  });

  test('is red if no scenario exists', async () => {
    const service = await startService({ projects: { 509: { name: 'wallet', scenarios: [] } } });
    const { jobs, created } = await bench.run(NAME, { again: service });
    await service.close();
    expect(jobs).toStrictEqual({ scenarios: 'failure' });
    expect(created).toHaveLength(0);
  });
});
