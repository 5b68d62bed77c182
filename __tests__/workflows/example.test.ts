import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from '@jest/globals';

import { writeExample } from '../../scripts/example/write.ts';
import { ACTION } from '../../scripts/support/repository.ts';
import { PUSH, useBench } from './support/bench.ts';

let folder: string;
const bench = useBench(async () => {
  folder = await mkdtemp(join(tmpdir(), 'example-'));
  await writeExample(folder, ACTION);
  return folder;
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['Device test', ['device-test'], {}],
  ['Several flavours', ['device-test'], {}],
  ['Sign the result', ['build', 'device-test'], { event: PUSH }],
  ['Scenarios in a matrix', ['list', 'scenario'], {}],
  ['Scenarios with retry and quarantine', ['scenarios'], {}],
  ['Pull request', ['build', 'device-test'], { event: PUSH }],
])('the workflow "%s" of the example is green', async (name, jobs, situation) => {
  const result = await bench.run(name, situation);
  expect(result.jobs).toStrictEqual(Object.fromEntries(jobs.map((job) => [job, 'success'])));
  expect(result.log).toContain('outcome=passed');
});
