import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { beforeEach, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import { useFolder } from '../support/folder.ts';
import type { ActionResult } from '../support/run-action.ts';
import { expectNoStackTrace, lastLine, openSandbox, commandMessages, type Sandbox } from '../support/sandbox.ts';

const READ_ONLY = '/sys';
const LIMITER = '/usr/bin/prlimit';

/** More than the limit that a test sets to the size of files, so that each file is cut off while it is written. */
const MANY_DEVICES = 400;
const FILE_LIMIT = 10_000;

const elsewhere = useFolder();
let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox({ plan: () => makeDevices({ total: MANY_DEVICES, fail: 1, seconds: 5 }) });
});

/** The verdict stands, and each group of files that could not be written is told once. */
function expectOnlyWarnings(result: ActionResult, reason: RegExp): void {
  expectNoStackTrace(result);
  expect(result.exitCode).toBe(0);
  expect(result.outputs).toMatchObject({ outcome: 'passed', 'pass-count': '399', 'results-dir': '', 'junit-file': '' });
  expect(commandMessages(result, 'error')).toStrictEqual([]);
  const warnings = commandMessages(result, 'warning').filter((warning) => !warning.startsWith('The job summary'));
  expect(warnings).toStrictEqual([
    expect.stringMatching(/^Not all result files could be written: /),
    expect.stringMatching(/^(?!Not all result files)/),
  ]);
  for (const warning of warnings) expect(warning).toMatch(reason);
}

const TOLERANT = { 'max-failures': '1' };

test('a results folder that becomes a link during the run stays empty', async () => {
  const folder = join(sandbox.workspace, 'testset-results');
  let swapped: Promise<void> | undefined;
  const swap = async (): Promise<void> => {
    await mkdir(folder);
    await rename(folder, join(sandbox.workspace, 'moved'));
    await symlink(elsewhere(), folder, 'junction');
  };
  const result = await sandbox.run({
    inputs: TOLERANT,
    onLine: (line) => {
      if (line.includes('Created testset')) swapped = swap();
    },
  });
  await swapped;
  expect(swapped).toBeDefined();
  expectOnlyWarnings(result, /is a file or a link/);
  expect(await readdir(elsewhere())).toStrictEqual([]);
  expect(await readdir(join(sandbox.workspace, 'moved'))).toStrictEqual([]);
});

if (existsSync(READ_ONLY)) {
  test('a workspace without write permission is found before anything is sent', async () => {
    const inputs = { ...TOLERANT, 'app-file': join(sandbox.workspace, 'app.apk') };
    const result = await sandbox.run({ inputs, env: { GITHUB_WORKSPACE: READ_ONLY } });
    expectNoStackTrace(result);
    expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'not-started', 'testset-id': '' } });
    expect(lastLine(result)).toMatch(
      /The folder for the results cannot be written to: "testset-results" \((?:EACCES|EPERM|EROFS): .+ No testset was created\.$/,
    );
    expect(sandbox.simulator.journal).toStrictEqual([]);
  });
}

if (existsSync(LIMITER)) {
  test('a full disk does not change the outcome, and leaves no half files', async () => {
    const running = await sandbox.start({ inputs: TOLERANT });
    // What is beyond the limit fails in the middle of a write, as on a disk that is full.
    await promisify(execFile)(LIMITER, [`--fsize=${FILE_LIMIT}`, '--pid', `${running.pid}`]);
    const result = await running.finished;
    expectOnlyWarnings(result, /testset-results\S* cannot be written: EFBIG: /);
    expect(commandMessages(result, 'warning')).toContainEqual(
      expect.stringMatching(/^The job summary could not be written: /),
    );
    const left = await readdir(join(sandbox.workspace, 'testset-results'), { recursive: true });
    expect(left).toStrictEqual(['testset-251929']);
  });
}
