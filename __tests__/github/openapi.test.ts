import { expect, test } from '@jest/globals';

import { requestProblems } from '../support/github-openapi.ts';

const CHECK_RUNS = '/repos/octo-org/wallet-app/check-runs';
const CREATE = { method: 'POST', path: CHECK_RUNS };
const RUNS = '/repos/octo-org/wallet-app/actions/workflows/5/runs';
const body = (fields: object): string => JSON.stringify({ name: 'Device tests', ...fields });
const SHA = 'b'.repeat(40);

test.each([
  ['an unknown path', { method: 'POST', path: `${CHECK_RUNS}s`, body: '{}' }, 'no such operation'],
  ['an unknown field of the query', { method: 'GET', path: `${RUNS}?branches=main`, body: '' }, 'branches'],
  ['a missing field', { ...CREATE, body: body({}) }, 'head_sha'],
  ['an unknown field', { ...CREATE, body: body({ head_sha: SHA, text: 'x' }) }, 'text'],
  ['a wrong value', { ...CREATE, body: body({ head_sha: SHA, conclusion: 'passed' }) }, 'conclusion'],
])("GitHub's stand-in notices %s", (_what, request, problem) => {
  expect(requestProblems(request).join()).toContain(problem);
});

test("GitHub's stand-in allows what the description has", () => {
  expect(requestProblems({ ...CREATE, body: body({ head_sha: SHA, status: 'queued' }) })).toEqual([]);
});
