import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import { expectNoStackTrace, lastLine, openSandbox, commandMessages, type Sandbox } from '../support/sandbox.ts';

/** Where nothing can be written, not even by an administrator: not every system has the device that is always full. */
const BAD_PLACES = ['/no/such/folder/file', existsSync('/dev/full') ? '/dev/full' : 'folder'];

const OUTPUTS = /^The output outcome could not be set, and others may be missing too\. \S/;
const SUMMARY = /^The job summary could not be written: \S/;

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox({ plan: () => makeDevices({ total: 2, fail: 1, seconds: 5 }) });
  await mkdir(join(sandbox.workspace, 'folder'));
});

async function expectEverythingSaved(): Promise<void> {
  const saved = await readdir(join(sandbox.workspace, 'testset-results'), { recursive: true });
  expect(saved.map((name) => name.replaceAll('\\', '/')).sort()).toStrictEqual([
    ...['junit.xml', 'report.html', 'report.json', 'summary.md', 'testset-251929'],
    ...['testset-251929/result.html', 'testset-251929/result.json', 'testset-251929/result.xml'],
  ]);
}

test.each([
  ['OUTPUT', [OUTPUTS]],
  ['STEP_SUMMARY', [SUMMARY]],
])('a file GITHUB_%s that cannot be written is one warning', async (name, warnings) => {
  const result = await sandbox.run({ inputs: { 'max-failures': '1' }, env: { [`GITHUB_${name}`]: BAD_PLACES[0] } });
  expectNoStackTrace(result);
  expect(result.exitCode).toBe(0);
  expect(commandMessages(result, 'error')).toStrictEqual([]);
  expect(commandMessages(result, 'warning')).toStrictEqual(warnings.map((pattern) => expect.stringMatching(pattern)));
  expect(result.outputs['outcome']).toBe(name === 'OUTPUT' ? undefined : 'passed');
  expect(result.summary.includes('✅ Passed · 1 of ')).toBe(name !== 'STEP_SUMMARY');
  await expectEverythingSaved();
});

test.each(BAD_PLACES)(
  'all files of the runner at %s leave a red step red, with its last line at the end',
  async (place) => {
    const env = { GITHUB_OUTPUT: place, GITHUB_STEP_SUMMARY: place, GITHUB_STATE: place };
    const result = await sandbox.run({ env });
    expectNoStackTrace(result);
    expect(result.exitCode).toBe(1);
    expect(commandMessages(result, 'warning')).toStrictEqual([
      expect.stringMatching(OUTPUTS),
      expect.stringMatching(SUMMARY),
    ]);
    expect(lastLine(result)).toBe(
      '::error::1 of 2 devices failed. SAMSUNG GALAXY_NOTE9 failed. Open the result page of the failed device.',
    );
    await expectEverythingSaved();
  },
);

test('a runner without these files gets the outputs in the log', async () => {
  const env = { GITHUB_OUTPUT: undefined, GITHUB_STEP_SUMMARY: undefined, GITHUB_STATE: undefined };
  const result = await sandbox.run({ env });
  expectNoStackTrace(result);
  expect(result.exitCode).toBe(1);
  const outputs = result.commands.filter(({ name }) => name === 'set-output');
  expect(outputs.findLast(({ properties }) => properties['name'] === 'outcome')?.message).toBe('failed');
  expect(commandMessages(result, 'warning')).toStrictEqual([expect.stringMatching(SUMMARY)]);
  await expectEverythingSaved();
});
