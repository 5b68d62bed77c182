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
  const folder = await readResultsDir(reader, context.workspace);
  const jobSummary = readFlag(reader, 'job-summary', true);
  const artifact = readArtifactOptions(reader);
  if (!jobsResult || reader.errors.length > 0) throw new InputErrors(reader, NOTHING_MERGED);
  const resultsDir = await reserveResultsDir(reader, folder, context);
  if (resultsDir === undefined) throw new InputErrors(reader, NOTHING_MERGED);
  const reportsFolder = resolve(context.workspace, reportsDir);
  return { reportsDir: reportsFolder, chunks, jobsResult, resultsDir, jobSummary, artifact };
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
function readChunks(reader: InputReader): MergeInputs['chunks'] {
  const list = parseList(reader.text('chunks'));
  const chunks = list?.map(parseChunk) ?? [];
  const scenarios = chunks.flat();
  const isEachOnce = new Set(scenarios).size === scenarios.length;
  const isValid = list !== undefined && isEachOnce && !scenarios.includes(0);
  if (isValid && scenarios.length > 0) return chunks;
  let advice = 'Use the output `chunks` of list-scenarios, such as ["101,102","103"].';
  if (isValid) advice = 'No scenario matched, or the job that lists them failed: read its log.';
  reader.error('chunks', `${reader.describe('chunks')}. ${advice}`);
  return [];
}

function parseList(text: string): readonly unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** 0 for anything that is not a scenario number. */
function parseChunk(chunk: unknown): readonly number[] {
  if (typeof chunk !== 'string' && typeof chunk !== 'number') return [0];
  const words = `${chunk}`.split(',');
  return words.map((word) => parseWhole(word) ?? 0);
}
