import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { findBaseline } from '../../src/github/compare.ts';
import { readContext } from '../../src/github/context.ts';
import type { JsonObject } from '../../src/model/fields.ts';
import { defaultTestsetName } from '../../src/model/testset-name.ts';
import { reportJson } from '../../src/report/data.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { useFolder } from '../support/folder.ts';
import { startGithubApi, type GithubApi } from '../support/github-api.ts';
import { contextWith } from '../support/github-fixture.ts';
import { createReport } from '../support/reports.ts';
import { webhookExample } from '../support/webhook-example.ts';
import { zipOf } from '../support/zip.ts';

/** The commit of the run (`GITHUB_SHA`), the last commit of the example's pull request, and a commit that the queue has merged. */
const [SHA, HEAD, MERGED] = ['a'.repeat(40), 'ec26c3e57ca3a959ca5aad62de7213c562f8c821', 'c'.repeat(40)];

const folder = useFolder();
let github: GithubApi;

beforeAll(async () => {
  github = await startGithubApi();
  const { runs, artifacts, commits } = github.state;
  commits.set('main', [MERGED]);
  const zip = await zipOf({ 'report.json': reportJson(createReport()) });
  runs.push({ id: 60, workflow_id: 31 });
  const add = (run_number: number, event: string, head_branch: string, head_sha = SHA): void => {
    const html_url = `https://github.com/octo-org/wallet-app/actions/runs/${String(run_number)}`;
    const facts = { workflow_id: 31, status: 'completed', head_repository: { full_name: github.repository } };
    runs.push({ id: run_number, run_number, event, head_branch, head_sha, html_url, ...facts });
    artifacts.push({ id: run_number, run: run_number, name: 'testset-1', zip });
  };
  add(10, 'push', 'master');
  add(20, 'schedule', 'main');
  add(21, 'merge_group', 'gh-readonly-queue/main/pr-7-0123', MERGED);
  add(22, 'merge_group', 'gh-readonly-queue/main/pr-8-0123');
  add(23, 'pull_request', 'main');
  add(30, 'workflow_dispatch', 'topic');
});

afterAll(() => github.close());

const repository = { full_name: 'octo-org/octo-repo', default_branch: 'main' };
const TITLE = 'Update the README with new information.';
const onTag = { GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: '1.0.0' };

function onBranch(name: string) {
  return { GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: name };
}

/** Of each event: the payload, the variables of the runner, the name without its number, the commit, the branches, and the run compared with. */
type Row = readonly [string, JsonObject, Readonly<Record<string, string>>, string, string, readonly string[], number];

const queue = onBranch('gh-readonly-queue/main/pr-104-929f');
const merge = 'Merge pull request #2048 from octo-repo/update-readme';
const dispatched = webhookExample('repository_dispatch');
const tagged = webhookExample('push', { ref: 'refs/tags/simple-tag' });
const pushed = webhookExample('push', { ref: 'refs/heads/master' });

test.each<Row>([
  ['push', pushed, onBranch('master'), 'Initial commit', SHA, ['master', 'master'], 10],
  ['pull_request', webhookExample('pull_request'), onBranch('2/merge'), TITLE, HEAD, ['master'], 10],
  ['pull_request_target', webhookExample('pull_request'), onBranch('master'), TITLE, HEAD, ['master'], 10],
  ['merge_group', webhookExample('merge_group'), queue, merge, SHA, ['main'], 21],
  ['workflow_dispatch', webhookExample('workflow_dispatch'), onBranch('topic'), 'Devices', SHA, ['topic', 'main'], 30],
  ['schedule', { schedule: '17 2 * * *', repository }, onBranch('main'), 'Devices', SHA, ['main', 'main'], 21],
  ['release', webhookExample('release'), onTag, 'Devices', SHA, ['master'], 10],
  ['workflow_run', webhookExample('workflow_run'), onBranch('main'), 'Devices', SHA, ['main', 'main'], 21],
  ['repository_dispatch', dispatched, onBranch('master'), 'Devices', SHA, ['master', 'master'], 10],
  ['push of a tag', tagged, onTag, 'Adding a .gitignore file', SHA, ['master'], 10],
  ['deployment', webhookExample('deployment'), onBranch('topic'), 'Devices', SHA, ['topic', 'master'], 30],
  // The called workflow gets the event of its caller.
  ['workflow_call', pushed, onBranch('topic'), 'Initial commit', SHA, ['topic', 'master'], 30],
])('%s', async (event, payload, variables, title, commit, branches, baseline) => {
  const path = join(folder(), 'event.json');
  writeFileSync(path, JSON.stringify(payload));
  const env = {
    GITHUB_EVENT_PATH: path,
    GITHUB_EVENT_NAME: event,
    GITHUB_REPOSITORY: github.repository,
    GITHUB_RUN_ID: '60',
    GITHUB_RUN_NUMBER: '60',
    GITHUB_SHA: SHA,
    GITHUB_WORKFLOW: 'Devices',
    ...variables,
  };
  const context = readContext(env, (text) => text);
  expect([defaultTestsetName(context), context.headSha, context.branches]).toEqual([`${title} #60`, commit, branches]);

  const report = createReport();
  const run = { ...report.run, runId: '60', runNumber: 60, repository: github.repository };
  const settings = { ...contextWith(github, { clock: systemClock, context }), cache: { reports: new Map() } };
  const found = await findBaseline(settings, { ...report, run, scenarios: [] });
  expect(found).toMatchObject({ runNumber: baseline });
});
