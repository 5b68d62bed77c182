import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import { useGithub } from '../support/github-fixture.ts';
import { commandMessages, openSandbox } from '../support/sandbox.ts';
import { webhookExample } from '../support/webhook-example.ts';
import { publishRun } from './support/publish-run.ts';

/** The commits of a group, and of an earlier group that was merged. */
const [GROUP, MERGED] = ['b'.repeat(40), 'c'.repeat(40)];
const QUEUE = 'gh-readonly-queue/main/pr-104-929f8209d40f77f4abc622a499c93a83babdbe64';
const IN_QUEUE = { event: 'merge_group', head_branch: QUEUE };

const github = useGithub();

test("the run of a merge group has the group's name, commit and base", async () => {
  let failing = 1;
  const plan = () => makeDevices({ total: 3, seconds: 10, fail: failing });
  // The action gives GitHub 10 s for a response, by its own clock.
  const sandbox = await openSandbox({ timeScale: 20, plan });
  const run = (inputs: Readonly<Record<string, string>>) =>
    sandbox.run({
      inputs: { 'github-token': github.token, ...inputs },
      env: {
        GITHUB_API_URL: github.url,
        GITHUB_REF: `refs/heads/${QUEUE}`,
        GITHUB_REF_NAME: QUEUE,
        GITHUB_REF_TYPE: 'branch',
        GITHUB_SHA: GROUP,
      },
      event: { name: 'merge_group', payload: webhookExample('merge_group') },
    });
  await run({ compare: 'false', 'results-dir': 'before' });
  const commits = [
    { ...IN_QUEUE, head_sha: MERGED },
    { ...IN_QUEUE, head_sha: GROUP },
  ] as const;
  const address = await publishRun(github, join(sandbox.workspace, 'before'), ...commits);
  github.state.commits.set('main', [MERGED]);

  failing = 0;
  const result = await run({ 'check-run': 'true', 'pr-comment': 'true' });
  expect(result.outputs['outcome']).toBe('passed');
  expect(commandMessages(result, 'warning')).toEqual([]);
  const names = sandbox.simulator.created.map(({ request }) => request.name);
  expect(names[1]).toBe('Merge pull request #2048 from octo-repo/update-readme #42');
  expect(github.state.checkRuns).toMatchObject([{ head_sha: GROUP, conclusion: 'success' }]);
  expect(result.summary).toMatch(new RegExp(`${address}.*main, run 41.*fixed`));
  expect(github.state.comments).toEqual([]);
  expect(result.stdout).toContain('No comment: a merge group names no pull request');
});
