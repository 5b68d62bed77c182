import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { expectNoStackTrace, lastLine, openSandbox } from '../support/sandbox.ts';

/** The largest document, less what is around the text. */
const BYTES = 16 * 1024 * 1024 - 100;

const ENTITIES = JSON.stringify(`<testsuite><error>${'&lt;'.repeat(BYTES / 4)}</error></testsuite>`);

test('an XML full of entities ends the step as inconclusive, with a heap of 1 GiB', async () => {
  const data = `{"result_xml":${ENTITIES}}`;
  const body = `{"result_code":0,"result_msg":"","reason":"","data":${data}}`;
  const sandbox = await openSandbox({
    timeScale: 1000,
    faults: [{ on: 'result', times: 99, do: { kind: 'response', status: 200, body } }],
  });
  const request = { projectId: 509, name: 'Earlier', osType: 'ANDROID', scenarioId: 0, timeLimit: undefined } as const;
  const { id } = sandbox.simulator.engine.create(request);
  const temp = join(sandbox.workspace, 'temp');
  await mkdir(temp);
  const result = await sandbox.run({
    nodeOptions: ['--max-old-space-size=1024'],
    env: { TMPDIR: temp },
    // So large a response takes a busy machine more than a minute of a fast clock.
    timeScale: 1,
    inputs: { 'app-file': '', 'project-id': '', 'testset-id': `${id}`, wait: 'false' },
  });
  expectNoStackTrace(result);
  expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'inconclusive', 'pass-count': '3' } });
  expect(lastLine(result)).toContain('3 of 3 passed in the status, ');
  const files = await readdir(sandbox.workspace, { recursive: true });
  expect(files).toContain(join('testset-results', 'report.json'));
  expect(files.filter((file) => /temp\/|\.[\da-f]{8}-/.test(file))).toEqual([]);
});
