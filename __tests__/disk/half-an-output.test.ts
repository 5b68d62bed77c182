import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

import { expect, test } from '@jest/globals';

import { expectNoStackTrace, openSandbox, told } from '../support/sandbox.ts';

const LIMITER = '/usr/bin/prlimit';

if (existsSync(LIMITER)) {
  test('a disk that is full in the middle of an output leaves those before it, which half a one would spoil', async () => {
    const stage = await openSandbox();
    const running = await stage.start();
    await promisify(execFile)(LIMITER, ['--fsize=300', '--pid', `${running.pid}`]);
    const result = await running.finished.finally(() => stage.close());
    expectNoStackTrace(result);
    expect(result.exitCode).toBe(0);
    expect(result.outputs).toMatchObject({ 'testset-id': '251929' });
    expect(told(result, 'warning')[0]).toMatch(/^The output \S+ could not be set, and others may be missing too\./);
  });
}
