import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

import type { Api } from '../../src/github/api/client.ts';
import type { ApiContext } from '../../src/github/api/requests.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import { startArtifactService, type ArtifactService } from './artifact-service.ts';
import { startGithubApi, type GithubApi } from './github-api.ts';
import { HEAD, REPOSITORY } from './github-routes.ts';
import { createRecordingLog } from './runtime.ts';

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
    url: `https://github.com/${REPOSITORY}/actions/runs/7123456789/attempts/2`,
  },
  headSha: HEAD,
  isFork: false,
  eventName: 'pull_request',
  pullRequest: 7,
  branches: ['main'],
};

/** What a service of GitHub works with; by default it is never cancelled. */
export function contextWith(github: GithubApi, given: Pick<ApiContext, 'clock'> & Partial<ApiContext>): ApiContext {
  const { clock, cancelled = new AbortController().signal } = given;
  const api = github.client({ clock, cancelled });
  return { api, cancelled, log: createRecordingLog(), context: CONTEXT, permissions: '', ...given };
}

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

/** Starts the stand-in of the artifact service before the tests of the file, and stops it after them. Each test begins without artifacts. */
export function useArtifactService(): ArtifactService {
  const service = {} as ArtifactService;
  const { env } = process;
  beforeAll(async () => {
    Object.assign(service, await startArtifactService());
  });
  beforeEach(() => {
    process.env = { ...env, ...service.env };
    service.breakWith({});
    for (const { name } of [...service.artifacts()]) service.forget(name);
  });
  afterAll(async () => {
    process.env = env;
    await service.close();
  });
  return service;
}
