import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { DOCUMENTS, fillMajors, MAJORS } from '../scripts/majors/table.ts';
import { REPOSITORY } from '../scripts/support/repository.ts';
import { listWorkflows } from './support/document-workflows.ts';
import { requestProblems } from './support/github-openapi.ts';
import { fields, type Fields } from './support/workflow-files.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SCRIPT = resolve(ROOT, 'scripts/majors/newer.ts');
const ISSUES = '/repos/acme/run-testset/issues';

test.each(DOCUMENTS)('%s has the majors of the table', (name) => {
  const document = readFileSync(resolve(ROOT, name), 'utf8');
  expect(document).toBe(fillMajors(document));
});

test('the table has every action that the documents use', async () => {
  const texts = (await listWorkflows()).map(([, content]) => content).join('\n');
  const used = [...texts.matchAll(/uses: ([\w-]+\/[\w-]+)[\w./-]*@v\d+\s/g)].map(([, action = '']) => action);
  const ofOthers = [...new Set(used)].filter((action) => action !== REPOSITORY);
  expect(ofOthers.length).toBeGreaterThan(5);
  expect(Object.keys(MAJORS)).toEqual(expect.arrayContaining(ofOthers));
});

test('a version that is pinned more exactly stays', () => {
  expect(fillMajors('a/b@v1, actions/checkout@v1, actions/checkout@v1.2.3')).toBe(
    `a/b@v1, actions/checkout@v${MAJORS['actions/checkout'] ?? 0}, actions/checkout@v1.2.3`,
  );
});

/** GitHub as the script sees it: the newest major of each action, and the issues of the repository, newest first. */
let newest: Record<string, number>;
let issues: Fields[];
let writes: string[];
let problems: string[];
const server = createServer((request, response) => {
  void (async () => {
    const { method = '', url = '' } = request;
    const body = await text(request);
    problems.push(...requestProblems({ method, path: url, body }));
    const [, action = ''] = /^\/repos\/([\w-]+\/[\w-]+)\/git\/matching-refs\/tags%2Fv$/.exec(url) ?? [];
    if (method !== 'GET') {
      writes.push(`${method} ${url}`);
      const number = Number(url.slice(ISSUES.length + 1)) || issues.length + 1;
      const old = issues.find((issue) => issue['number'] === number);
      issues = [{ ...old, number, state: 'open', ...fields(JSON.parse(body)) }, ...issues.filter((one) => one !== old)];
    }
    const tags = ['v1', `v${newest[action] ?? ''}`, 'v99.0.1', 'v99-beta'].map((tag) => ({ ref: `refs/tags/${tag}` }));
    if (action !== '' && !(action in newest)) response.writeHead(404);
    response.end(JSON.stringify(action === '' ? issues : tags));
  })();
});

beforeEach(async () => {
  [newest, issues, writes, problems] = [{ ...MAJORS }, [{ number: 1, title: 'Another', state: 'open' }], [], []];
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
  if (problems.length > 0) throw new Error(`GitHub does not allow these requests: ${problems.join(', ')}`);
});

async function look(): Promise<string> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { GITHUB_API_URL: url, GITHUB_REPOSITORY: 'acme/run-testset', GITHUB_TOKEN: 'token' };
  return new Promise((done) => {
    execFile(process.execPath, [SCRIPT], { env }, (_error, stdout, stderr) => {
      done(stdout + stderr);
    });
  });
}

test('nothing is written while the table has the newest majors', async () => {
  expect(await look()).toBe('The documents have the newest major versions.\n');
  expect(writes).toStrictEqual([]);
});

test('there is one issue, which is changed and not repeated', async () => {
  newest['actions/checkout'] = 90;
  await look();
  expect(issues[0]).toMatchObject({
    title: 'Newer major versions of actions',
    body: expect.stringContaining(`- actions/checkout: v90; the documents have v${MAJORS['actions/checkout'] ?? 0}\n`),
  });
  expect(await look()).toContain('Issue 2 says it already.');
  newest['actions/setup-java'] = 90;
  await look();
  issues = issues.map((issue) => ({ ...issue, state: 'closed' }));
  await look();
  expect(writes).toStrictEqual([`POST ${ISSUES}`, `PATCH ${ISSUES}/2`]);
  newest['actions/setup-node'] = 90;
  await look();
  expect(writes.slice(2)).toStrictEqual([`POST ${ISSUES}`]);
});

test('the run is red if an action is gone', async () => {
  delete newest['actions/checkout'];
  expect(await look()).toContain('There is no actions/checkout.');
  expect(writes).toStrictEqual([]);
});
