import { describe, expect, test } from '@jest/globals';

import type { JsonObject } from '../../src/model/fields.ts';
import { startGithubApi } from '../support/github-api.ts';

const CREATE = 'POST /repos/{repository}/check-runs';
const UPDATE = 'PATCH /repos/{repository}/check-runs/{id}';
const RUNS = 'GET /repos/{repository}/actions/workflows/{id}/runs';
const [name, head_sha] = ['Device tests', 'b'.repeat(40)];

/** Sends one request to GitHub's stand-in, and ends it. */
async function send(route: string, parameters: JsonObject): Promise<void> {
  const github = await startGithubApi();
  await github.client()(route, parameters);
  await github.close();
}

describe("a request fails its test if GitHub's description does not allow", () => {
  test.each([
    ['its method', 'DELETE /repos/{repository}/check-runs/{id}', { id: 5 }, 'no such operation'],
    ['its path', 'POST /repos/{repository}/checkruns', {}, 'no such operation'],
    ['a parameter in the path', UPDATE, { id: 'undefined', status: 'queued' }, 'check_run_id: must be integer'],
    ['a field of the query', RUNS, { id: 5, branches: 'main' }, '"branches"'],
    ['a value in the query', RUNS, { id: 5, status: 'done' }, 'query/status'],
    ['a missing field of the body', CREATE, { name }, "'head_sha'"],
    ['a field of the body', CREATE, { name, head_sha, output: { title: '', summary: '', body: '' } }, '"body"'],
    ['a value in the body', CREATE, { name, head_sha, conclusion: 'passed' }, 'body/conclusion'],
    ['fields together', UPDATE, { id: 5, status: 'completed' }, "'conclusion'"],
  ])('%s', async (_what, route, parameters, problem) => {
    await expect(send(route, parameters)).rejects.toThrow(problem);
  });

  test('and not otherwise', async () => {
    await expect(send(RUNS, { id: 5, branch: 'main', status: 'completed', per_page: 30 })).resolves.toBeUndefined();
  });
});
