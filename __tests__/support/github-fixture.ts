import { afterEach, beforeEach } from '@jest/globals';

import type { ApiContext } from '../../src/github/api/api.ts';
import { startGithub, type Github } from './github.ts';
import { HEAD, REPOSITORY } from './github-routes.ts';
import { createRecordingLog, NEVER } from './runtime.ts';

/** A run in the event of a pull request. */
export const CONTEXT: ApiContext['context'] = {
  apiUrl: 'https://api.github.com',
  run: {
    repository: REPOSITORY,
    workflow: 'Device tests',
    job: 'test-on-devices',
    step: 'run-testset',
    runId: '7123456789',
    runNumber: 42,
    attempt: 2,
    commit: 'a'.repeat(40),
    headCommit: HEAD,
    url: `https://github.com/${REPOSITORY}/actions/runs/7123456789/attempts/2`,
    event: 'pull_request',
    branch: 'main',
    commitUrl: '',
    pullRequest: { number: 7, title: 'Pay faster', author: 'octocat', url: `https://github.com/${REPOSITORY}/pull/7` },
  },
  workflowFile: 'device-tests.yml',
  isFork: false,
  branches: ['main'],
};

/** What a service of GitHub works with; by default it is never cancelled. */
export function contextWith(github: Github, given: Pick<ApiContext, 'clock'> & Partial<ApiContext>): ApiContext {
  const { clock, cancelled = NEVER } = given;
  const api = github.client({ clock, cancelled });
  const timeLeftMs = (): number => 3_000_000;
  const common = { cancelled, graceOver: NEVER, timeLeftMs, log: createRecordingLog(), context: CONTEXT };
  return { api, ...common, permissions: '', ...given };
}

/** Starts GitHub's stand-in before each test of the file, as the GitHub of this process, and stops it after. */
export function useGithub(): Github {
  const github = {} as Github;
  const { env } = process;
  beforeEach(async () => {
    Object.assign(github, await startGithub());
    process.env = { ...env, ...github.env };
  });
  afterEach(async () => {
    process.env = env;
    await github.close();
  });
  return github;
}
