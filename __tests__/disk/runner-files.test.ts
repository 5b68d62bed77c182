import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import { expectNoStackTrace, lastLine, openSandbox, told, type Stage } from '../support/sandbox.ts';

/** Where nothing can be written, not even by an administrator: not every system has the device that is always full. */
const BAD_PLACES = ['/no/such/folder/file', existsSync('/dev/full') ? '/dev/full' : 'folder'];

const OUTPUTS = /^The output outcome could not be set, and others may be missing too\. Error: \S/;
const SUMMARY = /^The job summary could not be written: \S/;

let stage: Stage;
beforeEach(async () => {
  stage = await openSandbox({ plan: () => makeDevices({ total: 2, fail: 1, seconds: 5 }) });
  await mkdir(join(stage.workspace, 'folder'));
});
afterEach(() => stage.close());

async function expectEverythingSaved(): Promise<void> {
  const saved = await readdir(join(stage.workspace, 'testset-results'), { recursive: true });
  expect(saved.map((name) => name.replaceAll('\\', '/')).sort()).toStrictEqual([
    ...['junit.xml', 'report.json', 'summary.md', 'testset-251929'],
    ...['testset-251929/result.html', 'testset-251929/result.json', 'testset-251929/result.xml'],
  ]);
}

describe.each(BAD_PLACES)('a file of the runner at %s', (place) => {
  test.each([
    ['OUTPUT', [OUTPUTS]],
    ['STEP_SUMMARY', [SUMMARY]],
    ['STATE', []],
  ])('GITHUB_%s costs one warning at most, and nothing else', async (name, warnings) => {
    const result = await stage.run({ inputs: { 'max-fail': '1' }, env: { [`GITHUB_${name}`]: place } });
    expectNoStackTrace(result);
    expect(result.exitCode).toBe(0);
    expect(told(result, 'error')).toStrictEqual([]);
    expect(told(result, 'warning')).toStrictEqual(warnings.map((pattern) => expect.stringMatching(pattern)));
    expect(result.outputs['outcome']).toBe(name === 'OUTPUT' ? undefined : 'passed');
    expect(result.summary.includes('1 of 2 devices passed')).toBe(name !== 'STEP_SUMMARY');
    await expectEverythingSaved();
  });

  test('all at once leave a red step red, and its last line the last', async () => {
    const env = { GITHUB_OUTPUT: place, GITHUB_STEP_SUMMARY: place, GITHUB_STATE: place };
    const result = await stage.run({ env });
    expectNoStackTrace(result);
    expect(result.exitCode).toBe(1);
    expect(told(result, 'warning')).toStrictEqual([expect.stringMatching(OUTPUTS), expect.stringMatching(SUMMARY)]);
    expect(lastLine(result)).toMatch(/^::error::Testset 251929 failed: 1 unit test failed; `max-fail` allows 0\./);
    await expectEverythingSaved();
  });
});

test('a runner that names none of its files gets the outputs in the log', async () => {
  const env = { GITHUB_OUTPUT: undefined, GITHUB_STEP_SUMMARY: undefined, GITHUB_STATE: undefined };
  const result = await stage.run({ env });
  expectNoStackTrace(result);
  expect(result.exitCode).toBe(1);
  const outputs = result.commands.filter(({ name }) => name === 'set-output');
  expect(outputs.findLast(({ properties }) => properties['name'] === 'outcome')?.message).toBe('failed');
  expect(told(result, 'warning')).toStrictEqual([expect.stringMatching(SUMMARY)]);
  await expectEverythingSaved();
});
