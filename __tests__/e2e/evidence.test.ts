import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { SimulatorOptions } from '../../simulator/server.ts';
import { expectNoStackTrace, lastLine, openSandbox } from '../support/sandbox.ts';
import { readPredicate } from '../support/test-result-predicate.ts';

const ONE_FAILS: SimulatorOptions = { plan: () => makeDevices({ total: 3, fail: 1, seconds: 5 }) };

test('a failure within the limits makes a predicate with the result WARNED', async () => {
  const sandbox = await openSandbox(ONE_FAILS);
  const run = await sandbox.run({ inputs: { 'max-fail': '1' } });
  expectNoStackTrace(run);
  const file = join(sandbox.workspace, 'testset-results', 'predicate.json');
  expect(run).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'predicate-file': file } });
  expect(readPredicate(await readFile(file, 'utf8'))).toMatchObject({
    result: 'WARNED',
    url: 'https://github.com/octo-org/wallet-app/actions/runs/7123456789',
    configuration: [{ name: 'Device tests', annotations: { request: { projectId: 509 }, testsets: [251929] } }],
    passedTests: ['GOOGLE Pixel_8 / ANDROID 11', 'LGE Nexus_5X / ANDROID 10'],
    failedTests: ['SAMSUNG GALAXY_NOTE9 / ANDROID 9'],
  });
});

test('without a result, there is no predicate, and none of an earlier run is left', async () => {
  const sandbox = await openSandbox();
  const savedFiles = (): Promise<string[]> => readdir(join(sandbox.workspace, 'testset-results'));
  expect(await sandbox.run({ env: { GITHUB_RUN_ID: '7' } })).toMatchObject({ outputs: { outcome: 'passed' } });
  expect(await savedFiles()).toContain('predicate.json');
  const later = await sandbox.run({ inputs: { wait: 'false' } });
  expect(later.outputs).toMatchObject({ outcome: 'started', 'predicate-file': '' });
  expect(await savedFiles()).toContain('report.json');
  expect(await savedFiles()).not.toContain('predicate.json');
});

test('the files that a failed step names never have the result of a later step', async () => {
  let fail = 1;
  const sandbox = await openSandbox({ plan: () => makeDevices({ total: 3, fail, seconds: 5 }) });
  const env = { RUNNER_TEMP: join(sandbox.workspace, 'temp') };
  const red = await sandbox.run({ env });
  fail = 0;
  const green = await sandbox.run({ env });
  const outcomes = [red, green].map(async ({ outputs }) => {
    const predicate = readPredicate(await readFile(outputs['predicate-file'] ?? '', 'utf8'));
    const junit = await readFile(outputs['junit-file'] ?? '', 'utf8');
    return `${predicate.result}, failures: ${[...junit.matchAll(/<(?:failure|error) /g)].length}`;
  });
  expect(await Promise.all(outcomes)).toEqual(['FAILED, failures: 1', 'PASSED, failures: 0']);

  const requests = sandbox.simulator.created.length;
  const refused = await sandbox.run({ env, inputs: { 'results-dir': 'testset-results' } });
  expect(refused).toMatchObject({ exitCode: 1, outputs: { outcome: 'not-started' } });
  const { 'testset-id': testset = '' } = red.outputs;
  expect(lastLine(refused)).toContain(`belongs to another step of this job (testset ${testset})`);
  expect(sandbox.simulator.created).toHaveLength(requests);
});
