import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { readContext } from '../../src/github/context.ts';
import type { JsonObject } from '../../src/model/fields.ts';
import { defaultTestsetName } from '../../src/model/testset-name.ts';
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
  ['merge_group', webhookExample('merge_group'), queue, merge, SHA, ['main']],
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
  const path = join(folder(), 'event.json');
  writeFileSync(path, JSON.stringify(payload));
  const run = { GITHUB_RUN_NUMBER: '60', GITHUB_SHA: SHA, GITHUB_WORKFLOW: 'Devices', ...variables };
  const env = { GITHUB_EVENT_PATH: path, GITHUB_EVENT_NAME: event, ...run };
  const context = readContext(env, (text) => text);
  expect([defaultTestsetName(context), context.headSha, context.branches]).toEqual([`${title} #60`, commit, branches]);
});
