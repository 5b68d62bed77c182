import { expect, test } from '@jest/globals';

import { pullRequestEvent } from '../support/pull-request-event.ts';
import { fields } from '../support/workflow-files.ts';
import { PUSH, useBench, type Seen, type Situation } from './support/bench.ts';

const bench = useBench();

const FORK = { event: pullRequestEvent({ from: 'somebody/wallet-app' }) };
const ALL_DEVICES = { projects: { 511: { name: 'all devices', scenarios: [] } } };
const FAIL = { devices: { fail: 1 } };
const PULL = { event: pullRequestEvent() };
const BOTH = 'Android and iOS as one result (Flutter, at night)';
const HEAD = 'a'.repeat(40);

/** The run of "Build for devices" of a fork has ended. */
function afterBuild(conclusion: string, event = 'pull_request'): Situation {
  const build = { id: 41, event, conclusion, head_sha: HEAD, head_branch: 'fix' };
  return { event: { name: 'workflow_run', payload: { workflow_run: build } } };
}

test.each<[workflow: string, what: string, situation: Situation, expected: Seen]>([
  ['Devices by day and night', 'of a fork', { ...FORK, ...ALL_DEVICES }, { jobs: {}, testsets: 0 }],
  [
    BOTH,
    'without builds',
    { buildBreaks: true },
    { jobs: { android: 'failure', ios: 'failure', both: 'failure' }, testsets: 0 },
  ],
  ['Build for devices', 'of a fork', FORK, { jobs: { build: 'success' }, testsets: 0 }],
  ['Build for devices', 'of the repository', PULL, { jobs: {}, testsets: 0 }],
  ['Pull requests of forks', 'whose build failed', afterBuild('failure'), { jobs: {}, testsets: 0 }],
  ['Pull requests of forks', 'that is a push', afterBuild('success', 'push'), { jobs: {}, testsets: 0 }],
])('the workflow "%s": %s', async (name, _what, situation, expected) => {
  expect(await bench.look(name, situation)).toEqual(expected);
});

test('"An app from another workflow" tests what the other one built', async () => {
  const again = await bench.startService({});
  await bench.run('Build for devices', { ...FORK, again });
  const own = afterBuild('success', 'push');
  const head = { head_repository: { full_name: 'octo-org/wallet-app' } };
  const build = { ...fields(fields(own.event?.payload)['workflow_run']), ...head };
  const event = { name: 'workflow_run', payload: { workflow_run: build } };
  const seen = await bench.look('An app from another workflow', { event, again });
  expect(seen).toEqual({ jobs: { 'device-test': 'success' }, testsets: 1 });
});

test.each([
  ['few devices for a pull request', pullRequestEvent(), 509],
  ['what the form says', { name: 'workflow_dispatch', payload: { inputs: { project: '511', minutes: '5' } } }, 511],
  ['all at night', { name: 'schedule', payload: {} }, 511],
])('the workflow "Devices by day and night" tests on %s', async (_when, event, project) => {
  const { jobs, created } = await bench.run('Devices by day and night', { event, ...ALL_DEVICES });
  expect(jobs).toStrictEqual({ test: 'success' });
  expect(created.map(({ request }) => request.projectId)).toStrictEqual([project]);
});

const breakAndroid = (text: string): string => text.replace('run: flutter build apk --debug', 'run: exit 1');

test.each<[what: string, situation: Situation, started: readonly string[], result: string]>([
  ['passes', {}, ['android', 'ios'], 'success'],
  ['fails', FAIL, ['android', 'ios'], 'failure'],
  ['is built for iOS only', { edit: breakAndroid }, ['ios'], 'failure'],
])('"Android and iOS as one result (Flutter, at night)" %s', async (_what, situation, started, result) => {
  const { jobs, created, artifacts, calls } = await bench.run(BOTH, situation);
  const outcome = (job: string): string => (started.includes(job) ? 'success' : 'failure');
  expect(jobs).toStrictEqual({ android: outcome('android'), ios: outcome('ios'), both: result });
  expect(created).toHaveLength(started.length);
  const name = started.length === 2 ? /^testsets-\d+-and-1-more-/ : /^testset-\d+-/;
  expect(artifacts.filter((each) => name.test(each))).toHaveLength(1);
  const messages = calls.flatMap((call) => /^curl .* (Devices: .*) http/.exec(call)?.[1] ?? []);
  const word = started.length === 2 ? 'failed' : 'passed';
  const message = `Devices: ${word}. Android: ${outcome('android')}, iOS: ${outcome('ios')}.`;
  expect(messages).toStrictEqual(result === 'success' ? [] : [message]);
});

test.each([
  ['device-test', 2],
  ['ui', 0],
])(
  '"Android and iOS as one result (Flutter, at night)" for a pull request that gets the label %s: %d testsets',
  async (label, testsets) => {
    const event = pullRequestEvent({ labels: [label] });
    const payload = { ...event.payload, action: 'labeled', label: { name: label } };
    const { created, jobs } = await bench.run(BOTH, { event: { ...event, payload } });
    expect(created).toHaveLength(testsets);
    expect(jobs).toStrictEqual(testsets === 0 ? {} : { android: 'success', ios: 'success', both: 'success' });
  },
);

test.each([
  ['passes', {}, 'success', 1],
  ['fails', { laterDevices: { fail: 1 } }, 'failure', 0],
])('"Several flavours" builds and tests each: one %s', async (_what, situation, result, skipped) => {
  const { jobs, created } = await bench.run('Several flavours', situation);
  expect(jobs).toMatchObject(skipped === 1 ? { 'device-test': result } : { result });
  expect(created.map(({ request }) => request.name.match(/\((?:free|paid)\)$/)?.[0]).sort()).toStrictEqual([
    '(free)',
    '(paid)',
  ]);
});

test.each([
  ['success', {}],
  ['failure', FAIL],
])('"Upload when green" uploads the app only after a %s', async (result, situation) => {
  const { jobs, steps } = await bench.run('Upload when green', { event: PUSH, ...situation });
  expect(jobs).toStrictEqual({ 'device-test': result });
  expect('device-test: Upload the app' in steps).toBe(result === 'success');
});

test.each([
  ['passes', 0, 'success'],
  ['fails', 1, 'failure'],
])('"Pull requests of forks" shows at the commit of the fork that its app %s', async (_what, fail, state) => {
  const again = await bench.startService({ devices: { fail } });
  await bench.run('Build for devices', { ...FORK, again });
  const { jobs, created, calls } = await bench.run('Pull requests of forks', { ...afterBuild('success'), again });
  expect(jobs).toStrictEqual({ 'device-test': state, status: 'success' });
  expect(created).toHaveLength(1);
  const statuses = calls.filter((call) => call.includes(`/statuses/${HEAD}`));
  expect(statuses).toStrictEqual([expect.stringContaining(`state=${state} `)]);
});
