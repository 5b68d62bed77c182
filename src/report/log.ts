import { isGreen } from '../model/outcome.ts';
import { cleanText } from '../model/text.ts';
import type { DeviceRun } from '../model/verdict.ts';
import { formatDuration, formatNumber, joinPieces } from '../model/words.ts';
import type { Log, Piece } from '../runtime/log.ts';
import { describeDevice, formatResult } from './device-words.ts';
import { groupWarnings } from './notes.ts';
import type { ReportView } from './view.ts';

/** Logs the table of what failed, the warnings, and for a green step its heading; the last line of a red one is an error. */
export function logReport(view: ReportView, log: Pick<Log, 'info' | 'notice' | 'warning'>): void {
  const { outcome, testsets } = view.report;
  for (const line of tableLines(view)) log.info(line);
  for (const { words, place } of view.quarantineNotes) log.notice(words, place);
  for (const warning of groupWarnings(testsets)) log.warning(warning);
  if (isGreen(outcome)) log.info(joinSentences(view));
}

/** The last line of a red step: the heading, the device if only one failed, why, and what to do; `undefined` if the step is green. */
export function lastLine(view: ReportView): string | undefined {
  return isGreen(view.report.outcome) ? undefined : joinSentences(view);
}

function joinSentences(view: ReportView): string {
  const { report, failed, unlisted } = view;
  const { heading, about, why, open, next } = view.text;
  const [only, ...others] = failed;
  const isOne = only && others.length === 0 && unlisted === 0 && report.outcome === 'failed';
  const named = isOne ? only : failed.find(({ expired }) => expired);
  const place = !view.only && named?.testset.scenario !== undefined && `scenario ${named.testset.scenario}`;
  const device = named && `${joinPieces(' in ', [describeDevice(view, named), place])}.`;
  const sentences = joinPieces(' ', [device, about && `${about}:`, why, open, next]);
  return sentences === '' ? heading : `${heading}. ${sentences}`;
}

const MAX_ROWS = 50;

/** Columns of a name: a line without its address then fits most windows. */
const NAME_LIMIT = 60;

/** Longer addresses are left out: a line holds 500 characters, and part of an address is of no use. */
const ADDRESS_LIMIT = 250;

/** A line for each device that did not pass or is flaky, at most 50; in parts, which `logLine` cleans and colours. */
function tableLines(view: ReportView): readonly (readonly Piece[])[] {
  const all = [...view.failed, ...view.excused];
  const rows = all.slice(0, MAX_ROWS).map((run) => ({ run, cells: listCells(view, run) }));
  const widthOf = (column: number): number => Math.max(...rows.map(({ cells }) => cells[column]?.length ?? 0));
  // Two spaces stand between columns: one here, one between the parts of a line. The last column is as wide as its text.
  const lines = rows.map(({ run, cells }) =>
    cells.map((text, column): Piece => {
      const colour = run.excuse ? 'yellow' : 'red';
      const width = column < cells.length - 1 ? widthOf(column) + 1 : 0;
      return { text: text.padEnd(width), ...(column === 0 && { colour }) };
    }),
  );
  const more = all.length - rows.length;
  if (more > 0) lines.push([{ text: `… ${formatNumber(more)} more: see report.json` }]);
  return lines;
}

function listCells(view: ReportView, run: DeviceRun): readonly string[] {
  const { excuse, name, os, link = '', testset } = run;
  const { scenario, id } = testset;
  const subject = scenario === undefined ? `testset ${id}` : `scenario ${scenario}`;
  return [
    `${excuse ? '-' : '✗'} ${formatResult(view, run)}`,
    ...(view.only ? [] : [subject]),
    cleanText(name, NAME_LIMIT),
    cleanText(os, NAME_LIMIT / 2),
    formatDuration(run.seconds),
    link.length > ADDRESS_LIMIT ? '' : link,
  ];
}
