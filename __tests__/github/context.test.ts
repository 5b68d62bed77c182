import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { readContext } from '../../src/github/context.ts';
import type { Environment, RunContext } from '../../src/model/run-context.ts';
import { useFolder } from '../support/folder.ts';

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

function withEvent(content: string): RunContext {
  const path = join(folder(), 'event.json');
  writeFileSync(path, content);
  return contextOf({ ...RUN, GITHUB_EVENT_PATH: path });
}

/** The address of a pull request on another forge. */
const PULL = 'https://forge.example/octo/app/pulls/12';

function pullRequest(from: unknown): string {
  const head = { sha: 'b'.repeat(40), repo: from };
  return JSON.stringify({
    pull_request: {
      number: 12,
      title: 'Add 결제 s3cret',
      user: { login: 'octocat' },
      html_url: PULL,
      head: { ...head, ref: 'pay' },
    },
    repository: { full_name: 'Octo/App' },
  });
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
    expect(contextOf({ ...env, GITHUB_ACTOR: 'octocat', RUNNER_DEBUG: '1', 'INPUT_API-KEY': 'x' })).toEqual({
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
      run: {
        repository: '',
        workflow: '',
        job: '',
        runId: '',
        runNumber: 0,
        attempt: 1,
        commit: '',
        headCommit: '',
        url: '',
      },
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
    expect([run.pullRequest?.title ?? '', commitMessage, run.headCommit, isFork]).toEqual([
      '',
      '',
      RUN.GITHUB_SHA,
      false,
    ]);
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
