import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { expect, test } from '@jest/globals';

import { makeDevices } from '../simulator/devices.ts';
import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, startSimulator } from '../simulator/server.ts';
import { watchEgress } from './support/egress.ts';
import { readMarkdown } from './support/read-markdown.ts';
import { readOutputs } from './support/workflow-commands.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SCALE = 60;
const FAST_CLOCK = pathToFileURL(resolve(import.meta.dirname, 'support/fast-clock.mjs')).href;

const CONTRIBUTING = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const RECIPE =
  readMarkdown(CONTRIBUTING).blocks.find(({ content }) => content.includes('dist/index.js'))?.content ?? '';

test('the files that it names exist', () => {
  const named = [
    ...CONTRIBUTING.matchAll(/(?<=[` ])(?:action\.yml|(?:src|simulator|scripts|docs|__tests__|\.github)\/[\w./-]*\w)/g),
  ];
  const paths = named.map(([path]) => path);
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toStrictEqual([]);
});

test('the commands to run the action by hand match the defaults of the simulator', () => {
  const [, script = ''] = /"simulator": "node (\S+)"/.exec(readFileSync(join(ROOT, 'package.json'), 'utf8')) ?? [];
  const help = execFileSync(process.execPath, [script, '--help'], { cwd: ROOT, encoding: 'utf8' });
  const [, port = ''] = /--port[^(]*\(\D*(\d+)\)/.exec(help) ?? [];
  expect(RECIPE).toContain(` INPUT_BASE-URL=http://127.0.0.1:${port} INPUT_PROJECT-ID=${DEFAULT_PROJECT} `);
  expect(RECIPE).toContain(` INPUT_USER-ID=${DEFAULT_ACCOUNT.userId} INPUT_ACCESS-KEY=${DEFAULT_ACCOUNT.accessKey} `);
});

if (process.platform !== 'win32') {
  test('the commands to run the action by hand work as written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'by-hand-'));
    for (const name of ['dist', 'node_modules']) symlinkSync(join(ROOT, name), join(folder, name));
    const plan = () => makeDevices({ total: 8, fail: 1, seconds: 30 });
    const simulator = await startSimulator({ timeScale: SCALE, plan });
    const script = RECIPE.replace(/http:\/\/127\.0\.0\.1:\d+/, simulator.url);
    const { option, check } = watchEgress(join(folder, 'egress'));
    const options = { NODE_OPTIONS: `${option} --import ${FAST_CLOCK}`, TEST_TIME_SCALE: `${SCALE}` };
    const env = { PATH: process.env['PATH'], ...options };
    const result: unknown = await promisify(execFile)('sh', ['-ec', script], { cwd: folder, env }).catch(
      (error: unknown) => error,
    );
    await simulator.close();
    expect(await check()).not.toEqual([]);
    const read = (name: string): string => readFileSync(join(folder, 'demo-output/by-hand', name), 'utf8');
    expect(result).toMatchObject({ code: 1, stderr: '' });
    expect(readOutputs(read('output.txt'))).toMatchObject({ outcome: 'failed', 'total-count': '8', 'fail-count': '1' });
    expect(read('summary.md')).toContain('1 of 8 devices failed');
    expect(read('testset-results/junit.xml')).toContain('<testsuites ');
    rmSync(folder, { recursive: true });
  });
}
