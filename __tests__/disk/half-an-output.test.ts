import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

import { expect, test } from '@jest/globals';

import { expectNoStackTrace, openSandbox, commandMessages } from '../support/sandbox.ts';

const LIMITER = '/usr/bin/prlimit';

if (existsSync(LIMITER)) {
  test('a disk that becomes full during an output keeps the outputs before it', async () => {
    const sandbox = await openSandbox();
    const running = await sandbox.start();
    await promisify(execFile)(LIMITER, ['--fsize=300', '--pid', `${running.pid}`]);
    const result = await running.finished.finally(() => sandbox.close());
    expectNoStackTrace(result);
    expect(result.exitCode).toBe(0);
    expect(result.outputs).toMatchObject({ 'testset-id': '251929' });
    expect(commandMessages(result, 'warning')[0]).toMatch(
      /^The output \S+ could not be set, and others may be missing too\./,
    );
  });
}
