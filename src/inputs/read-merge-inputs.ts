import { resolve } from 'node:path';

import { InputFaults } from './faults.ts';
import { openForm, type Form, type RawInputs } from './form.ts';
import { deepFreeze } from './freeze.ts';
import { readResultsDir } from './results-dir.ts';
import { parseWhole, readFlag } from './scalars.ts';
import { shown } from './shown.ts';

/** What the step that merges reports is to do; frozen. */
export interface MergeInputs {
  /** Absolute: where the jobs' artifacts lie. */
  readonly reportsDir: string;
  /** The scenarios that each job was to run: at least one, and each in one job only. */
  readonly chunks: readonly (readonly number[])[];
  /** How the jobs ended. */
  readonly jobsResult: JobsResult;
  /** Absolute, below the workspace. */
  readonly resultsDir: string;
  readonly jobSummary: boolean;
}

/** The words of the context `needs.<job>.result`. */
const JOBS_RESULTS = ['success', 'failure', 'cancelled', 'skipped'] as const;

type JobsResult = (typeof JOBS_RESULTS)[number];

/** Reads the inputs of the step that merges reports. Throws one {@link InputFaults} with everything that is wrong. */
export async function readMergeInputs(raw: RawInputs, workspace: string): Promise<MergeInputs> {
  const form = openForm(raw);
  const reportsDir = form.text('reports-dir');
  if (reportsDir === '') form.fault('reports-dir', 'empty', 'be the folder into which the artifacts were downloaded');
  const chunks = readChunks(form);
  const jobsResult = readJobsResult(form);
  const resultsDir = await readResultsDir(form, workspace);
  const jobSummary = readFlag(form, 'job-summary', true);
  const isIncomplete = chunks === undefined || jobsResult === undefined || resultsDir === undefined;
  if (isIncomplete || form.faults.length > 0) throw new InputFaults(form.faults);
  return deepFreeze({ reportsDir: resolve(workspace, reportsDir), chunks, jobsResult, resultsDir, jobSummary });
}

function readJobsResult(form: Form): JobsResult | undefined {
  const text = form.text('jobs-result');
  const result = JOBS_RESULTS.find((word) => word === text);
  if (!result) form.fault('jobs-result', text === '' ? 'empty' : shown(text), `be one of ${JOBS_RESULTS.join(', ')}`);
  return result;
}

/** What list-scenarios wrote: a JSON array of texts such as "101,102". Undefined after a fault. */
function readChunks(form: Form): MergeInputs['chunks'] | undefined {
  const text = form.text('chunks');
  const chunks = parseList(text)?.map(parseChunk) ?? [];
  const known = chunks.filter((chunk) => chunk !== undefined);
  const scenarios = known.flat();
  const isSound = known.length === chunks.length && new Set(scenarios).size === scenarios.length;
  if (isSound && scenarios.length > 0) return known;
  const allowed =
    'be the output chunks of list-scenarios, with at least one scenario in it: without any, nothing is tested';
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
