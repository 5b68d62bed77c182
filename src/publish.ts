import { messageOf } from './errors.ts';
import type { ArtifactWish, Inputs } from './inputs.ts';
import type { Log } from './log.ts';
import type { Office } from './office.ts';
import { isGreen } from './outcome.ts';
import { reportOutputs } from './outputs.ts';
import { annotations } from './report/annotations.ts';
import { consoleTable } from './report/console.ts';
import { failedDevices, reportJson } from './report/data.ts';
import { markdownSummary } from './report/markdown.ts';
import type { Report } from './report/report.ts';
import { junitXml } from './results/junit-file.ts';
import type { Pieces } from './results/replace-file.ts';
import type { ReportFile, ResultsFolder } from './results/save.ts';
import type { World } from './world.ts';

/**
 * Hands the report to everyone who is waiting for it. The outcome stands already: whatever goes wrong here is a warning, and keeps
 * nothing else from being published.
 */
export async function publishReport(
  report: Report,
  inputs: Inputs,
  folder: ResultsFolder,
  world: World,
  office: Office,
): Promise<void> {
  const attempt = attempter(world.log);
  await attempt('The outputs could not all be set', () => {
    setOutputs(reportOutputs(report, failedDevices(report)), office);
  });
  await attempt('The log does not tell everything', () => {
    tell(report, world.log, office);
  });
  const summary = await attempt('The summary could not be drawn', () => markdownSummary(report));
  await attempt('Not all result files could be written', () => writeFiles(report, summary, folder, office));
  if (inputs.jobSummary && summary !== undefined) {
    await attempt('The job summary could not be written', () => office.writeSummary(summary));
  }
  const wish = inputs.artifact;
  if (wish)
    await attempt('The artifact could not be published', () => publishFiles(report, wish, folder, world, office));
}

/** Does one thing of several; what goes wrong is a warning, and its value is missing. */
type Attempt = <T>(trouble: string, work: () => T | Promise<T>) => Promise<T | undefined>;

function attempter(log: Log): Attempt {
  return async (trouble, work) => {
    try {
      return await work();
    } catch (error) {
      log.warning(`${trouble}: ${messageOf(error)}`);
      return undefined;
    }
  };
}

/** The table and the warnings for everyone; annotations only where the step is red, because a tolerated failure is none. */
function tell(report: Report, log: Log, office: Office): void {
  for (const line of consoleTable(report)) log.info(line);
  for (const warning of report.testsets.flatMap(({ warnings }) => warnings)) log.warning(warning);
  if (isGreen(report.outcome)) return;
  for (const annotation of annotations(report)) office.annotate(annotation);
}

function setOutputs(outputs: Readonly<Record<string, string>>, office: Office): void {
  for (const [name, value] of Object.entries(outputs)) office.setOutput(name, value);
}

/** Each file by itself: one that cannot be written keeps no other from being there. One warning tells of all. */
async function writeFiles(
  report: Report,
  summary: string | undefined,
  folder: ResultsFolder,
  office: Office,
): Promise<void> {
  const troubles: string[] = [];
  const write = async (name: ReportFile, content: () => string | Pieces): Promise<string> => {
    try {
      return await folder.write(name, content());
    } catch (error) {
      troubles.push(messageOf(error));
      return '';
    }
  };
  const withSuites = report.testsets.filter(({ suites }) => suites.length > 0);
  const parts = withSuites.map(({ id, suites }) => ({ id, name: report.request.name, suites }));
  if (parts.length > 0) office.setOutput('junit-file', await write('junit.xml', () => junitXml(parts)));
  await write('report.json', () => reportJson(report));
  if (summary !== undefined) await write('summary.md', () => summary);
  if (folder.files().length > 0) office.setOutput('results-dir', folder.path);
  if (troubles.length > 0) throw new Error(troubles.join(' '));
}

async function publishFiles(
  report: Report,
  wish: ArtifactWish,
  folder: ResultsFolder,
  world: World,
  office: Office,
): Promise<void> {
  const ids = report.testsets.flatMap(({ id }) => id ?? []);
  const reason = noArtifactBecause(report, ids);
  if (reason !== undefined) {
    world.log.info(`No artifact: ${reason}.`);
    return;
  }
  const published = await office.publishArtifact({
    name: wish.name ?? artifactName(ids),
    files: folder.files(),
    root: folder.path,
    ...(wish.retentionDays === undefined ? {} : { retentionDays: wish.retentionDays }),
  });
  if (published.kind === 'skipped') world.log.notice(`No artifact: ${published.why}`);
  if (published.kind === 'failed')
    world.log.warning(`The artifact could not be published: ${published.why} The files are in ${folder.path}.`);
  if (published.kind === 'published') {
    world.log.info(`Artifact ${published.name}: ${published.url}`);
    setOutputs(
      { 'artifact-id': published.id, 'artifact-url': published.url, 'artifact-digest': published.digest },
      office,
    );
  }
}

function noArtifactBecause({ outcome }: Report, ids: readonly number[]): string | undefined {
  if (ids.length === 0) return 'there is no testset whose results could go into it';
  if (outcome === 'started') return 'the testset has only been started';
  return outcome === 'cancelled' ? 'the run was cancelled; the files stay in the results folder' : undefined;
}

/** `testset-<id>`, or for several `testsets-<first id>-and-<n>-more` (CONTRACT). */
export function artifactName(ids: readonly number[]): string {
  return ids.length === 1 ? `testset-${ids[0] ?? ''}` : `testsets-${ids[0] ?? ''}-and-${ids.length - 1}-more`;
}
