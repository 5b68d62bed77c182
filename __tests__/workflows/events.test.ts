import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { openBench, type Bench } from './support/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const PUSH = { name: 'push', payload: { ref: 'refs/heads/main' } };

/** A pull request to `main`, from a fork or with labels where these are given. */
function pullRequest({ from = 'octo-org/wallet-app', labels = [] as readonly string[] } = {}) {
  const head = { sha: 'b'.repeat(40), ref: 'button', repo: { full_name: from } };
  const base = { ref: 'main', sha: 'a'.repeat(40) };
  const pull = { number: 7, title: 'Move the button', head, base, labels: labels.map((name) => ({ name })) };
  return { name: 'pull_request', payload: { action: 'synchronize', number: 7, pull_request: pull } };
}

describe('the workflow "Pull request"', () => {
  test.each([
    ['success', {}],
    ['failure', { fail: 1 }],
  ])('writes a comment and concludes a check run: %s', async (result, devices) => {
    const { jobs, created, comments, checkRuns } = await bench.run('Pull request', { event: pullRequest(), devices });
    expect(jobs).toStrictEqual({ 'device-test': result });
    expect(created).toHaveLength(1);
    expect(created[0]?.request.name).toContain('Move the button');
    expect(comments).toHaveLength(1);
    expect(checkRuns).toMatchObject([{ status: 'completed', conclusion: result }]);
  });

  test('tests a push to main without a comment', async () => {
    const { jobs, created, comments } = await bench.run('Pull request', { event: PUSH });
    expect(jobs).toStrictEqual({ 'device-test': 'success' });
    expect(created).toHaveLength(1);
    expect(comments).toHaveLength(0);
  });

  test('skips a pull request from a fork', async () => {
    const { jobs, created } = await bench.run('Pull request', { event: pullRequest({ from: 'somebody/wallet-app' }) });
    expect(Object.values(jobs)).not.toContain('success');
    expect(created).toHaveLength(0);
  });

  test('skips a pull request of Dependabot', async () => {
    const { jobs, created } = await bench.run('Pull request', { event: pullRequest(), actor: 'dependabot[bot]' });
    expect(Object.values(jobs)).not.toContain('success');
    expect(created).toHaveLength(0);
  });

  test('is red without a testset if the build is broken', async () => {
    const { jobs, created } = await bench.run('Pull request', { event: pullRequest(), buildBreaks: true });
    expect(jobs).toStrictEqual({ 'device-test': 'failure' });
    expect(created).toHaveLength(0);
  });
});

describe('the workflow "Pull request with a label"', () => {
  const NAME = 'Pull request with a label';

  test.each([
    ['with the label', pullRequest({ labels: ['ui', 'device-test'] }), 'success', 1],
    ['without the label', pullRequest({ labels: ['ui'] }), 'failure', 0],
    ['after a push to main', PUSH, 'success', 1],
  ])('%s', async (_what, event, result, testsets) => {
    const { jobs, created } = await bench.run(NAME, { event });
    expect(jobs).toStrictEqual({ 'device-test': result });
    expect(created).toHaveLength(testsets);
  });

  test('is red if a device fails', async () => {
    const event = pullRequest({ labels: ['device-test'] });
    const { jobs } = await bench.run(NAME, { event, devices: { fail: 1 } });
    expect(jobs).toStrictEqual({ 'device-test': 'failure' });
  });
});

describe('the workflow "Merge queue"', () => {
  const group = { head_sha: 'c'.repeat(40), head_ref: 'refs/heads/gh-readonly-queue/main/pr-7', base_ref: 'main' };
  const event = { name: 'merge_group', payload: { action: 'checks_requested', merge_group: group } };

  test.each([
    ['success', {}],
    ['failure', { fail: 1 }],
  ])('tests a group and concludes its check run: %s', async (result, devices) => {
    const { jobs, created, checkRuns, comments } = await bench.run('Merge queue', { event, devices });
    expect(jobs).toStrictEqual({ 'device-test': result });
    expect(created).toHaveLength(1);
    expect(checkRuns).toMatchObject([{ status: 'completed', conclusion: result }]);
    expect(comments).toHaveLength(0);
  });

  test('skips the job of a pull request', async () => {
    const { jobs, created } = await bench.run('Merge queue', { event: pullRequest() });
    expect(Object.values(jobs)).not.toContain('success');
    expect(created).toHaveLength(0);
  });
});

describe('the workflow "Wait for a testset"', () => {
  const request = { projectId: 509, name: 'Earlier', osType: 'ANDROID', scenarioId: 0, timeLimit: undefined } as const;

  test.each([
    ['success', {}],
    ['failure', { fail: 1 }],
  ])('waits for a testset and creates no other: %s', async (result, devices) => {
    const { jobs, created } = await bench.run('Wait for a testset', {
      event: { name: 'workflow_dispatch', payload: { inputs: { 'testset-id': '251929' } } },
      devices,
      prepare: (simulator) => {
        simulator.engine.create(request);
      },
    });
    expect(jobs).toStrictEqual({ result });
    expect(created).toHaveLength(0);
  });
});

test('a limit keeps the nightly test green with two failures and an error, not with three', async () => {
  const run = (fail: number) => bench.run('Nightly device test', { devices: { total: 9, fail, error: 1, stop: 3 } });
  expect((await run(2)).jobs).toStrictEqual({ 'device-test': 'success' });
  expect((await run(3)).jobs).toStrictEqual({ 'device-test': 'failure' });
});

test('a message is sent with the failed devices only if there are some', async () => {
  const messages = async (fail: number): Promise<readonly string[]> => {
    const { calls } = await bench.run('Device test with a message', { devices: { total: 3, fail } });
    return calls.filter((call) => call.startsWith('curl '));
  };
  expect(await messages(0)).toStrictEqual([]);
  expect(await messages(1)).toMatchObject([
    expect.stringMatching(/ https:\/\/chat\.example\.com\/hook Did not pass: \S/),
  ]);
});

test.each([0, 1])('two tools get the JUnit file, with %d failed devices', async (fail) => {
  const { calls } = await bench.run('Device test with a test report', { devices: { fail } });
  const reports = calls.filter((call) => /^(?:dorny|mikepenz)\//.test(call));
  expect(reports).toHaveLength(2);
  expect(reports.filter((call) => !call.includes('/junit.xml'))).toStrictEqual([]);
});
