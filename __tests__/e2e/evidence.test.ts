import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { SimulatorOptions } from '../../simulator/server.ts';
import { commandMessages, expectNoStackTrace, openSandbox, type Sandbox } from '../support/sandbox.ts';
import { readPredicate } from '../support/test-result-predicate.ts';

const ONE_FAILS: SimulatorOptions = { plan: () => makeDevices({ total: 3, fail: 1, seconds: 5 }) };
const FAILED = 'SAMSUNG GALAXY_NOTE9 / ANDROID 9';
const PASSED = ['GOOGLE Pixel_8 / ANDROID 11', 'LGE Nexus_5X / ANDROID 10'];

let sandbox: Sandbox;
afterEach(() => sandbox.close());

const savedFiles = (): Promise<string[]> => readdir(join(sandbox.workspace, 'testset-results'));

test.each<[outcome: string, result: string, tests: object, options: SimulatorOptions, inputs?: Record<string, string>]>(
  [
    ['passed', 'PASSED', { passedTests: [...PASSED, FAILED], failedTests: [] }, {}],
    ['passed', 'WARNED', { passedTests: PASSED, failedTests: [FAILED] }, ONE_FAILS, { 'max-fail': '1' }],
    ['failed', 'FAILED', { passedTests: PASSED, failedTests: [FAILED] }, ONE_FAILS],
    ['inconclusive', 'FAILED', { passedTests: [], failedTests: [] }, { variants: { json: 'broken' } }],
  ],
)('%s makes a predicate with the result %s', async (outcome, result, tests, options, inputs = {}) => {
  sandbox = await openSandbox(options);
  const run = await sandbox.run({ inputs });
  expectNoStackTrace(run);
  const file = join(sandbox.workspace, 'testset-results', 'predicate.json');
  expect(run.outputs).toMatchObject({ outcome, 'predicate-file': file });
  expect(run.exitCode).toBe(result === 'FAILED' ? 1 : 0);
  expect(readPredicate(await readFile(file, 'utf8'))).toMatchObject({
    result,
    url: 'https://github.com/octo-org/wallet-app/actions/runs/7123456789',
    configuration: [{ name: 'Device tests', annotations: { request: { projectId: 509 }, testsets: [251929] } }],
    warnedTests: [],
    ...tests,
  });
});

test('without a result, there is no predicate, and none of an earlier run is left', async () => {
  sandbox = await openSandbox();
  expect(await sandbox.run({ env: { GITHUB_RUN_ID: '7' } })).toMatchObject({ outputs: { outcome: 'passed' } });
  expect(await savedFiles()).toContain('predicate.json');
  const later = await sandbox.run({ inputs: { wait: 'false' } });
  expect(later.outputs).toMatchObject({ outcome: 'started', 'predicate-file': '' });
  expect(await savedFiles()).toContain('report.json');
  expect(await savedFiles()).not.toContain('predicate.json');
});

test('the file that a failed step names never has the result of a later step', async () => {
  let fail = 1;
  sandbox = await openSandbox({ plan: () => makeDevices({ total: 3, fail, seconds: 5 }) });
  const { outputs } = await sandbox.run();
  const file = outputs['predicate-file'] ?? '';
  expect(readPredicate(await readFile(file, 'utf8'))).toMatchObject({ result: 'FAILED' });
  fail = 0;
  // The third one, because what the second leaves must not look like the first step of a run.
  for (const wait of ['true', 'false', 'true']) {
    const later = await sandbox.run({ inputs: { wait } });
    expect(later).toMatchObject({ exitCode: 0, outputs: { 'predicate-file': '' } });
    const warnings = commandMessages(later, 'warning').filter((message) => message.includes('Give each step its own.'));
    expect(warnings).toHaveLength(wait === 'true' ? 1 : 0);
    const text = await readFile(file, 'utf8');
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  }
});
