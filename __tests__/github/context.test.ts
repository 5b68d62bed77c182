import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { readContext } from '../../src/github/context.ts';
import type { JsonObject } from '../../src/model/fields.ts';
import type { Environment, RunContext } from '../../src/model/run-context.ts';
import { defaultTestsetName, formatTestsetName } from '../../src/model/testset-name.ts';
import { useFolder } from '../support/folder.ts';
import { webhookExample } from '../support/webhook-example.ts';

const folder = useFolder();

const RUN = {
  GITHUB_REPOSITORY: 'octo/app',
  GITHUB_WORKFLOW: '기기 테스트',
  GITHUB_JOB: 'devices',
  GITHUB_ACTION: 'devices_2',
  GITHUB_RUN_ID: '16012345678',
  GITHUB_RUN_NUMBER: '7',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_SHA: 'a'.repeat(40),
};

function contextOf(env: Environment): RunContext {
  return readContext(env, (text) => text.replaceAll('s3cret', '***'));
}

function withEvent(content: string, env: Environment = RUN): RunContext {
  const path = join(folder(), 'event.json');
  writeFileSync(path, content);
  return contextOf({ ...env, GITHUB_EVENT_PATH: path });
}

/** The address of a pull request on another forge. */
const PULL = 'https://forge.example/octo/app/pulls/12';

function pullRequest(from: unknown): string {
  const head = { sha: 'b'.repeat(40), repo: from, ref: 'pay' };
  const named = { number: 12, title: 'Add 결제 s3cret', user: { login: 'octocat' }, html_url: PULL };
  return JSON.stringify({ pull_request: { ...named, head }, repository: { full_name: 'Octo/App' } });
}

test.each([
  ['octo/app/.github/workflows/ci.yml@refs/heads/a@b', 'ci.yml'],
  ['octo/rules/.github/workflows/ci.yml@refs/heads/main', ''],
  ['octo/app/.gitea/workflows/ci.yml@refs/heads/main', ''],
  ['octo/app/.github/workflows/deeper/ci.yml@refs/heads/main', ''],
  ['', ''],
])('the file of the workflow %p is %p', (reference, file) => {
  expect(contextOf({ ...RUN, GITHUB_WORKFLOW_REF: reference }).workflowFile).toBe(file);
});

describe('the run', () => {
  test('as in the variables of the runner', () => {
    const env = { ...RUN, GITHUB_WORKSPACE: folder(), RUNNER_TEMP: join(folder(), 'temp'), GITHUB_EVENT_NAME: 'push' };
    const runner = { RUNNER_DEBUG: '1', RUNNER_ENVIRONMENT: 'github-hosted' };
    expect(contextOf({ ...env, ...runner, GITHUB_ACTOR: 'octocat', 'INPUT_API-KEY': 'x' })).toEqual({
      inputNames: ['api-key'],
      workflowFile: '',
      run: {
        repository: 'octo/app',
        workflow: '기기 테스트',
        job: 'devices',
        runId: '16012345678',
        runNumber: 7,
        step: 'devices_2',
        attempt: 1,
        commit: 'a'.repeat(40),
        headCommit: 'a'.repeat(40),
        url: 'https://github.com/octo/app/actions/runs/16012345678',
        event: 'push',
        branch: '',
        commitUrl: `https://github.com/octo/app/commit/${'a'.repeat(40)}`,
      },
      workspace: folder(),
      tempDir: join(folder(), 'temp'),
      hasEvent: false,
      isHosted: true,
      commitMessage: '',
      isFork: false,
      actor: 'octocat',
      branches: [],
      apiUrl: 'https://api.github.com',
      isEnterpriseServer: false,
      debug: true,
    });
  });

  test('without a runner', () => {
    expect(contextOf({})).toMatchObject({
      run: { repository: '', workflow: '', job: '', runId: '', runNumber: 0, attempt: 1, commit: '', headCommit: '' },
      workspace: resolve('.'),
      tempDir: resolve(tmpdir()),
      actor: '',
      debug: false,
    });
  });

  test.each([
    [{ GITHUB_RUN_ATTEMPT: '3' }, 'https://ghes.example/octo/app/actions/runs/16012345678/attempts/3', 3],
    [{ GITHUB_RUN_ATTEMPT: 'three' }, 'https://ghes.example/octo/app/actions/runs/16012345678', 1],
    [{ GITHUB_RUN_ID: '' }, '', 1],
    [{ GITHUB_REPOSITORY: '' }, '', 1],
  ])('with %j has the page "%s"', (env, url, attempt) => {
    const { run } = contextOf({ ...RUN, GITHUB_SERVER_URL: 'https://ghes.example/', ...env });
    expect(run).toMatchObject({ url, attempt });
  });
});

describe('the server', () => {
  test.each([
    ['https://github.com', false],
    ['https://GITHUB.com/', false],
    ['https://octo.ghe.com', false],
    ['http://artifacts.localhost:8080', false],
    ['https://github.example.com', true],
    ['https://notgithub.com', true],
    ['https://ghe.com', true],
    ['http://localhost', true],
    ['no address', false],
  ])('%s is GitHub Enterprise Server: %s', (url, answer) => {
    expect(contextOf({ GITHUB_SERVER_URL: url }).isEnterpriseServer).toBe(answer);
  });
});

describe('the event', () => {
  test('of a push has the message of its commit, without secrets', () => {
    const { commitMessage } = withEvent(JSON.stringify({ head_commit: { message: 'Fix s3cret\n\nMore' } }));
    expect(commitMessage).toBe('Fix ***\n\nMore');
  });

  test.each([
    ['the repository itself', { full_name: 'octo/APP' }, false],
    ['a fork', { full_name: 'someone/app' }, true],
    ['a fork that is gone', null, true],
  ])('a pull request from %s', (_, from, isFork) => {
    const headCommit = 'b'.repeat(40);
    const ofHead = { headCommit, commitUrl: `https://github.com/octo/app/commit/${headCommit}` };
    expect(withEvent(pullRequest(from))).toMatchObject({
      run: {
        ...ofHead,
        commit: 'a'.repeat(40),
        branch: 'pay',
        pullRequest: { number: 12, title: 'Add 결제 ***', author: 'octocat', url: PULL },
      },
      isFork,
    });
  });

  test.each([
    ...[undefined, '', '{"pull_request":', 'null', '[]', '"text"'],
    '{"pull_request": 5, "head_commit": {"message": 1}}',
  ])('of no use: %j', (content) => {
    const found = content === undefined ? contextOf({ ...RUN, GITHUB_EVENT_PATH: folder() }) : withEvent(content);
    const { run, commitMessage, isFork, hasEvent } = found;
    expect(hasEvent).toBe(content?.startsWith('{"pull_request": 5') === true);
    expect([run.pullRequest, commitMessage, run.headCommit, isFork]).toEqual([undefined, '', RUN.GITHUB_SHA, false]);
  });
});

test.each([
  ['', undefined],
  ['null', undefined],
  ['{"key":"s3\\u0063ret","level":34}', { key: '***', level: 34 }],
  ['no s3cret', 'no ***'],
])('the matrix %j is %j', (INPUT_MATRIX, matrix) => {
  expect(contextOf({ INPUT_MATRIX }).run.matrix).toEqual(matrix);
});

describe("GitHub's number of the job", () => {
  const page = 'https://github.com/octo/app/actions/runs/16012345678';

  test.each([
    [{ 'INPUT_JOB-ID': '49584123456' }, '49584123456', `${page}/job/49584123456`],
    // A page of an attempt has no pages of jobs below it.
    [{ 'INPUT_JOB-ID': ' 7 ', GITHUB_RUN_ATTEMPT: '2' }, '7', `${page}/job/7`],
    [{ 'INPUT_JOB-ID': '7', GITHUB_RUN_ID: '' }, '7', undefined],
  ])('with %j is %s, with the page %s', (env, jobId, jobUrl) => {
    expect(contextOf({ ...RUN, ...env }).run).toMatchObject({ jobId, jobUrl });
  });

  test.each(['', '0', '-7', '1e3', '${{ job.check_run_id }}', '7/../8', '9'.repeat(19)])('is not %j', (text) => {
    const { run } = contextOf({ ...RUN, 'INPUT_JOB-ID': text });
    expect([run.jobId, run.jobUrl]).toEqual([undefined, undefined]);
  });
});

test.each([
  [{ inputs: { branch: '', app: 's' } }, ['branch', 'app']],
  [{ inputs: {} }, undefined],
  [{ inputs: null }, undefined],
  [{ head_commit: {} }, undefined],
])('the event %j has the inputs %j', (event, names) => {
  expect(withEvent(JSON.stringify(event)).run.inputs).toEqual(names);
});

/** The commit of the run (`GITHUB_SHA`), and the last commit of the example's pull request. */
const [SHA, HEAD] = ['a'.repeat(40), 'ec26c3e57ca3a959ca5aad62de7213c562f8c821'];

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
])('the event %s', (event, payload, variables, title, commit, branches) => {
  const context = ofEvent(event, JSON.stringify(payload), variables);
  const name = formatTestsetName(defaultTestsetName(context));
  expect([name, context.run.headCommit, context.branches]).toEqual([`${title} #60`, commit, branches]);
});

function ofEvent(event: string, content: string, variables: Readonly<Record<string, string>>): RunContext {
  const run = { GITHUB_RUN_NUMBER: '60', GITHUB_SHA: SHA, GITHUB_WORKFLOW: 'Devices', ...variables };
  return withEvent(content, { GITHUB_EVENT_NAME: event, ...run });
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
    const { branches: found, run } = ofEvent(event, content, onBranch('main'));
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
    const { branches: found, run } = ofEvent(event, '', variables);
    expect([run.pullRequest?.number, run.headCommit, found]).toEqual([number, commit, branches]);
  });
});
