import { resolve } from 'node:path';

import { InputErrors } from './input-reader.ts';
import { createInputReader, type InputReader, type RawInputs } from './input-reader.ts';
import { deepFreeze } from './input-reader.ts';
import { readResultsDir } from './results-dir.ts';
import { parseWhole, readFlag } from './values.ts';
import { quote } from './input-reader.ts';

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

/** Reads the inputs of the step that merges reports. Throws one {@link InputErrors} with everything that is wrong. */
export async function readMergeInputs(raw: RawInputs, workspace: string): Promise<MergeInputs> {
  const reader = createInputReader(raw);
  const reportsDir = reader.text('reports-dir');
  if (reportsDir === '') reader.error('reports-dir', 'empty', 'be the folder into which the artifacts were downloaded');
  const chunks = readChunks(reader);
  const jobsResult = readJobsResult(reader);
  const resultsDir = await readResultsDir(reader, workspace);
  const jobSummary = readFlag(reader, 'job-summary', true);
  const isIncomplete = chunks === undefined || jobsResult === undefined || resultsDir === undefined;
  if (isIncomplete || reader.errors.length > 0) throw new InputErrors(reader.errors);
  return deepFreeze({ reportsDir: resolve(workspace, reportsDir), chunks, jobsResult, resultsDir, jobSummary });
}

function readJobsResult(reader: InputReader): JobsResult | undefined {
  const text = reader.text('jobs-result');
  const result = JOBS_RESULTS.find((word) => word === text);
  if (!result) reader.error('jobs-result', text === '' ? 'empty' : quote(text), `be one of ${JOBS_RESULTS.join(', ')}`);
  return result;
}

/** What list-scenarios wrote: a JSON array of texts such as "101,102". Undefined after a fault. */
function readChunks(reader: InputReader): MergeInputs['chunks'] | undefined {
  const text = reader.text('chunks');
  const chunks = parseList(text)?.map(parseChunk) ?? [];
  const known = chunks.filter((chunk) => chunk !== undefined);
  const scenarios = known.flat();
  const isSound = known.length === chunks.length && new Set(scenarios).size === scenarios.length;
  if (isSound && scenarios.length > 0) return known;
  const allowed =
    'be the output chunks of list-scenarios, with at least one scenario in it: without any, nothing is tested';
  reader.error('chunks', text === '' ? 'empty' : quote(text), allowed);
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
