import { basename, relative } from 'node:path';

import { messageOf } from '../model/errors.ts';
import { artifactJob } from '../model/job-name.ts';
import { isGreen } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import { idsOf } from '../model/testset.ts';
import { joinPieces, nounFor, pluralize } from '../model/words.ts';
import { annotations } from '../report/annotations.ts';
import { junitXml } from '../report/junit.ts';
import { lastLine, logReport } from '../report/log.ts';
import { reportPage } from '../report/page.ts';
import { reportJson } from '../report/report-json.ts';
import { commentMarkdown, summaryMarkdown } from '../report/summary.ts';
import { createView, type Addresses, type ReportView } from '../report/view.ts';
import type { ResultsFolder } from '../results/results-folder.ts';
import type { ArtifactResult, Platform } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { reportOutputs } from './outputs.ts';

interface Publishing {
  readonly folder: ResultsFolder;
  readonly runtime: Runtime;
  readonly platform: Platform;
  /** Deletes the receipts if no later attempt needs them. Never fails. */
  readonly receipts?: { finish(report: Report): Promise<void> };
}

/** Publishes the report everywhere. A failure of one place is a warning. @returns the last line of the log if the step is red */
export async function publishReport(report: Report, publishing: Publishing): Promise<string | undefined> {
  const { runtime, platform, receipts } = publishing;
  const { log } = runtime;
  const view = createView(report);
  await tryOrWarn(log, 'The outputs could not all be set', () => {
    setOutputs(reportOutputs(report), platform);
  });
  await log.group('Report', async () => {
    const withAddresses = { ...view, addresses: await publishFiles(view, publishing) };
    // Not earlier: until the results are stored, a re-run must find the testset.
    const finished = receipts?.finish(report);
    await tryOrWarn(log, 'The job summary could not be written', async () => {
      await platform.writeSummary(summaryMarkdown(withAddresses));
      log.info('The job summary is written.');
    });
    await tryOrWarn(log, 'The comment could not be written', () =>
      platform.comment?.((marker) => commentMarkdown(withAddresses, marker), !isGreen(report.outcome), report.run),
    );
    await tryOrWarn(log, 'The annotations could not be written', () => {
      for (const annotation of annotations(view)) platform.annotate(annotation);
    });
    await finished;
  });
  // Last, and in no group that is folded, because readers look at the end of a log first.
  await tryOrWarn(log, 'The report could not be logged completely', () => {
    logReport(view, log);
  });
  return lastLine(view);
}

/** Runs `work`. If it fails, logs a warning that begins with `what` and returns `undefined`. */
async function tryOrWarn<T>(log: Runtime['log'], what: string, work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    log.warning(`${what}: ${messageOf(error)}`);
    return undefined;
  }
}

/** Writes the files, and publishes the artifact, and `report.html` by itself, which a browser opens with one click. */
async function publishFiles(view: ReportView, publishing: Publishing): Promise<Addresses> {
  const { folder, runtime, platform } = publishing;
  const { log } = runtime;
  await tryOrWarn(log, 'Not all result files could be written', () => writeReportFiles(view, folder, platform));
  const files = folder.files();
  const shownPath = relative(platform.workspace, folder.path);
  if (files.length > 0) log.info(`${pluralize(files.length, 'file')} in ${shownPath}`);
  const { publishArtifact } = platform;
  const reason = reasonForNoArtifact(view.report);
  if (reason !== undefined) {
    log.info(`No artifact: ${reason}`);
    return {};
  }
  const [name, pageName] = artifactNames(view.report);
  const root = folder.path;
  const pageFile = files.find((file) => basename(file) === 'report.html');
  const [artifact, page] = await Promise.all([
    tryOrWarn(log, 'The artifact could not be published', async () =>
      announceArtifact(await publishArtifact({ name, files, root }), shownPath, publishing),
    ),
    tryOrWarn(
      log,
      'The report page could not be published',
      async () => pageFile && publishArtifact({ name: pageName, files: [pageFile], root, isPlain: true }),
    ),
  ]);
  if (!page || page.kind !== 'value') {
    // If both failed, the other warning says it all.
    const isFailure = page && page.kind !== 'skipped' && artifact !== undefined;
    if (isFailure) log.warning(`The report page could not be published by itself: ${page.reason}.`);
    return { artifact };
  }
  const { url } = page.value;
  log.info(`Report: ${url}`);
  platform.setOutput('report-url', url);
  return { artifact, page: url };
}

/** Logs what came of the artifact, and sets its outputs. @returns its address */
function announceArtifact(
  result: ArtifactResult,
  shownPath: string,
  { runtime: { log }, platform }: Publishing,
): string | undefined {
  if (result.kind === 'value') {
    const { name, id, url } = result.value;
    log.info(`Artifact ${name}: ${url}`);
    setOutputs({ 'artifact-id': id, 'artifact-url': url }, platform);
    return url;
  }
  if (result.kind === 'skipped') log.info(`No artifact: ${result.reason}`);
  else log.warning(`The artifact could not be published: ${result.reason}. The files are in ${shownPath}.`);
  return undefined;
}

/** Writes the files of a report, and sets their outputs. @throws one Error with the reasons for all that could not be written */
export async function writeReportFiles(
  view: ReportView,
  folder: ResultsFolder,
  platform: Pick<Platform, 'setOutput'>,
): Promise<void> {
  const errors = new Set<string>();
  const write = async (...[name, content]: Parameters<ResultsFolder['write']>): Promise<string> =>
    folder.write(name, content).catch((error: unknown) => {
      errors.add(messageOf(error));
      return '';
    });
  // First, because the next run knows by it that the others are of the action.
  await write('report.json', reportJson(view));
  platform.setOutput('junit-file', await write('junit.xml', junitXml(view)));
  await write('summary.md', summaryMarkdown(view));
  // Last, because it is the largest, and the disk may be full.
  await write('report.html', reportPage(view));
  if (folder.files().length > 0) platform.setOutput('results-dir', folder.path);
  if (errors.size > 0) throw new Error([...errors].join(' '));
}

/** Why the files of a report are not published; `undefined` if they are. */
export function reasonForNoArtifact({ outcome, testsets }: Report): string | undefined {
  if (idsOf(testsets).length === 0) return 'no testset is known';
  if (outcome === 'started') return 'this step does not wait for the results';
  if (outcome === 'cancelled') return 'the run was cancelled; the files stay in the results folder';
  return undefined;
}

/** The names of the artifact and of the page: `testset-251929-device-test-paid`, `device-report-251929-…` (docs/design.md, appendix B). */
function artifactNames({ run, testsets }: Report): readonly [files: string, page: string] {
  const [first, ...others] = idsOf(testsets);
  const of = joinPieces('-', [`${first}`, others.length > 0 && `and-${others.length}-more`, artifactJob(run)]);
  return [`${nounFor(others.length + 1, 'testset')}-${of}`, `device-report-${of}`];
}

function setOutputs(outputs: Readonly<Record<string, string>>, platform: Platform): void {
  for (const [name, value] of Object.entries(outputs)) platform.setOutput(name, value);
}
