import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { findFiles } from '../../src/github/find-files.ts';
import { readInputs, type InputsRead } from '../../src/inputs/read-inputs.ts';
import { readMergeInputs } from '../../src/inputs/merge-inputs.ts';
import { recordedTestsets, recordTestsets } from '../../src/inputs/reserve-folder.ts';
import type { RunContext } from '../../src/model/run-context.ts';
import { ATTACH, makeWorkspace, NOTHING_SET, runContext, type Values, type Workspace } from './support.ts';

let workspace: Workspace;
let job: RunContext;
beforeEach(() => {
  workspace = makeWorkspace();
  job = runContext({ tempDir: mkdtempSync(join(tmpdir(), 'job-')) });
});
afterEach(() => {
  workspace.remove();
  rmSync(job.tempDir, { recursive: true, force: true });
});

/** Reads the inputs of one step. */
function readStep(values: Values = {}, context = job): Promise<InputsRead> {
  const inputs: Values = { ...ATTACH, ...values };
  const settings = { ...context, workspace: workspace.folder, findFiles, ...NOTHING_SET };
  return readInputs((name) => inputs[name] ?? '', settings);
}

async function folderOf(values: Values = {}, context = job): Promise<string> {
  const { inputs } = await readStep(values, context);
  return basename(inputs.resultsDir);
}

test('without the input, each step of a job has a folder of its own', async () => {
  const folders = [await folderOf(), await folderOf(), await folderOf()];
  expect(folders).toEqual(['testset-results', 'testset-results-2', 'testset-results-3']);
});

test('also steps that start at the same time', async () => {
  const folders = await Promise.all(Array.from({ length: 20 }, () => folderOf()));
  expect(new Set(folders).size).toBe(20);
});

test('also beside a step that merges reports', async () => {
  await folderOf();
  const merge: Values = { 'reports-dir': 'reports', chunks: '["1"]', 'jobs-result': 'success' };
  const settings = { ...job, workspace: workspace.folder, ...NOTHING_SET };
  const { resultsDir } = await readMergeInputs((name) => merge[name] ?? '', settings);
  expect(basename(resultsDir)).toBe('testset-results-2');
});

test('the testsets of a step are known as soon as it has recorded them', async () => {
  const folder = join(workspace.folder, 'out');
  expect(await recordedTestsets(job, folder)).toBe('');
  recordTestsets(job, folder, '7,8');
  expect(await recordedTestsets(job, folder)).toBe('7,8');
});

test('a folder that is left by a checkout or by another job is not taken for one of this job', async () => {
  workspace.put('testset-results/junit.xml');
  expect(await folderOf()).toBe('testset-results');
  // On a runner that keeps its temporary files.
  const attempt = { ...job.run, attempt: 2, url: `${job.run.url}/attempts/2` };
  expect(await folderOf({}, { ...job, run: attempt })).toBe('testset-results');
  expect(await folderOf({}, { ...job, run: { ...job.run, job: 'other' } })).toBe('testset-results');
});

test('a folder that could not be used is passed over', async () => {
  workspace.put('testset-results-2');
  expect([await folderOf(), await folderOf()]).toEqual(['testset-results', 'testset-results-3']);
});

test('a folder that is given is used by one step only; the error names the testset of that step', async () => {
  expect(await folderOf({ 'results-dir': 'out/../out/a' })).toBe('a');
  const again = { 'results-dir': './out/a' };
  await expect(readStep(again)).rejects.toThrow('already belongs to another step of this job: "./out/a".');
  recordTestsets(job, join(workspace.folder, 'out', 'a'), '251929,251930');
  await expect(readStep(again)).rejects.toThrow('another step of this job (testset 251929, 251930)');
});

test('the default folder is not free for a step that names it', async () => {
  await folderOf();
  await expect(readStep({ 'results-dir': 'testset-results' })).rejects.toThrow(
    'already belongs to another step of this job',
  );
});

test('a step whose inputs are wrong uses no folder', async () => {
  await expect(readStep({ timeout: '0', 'results-dir': 'out' })).rejects.toThrow('`timeout`');
  expect(await folderOf({ 'results-dir': 'out' })).toBe('out');
});

test('where nothing can be reserved, the step runs, with a warning', async () => {
  const tempDir = join(job.tempDir, 'a-file');
  writeFileSync(tempDir, '');
  const { inputs, warnings } = await readStep({}, { ...job, tempDir });
  expect(basename(inputs.resultsDir)).toBe('testset-results');
  expect(warnings).toEqual([expect.stringContaining('may replace the result files')]);
});

test('the folder for temporary files need not exist', async () => {
  const tempDir = join(job.tempDir, 'new');
  expect(await folderOf({}, { ...job, tempDir })).toBe('testset-results');
  expect(await folderOf({}, { ...job, tempDir })).toBe('testset-results-2');
});
