import { expect, test } from '@jest/globals';

import { requestProblems } from '../support/github-openapi.ts';

const STATUSES = `/repos/octo-org/wallet-app/statuses/${'b'.repeat(40)}`;
const CREATE = { method: 'POST', path: STATUSES };
const RUNS = '/repos/octo-org/wallet-app/actions/workflows/5/runs';
const body = (fields: object): string => JSON.stringify({ context: 'Device tests', ...fields });

test.each([
  ['an unknown path', { method: 'POST', path: `${STATUSES}/x`, body: '{}' }, 'no such operation'],
  ['an unknown field of the query', { method: 'GET', path: `${RUNS}?branches=main`, body: '' }, 'branches'],
  ['a missing field', { ...CREATE, body: body({}) }, 'state'],
  ['an unknown field', { ...CREATE, body: body({ state: 'success', text: 'x' }) }, 'text'],
  ['a wrong value', { ...CREATE, body: body({ state: 'passed' }) }, 'state'],
])("GitHub's stand-in notices %s", (_what, request, problem) => {
  expect(requestProblems(request).join()).toContain(problem);
});

test("GitHub's stand-in allows what the description has", () => {
  expect(requestProblems({ ...CREATE, body: body({ state: 'success' }) })).toEqual([]);
});
