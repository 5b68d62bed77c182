import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ZipFile } from 'yazl';

import { makeDevices } from '../../simulator/devices.ts';
import { startGithubApi, type GithubApi } from '../support/github-api.ts';
import type { ActionUse } from '../support/run-action.ts';
import { commandMessages, openSandbox, type Sandbox } from '../support/sandbox.ts';
import { webhookExample } from '../support/webhook-example.ts';

/** The commits of a group, and of an earlier group that was merged. */
const [GROUP, MERGED] = ['b'.repeat(40), 'c'.repeat(40)];
const QUEUE = 'gh-readonly-queue/main/pr-104-929f8209d40f77f4abc622a499c93a83babdbe64';

let github: GithubApi;
let sandbox: Sandbox;
let failing = 0;

beforeEach(async () => {
  failing = 0;
  const plan = () => makeDevices({ total: 3, seconds: 10, fail: failing });
  [github, sandbox] = await Promise.all([startGithubApi(), openSandbox({ plan })]);
});

afterEach(() => Promise.all([github.close(), sandbox.close()]));

/** A step in the run of a merge group. */
function use(inputs: Readonly<Record<string, string>>): Partial<ActionUse> {
  return {
    inputs: { 'github-token': github.token, ...inputs },
    env: {
      GITHUB_API_URL: github.url,
      GITHUB_REPOSITORY: github.repository,
      GITHUB_REF: `refs/heads/${QUEUE}`,
      GITHUB_REF_NAME: QUEUE,
      GITHUB_REF_TYPE: 'branch',
      GITHUB_SHA: GROUP,
    },
    event: { name: 'merge_group', payload: webhookExample('merge_group') },
    // The action gives GitHub 10 s for a response, by its own clock.
    timeScale: 20,
  };
}

test("the run of a merge group has the group's name, commit and base", async () => {
  failing = 1;
  await sandbox.run(use({ compare: 'false', 'results-dir': 'before' }));
  const zip = new ZipFile();
  zip.addBuffer(await readFile(join(sandbox.workspace, 'before', 'report.json')), 'report.json');
  zip.end();
  github.state.artifacts.push({ id: 5, run: 1, name: 'testset-1', zip: await buffer(zip.outputStream) });
  const run = { workflow_id: 31, event: 'merge_group', head_repository: { full_name: github.repository } };
  const address = 'https://github.com/octo-org/wallet-app/actions/runs/1';
  github.state.runs.push(
    { ...run, id: 7_123_456_789, run_number: 42, status: 'in_progress', head_branch: QUEUE, head_sha: GROUP },
    { ...run, id: 1, run_number: 41, status: 'completed', head_branch: QUEUE, head_sha: MERGED, html_url: address },
  );
  github.state.commits.set('main', [MERGED]);

  failing = 0;
  const result = await sandbox.run(use({ 'check-run': 'true', 'pr-comment': 'true' }));
  expect(result.outputs['outcome']).toBe('passed');
  expect(commandMessages(result, 'warning')).toEqual([]);
  const names = sandbox.simulator.created.map(({ request }) => request.name);
  expect(names[1]).toBe('Merge pull request #2048 from octo-repo/update-readme #42');
  expect(github.state.checkRuns).toMatchObject([{ head_sha: GROUP, conclusion: 'success' }]);
  expect(result.summary).toMatch(new RegExp(`${address}.*main, run 41.*fixed`));
  expect(github.state.comments).toEqual([]);
  expect(result.stdout).toContain('No comment: a merge group names no pull request');
});
