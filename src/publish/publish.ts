import type { Platform } from '../runtime/platform.ts';
import type { ArtifactOptions, Inputs } from '../model/inputs.ts';
import { compareDevices } from '../report/compare-devices.ts';
import { failedDevices } from '../report/data.ts';
import { summaryMarkdown } from '../report/summary.ts';
import { junitParts } from '../report/junit.ts';
import type { Report } from '../model/report.ts';
import { pluralize } from '../model/words.ts';
import type { ResultsFolder } from '../results/results-folder.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { reportOutputs } from './outputs.ts';
import { writeReportFiles } from './report-files.ts';
import { logReport } from './log-report.ts';
import { warnOnFailure, type Attempt } from './log-report.ts';

/** What publishing takes, beside the report. */
export interface Publishing {
  readonly inputs: Pick<Inputs, 'artifact' | 'jobSummary'>;
  readonly folder: ResultsFolder;
  readonly runtime: Runtime;
  readonly platform: Platform;
  /** Called when everyone has been told: from then on the report is not lost with this job. Never fails. */
  readonly settle: (report: Report) => Promise<void>;
}

/**
 * Hands the report to everyone who is waiting for it. The outcome stands already: whatever goes wrong here is a warning, and keeps
 * nothing else from being published.
 *
 * @returns the report with what was found out while it was published
 */
export async function publishReport(made: Report, publishing: Publishing): Promise<Report> {
  const { inputs, runtime, platform, settle } = publishing;
  const { log } = runtime;
  const attempt = warnOnFailure(log);
  platform.outcomeIsDecided();
  await attempt('The outputs could not all be set', () => {
    setOutputs(reportOutputs(made, failedDevices(made)), platform);
  });
  // A check run that stays in progress would hold a pull request: after a cancel, when there is little time, it goes first.
  const concluded = conclude(made, platform, attempt);
  const report = await log.group('Results', () => keepResults(made, publishing, attempt));
  await log.group('Report', async () => {
    if (inputs.jobSummary)
      await attempt('The job summary could not be written', () => summarize(report, log, platform));
    await attempt('The comment could not be written', () => comment(report, platform));
    await concluded;
    await settle(report);
  });
  // Last, and in no group that could be folded: whoever opens a log looks at its end.
  await attempt('The report could not be written to the log completely', () => {
    logReport(report, log, platform);
  });
  return report;
}

/** The files, and the artifact that holds them; with what an earlier report says of the same devices. */
async function keepResults(
  made: Report,
  { inputs, folder, runtime, platform }: Publishing,
  attempt: Attempt,
): Promise<Report> {
  const report = (await attempt('Nothing was compared', () => compare(made, platform))) ?? made;
  await attempt('Not all result files could be written', () =>
    writeReportFiles(report, junitParts(report), folder, platform),
  );
  const files = folder.files().length;
  if (files > 0) runtime.log.info(`${pluralize(files, 'file')} in ${folder.path}`);
  const artifact = await attempt('The artifact could not be published', () =>
    publishFiles(report, inputs.artifact, folder, runtime, platform),
  );
  return artifact ? { ...report, artifact } : report;
}

async function summarize(report: Report, log: Runtime['log'], platform: Platform): Promise<void> {
  await platform.writeSummary(summaryMarkdown(report));
  log.info('The job summary is written.');
}

async function conclude(report: Report, { checkRun }: Platform, attempt: Attempt): Promise<void> {
  if (!checkRun) return;
  await attempt('The check run could not be concluded', async () => {
    const { checkRunText } = await import('../report/check-run.ts');
    await checkRun.conclude(report.outcome, checkRunText(report));
  });
}

/** The report with how the devices did before; only where results tell how they do now. */
async function compare(report: Report, { findBaseline }: Platform): Promise<Report> {
  if (!findBaseline || report.testsets.every(({ suites }) => suites.length === 0)) return report;
  const previous = await findBaseline(report);
  const comparison = previous && compareDevices(previous, report);
  return comparison ? { ...report, comparison } : report;
}

async function comment(report: Report, platform: Platform): Promise<void> {
  if (!platform.comment) return;
  const { commentBody } = await import('../report/summary.ts');
  await platform.comment((marker) => commentBody(report, marker));
}

function setOutputs(outputs: Readonly<Record<string, string>>, platform: Platform): void {
  for (const [name, value] of Object.entries(outputs)) platform.setOutput(name, value);
}

/** The artifact, if there is one now. */
async function publishFiles(
  report: Report,
  options: ArtifactOptions | undefined,
  folder: ResultsFolder,
  { log }: Runtime,
  platform: Platform,
): Promise<Report['artifact']> {
  if (!options) return undefined;
  const ids = report.testsets.flatMap(({ id }) => id ?? []);
  const reason = noArtifactBecause(report, ids);
  if (reason !== undefined) {
    log.info(`No artifact: ${reason}.`);
    return undefined;
  }
  const published = await platform.publishArtifact({
    name: options.name ?? artifactName(ids),
    files: folder.files(),
    root: folder.path,
    ...(options.retentionDays === undefined ? {} : { retentionDays: options.retentionDays }),
  });
  if (published.kind === 'skipped') log.notice(`No artifact: ${published.why}`);
  if (published.kind === 'failed')
    log.warning(`The artifact could not be published: ${published.why} The files are in ${folder.path}.`);
  if (published.kind !== 'published') return undefined;
  const { name, id, url, digest } = published;
  log.info(`Artifact ${name}: ${url}`);
  setOutputs({ 'artifact-id': id, 'artifact-url': url, 'artifact-digest': digest }, platform);
  return { name, url };
}

function noArtifactBecause({ outcome }: Report, ids: readonly number[]): string | undefined {
  if (ids.length === 0) return 'there is no testset whose results could go into it';
  if (outcome === 'started') return 'the testset has only been started';
  return outcome === 'cancelled' ? 'the run was cancelled; the files stay in the results folder' : undefined;
}

/** `testset-<id>`, or for several `testsets-<first id>-and-<n>-more` (docs/design.md, files and names). */
export function artifactName(ids: readonly number[]): string {
  return ids.length === 1 ? `testset-${ids[0] ?? ''}` : `testsets-${ids[0] ?? ''}-and-${ids.length - 1}-more`;
}
