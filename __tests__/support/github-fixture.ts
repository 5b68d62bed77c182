import { afterEach, beforeEach } from '@jest/globals';

import type { RunContext } from '../../src/model/run-context.ts';
import type { Api } from '../../src/github/api/client.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import { startGithubApi, type GithubApi } from './github-api.ts';
import { REPOSITORY } from './github-routes.ts';

/** The last commit of the pull request. */
export const HEAD = 'b'.repeat(40);

/** A run in the event of a pull request. */
type FixtureContext = Pick<
  RunContext,
  'run' | 'headSha' | 'isFork' | 'eventName' | 'pullRequest' | 'branches' | 'apiUrl'
>;

export const CONTEXT: FixtureContext = {
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
    url: `https://github.com/${REPOSITORY}/actions/runs/7123456789/attempts/2`,
  },
  headSha: HEAD,
  isFork: false,
  eventName: 'pull_request',
  pullRequest: 7,
  branches: ['main'],
};

/** The same API, with responses that take four seconds longer. */
export function slowed(api: Api, clock: Clock): Api {
  return async (...request) => {
    await clock.sleep(4_000);
    return api(...request);
  };
}

/** Starts GitHub's stand-in before each test of the file, and stops it after. */
export function useGithub(): GithubApi {
  const github = {} as GithubApi;
  beforeEach(async () => {
    Object.assign(github, await startGithubApi());
  });
  afterEach(() => github.close());
  return github;
}
