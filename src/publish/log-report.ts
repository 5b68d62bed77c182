import { countDevices } from '../model/counts.ts';
import { messageOf, withHint } from '../model/errors.ts';
import { isGreen } from '../model/outcome.ts';
import { cleanText } from '../model/text.ts';
import { DEVICE_LABELS } from '../model/verdict.ts';
import { joinPieces } from '../model/words.ts';
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
export function logReport(view: ReportView, log: Pick<Log, 'info' | 'notice' | 'warning'>): void {
  const { outcome, sentence, hint, testsets } = view.report;
  for (const line of consoleTable(view)) log.info(line);
  for (const { words, place } of view.quarantineNotes) log.notice(words, place);
  for (const warning of groupWarnings(testsets)) log.warning(warning);
  if (outcome === 'started') log.info(withHint(sentence, hint));
  if (outcome === 'passed') log.info(view.title);
}

/**
 * The last line of a step: which devices did not pass and what `max-failures` allows, or what happened, and what to do next; `undefined` if
 * it is green.
 */
export function lastLine(view: ReportView): string | undefined {
  const { report, text, title, countsText, unnamed } = view;
  const { outcome, sentence, hint } = report;
  if (isGreen(outcome)) return undefined;
  if (outcome !== 'failed') return withHint(sentence, hint);
  const what = nameOnlyDevice(view) ?? title;
  return joinPieces(' ', [`${what}.`, unnamed > 0 && countsText, ...text.details, hint]);
}

/** `LGE Nexus_5X had an error (1 of 8 devices)`, if it is the only one that did not pass. */
function nameOnlyDevice({ report: { counts, testsets }, notPassed, unnamed }: ReportView): string | undefined {
  const [first, ...others] = notPassed;
  if (!first || others.length > 0 || unnamed > 0) return undefined;
  const { scenario } = first.testset;
  const where = testsets.length > 1 && scenario !== undefined && `in scenario ${scenario}`;
  const what = [cleanText(first.name), DEVICE_LABELS[first.result].verb, where];
  return `${joinPieces(' ', what)} (1 of ${countDevices(counts.total, testsets.length)})`;
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
