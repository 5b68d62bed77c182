import { messageOf, TestsetError } from '../model/errors.ts';
import type { MergeInputs } from '../inputs/merge-inputs.ts';
import { findParts } from './find-parts.ts';
import { jobsDoubts } from './match.ts';
import { matchParts, type Chunk } from './match.ts';
import { mergeReports } from './merged-report.ts';
import { emptyOutputs, reportOutputs } from '../publish/outputs.ts';
import { writeReportFiles } from '../publish/report-files.ts';
import { logReport } from '../publish/log-report.ts';
import { warnOnFailure } from '../publish/log-report.ts';
import { failedDevices } from '../report/data.ts';
import { summaryMarkdown } from '../report/summary.ts';
import { junitParts } from '../report/junit.ts';
import type { Report } from '../model/report.ts';
import { pluralize } from '../model/words.ts';
import { openResultsFolder } from '../results/results-folder.ts';
import type { RunContext } from '../model/run-context.ts';
import type { Step } from '../step/step.ts';

/** What the story needs of the step. */
type MergeStep = Pick<Step, 'runtime' | 'runner' | 'setOutput' | 'outcomeIsDecided'> & {
  readonly context: Pick<RunContext, 'run' | 'workspace'>;
};

/**
 * The story of the last job: find what the others left, match it with what they were to run, merge it into one report, and hand that in.
 *
 * @throws TestsetError when what they left cannot be listed
 */
export async function mergeChunks(inputs: MergeInputs, step: MergeStep): Promise<Report> {
  const { log } = step.runtime;
  const { run } = step.context;
  const parts = await findParts(inputs.reportsDir).catch((error: unknown) => {
    throw notListed(inputs.reportsDir, error);
  });
  log.info(
    `${pluralize(inputs.chunks.length, 'job')} ran; found ${pluralize(parts.length, 'report')} in ${inputs.reportsDir}.`,
  );
  const { chunks, warnings, doubts } = matchParts(inputs.chunks, parts, run);
  for (const warning of warnings) log.warning(warning);
  const report = mergeReports(chunks, [...doubts, ...jobsDoubts(chunks, inputs.jobsResult)], run);
  await handIn(report, chunks, inputs, step);
  return report;
}

/** The outcome stands already: whatever goes wrong here is a warning, and keeps nothing else from being handed in. */
async function handIn(
  report: Report,
  chunks: readonly Chunk[],
  { resultsDir, jobSummary }: MergeInputs,
  { runtime: { log }, context, runner, setOutput, outcomeIsDecided }: MergeStep,
): Promise<void> {
  outcomeIsDecided();
  const attempt = warnOnFailure(log);
  for (const [name, value] of Object.entries(mergedOutputs(report))) setOutput(name, value);
  const folder = openResultsFolder(context.workspace, resultsDir);
  // Each job names its testsets in its own way, so its part of the file is made from its own report.
  const suites = chunks.flatMap((chunk) => (chunk.report ? junitParts(chunk.report) : []));
  await attempt('Not all result files could be written', () => writeReportFiles(report, suites, folder, { setOutput }));
  if (jobSummary) {
    await attempt('The job summary could not be written', () => runner.writeSummary(summaryMarkdown(report)));
  }
  await attempt('The report could not be written to the log completely', () => {
    logReport(report, log, runner);
  });
}

/** Outputs of the first action that say nothing of several jobs. */
const NOT_MERGED = ['artifact-id', 'artifact-url', 'artifact-digest', 'app-sha256'];

/** What the outputs are before anything is known. */
export const UNMERGED: Outputs = withoutOthers(emptyOutputs('inconclusive'));

type Outputs = Readonly<Record<string, string>>;

function mergedOutputs(report: Report): Outputs {
  return withoutOthers(reportOutputs(report, failedDevices(report)));
}

function withoutOthers(outputs: Outputs): Outputs {
  return Object.fromEntries(Object.entries(outputs).filter(([name]) => !NOT_MERGED.includes(name)));
}

function notListed(folder: string, error: unknown): TestsetError {
  const message = `What the jobs left cannot be read from ${folder}: ${messageOf(error)}.`;
  return new TestsetError('unexpected', message, 'Download their artifacts into this folder before this step.', error);
}
