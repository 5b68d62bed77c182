import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import { openSandbox } from '../support/sandbox.ts';

test('the files that a failed step names never have the result of a later step', async () => {
  let fail = 1;
  const sandbox = await openSandbox({ plan: () => makeDevices({ total: 3, fail, seconds: 5 }) });
  const env = { RUNNER_TEMP: join(sandbox.workspace, 'temp') };
  const red = await sandbox.run({ env });
  fail = 0;
  const green = await sandbox.run({ env });
  const failures = [red, green].map(async ({ outputs }) => {
    const junit = await readFile(outputs['junit-file'] ?? '', 'utf8');
    return [...junit.matchAll(/<(?:failure|error) /g)].length;
  });
  expect(await Promise.all(failures)).toEqual([1, 0]);
});

test('a step that does not start leaves no results of an earlier run, but those of an earlier step', async () => {
  const sandbox = await openSandbox();
  const filesIn = (folder: string): Promise<string[]> => readdir(join(sandbox.workspace, folder), { recursive: true });
  const noApp = { 'app-file': 'build/app.apk' };
  await sandbox.run();
  expect(await filesIn('testset-results')).toHaveLength(8);
  const stopped = await sandbox.run({ inputs: noApp });
  expect(stopped).toMatchObject({ exitCode: 1, outputs: { outcome: 'not-started', 'junit-file': '' } });
  expect(await filesIn('testset-results')).toEqual([]);

  const env = { RUNNER_TEMP: join(sandbox.workspace, 'temp') };
  await sandbox.run({ env });
  expect(await sandbox.run({ env, inputs: noApp })).toMatchObject({ exitCode: 1 });
  expect(await filesIn('testset-results')).toHaveLength(8);
});
