import { join, resolve } from 'node:path';

import { expect, test } from '@jest/globals';

import { splitIntoChunks } from '../../src/create/find-scenarios.ts';
import { readMergeInputs } from '../../src/inputs/merge-inputs.ts';
import { inJobOfItsOwn, inputErrors, NOTHING_SET, runContext, type Values } from './support.ts';

const ENOUGH = { 'reports-dir': 'reports', chunks: '["101,102","103"]', 'jobs-result': 'success' };
const WORKSPACE = resolve('/no-such-workspace');

function read(values: Values): ReturnType<typeof readMergeInputs> {
  return inJobOfItsOwn(runContext({ workspace: WORKSPACE }), (context) =>
    readMergeInputs((name) => values[name] ?? '', { ...context, ...NOTHING_SET }),
  );
}

async function errorsOf(values: Values): Promise<readonly string[]> {
  const error = await inputErrors(() => read(values));
  if (error) expect(error.hint).toBe('No reports were merged.');
  return error?.errors.map(({ input, message }) => `${input}: ${message}`) ?? [];
}

test('with only what it needs', async () => {
  expect(await read(ENOUGH)).toEqual({
    reportsDir: join(WORKSPACE, 'reports'),
    chunks: [[101, 102], [103]],
    jobsResult: 'success',
    resultsDir: join(WORKSPACE, 'testset-results'),
    jobSummary: true,
    artifact: { hasPage: true },
  });
});

test('with everything', async () => {
  const reportsDir = resolve('/elsewhere/reports');
  const given = { 'reports-dir': reportsDir, 'results-dir': 'out', 'job-summary': 'False', 'jobs-result': 'skipped' };
  expect(await read({ ...ENOUGH, ...given })).toMatchObject({
    reportsDir,
    jobsResult: 'skipped',
    resultsDir: join(WORKSPACE, 'out'),
    jobSummary: false,
  });
});

test('chunks are one of the outputs of list-scenarios: chunks, or scenario-ids', async () => {
  const chunks = JSON.stringify(splitIntoChunks([7, 101, 102, 103, 999_999], 2));
  expect(await read({ ...ENOUGH, chunks })).toMatchObject({ chunks: [[7, 101], [102, 103], [999_999]] });
  expect(await read({ ...ENOUGH, chunks: '[7,101]' })).toMatchObject({ chunks: [[7], [101]] });
});

test.each([
  ['reports-dir', '', '`reports-dir` is empty'],
  ['jobs-result', '', '`jobs-result` is empty'],
  ['jobs-result', 'green', '`jobs-result` is "green". Use one of success, failure, cancelled, skipped.'],
  ['results-dir', '../merged', '`results-dir` is not below the workspace'],
  ['job-summary', 'maybe', '`job-summary` is "maybe"'],
  ['chunks', '', '`chunks` is empty'],
  ['chunks', '[]', '`chunks` is "[]". No scenario matched'],
  ...['["101", ""]', '101,102', '["0"]', '["101 102"]', '["101","101"]', '{"length":1}', '[["101"]]'].map(
    (value) => ['chunks', value, `\`chunks\` is "${value}". Use the output`] as const,
  ),
])('%s may not be %j', async (name, value, message) => {
  expect(await errorsOf({ ...ENOUGH, [name]: value })).toEqual([expect.stringContaining(`${name}: ${message}`)]);
});
