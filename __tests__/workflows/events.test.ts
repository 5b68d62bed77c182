import { expect, test } from '@jest/globals';

import { pullRequestEvent } from '../support/pull-request-event.ts';
import { PUSH, useBench, type Seen, type Situation } from './support/bench.ts';

const bench = useBench();

const GREEN = { jobs: { 'device-test': 'success' }, testsets: 1 };
const RED = { jobs: { 'device-test': 'failure' }, testsets: 1 };
const SKIPPED = { jobs: {}, testsets: 0 };
const NOTHING_TESTED = { ...RED, testsets: 0 };
/** Where another job builds. */
const GREEN_PULL = { ...GREEN, jobs: { build: 'success', ...GREEN.jobs } };
const RED_PULL = { ...RED, jobs: { build: 'success', ...RED.jobs } };
const UNBUILT = { jobs: { build: 'failure', 'device-test': 'failure' }, testsets: 0 };
const FAIL = { devices: { fail: 1 } };

const group = { head_sha: 'c'.repeat(40), head_ref: 'refs/heads/gh-readonly-queue/main/pr-7', base_ref: 'main' };
const QUEUE = { event: { name: 'merge_group', payload: { action: 'checks_requested', merge_group: group } } };
const PULL = { event: pullRequestEvent() };
const LABELLED = { event: pullRequestEvent({ labels: ['ui', 'device-test'] }) };
const EARLIER: Situation = {
  event: { name: 'workflow_dispatch', payload: { inputs: { 'testset-id': '251929' } } },
  prepare: ({ engine }) => {
    engine.create({ projectId: 509, name: 'Earlier', osType: 'ANDROID', scenarioId: 0, timeLimit: undefined });
  },
};
/** The limits are two failures and one error. */
const NIGHT = { total: 9, error: 1, stop: 3 };

test.each<[workflow: string, what: string, situation: Situation, expected: Seen]>([
  ['Pull request', 'that passes', PULL, { ...GREEN_PULL, comments: 1, checkRuns: ['success'] }],
  ['Pull request', 'that fails', { ...PULL, ...FAIL }, { ...RED_PULL, comments: 1, checkRuns: ['failure'] }],
  ['Pull request', 'a push to main', { event: PUSH }, { ...GREEN_PULL, checkRuns: ['success'] }],
  ['Pull request', 'from a fork', { event: pullRequestEvent({ from: 'somebody/wallet-app' }) }, SKIPPED],
  ['Pull request', 'of Dependabot', { ...PULL, actor: 'dependabot[bot]' }, SKIPPED],
  ['Pull request', 'whose build is broken', { ...PULL, buildBreaks: true }, UNBUILT],
  ['Pull request with a label', 'with it', LABELLED, GREEN],
  ['Pull request with a label', 'without it', { event: pullRequestEvent({ labels: ['ui'] }) }, NOTHING_TESTED],
  ['Pull request with a label', 'a push to main', { event: PUSH }, GREEN],
  ['Pull request with a label', 'that fails', { ...LABELLED, ...FAIL }, RED],
  ['Merge queue', 'a group that passes', QUEUE, GREEN],
  ['Merge queue', 'a group that fails', { ...QUEUE, ...FAIL }, RED],
  ['Merge queue', 'the job of a pull request', PULL, SKIPPED],
  ['Wait for a testset', 'that passes', EARLIER, { jobs: { result: 'success' }, testsets: 0 }],
  ['Wait for a testset', 'that fails', { ...EARLIER, ...FAIL }, { jobs: { result: 'failure' }, testsets: 0 }],
  ['Tolerate known failures', 'within the limits', { devices: { ...NIGHT, fail: 2 } }, GREEN],
  ['Tolerate known failures', 'above the limits', { devices: { ...NIGHT, fail: 3 } }, RED],
])('the workflow "%s": %s', async (name, _what, situation, expected) => {
  expect(await bench.look(name, situation)).toEqual(expected);
});

test('the testset has the title of the pull request', async () => {
  const { created } = await bench.run('Pull request', PULL);
  expect(created[0]?.request.name).toContain('Move the button');
});

test('a message is sent with the failed devices only if there are some', async () => {
  const messages = async (fail: number): Promise<readonly string[]> => {
    const { calls } = await bench.run('Use the failed devices in a later step', { devices: { total: 3, fail } });
    return calls.filter((call) => call.startsWith('curl '));
  };
  expect(await messages(0)).toStrictEqual([]);
  expect(await messages(1)).toMatchObject([
    expect.stringMatching(/ https:\/\/chat\.example\.com\/hook Did not pass: \S/),
  ]);
});

test.each([0, 1])('two tools get the JUnit file, with %d failed devices', async (fail) => {
  const { calls } = await bench.run('Show the results in another tool', { devices: { fail } });
  const reports = calls.filter((call) => /^(?:dorny|mikepenz)\//.test(call));
  expect(reports).toHaveLength(2);
  expect(reports.filter((call) => !call.includes('/junit.xml'))).toStrictEqual([]);
});
