import { expect, test } from '@jest/globals';

import { HEAD } from '../support/github-routes.ts';
import { useBench, type Situation } from './support/bench.ts';

const NAME = 'Device test by comment';
const COMMENTED = '2026-11-01T12:00:00Z';

const bench = useBench();

/** Somebody comments on a pull request of a fork, to which somebody pushed at a time of that day; `''`: it was deleted. */
function comment({ by = 'writer', says = '/device-test', pushed = '11:59:59', isPull = true } = {}): Situation {
  const repo = { full_name: 'somebody/wallet-app', pushed_at: `2026-11-01T${pushed}Z` };
  const { access, pulls } = bench.github.state;
  access.set('owner', 'admin').set('writer', 'write').set('stranger', 'none');
  pulls.set(HEAD, [{ number: 7, head: { sha: HEAD, repo: pushed === '' ? null : repo } }]);
  const issue = { number: 7, title: 'Move the button', ...(isPull && { pull_request: {} }) };
  const payload = { action: 'created', issue, comment: { body: says, user: { login: by }, created_at: COMMENTED } };
  return { event: { name: 'issue_comment', payload } };
}

test.each([
  ['writer', 0, 'success'],
  ['owner', 1, 'failure'],
])('/device-test of %s tests the last commit, and comments the result', async (by, fail, result) => {
  const { jobs, created, comments, calls } = await bench.run(NAME, { ...comment({ by }), devices: { fail } });
  expect(jobs).toStrictEqual({ build: 'success', 'device-test': result });
  expect(created.map(({ request }) => request.name)).toStrictEqual(['Pull request 7']);
  expect(comments).toMatchObject([{ issue: 7, body: expect.stringContaining(fail === 0 ? 'passed' : 'did not pass') }]);
  expect(calls).toContain(`actions/checkout github-token=${bench.github.token} persist-credentials=false ref=${HEAD}`);
});

test.each([
  ['somebody with read access', () => comment({ by: 'reader' })],
  ['a stranger', () => comment({ by: 'stranger' })],
  ['a comment before the last push', () => comment({ pushed: '12:00:01' })],
  ['a push in the second of the comment', () => comment({ pushed: '12:00:00' })],
  ['a fork that was deleted', () => comment({ pushed: '' })],
])('nothing is checked out for %s', async (_what, situation) => {
  const { jobs, created, calls } = await bench.run(NAME, situation());
  expect(jobs).toStrictEqual({ build: 'failure' });
  expect(created).toStrictEqual([]);
  expect(calls.filter((call) => call.startsWith('actions/checkout'))).toStrictEqual([]);
});

test.each([
  ['another comment', () => comment({ says: 'Please try /device-test' })],
  ['an issue', () => comment({ isPull: false })],
])('%s starts nothing', async (_what, situation) => {
  expect(await bench.look(NAME, situation())).toEqual({ jobs: {}, testsets: 0 });
});
