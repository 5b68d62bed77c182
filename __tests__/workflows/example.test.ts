import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from '@jest/globals';

import { writeExample } from '../../scripts/example/write.ts';
import { useBench } from './support/bench.ts';

let folder: string;
const bench = useBench(async () => {
  folder = await mkdtemp(join(tmpdir(), 'example-'));
  await writeExample(folder, 'OWNER/run-testset@v1');
  return folder;
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['Device test', ['device-test']],
  ['iOS in two jobs', ['device-test', 'result']],
  ['Android and iOS in one workflow', ['device-test']],
  ['Device test with a signed result', ['build', 'device-test']],
  ['Scenarios', ['scenarios']],
  ['Scenarios in a matrix', ['list', 'scenario']],
])('the workflow "%s" of the example is green', async (name, jobs) => {
  const result = await bench.run(name);
  expect(result.jobs).toStrictEqual(Object.fromEntries(jobs.map((job) => [job, 'success'])));
  expect(result.log).toContain('outcome=passed');
});
