import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { openBench, type Bench } from './support/bench.ts';

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
    const service = await bench.startService({ projects: { 509: { name: 'wallet', scenarios: [] } } });
    const { jobs, created } = await bench.run(NAME, { again: service });
    expect(jobs).toStrictEqual({ scenarios: 'failure' });
    expect(created).toHaveLength(0);
  });
});

describe('the workflow "Android and iOS in one job"', () => {
  const NAME = 'Android and iOS in one job';

  test('tests both apps', async () => {
    const { jobs, created, artifacts } = await bench.run(NAME);
    expect(jobs).toStrictEqual({ 'device-test': 'success' });
    expect(created.map(({ request }) => request.osType).sort()).toStrictEqual(['ANDROID', 'iOS']);
    expect(artifacts.filter((name) => !name.endsWith('.html'))).toHaveLength(2);
  });

  test('is red if devices fail', async () => {
    const { jobs } = await bench.run(NAME, { devices: { fail: 1 } });
    expect(jobs).toStrictEqual({ 'device-test': 'failure' });
  });

  test('creates nothing if a build breaks', async () => {
    const { jobs, created } = await bench.run(NAME, { buildBreaks: true });
    expect(jobs).toStrictEqual({ 'device-test': 'failure' });
    expect(created).toHaveLength(0);
  });
});

describe('the workflow "Lint during the device test"', () => {
  const NAME = 'Lint during the device test';

  test('publishes the app if all passed', async () => {
    const { jobs, created, log } = await bench.run(NAME);
    expect(jobs).toStrictEqual({ test: 'success' });
    expect(created).toHaveLength(1);
    expect(log).toContain('Publish the app');
  });

  test('publishes nothing if devices fail', async () => {
    const { jobs, log } = await bench.run(NAME, { devices: { fail: 1 } });
    expect(jobs).toStrictEqual({ test: 'failure' });
    expect(log).not.toContain('Publish the app');
  });
});

describe('"Build for devices" and "Device test of a fork"', () => {
  const HEAD = 'a'.repeat(40);
  const after = (conclusion: string) => ({
    name: 'workflow_run',
    payload: { workflow_run: { id: 41, conclusion, head_sha: HEAD, head_branch: 'fix' } },
  });

  test.each([
    ['passes', 0, 'success'],
    ['fails', 1, 'failure'],
  ])('show at the commit of the fork that its app %s', async (_what, fail, state) => {
    const again = await bench.startService({ devices: { fail } });
    const built = await bench.run('Build for devices', { event: fork });
    expect(built.jobs).toStrictEqual({ build: 'success' });
    expect(built.created).toHaveLength(0);
    const { jobs, created, calls } = await bench.run('Device test of a fork', { again, event: after('success') });
    expect(jobs).toStrictEqual({ test: state });
    expect(created).toHaveLength(1);
    const statuses = calls.filter((call) => call.includes(`/statuses/${HEAD}`));
    expect(statuses).toStrictEqual([expect.stringContaining(`state=${state} `)]);
  });

  test('build nothing for a pull request of the repository', async () => {
    const { artifacts } = await bench.run('Build for devices', { event: pullRequest });
    expect(artifacts).toStrictEqual([]);
  });

  test('create nothing if the build failed', async () => {
    const { created, calls } = await bench.run('Device test of a fork', { event: after('failure') });
    expect(created).toHaveLength(0);
    expect(calls).toStrictEqual([]);
  });
});
