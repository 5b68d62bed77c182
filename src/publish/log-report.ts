import { isGreen } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import type { DeviceRun } from '../model/verdict.ts';
import { joinPieces } from '../model/words.ts';
import { describeDevice } from '../report/advice.ts';
import { annotations } from '../report/annotations.ts';
import { consoleTable } from '../report/console.ts';
import { groupWarnings } from '../report/notes.ts';
import type { ReportView } from '../report/view.ts';
import type { Log } from '../runtime/log.ts';
import type { Platform } from '../runtime/platform.ts';

/** Adds annotations for the devices that failed; only if the step is red, because a tolerated failure is no error. */
export function annotateDevices(view: ReportView, platform: Pick<Platform, 'annotate'>): void {
  if (isGreen(view.report.outcome)) return;
  for (const annotation of annotations(view)) platform.annotate(annotation);
}

/** Logs the table of what failed, the warnings, and for a green step its heading; the last line of a red one is an error. */
export function logReport(view: ReportView, log: Pick<Log, 'info' | 'notice' | 'warning'>): void {
  const { outcome, testsets } = view.report;
  for (const line of consoleTable(view)) log.info(line);
  for (const { words, place } of view.quarantineNotes) log.notice(words, place);
  for (const warning of groupWarnings(testsets)) log.warning(warning);
  if (isGreen(outcome)) log.info(joinSentences(view));
}

/** The last line of a red step: the heading, the device if only one failed, why, and what to do; `undefined` if the step is green. */
export function lastLine(view: ReportView): string | undefined {
  return isGreen(view.report.outcome) ? undefined : joinSentences(view);
}

function joinSentences({ report, text: { heading, about, why, open, next }, notPassed, unlisted }: ReportView): string {
  const [only, ...others] = notPassed;
  const isOne = only && others.length === 0 && unlisted === 0 && report.outcome === 'failed';
  const named = isOne ? only : notPassed.find(({ expired }) => expired);
  const device = named && `${nameDevice(named, report)}.`;
  const sentences = joinPieces(' ', [device, about && `${about}:`, why, open, next]);
  return sentences === '' ? heading : `${heading}. ${sentences}`;
}

/** `SAMSUNG Galaxy_A54 failed for the first time`, with several testsets `… in scenario 1042` */
function nameDevice(run: DeviceRun, { testsets }: Report): string {
  const { scenario } = run.testset;
  return joinPieces(' in ', [
    describeDevice(run),
    testsets.length > 1 && scenario !== undefined && `scenario ${scenario}`,
  ]);
}
