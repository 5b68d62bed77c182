import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { readContext } from '../../src/github/context.ts';
import type { JsonObject } from '../../src/model/fields.ts';
import type { RunContext } from '../../src/model/run-context.ts';
import { defaultTestsetName, formatTestsetName } from '../../src/model/testset-name.ts';
import { useFolder } from '../support/folder.ts';
import { webhookExample } from '../support/webhook-example.ts';

/** The commit of the run (`GITHUB_SHA`), and the last commit of the example's pull request. */
const [SHA, HEAD] = ['a'.repeat(40), 'ec26c3e57ca3a959ca5aad62de7213c562f8c821'];

const folder = useFolder();

const repository = { full_name: 'octo-org/octo-repo', default_branch: 'main' };
const TITLE = 'Update the README with new information.';
const onTag = { GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: '1.0.0' };

function onBranch(name: string) {
  return { GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: name };
}

/** Of each event: the payload, the variables of the runner, the name without its number, the commit, and the branches to compare with. */
type Row = readonly [string, JsonObject, Readonly<Record<string, string>>, string, string, readonly string[]];

const queue = onBranch('gh-readonly-queue/main/pr-104-929f');
const merge = 'Merge pull request #2048 from octo-repo/update-readme';
const dispatched = webhookExample('repository_dispatch');
const tagged = webhookExample('push', { ref: 'refs/tags/simple-tag' });
const pushed = webhookExample('push', { ref: 'refs/heads/master' });

test.each<Row>([
  ['push', pushed, onBranch('master'), 'Initial commit', SHA, ['master', 'master']],
  ['pull_request', webhookExample('pull_request'), onBranch('2/merge'), TITLE, HEAD, ['master']],
  ['pull_request_target', webhookExample('pull_request'), onBranch('master'), TITLE, HEAD, ['master']],
  ['merge_group', webhookExample('merge_group'), queue, merge, SHA, [queue.GITHUB_REF_NAME, 'main']],
  ['workflow_dispatch', webhookExample('workflow_dispatch'), onBranch('topic'), 'Devices', SHA, ['topic', 'main']],
  ['schedule', { schedule: '17 2 * * *', repository }, onBranch('main'), 'Devices', SHA, ['main', 'main']],
  ['release', webhookExample('release'), onTag, 'Devices', SHA, ['master']],
  ['workflow_run', webhookExample('workflow_run'), onBranch('main'), 'Devices', SHA, ['main', 'main']],
  ['repository_dispatch', dispatched, onBranch('master'), 'Devices', SHA, ['master', 'master']],
  ['push of a tag', tagged, onTag, 'Adding a .gitignore file', SHA, ['master']],
  ['deployment', webhookExample('deployment'), onBranch('topic'), 'Devices', SHA, ['topic', 'master']],
  // The called workflow gets the event of its caller.
  ['workflow_call', pushed, onBranch('topic'), 'Initial commit', SHA, ['topic', 'master']],
])('%s', (event, payload, variables, title, commit, branches) => {
  const context = contextOf(event, JSON.stringify(payload), variables);
  const name = formatTestsetName(defaultTestsetName(context));
  expect([name, context.run.headCommit, context.branches]).toEqual([`${title} #60`, commit, branches]);
});

function contextOf(event: string, content: string, variables: Readonly<Record<string, string>>): RunContext {
  const path = join(folder(), 'event.json');
  writeFileSync(path, content);
  const run = { GITHUB_RUN_NUMBER: '60', GITHUB_SHA: SHA, GITHUB_WORKFLOW: 'Devices', ...variables };
  return readContext({ GITHUB_EVENT_PATH: path, GITHUB_EVENT_NAME: event, ...run }, (text) => text);
}

/** Of each event: its file, the number of the pull request, the commit that a comment names, and the branches to compare with. */
type PullRequestRow = readonly [string, string, string, number | undefined, string, readonly string[]];

const comment = webhookExample('issue_comment');
const onPull = {
  ...comment,
  issue: { ...(comment['issue'] as JsonObject), pull_request: { url: 'https://a.example' } },
};
const before = { head_sha: 'c'.repeat(40), event: 'pull_request' };
const named = (base: JsonObject, id = 7) => ({
  workflow_run: { ...before, pull_requests: [{ number: 12, head: { sha: HEAD }, base: { ...base, repo: { id } } }] },
  repository: { ...repository, id: 7 },
});
const pull = webhookExample('pull_request');
const mergeRef = { GITHUB_REF: 'refs/pull/12/merge', GITHUB_BASE_REF: 'release', ...onBranch('12/merge') };

describe('the pull request of', () => {
  test.each<PullRequestRow>([
    ['a comment on it', 'issue_comment', JSON.stringify(onPull), 1, '', ['main', 'master']],
    ['a comment on an issue', 'issue_comment', JSON.stringify(comment), undefined, SHA, ['main', 'master']],
    ['an earlier workflow', 'workflow_run', JSON.stringify(named({ ref: 'next' })), 12, before.head_sha, ['next']],
    ['a fork with the commit', 'workflow_run', JSON.stringify(named({}, 8)), undefined, SHA, ['main', 'main']],
    ['a file with a BOM', 'pull_request', `\uFEFF${JSON.stringify(pull)}`, 2, HEAD, ['master']],
  ])('%s', (_case, event, content, number, commit, branches) => {
    const { branches: found, run } = contextOf(event, content, onBranch('main'));
    expect([run.pullRequest?.number, run.headCommit, found]).toEqual([number, commit, branches]);
    expect([run.commit === '', run.commitUrl.split('/').at(-1)]).toEqual([commit === '', commit]);
  });

  test.each<readonly [string, string, Readonly<Record<string, string>>, number | undefined, string, readonly string[]]>(
    [
      ['an empty file', 'pull_request', mergeRef, 12, '', ['release']],
      ['an empty file for a comment', 'issue_comment', onBranch('main'), undefined, '', ['main']],
      ['an empty file for its target', 'pull_request_target', onBranch('main'), undefined, '', ['main']],
      ['an empty file for a push', 'push', onBranch('main'), undefined, SHA, ['main']],
    ],
  )('%s', (_case, event, variables, number, commit, branches) => {
    const { branches: found, run } = contextOf(event, '', variables);
    expect([run.pullRequest?.number, run.headCommit, found]).toEqual([number, commit, branches]);
  });
});
