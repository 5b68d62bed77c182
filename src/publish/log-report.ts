import { messageOf, withHint } from '../model/errors.ts';
import { isGreen } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import { annotations } from '../report/annotations.ts';
import { consoleTable } from '../report/console.ts';
import { groupWarnings } from '../report/testset-words.ts';
import { viewOf } from '../report/view.ts';
import type { Log } from '../runtime/log.ts';
import type { Platform } from '../runtime/platform.ts';

/** Adds annotations for the devices that did not pass; only if the step is red, because a tolerated failure is no error. */
export function annotateDevices(report: Report, platform: Pick<Platform, 'annotate'>): void {
  if (isGreen(report.outcome)) return;
  for (const annotation of annotations(report)) platform.annotate(annotation);
}

/** Logs the table of what did not pass, the warnings, and for a green step its title; the last line of a red one is an error. */
export function logReport(report: Report, log: Pick<Log, 'info' | 'warning'>): void {
  const { outcome, sentence, testsets } = report;
  for (const line of consoleTable(report)) log.info(line);
  for (const warning of groupWarnings(testsets)) log.warning(warning);
  if (outcome === 'started') {
    const ids = testsets.flatMap(({ id }) => id ?? []).join(',');
    log.info(`${sentence} To wait for the results, run a step with \`testset-id: ${ids}\`.`);
  } else if (isGreen(outcome)) log.info(viewOf(report).title);
}

/** The last line of a step: which devices did not pass, or what happened and what to do next; `undefined` if it is green. */
export function lastLine(report: Report): string | undefined {
  const { outcome, sentence, hint } = report;
  if (isGreen(outcome)) return undefined;
  return outcome === 'failed' ? viewOf(report).title : withHint(sentence, hint);
}

/** Runs `work`. If it fails, logs a warning that begins with `what` and returns `undefined`. */
export async function tryOrWarn<T>(
  log: Pick<Log, 'warning'>,
  what: string,
  work: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    log.warning(`${what}: ${messageOf(error)}`);
    return undefined;
  }
}
