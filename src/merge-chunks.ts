import { messageOf, TestsetError } from './errors.ts';
import type { MergeInputs } from './inputs.ts';
import { isGreen } from './outcome.ts';
import { reportOutputs } from './outputs.ts';
import { findParts } from './merge/find-parts.ts';
import { matchParts } from './merge/match.ts';
import { mergeReports } from './merge/merge-reports.ts';
import { annotations } from './report/annotations.ts';
import { consoleTable } from './report/console.ts';
import { failedDevices, reportJson } from './report/data.ts';
import { markdownSummary } from './report/markdown.ts';
import type { Report } from './report/report.ts';
import { junitXml } from './results/junit-file.ts';
import { openResultsFolder } from './results/save.ts';
import type { Step } from './step.ts';

/**
 * The story of the last job: find what the others left, match it with what they were to run, merge it into one report, and hand that in.
 *
 * @throws TestsetError when there is nothing to read, or a file cannot be written
 */
export async function mergeChunks(inputs: MergeInputs, step: Step): Promise<Report> {
  const { world, context } = step;
  const parts = await findParts(inputs.reportsDir).catch((error: unknown) => {
    throw nothingThere(inputs.reportsDir, error);
  });
  world.log.info(`${parts.length} of ${inputs.chunks.length} jobs left a folder in ${inputs.reportsDir}.`);
  const { chunks, warnings } = matchParts(inputs.chunks, parts, context.run);
  for (const warning of warnings) world.log.warning(warning);
  const report = mergeReports(chunks, context.run);
  await handIn(report, inputs, step);
  return report;
}

/** The outcome stands first, so that no trouble with a file hides it. */
async function handIn(report: Report, { resultsDir, jobSummary }: MergeInputs, step: Step): Promise<void> {
  const { world, context, runner, setOutput } = step;
  for (const [name, value] of Object.entries(mergedOutputs(report))) setOutput(name, value);
  for (const line of consoleTable(report)) world.log.info(line);
  if (!isGreen(report.outcome)) for (const annotation of annotations(report)) runner.annotate(annotation);

  const folder = openResultsFolder(context.workspace, resultsDir);
  const withSuites = report.testsets.filter(({ suites }) => suites.length > 0);
  const suites = withSuites.map(({ id, suites: own }) => ({ id, name: report.request.name, suites: own }));
  setOutput('junit-file', await folder.write('junit.xml', junitXml(suites)));
  await folder.write('report.json', reportJson(report));
  const summary = markdownSummary(report);
  await folder.write('summary.md', summary);
  setOutput('results-dir', folder.path);
  if (jobSummary) await runner.writeSummary(summary);
}

/** Outputs of the first action that say nothing of several jobs. */
const NOT_MERGED = ['artifact-id', 'artifact-url', 'artifact-digest', 'app-sha256'];

/** The outputs of the merged report that are known when its outcome is. */
export function mergedOutputs(report: Report): Readonly<Record<string, string>> {
  const outputs = Object.entries(reportOutputs(report, failedDevices(report)));
  return Object.fromEntries(outputs.filter(([name]) => !NOT_MERGED.includes(name)));
}

function nothingThere(folder: string, error: unknown): TestsetError {
  const message = `The reports of the jobs cannot be read from ${folder}: ${messageOf(error)}.`;
  return new TestsetError('unexpected', message, 'Download their artifacts into this folder before this step.', error);
}
