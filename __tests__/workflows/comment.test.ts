import { expect, test } from '@jest/globals';

import { HEAD } from '../support/github-routes.ts';
import { useBench, type Situation } from './support/bench.ts';

const NAME = 'By comment';

const bench = useBench();

/** Somebody comments on a pull request of a fork. */
function comment({ by = 'writer', says = `/device-test ${HEAD}`, isPull = true } = {}): Situation {
  const { access, pulls } = bench.github.state;
  access.set('owner', 'admin').set('writer', 'write').set('stranger', 'none');
  pulls.set(HEAD, [{ number: 7, head: { sha: HEAD } }]);
  const issue = { number: 7, title: 'Move the button', ...(isPull && { pull_request: {} }) };
  const payload = { action: 'created', issue, comment: { body: says, user: { login: by } } };
  return { event: { name: 'issue_comment', payload } };
}

test.each([
  ['writer', 0, 'success'],
  ['owner', 1, 'failure'],
])('/device-test of %s tests the last commit, and comments the result', async (by, fail, result) => {
  const { jobs, created, comments, calls } = await bench.run(NAME, { ...comment({ by }), devices: { fail } });
  expect(jobs).toStrictEqual({ build: 'success', 'device-test': result });
  expect(created.map(({ request }) => request.name)).toStrictEqual([`Pull request 7, ${HEAD}`]);
  expect(comments).toMatchObject([{ issue: 7, body: expect.stringContaining(fail === 0 ? 'passed' : 'failed') }]);
  expect(calls).toContain(`actions/checkout github-token=${bench.github.token} persist-credentials=false ref=${HEAD}`);
});

test.each([
  ['somebody with read access', () => comment({ by: 'reader' })],
  ['a stranger', () => comment({ by: 'stranger' })],
  ['a commit before the last push', () => comment({ says: `/device-test ${'0'.repeat(40)}` })],
  ['a short name of the commit', () => comment({ says: `/device-test ${HEAD.slice(0, 7)}` })],
])('nothing is checked out for %s', async (_what, situation) => {
  const { jobs, created, calls } = await bench.run(NAME, situation());
  expect(jobs).toStrictEqual({ build: 'failure', 'device-test': 'failure' });
  expect(created).toStrictEqual([]);
  expect(calls.filter((call) => call.startsWith('actions/checkout'))).toStrictEqual([]);
});

test.each([
  ['another comment', () => comment({ says: `Please try /device-test ${HEAD}` })],
  ['a comment without a commit', () => comment({ says: '/device-test' })],
  ['an issue', () => comment({ isPull: false })],
])('%s starts nothing', async (_what, situation) => {
  expect(await bench.look(NAME, situation())).toEqual({ jobs: {}, testsets: 0 });
});
