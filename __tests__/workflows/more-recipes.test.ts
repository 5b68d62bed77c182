import { expect, test } from '@jest/globals';

import { pullRequestEvent } from '../support/pull-request-event.ts';
import { useBench, type Seen, type Situation } from './support/bench.ts';

const bench = useBench();

const FORK = { event: pullRequestEvent({ from: 'somebody/wallet-app' }) };
const ALL_DEVICES = { projects: { 511: { name: 'all devices', scenarios: [] } } };
const NO_SCENARIO = { projects: { 509: { name: 'wallet', scenarios: [] } } };
const FAIL = { devices: { fail: 1 } };
const PULL = { event: pullRequestEvent() };
const BOTH = 'Android and iOS in one workflow';
const TWICE = 'Run failed scenarios again in a step of your own';
const HEAD = 'a'.repeat(40);

/** The run of "Build for devices" of a fork has ended. */
function afterBuild(conclusion: string, event = 'pull_request'): Situation {
  const build = { id: 41, event, conclusion, head_sha: HEAD, head_branch: 'fix' };
  return { event: { name: 'workflow_run', payload: { workflow_run: build } } };
}

test.each<[workflow: string, what: string, situation: Situation, expected: Seen]>([
  ['Devices by day and night', 'of a fork', { ...FORK, ...ALL_DEVICES }, { jobs: {}, testsets: 0 }],
  [BOTH, 'without builds', { buildBreaks: true }, { jobs: { 'device-test': 'failure' }, testsets: 0 }],
  [TWICE, 'without any', NO_SCENARIO, { jobs: { scenarios: 'failure' }, testsets: 0 }],
  ['Build for devices', 'of a fork', FORK, { jobs: { build: 'success' }, testsets: 0 }],
  ['Build for devices', 'of the repository', PULL, { jobs: {}, testsets: 0 }],
  ['Device test of a fork', 'whose build failed', afterBuild('failure'), { jobs: {}, testsets: 0 }],
  ['Device test of a fork', 'that is a push', afterBuild('success', 'push'), { jobs: {}, testsets: 0 }],
])('the workflow "%s": %s', async (name, _what, situation, expected) => {
  expect(await bench.look(name, situation)).toEqual(expected);
});

test.each([
  ['few devices for a pull request', pullRequestEvent(), 509],
  ['all at night', { name: 'schedule', payload: {} }, 511],
])('the workflow "Devices by day and night" tests on %s', async (_when, event, project) => {
  const { jobs, created } = await bench.run('Devices by day and night', { event, ...ALL_DEVICES });
  expect(jobs).toStrictEqual({ test: 'success' });
  expect(created.map(({ request }) => request.projectId)).toStrictEqual([project]);
});

test('the workflow "Android and iOS in one workflow" tests both apps', async () => {
  const { jobs, created, artifacts } = await bench.run(BOTH);
  expect(jobs).toStrictEqual({ 'device-test': 'success' });
  expect(created.map(({ request }) => request.osType).sort()).toStrictEqual(['ANDROID', 'iOS']);
  expect(artifacts.filter((one) => !one.endsWith('.html'))).toHaveLength(2);
});

test('the workflow "Android and iOS in one workflow" is red if devices fail', async () => {
  // act runs parallel steps one after another.
  expect((await bench.run(BOTH, FAIL)).jobs).toStrictEqual({ 'device-test': 'failure' });
});

test.each([
  ['nothing if all passed', {}, 'success', [101, 102, 103]],
  ['only what failed', { 102: { fail: 2 }, 103: { stop: 1 } }, 'failure', [101, 102, 102, 103, 103]],
])('failed scenarios run again: %s, after the step between', async (_what, devices, result, created) => {
  const scenarios = [101, 102, 103].map((id) => ({ id, name: `Checkout ${id}`, osType: 'ANDROID' as const }));
  const run = await bench.run(TWICE, {
    projects: { 509: { name: 'wallet', scenarios } },
    scenarioDevices: devices,
    programs: { curl: 'echo "curl $*" >> "$CALLS"' },
  });
  expect(run.jobs).toStrictEqual({ scenarios: result });
  expect(run.created.map(({ request }) => request.scenarioId).sort()).toStrictEqual(created);
  expect(run.calls).toHaveLength(result === 'failure' ? 1 : 0);
});

test.each([
  ['success', {}],
  ['failure', FAIL],
])('the workflow "Go on while the devices test" publishes the app only after a %s', async (result, situation) => {
  const { jobs, log } = await bench.run('Go on while the devices test', situation);
  expect(jobs).toStrictEqual({ 'device-test': result });
  expect(log.includes('Publish the app')).toBe(result === 'success');
});

test.each([
  ['passes', 0, 'success'],
  ['fails', 1, 'failure'],
])('"Device test of a fork" shows at the commit of the fork that its app %s', async (_what, fail, state) => {
  const again = await bench.startService({ devices: { fail } });
  await bench.run('Build for devices', { ...FORK, again });
  const { jobs, created, calls } = await bench.run('Device test of a fork', { ...afterBuild('success'), again });
  expect(jobs).toStrictEqual({ test: state });
  expect(created).toHaveLength(1);
  const statuses = calls.filter((call) => call.includes(`/statuses/${HEAD}`));
  expect(statuses).toStrictEqual([expect.stringContaining(`state=${state} `)]);
});
