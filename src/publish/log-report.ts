import { messageOf, withHint } from '../model/errors.ts';
import { isGreen } from '../model/outcome.ts';
import { joinPieces } from '../model/words.ts';
import { hasResultPages } from '../report/advice.ts';
import { annotations } from '../report/annotations.ts';
import { consoleTable } from '../report/console.ts';
import { groupWarnings } from '../report/notes.ts';
import type { ReportView } from '../report/view.ts';
import type { Log } from '../runtime/log.ts';
import type { Platform } from '../runtime/platform.ts';

/** Adds annotations for the devices that did not pass; only if the step is red, because a tolerated failure is no error. */
export function annotateDevices(view: ReportView, platform: Pick<Platform, 'annotate'>): void {
  if (isGreen(view.report.outcome)) return;
  for (const annotation of annotations(view)) platform.annotate(annotation);
}

/** Logs the table of what did not pass, the warnings, and for a green step its title; the last line of a red one is an error. */
export function logReport(view: ReportView, log: Pick<Log, 'info' | 'warning'>): void {
  const { outcome, sentence, hint, testsets } = view.report;
  for (const line of consoleTable(view)) log.info(line);
  for (const warning of groupWarnings(testsets)) log.warning(warning);
  if (outcome === 'started') log.info(withHint(sentence, hint));
  if (outcome === 'passed') log.info(view.title);
}

/**
 * The last line of a step: which devices did not pass and what the limits allow, or what happened, and what to do next; `undefined` if
 * it is green.
 */
export function lastLine({ report, title, limitsText, unnamed }: ReportView): string | undefined {
  const { outcome, sentence, hint, testsets } = report;
  if (isGreen(outcome)) return undefined;
  if (outcome !== 'failed') return withHint(sentence, hint);
  const allowsSome = Object.values(report.limits).some((limit) => limit > 0);
  // The table above has the devices that are named, and links to their result pages.
  const details = [(allowsSome || unnamed > 0) && limitsText, !hasResultPages(testsets) && hint];
  return joinPieces('. ', [title, joinPieces(' ', details)]);
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
