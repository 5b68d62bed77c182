import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, describe, expect, test } from '@jest/globals';

import { expectNoStackTrace, lastLine, openSandbox, type Sandbox } from '../support/sandbox.ts';

/** The largest response, less what is around its data. */
const BYTES = 32 * 1024 * 1024 - 200;

let sandbox: Sandbox;
afterEach(() => sandbox.close());

function entities(bytes: number): string {
  return JSON.stringify(`<testsuite><error>${'&lt;'.repeat(bytes / 4)}</error></testsuite>`);
}

describe('results of the largest size, with a heap of 1 GiB', () => {
  test.each<[what: string, data: () => string, reason: string]>([
    [
      'nested lists',
      () => `{"x":${'['.repeat(BYTES / 2)}${']'.repeat(BYTES / 2)}}`,
      'the response has more than 2,000,000 objects and lists',
    ],
    [
      'two documents full of entities',
      () => `{"result_xml":${entities(BYTES / 2 - 200)},"result_bare_xml":${entities(BYTES / 2 - 200)}}`,
      'The sources disagree',
    ],
  ])(
    '%s end the step as inconclusive',
    async (_what, data, reason) => {
      const body = `{"result_code":0,"result_msg":"","reason":"","data":${data()}}`;
      sandbox = await openSandbox({
        faults: [{ on: 'result', times: 99, do: { kind: 'response', status: 200, body } }],
      });
      const temp = join(sandbox.workspace, 'temp');
      await mkdir(temp);
      const result = await sandbox.run({ nodeOptions: ['--max-old-space-size=1024'], env: { TMPDIR: temp } });
      expectNoStackTrace(result);
      expect(result.exitCode).toBe(1);
      expect(result.outputs).toMatchObject({ outcome: 'inconclusive', 'pass-count': '3' });
      expect(lastLine(result)).toContain(reason);
      expect(result.summary).toContain('Inconclusive');
      const files = await readdir(sandbox.workspace, { recursive: true });
      expect(files).toEqual(expect.arrayContaining([join('testset-results', 'report.json')]));
      expect(files.filter((file) => /temp\/|\.[\da-f]{8}-/.test(file))).toEqual([]);
    },
    60_000,
  );
});
