import { resolve } from 'node:path';

import type { ArtifactOptions } from '../model/inputs.ts';
import type { RunContext } from '../model/run-context.ts';
import type { Redact } from '../runtime/redact.ts';
import { readArtifactOptions } from './artifact.ts';
import { createInputReader, InputErrors, type InputReader, type RawInputs } from './input-reader.ts';
import { readResultsDir, reserveResultsDir } from './results-dir.ts';
import { parseWhole, readFlag } from './values.ts';

/** The inputs of the action that merges reports, checked. */
export interface MergeInputs {
  /** Absolute; the folder with the artifacts of the jobs. */
  readonly reportsDir: string;
  /** The scenarios of each job: at least one in all, and each in one job only. */
  readonly chunks: readonly (readonly number[])[];
  /** How the jobs ended. */
  readonly jobsResult: JobsResult;
  /** Absolute, below the workspace. */
  readonly resultsDir: string;
  readonly jobSummary: boolean;
  /** For the report page; the other files are published by the workflow. */
  readonly artifact: ArtifactOptions;
}

const NOTHING_MERGED = 'No reports were merged.';

/** The values of `needs.<job>.result`. */
const JOBS_RESULTS = ['success', 'failure', 'cancelled', 'skipped'] as const;

type JobsResult = (typeof JOBS_RESULTS)[number];

/** Reads the inputs of the action that merges reports. @throws InputErrors with everything that is wrong */
export async function readMergeInputs(
  raw: RawInputs,
  context: RunContext & { readonly redact: Redact },
): Promise<MergeInputs> {
  const reader = createInputReader(raw, context.redact);
  const reportsDir = reader.text('reports-dir');
  if (reportsDir === '') {
    reader.error('reports-dir', '`reports-dir` is empty. Set it to the folder that the artifacts were downloaded to.');
  }
  const chunks = readChunks(reader);
  const jobsResult = readJobsResult(reader);
  const resultsDir = await readResultsDir(reader, context.workspace);
  const jobSummary = readFlag(reader, 'job-summary', true);
  const artifact = readArtifactOptions(reader);
  const isIncomplete = chunks === undefined || jobsResult === undefined || resultsDir === undefined;
  if (isIncomplete || reader.errors.length > 0) throw new InputErrors(reader, NOTHING_MERGED);
  const reserved = await reserveResultsDir(reader, resultsDir, context);
  if (reserved === undefined) throw new InputErrors(reader, NOTHING_MERGED);
  return {
    reportsDir: resolve(context.workspace, reportsDir),
    chunks,
    jobsResult,
    resultsDir: reserved,
    jobSummary,
    artifact,
  };
}

function readJobsResult(reader: InputReader): JobsResult | undefined {
  const text = reader.text('jobs-result');
  const result = JOBS_RESULTS.find((word) => word === text);
  if (!result) {
    reader.error('jobs-result', `${reader.describe('jobs-result')}. Use one of ${JOBS_RESULTS.join(', ')}.`);
  }
  return result;
}

/** The output `chunks` of list-scenarios: a JSON array of texts such as "101,102", or of numbers. */
function readChunks(reader: InputReader): MergeInputs['chunks'] | undefined {
  const list = parseList(reader.text('chunks'));
  const chunks = list?.map(parseChunk) ?? [];
  const known = chunks.filter((chunk) => chunk !== undefined);
  const scenarios = known.flat();
  const isEachOnce = new Set(scenarios).size === scenarios.length;
  const isValid = list !== undefined && known.length === chunks.length && isEachOnce;
  if (isValid && scenarios.length > 0) return known;
  const advice = isValid
    ? 'No scenario matched, or the job that lists them failed: read its log.'
    : 'Use the output `chunks` of list-scenarios, such as ["101,102","103"].';
  reader.error('chunks', `${reader.describe('chunks')}. ${advice}`);
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
  if (typeof chunk !== 'string' && typeof chunk !== 'number') return undefined;
  const numbers = `${chunk}`.split(',').map((word) => parseWhole(word) ?? 0);
  return numbers.every((number) => number > 0) ? numbers : undefined;
}
