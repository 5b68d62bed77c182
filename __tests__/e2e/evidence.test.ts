import { readFile } from 'node:fs/promises';
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
