import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ZipFile } from 'yazl';

import { makeDevices } from '../../simulator/devices.ts';
import { DEFAULT_ACCOUNT, startSimulator, type Simulator } from '../../simulator/server.ts';
import { startGithubApi, type GithubApi } from '../support/github-api.ts';
import { FORBIDDEN } from '../support/github-routes.ts';
import { runAction, type ActionResult } from '../support/run-action.ts';
import { commandMessages } from '../support/sandbox.ts';

const SCALE = 20;
const HEAD = 'b'.repeat(40);
const RUN = 7_123_456_789;

let workspace: string;
let github: GithubApi;
let simulator: Simulator;
let failing = 0;

beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'places-'));
  await writeFile(join(workspace, 'app-1.0.2.apk'), 'an app');
  failing = 0;
  const plan = () => makeDevices({ total: 3, seconds: 10, fail: failing });
  [github, simulator] = await Promise.all([startGithubApi(), startSimulator({ timeScale: SCALE, plan })]);
});

afterEach(async () => {
  await Promise.all([github.close(), simulator.close(), rm(workspace, { recursive: true, force: true })]);
});

const STRAY_ERROR = join(import.meta.dirname, '../support/stray-error.cjs');

function run(
  inputs: Readonly<Record<string, string>>,
  runNumber = 42,
  nodeOptions: readonly string[] = [],
): Promise<ActionResult> {
  return runAction({
    workspace,
    nodeOptions,
    timeScale: SCALE,
    inputs: {
      'base-url': simulator.url,
      'user-id': DEFAULT_ACCOUNT.userId,
      'access-key': DEFAULT_ACCOUNT.accessKey,
      'project-id': '509',
      'app-file': '*.apk',
      'check-app': 'false',
      'upload-artifact': 'false',
      'github-token': github.token,
      ...inputs,
    },
    event: {
      name: 'pull_request',
      payload: {
        pull_request: {
          number: 7,
          title: 'Move the button',
          head: { sha: HEAD, repo: { full_name: github.repository } },
          base: { ref: 'main' },
        },
        repository: { full_name: github.repository, default_branch: 'main' },
      },
    },
    env: {
      GITHUB_API_URL: github.url,
      GITHUB_REPOSITORY: github.repository,
      GITHUB_RUN_ID: String(RUN),
      GITHUB_RUN_NUMBER: String(runNumber),
    },
  });
}

/** Adds a run on the base branch with the report in a folder. @returns the address of the run */
async function publishRun(folder: string): Promise<string> {
  const zip = new ZipFile();
  zip.addBuffer(await readFile(join(workspace, folder, 'report.json')), 'report.json');
  zip.end();
  github.state.artifacts.push({ id: 5, run: 1, name: 'testset-1', zip: await buffer(zip.outputStream) });
  const runs = {
    workflow_id: 31,
    event: 'push',
    head_branch: 'main',
    head_repository: { full_name: github.repository },
  };
  const address = 'https://github.com/octo-org/wallet-app/actions/runs/1';
  github.state.runs.push(
    { ...runs, id: RUN, run_number: 42, status: 'in_progress', html_url: '' },
    { ...runs, id: 1, run_number: 41, status: 'completed', html_url: address },
  );
  return address;
}

describe('the committed action on GitHub', () => {
  test('has a check run, a comment and a comparison with the base branch', async () => {
    failing = 1;
    const places = { 'check-run': 'true', 'pr-comment': 'true' };
    const red = await run({ ...places, compare: 'false', 'results-dir': 'before' });
    expect(commandMessages(red, 'warning')).toEqual([]);
    expect(github.requests[0]?.body).toMatchObject({ status: 'in_progress' });
    expect(github.state.checkRuns).toMatchObject([{ head_sha: HEAD, status: 'completed', conclusion: 'failure' }]);
    expect(github.state.comments.map(({ issue, body }) => [issue, body.includes('❌ 1 of 3')])).toEqual([[7, true]]);
    // Not the merge commit, which GITHUB_SHA names.
    expect(github.state.comments[0]?.body).toContain(`Commit ${HEAD.slice(0, 7)}`);

    const address = await publishRun('before');
    failing = 0;
    await rename(join(workspace, 'app-1.0.2.apk'), join(workspace, 'app-1.0.3.apk'));
    const green = await run(places, 43);
    expect(commandMessages(green, 'warning')).toEqual([]);
    expect(github.state.checkRuns.at(-1)).toMatchObject({
      conclusion: 'success',
      output: { title: expect.stringContaining('All 3 devices passed') },
    });
    expect(github.state.comments.map(({ issue, body }) => [issue, body.includes('✅ All 3')])).toEqual([[7, true]]);
    expect(green.summary).toContain(address);
    expect(green.summary).toMatch(/fixed/i);
  });

  test('concludes the check run after an unexpected error', async () => {
    const result = await run({ 'check-run': 'true', compare: 'false' }, 42, ['--require', STRAY_ERROR]);
    expect(result.exitCode).toBe(1);
    expect(commandMessages(result, 'error').join()).toContain('out of nowhere');
    expect(github.state.checkRuns).toMatchObject([
      { status: 'completed', conclusion: 'failure', output: { title: 'The step failed unexpectedly' } },
    ]);
  });

  test('shows no secret in the values of a matrix', async () => {
    const matrix = JSON.stringify({ shard: DEFAULT_ACCOUNT.accessKey, api: { level: 34, x: null } });
    await run({ 'check-run': 'true', compare: 'false', matrix });
    const [shown] = github.state.checkRuns;
    expect(String(shown?.['name'])).toMatch(/ \/ test-on-devices \(\*\*\*, 34\) \//);
  });

  test('warns of each place that a permission is missing for, with all that the step needs', async () => {
    github.breakWith({ route: /^POST /, play: FORBIDDEN });
    const result = await run({ 'check-run': 'true', 'pr-comment': 'true', compare: 'false' });
    expect(result.exitCode).toBe(0);
    expect(commandMessages(result, 'warning').toSorted()).toEqual([
      expect.stringMatching(/^The check run.*permissions: \{ contents: read, checks: write, pull-requests: write \}/),
      expect.stringMatching(/^The comment.*permissions: \{ contents: read, checks: write, pull-requests: write \}/),
    ]);
  });

  test('estimates how long a started testset takes, from a job on the base branch that attached to one', async () => {
    const { outputs } = await run({ wait: 'false', 'time-limit': '20' });
    expect(outputs).toMatchObject({ outcome: 'started', 'estimated-minutes': '20' });
    const testset = outputs['testset-id'] ?? '';
    await run({ 'app-file': '', 'project-id': '', 'testset-id': testset, 'results-dir': 'before' });
    await publishRun('before');
    const next = await run({ wait: 'false', 'time-limit': '20' });
    expect(commandMessages(next, 'warning')).toEqual([]);
    expect(next.outputs).toMatchObject({ outcome: 'started', 'estimated-minutes': '5' });
  });
});
