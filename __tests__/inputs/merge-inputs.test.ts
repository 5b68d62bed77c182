import { join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { inChunks } from '../../src/create/find-scenarios.ts';
import { InputErrors } from '../../src/inputs/input-reader.ts';
import { readMergeInputs } from '../../src/inputs/merge-inputs.ts';
import { inJobOfItsOwn, makeWorkspace, NOTHING_SET, runContext, type Values, type Workspace } from './support.ts';

const ENOUGH = { 'reports-dir': 'reports', chunks: '["101,102","103"]', 'jobs-result': 'success' };

let workspace: Workspace;
beforeEach(() => {
  workspace = makeWorkspace();
});
afterEach(() => {
  workspace.remove();
});

function read(values: Values): ReturnType<typeof readMergeInputs> {
  return inJobOfItsOwn(runContext(), (context) =>
    readMergeInputs((name) => values[name] ?? '', { workspace: workspace.folder, context, ...NOTHING_SET }),
  );
}

async function errorsOf(values: Values): Promise<readonly string[]> {
  const error: unknown = await read(values).catch((thrown: unknown) => thrown);
  if (!(error instanceof InputErrors)) throw new Error('There is no error.');
  return error.errors.map(({ message }) => message);
}

test('from text to one frozen object', async () => {
  const inputs = await read(ENOUGH);
  expect(inputs).toEqual({
    reportsDir: join(workspace.folder, 'reports'),
    chunks: [[101, 102], [103]],
    jobsResult: 'success',
    resultsDir: join(workspace.folder, 'testset-results'),
    jobSummary: true,
  });
  expect(Object.isFrozen(inputs.chunks[0])).toBe(true);
});

test('with everything', async () => {
  const elsewhere = resolve('/elsewhere/reports');
  const given = {
    ...ENOUGH,
    'reports-dir': elsewhere,
    'results-dir': 'merged',
    'job-summary': 'False',
    'jobs-result': 'skipped',
  };
  expect(await read(given)).toMatchObject({
    reportsDir: elsewhere,
    jobsResult: 'skipped',
    resultsDir: join(workspace.folder, 'merged'),
    jobSummary: false,
  });
});

test('chunks are the output of list-scenarios', async () => {
  const chunks = JSON.stringify(inChunks([7, 101, 102, 103, 999_999], 2));
  expect(await read({ ...ENOUGH, chunks })).toMatchObject({ chunks: [[7, 101], [102, 103], [999_999]] });
});

test('chunks may be the output scenario-ids: a job for each scenario', async () => {
  expect(await read({ ...ENOUGH, chunks: '[7,101]' })).toMatchObject({ chunks: [[7], [101]] });
});

describe('what is wrong', () => {
  test.each<[string, string, string]>([
    ['reports-dir', '', '`reports-dir` is empty'],
    ['jobs-result', '', '`jobs-result` is empty'],
    ['jobs-result', 'green', '`jobs-result` is "green"'],
    ['results-dir', '../merged', '`results-dir` is "../merged"'],
    ['job-summary', 'maybe', '`job-summary` is "maybe"'],
    ['chunks', '', '`chunks` is empty'],
    ['chunks', '[]', '`chunks` is "[]"'],
    ['chunks', '[""]', '`chunks` is "[""]"'],
    ['chunks', '["101", ""]', '`chunks` is "["101", ""]"'],
    ['chunks', '101,102', '`chunks` is "101,102". Use the output'],
    ['chunks', '[-101]', '`chunks` is "[-101]"'],
    ['chunks', '["0"]', '`chunks` is "["0"]"'],
    ['chunks', '["101 102"]', '`chunks` is "["101 102"]"'],
    ['chunks', '["101","101"]', '`chunks` is "["101","101"]"'],
    ['chunks', '["101,101"]', '`chunks` is "["101,101"]"'],
    ['chunks', '{"length":1}', '`chunks` is "{"length":1}"'],
    ['chunks', '101,102', '`chunks` is "101,102"'],
    ['chunks', '["101"', '`chunks` is "["101""'],
  ])('%s: %j', async (name, value, message) => {
    expect(await errorsOf({ ...ENOUGH, [name]: value })).toEqual([expect.stringContaining(message)]);
  });

  test('is reported together', async () => {
    expect(await errorsOf({ 'results-dir': '..' })).toHaveLength(4);
  });
});
