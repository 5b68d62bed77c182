import { stat } from 'node:fs/promises';

import type { MergeInputs } from '../inputs/merge-inputs.ts';
import { messageOf, TestsetError } from '../model/errors.ts';
import { isGreen } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import { pluralize } from '../model/words.ts';
import { emptyOutputs } from '../publish/outputs.ts';
import { publishReport } from '../publish/publish.ts';
import { openResultsFolder } from '../results/results-folder.ts';
import type { Platform } from '../runtime/platform.ts';
import type { Step } from '../step/step.ts';
import { findReports } from './find-reports.ts';
import { matchReports, type Chunk } from './match.ts';
import { mergeReports } from './merged-report.ts';

/**
 * Finds the reports of all jobs, matches them with the scenarios of the jobs, merges them into one report, and publishes it.
 *
 * @throws TestsetError if the folder of the reports cannot be listed
 */
export async function mergeJobs(
  inputs: MergeInputs,
  { runtime, platform }: Pick<Step, 'runtime' | 'platform'>,
): Promise<Report> {
  const { log } = runtime;
  const { run, workspace } = platform;
  const { reportsDir, jobsResult } = inputs;
  const found = await findReports(reportsDir).catch((cause: unknown) => {
    throw new TestsetError({
      code: 'unexpected',
      message: `The reports of the jobs cannot be read from ${reportsDir}: ${messageOf(cause)}.`,
      hint: 'Download the artifacts of the jobs into this folder first.',
      cause,
    });
  });
  const reports = pluralize(found.length, 'report');
  log.info(`${pluralize(inputs.chunks.length, 'job')} ran; found ${reports} in ${reportsDir}.`);
  const { chunks, warnings, unassigned } = matchReports(inputs.chunks, found, run);
  for (const warning of warnings) log.warning(warning);
  const lacksReports = chunks.some((chunk) => !chunk.report);
  const doubts = lacksReports ? warnings : [...unassigned, ...compareWithJobs(chunks, jobsResult, warnings)];
  const merged = mergeReports(chunks, doubts, run);
  const isNoJobRed =
    jobsResult === 'success' && chunks.every((chunk) => !chunk.report || isGreen(chunk.report.outcome));
  const report = lacksReports && isNoJobRed ? { ...merged, ...(await explainLack(found.length, reportsDir)) } : merged;
  const setOutput: Platform['setOutput'] = (name, value) => {
    if (name in MERGE_OUTPUTS) platform.setOutput(name, value);
  };
  const folder = openResultsFolder(workspace, inputs.resultsDir);
  await publishReport(report, { inputs, folder, runtime, platform: { ...platform, setOutput }, isMerged: true });
  return report;
}

/** The jobs succeeded, so neither their logs nor "Re-run failed jobs" help. */
async function explainLack(found: number, folder: string): Promise<Partial<Report>> {
  const upload = 'Check that each job uploads its results folder as an artifact';
  const hint = `${upload}, and that this job downloads all of them, and no others, into \`reports-dir\`.`;
  if (found > 0) return { hint };
  if (await stat(folder).catch(() => undefined)) {
    return { sentence: 'The jobs succeeded, but `reports-dir` has no report of them.', hint };
  }
  return {
    sentence: `The jobs succeeded, but \`reports-dir\` does not exist: ${folder}.`,
    hint: `${hint} actions/download-artifact makes no folder if its \`pattern\` matches no artifact.`,
  };
}

/**
 * Why reports that have all passed cannot be trusted: a job that was run again may have ended before it replaced its earlier report.
 *
 * @param jobsResult how the jobs ended, as GitHub reports it
 * @param unused which reports cannot be used, and why
 */
function compareWithJobs(chunks: readonly Chunk[], jobsResult: string, unused: readonly string[]): readonly string[] {
  if (jobsResult === 'success') return [];
  if (chunks.some(({ report }) => report?.outcome !== 'passed')) return [];
  return [`Every report that is used has the outcome passed, but the result of the jobs is ${jobsResult}.`, ...unused];
}

/** Outputs that only a single run has. */
const SINGLE_RUN_OUTPUTS = [
  'kept-testset-id',
  'predicate-file',
  'artifact-id',
  'artifact-url',
  'artifact-digest',
  'app-sha256',
  'app-identifier',
  'app-version',
  'app-build',
  'estimated-minutes',
];

/** The outputs before the outcome is known. */
export const MERGE_OUTPUTS = Object.fromEntries(
  Object.entries(emptyOutputs('inconclusive')).filter(([name]) => !SINGLE_RUN_OUTPUTS.includes(name)),
);
