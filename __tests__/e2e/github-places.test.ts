import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import type { Report } from '../../src/model/report.ts';
import { useGithub } from '../support/github-fixture.ts';
import { HEAD, FORBIDDEN, REPOSITORY } from '../support/github-routes.ts';
import { pullRequestEvent } from '../support/pull-request-event.ts';
import type { ActionResult, ActionUse } from '../support/run-action.ts';
import { ARTIFACTS_TIME_SCALE, commandMessages, openSandbox, type Sandbox } from '../support/sandbox.ts';
import { zipOf } from '../support/zip.ts';

const github = useGithub();
let sandbox: Sandbox;
let failing = 0;
let faults: Fault[] = [];

beforeEach(async () => {
  failing = 0;
  faults = [];
  const plan = () => makeDevices({ total: 3, seconds: 0, fail: failing });
  sandbox = await openSandbox({ timeScale: ARTIFACTS_TIME_SCALE, faults, plan });
  await rename(join(sandbox.workspace, 'app.apk'), join(sandbox.workspace, 'app-1.0.2.apk'));
});

/** A use of the action, by default for a pull request. */
function use(inputs: ActionUse['inputs'], { env, ...given }: Partial<ActionUse> = {}) {
  return {
    inputs: { 'app-file': '*.apk', 'github-token': github.token, ...inputs },
    event: pullRequestEvent(),
    env: { GITHUB_API_URL: github.url, ...env },
    ...given,
  };
}

function run(...given: Parameters<typeof use>): Promise<ActionResult> {
  return sandbox.run(use(...given));
}

/** Adds an earlier run with the report of a folder, and the current run, to GitHub. @returns the address of the earlier run */
async function publishRun(folder: string): Promise<string> {
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report;
  const content = await zipOf({ 'report.json': JSON.stringify({ ...report, run: { ...report.run, runId: '1' } }) });
  github.state.artifacts.push({ id: 5, run: 1, name: 'testset-1', content });
  const address = 'https://github.com/octo-org/wallet-app/actions/runs/1';
  const both = { workflow_id: 31, head_repository: { full_name: REPOSITORY }, event: 'push', head_branch: 'main' };
  github.state.runs.push(
    { ...both, id: 7_123_456_789, run_number: 42, status: 'in_progress', html_url: '' },
    { ...both, id: 1, run_number: 41, status: 'completed', html_url: address, head_sha: report.run.commit },
  );
  return address;
}

test('the comment and the comparison with the base branch are those of the newest run', async () => {
  failing = 1;
  const places = { 'pr-comment': 'true' };
  const red = await run(places);
  expect(commandMessages(red, 'warning')).toEqual([]);
  expect(github.state.comments.map(({ issue, body }) => [issue, body.includes('❌ 1 of 3')])).toEqual([[7, true]]);
  // Not the merge commit, which GITHUB_SHA names.
  expect(github.state.comments[0]?.body).toContain(`Commit ${HEAD.slice(0, 7)}`);

  const address = await publishRun(join(sandbox.workspace, 'testset-results'));
  failing = 0;
  await rename(join(sandbox.workspace, 'app-1.0.2.apk'), join(sandbox.workspace, 'app-1.0.3.apk'));
  const green = await run(places, { env: { GITHUB_RUN_NUMBER: '43' } });
  expect(commandMessages(green, 'warning')).toEqual([]);
  expect(github.state.comments.map(({ issue, body }) => [issue, body.includes('✅ 3 of 3 devices passed')])).toEqual([
    [7, true],
  ]);
  expect(green.summary).toContain(address);
  expect(green.summary).toMatch(/fixed/i);
});

test('a scenario on a pull request is no test of its commit: log, comment, page and data name the app of the project', async () => {
  const inputs = { 'app-file': '', 'scenario-id': '101', 'os-type': 'android', 'testset-name': 'Wallet' };
  const result = await run({ ...inputs, 'pr-comment': 'true' });
  expect(result.stdout).toMatch(/app {9}the one stored in project 509$/m);
  const [commit, words] = [`workflow of commit ${HEAD.slice(0, 7)}`, 'app stored in project 509'];
  expect(github.state.comments[0]?.body).toContain(`<sub><strong>Wallet</strong> · ${words} · ${commit} · testset `);
  const [page, data] = await Promise.all(
    ['report.html', 'report.json'].map((name) => readFile(join(sandbox.workspace, 'testset-results', name), 'utf8')),
  );
  expect(page?.replaceAll('\u00a0', ' ')).toMatch(
    new RegExp(` · ${words} · <a href="[^"]*/commit/${HEAD}">${commit}</a>`),
  );
  expect(JSON.parse(data ?? '')).toMatchObject({ app: { storedInProject: 509, sourceType: 'file' } });
});

test('a comment on a pull request starts a run: the result is there, without a commit, and compared with nothing, and the log says why', async () => {
  failing = 1;
  const issue = { number: 12, pull_request: { url: 'https://api.github.com/repos/octo-org/wallet-app/pulls/12' } };
  const payload = { action: 'created', issue, repository: { full_name: REPOSITORY, default_branch: 'main' } };
  const event = { name: 'issue_comment', payload };
  const result = await run({ 'pr-comment': 'true' }, { event });
  expect(commandMessages(result, 'warning')).toEqual([]);
  expect(github.state.comments).toMatchObject([{ issue: 12, body: expect.not.stringContaining('Commit') }]);
  expect(result.stdout).toMatch(/No comparison .*: for `issue_comment` GitHub does not say which branch is tested/);
});

test.each([
  ['without', undefined],
  ['with an empty', ''],
  ['with a cut', '{"pull_request": {'],
])('%s file of the event, the number of the pull request comes from GITHUB_REF', async (_what, content) => {
  failing = 1;
  const path = join(sandbox.workspace, 'event.json');
  if (content !== undefined) await writeFile(path, content);
  const env = { GITHUB_EVENT_PATH: path, GITHUB_REF: 'refs/pull/12/merge', GITHUB_BASE_REF: 'release' };
  const result = await run({ 'pr-comment': 'true' }, { env: { ...github.env, ...env } });
  expect(result.stdout).toMatch(/event \(GITHUB_EVENT_PATH\) is missing/);
  expect(github.state.comments).toMatchObject([{ issue: 12 }]);
  expect(result.outputs).toMatchObject({
    'artifact-id': expect.stringMatching(/^\d+$/),
    'report-url': expect.stringMatching(/^h/),
  });
  expect(commandMessages(result, 'warning')).toEqual([]);
});

test('a permission that is missing is a warning, which says all that the step needs', async () => {
  github.breakWith({ route: /^POST /, play: FORBIDDEN });
  const result = await run({ 'pr-comment': 'true' });
  expect(result.exitCode).toBe(0);
  const permissions = 'permissions: { contents: read, pull-requests: write, actions: read }';
  const warning = expect.stringMatching(`^The comment could not be written: .*${permissions}`);
  expect(commandMessages(result, 'warning')).toEqual([warning]);
});

test("two calls of one workflow have two comments, with GitHub's names; each leg asks for the name once", async () => {
  const NAMES = ['android / device-test', 'ios / device-test (paid)'];
  github.state.jobs.push(...NAMES.map((name, at) => ({ id: at + 1, name })));
  for (const number of ['42', '43']) {
    for (const jobId of ['1', '2']) {
      const before = github.requests.length;
      const env = { ...github.env, GITHUB_RUN_NUMBER: number };
      const { summary } = await run({ 'pr-comment': 'true', 'job-id': jobId }, { env });
      expect(summary).toContain(`/actions/runs/7123456789/job/${jobId}">`);
      const asked = github.requests.slice(before).map(({ route }) => route.replace(`/repos/${REPOSITORY}`, ''));
      expect(asked.filter((route) => route.includes('/jobs/'))).toEqual([`GET /actions/jobs/${jobId}`]);
      // Who writes, which comments there are, and the comment.
      expect(asked.filter((route) => !/^\w+ \/(?:actions|twirp|storage)\//.test(route))).toHaveLength(3);
    }
  }
  expect(github.state.comments.map(({ body }) => NAMES.map((name) => body.includes(`Device tests / ${name}`)))).toEqual(
    [
      [true, false],
      [false, true],
    ],
  );
});
