import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

import { expect, test } from '@jest/globals';

import { writeFiles, writePrograms } from '../../scripts/example/write.ts';
import { useFolder } from '../support/folder.ts';
import { pullRequestEvent } from '../support/pull-request-event.ts';
import { readMarkdown } from '../support/read-markdown.ts';
import { PUSH, useBench, type Seen, type Situation } from './support/bench.ts';

const bench = useBench();
const folder = useFolder();

const GREEN = { jobs: { 'device-test': 'success' }, testsets: 1 };
const RED = { jobs: { 'device-test': 'failure' }, testsets: 1 };
const SKIPPED = { jobs: {}, testsets: 0 };
const NOTHING_TESTED = { ...RED, testsets: 0 };
/** Where another job builds. */
const GREEN_PULL = { ...GREEN, jobs: { build: 'success', ...GREEN.jobs } };
const RED_PULL = { ...RED, jobs: { build: 'success', ...RED.jobs } };
const ONLY_BUILT = { jobs: { build: 'success' }, testsets: 0 };
const UNBUILT = { jobs: { build: 'failure', 'device-test': 'failure' }, testsets: 0 };
const FAIL = { devices: { fail: 1 } };

const group = { head_sha: 'c'.repeat(40), head_ref: 'refs/heads/gh-readonly-queue/main/pr-7', base_ref: 'main' };
const QUEUE = { event: { name: 'merge_group', payload: { action: 'checks_requested', merge_group: group } } };
/** With the lines that comment and text tell to add. */
const commented = (text: string): string =>
  text.replace('# pr-comment', 'pr-comment').replace('{ actions: read }', '{ actions: read, pull-requests: write }');
const queued = (text: string): string => text.replace('  pull_request:\n', '$&  merge_group:\n');
const PULL = { event: pullRequestEvent() };
const LABELLED = { event: pullRequestEvent({ labels: ['ui', 'device-test'] }) };

/** A pull request with both labels gets one of them. */
function labelled(label: string): Situation {
  return {
    event: { ...LABELLED.event, payload: { ...LABELLED.event.payload, action: 'labeled', label: { name: label } } },
  };
}

const EARLIER: Situation = {
  event: { name: 'workflow_dispatch', payload: { inputs: { 'testset-id': '251929' } } },
  prepare: ({ engine }) => {
    engine.create({ projectId: 509, name: 'Earlier', osType: 'ANDROID', scenarioId: 0, timeLimit: undefined });
  },
};
const BROKEN = { xml: 'broken', json: 'broken' } as const;

test.each<[workflow: string, what: string, situation: Situation, expected: Seen]>([
  ['Pull request', 'that passes', { ...PULL, edit: commented }, { ...GREEN_PULL, comments: 1 }],
  ['Pull request', 'that fails', { ...PULL, ...FAIL, edit: commented }, { ...RED_PULL, comments: 1 }],
  ['Pull request', 'a push to main', { event: PUSH }, GREEN_PULL],
  ['Pull request', 'from a fork', { event: pullRequestEvent({ from: 'somebody/wallet-app' }) }, ONLY_BUILT],
  ['Pull request', 'of Dependabot', { ...PULL, actor: 'dependabot[bot]' }, ONLY_BUILT],
  ['Pull request', 'whose build is broken', { ...PULL, buildBreaks: true }, UNBUILT],
  ['With a label', 'with it', LABELLED, GREEN],
  ['With a label', 'gets it', labelled('device-test'), GREEN],
  ['With a label', 'gets another one', labelled('ui'), SKIPPED],
  ['With a label', 'without it', { event: pullRequestEvent({ labels: ['ui'] }) }, NOTHING_TESTED],
  ['With a label', 'a push to main', { event: PUSH }, GREEN],
  ['With a label', 'that fails', { ...LABELLED, ...FAIL }, RED],
  ['In the merge queue', 'a group that passes', QUEUE, GREEN],
  ['In the merge queue', 'a group that fails', { ...QUEUE, ...FAIL }, RED],
  ['In the merge queue', 'the job of a pull request', PULL, SKIPPED],
  ['Pull request', 'a group of a merge queue', { ...QUEUE, edit: queued }, GREEN_PULL],
  ['Wait for a testset', 'that passes', EARLIER, { jobs: { wait: 'success' }, testsets: 0 }],
  ['Wait for a testset', 'that fails', { ...EARLIER, ...FAIL }, { jobs: { wait: 'failure' }, testsets: 0 }],
])('the workflow "%s": %s', async (name, _what, situation, expected) => {
  expect(await bench.look(name, situation)).toEqual(expected);
});

test('the testset has the title of the pull request', async () => {
  const { created } = await bench.run('Pull request', PULL);
  expect(created[0]?.request.name).toContain('Move the button');
});

test.each([
  ['nothing if all devices pass', {}, ''],
  ['what failed', FAIL, 'SAMSUNG GALAXY_NOTE9 / ANDROID 9 · failed · https://'],
  ['how many of several kinds failed', { devices: { total: 8, fail: 2, error: 1 } }, '3 of 8 devices failed'],
  ['what happened without a result', { variants: BROKEN }, 'Inconclusive · XML unreadable'],
  ['that an input is wrong', { edit: (text: string) => text.replace(': 509', ': x') }, 'Device test not-started'],
])('a chat message says %s, as the summary does', async (_what, situation, expected) => {
  const { calls, artifacts } = await bench.run('Chat message', situation);
  const message = calls.join('\n').split(' https://chat.example.com/hook ')[1] ?? '';
  expect(message).toContain(expected);
  expect(message === '').toBe(expected === '');
  const name = artifacts.find((each) => /^testset-\d+-/.test(each));
  if (message === '' || name === undefined) return;
  const summary = String((await bench.github.files(name)).get('summary.md')).split('\n', 1)[0];
  expect(summary?.replace(/^## \S+ /, '')).toBe(message.split('\n', 1)[0]);
  expect(message).toMatch(/^(?:main|v1\.2\.3), job device-test: http/m);
});

test.each([0, 1])('a script prints the result, and ends with code %d of the run', async (code) => {
  const { artifacts } = await bench.run('Device test', { devices: { fail: code } });
  const name = artifacts.find((each) => /^testset-\d+-/.test(each)) ?? '';
  const { blocks } = readMarkdown(readFileSync(resolve(import.meta.dirname, '../../docs/more-recipes.md'), 'utf8'));
  const script = blocks.find(({ heading, language }) => heading.startsWith('Scripts') && language === 'bash')?.content;
  await writeFiles(folder(), { 'report.json': (await bench.github.files(name)).get('report.json') ?? '' });
  const replies = [
    "'workflow run device-test.yml '*) echo https://github.com/octo-org/wallet-app/actions/runs/41",
    `'run watch 41 '*) exit ${code}`,
    `'run download 41 '*) mkdir -p results/${name}; cp report.json results/${name}`,
  ];
  await writePrograms(join(folder(), 'bin'), { gh: `case "$*" in ${replies.join(';; ')};; *) exit 9;; esac` });
  const PATH = `${join(folder(), 'bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  const env = { PATH, REPOSITORY: 'octo-org/wallet-app', BRANCH: 'main' };
  const { stdout, status } = spawnSync('bash', ['-e', '-c', script ?? ''], { cwd: folder(), encoding: 'utf8', env });
  expect(status).toBe(code);
  const failed = code === 0 ? [] : [{ device: 'SAMSUNG GALAXY_NOTE9 / ANDROID 9' }];
  expect(JSON.parse(stdout)).toMatchObject({ outcome: code === 0 ? 'passed' : 'failed', failed });
});

test.each([0, 1])('two tools get the JUnit file, with %d failed devices', async (fail) => {
  const { calls } = await bench.run('Show the results in another tool', { devices: { fail } });
  const reports = calls.filter((call) => /^(?:dorny|mikepenz)\//.test(call));
  expect(reports).toHaveLength(2);
  expect(reports.filter((call) => !call.includes('/junit.xml'))).toStrictEqual([]);
});
