import { resolve } from 'node:path';

import type { MergeInputs } from '../inputs.ts';

import { InputFaults } from './faults.ts';
import { openForm, type Form, type RawInputs } from './form.ts';
import { deepFreeze } from './freeze.ts';
import { readResultsDir } from './results-dir.ts';
import { parseWhole, readFlag } from './scalars.ts';
import { shown } from './shown.ts';

/** Reads the inputs of the step that merges reports. Throws one {@link InputFaults} with everything that is wrong. */
export async function readMergeInputs(raw: RawInputs, workspace: string): Promise<MergeInputs> {
  const form = openForm(raw);
  const reportsDir = form.text('reports-dir');
  if (reportsDir === '') form.fault('reports-dir', 'empty', 'be the folder into which the artifacts were downloaded');
  const chunks = readChunks(form);
  const resultsDir = await readResultsDir(form, workspace);
  const jobSummary = readFlag(form, 'job-summary', true);
  const isIncomplete = chunks === undefined || resultsDir === undefined;
  if (isIncomplete || form.faults.length > 0) throw new InputFaults(form.faults);
  return deepFreeze({ reportsDir: resolve(workspace, reportsDir), chunks, resultsDir, jobSummary });
}

/** What list-scenarios wrote: a JSON array of texts such as "101,102". Undefined after a fault. */
function readChunks(form: Form): MergeInputs['chunks'] | undefined {
  const text = form.text('chunks');
  const chunks = parseList(text)?.map(parseChunk);
  if (chunks && chunks.length > 0 && chunks.every((chunk) => chunk !== undefined)) return chunks;
  const allowed = 'be the output chunks of list-scenarios, with at least one scenario in it';
  form.fault('chunks', text === '' ? 'empty' : shown(text), allowed);
  return undefined;
}

function parseList(text: string): readonly unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

function parseChunk(chunk: unknown): readonly number[] | undefined {
  if (typeof chunk !== 'string') return undefined;
  const numbers = chunk.split(',').map((word) => parseWhole(word) ?? 0);
  return numbers.every((number) => number > 0) ? numbers : undefined;
}
