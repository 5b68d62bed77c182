import { fit, steps, type Detail } from '../fit.ts';
import { kindNote } from '../kind-note.ts';
import type { Report } from '../report.ts';
import { inReadingOrder, unitTests } from '../unit-tests.ts';
import { allUnnamed } from '../unnamed.ts';
import { OUTCOME_ICONS, verdict } from '../verdict-words.ts';
import { block } from './block.ts';
import { comparisonLines } from './comparison.ts';
import { roomFor } from './device-rows.ts';
import { deviceTables, type Tests } from './devices.ts';
import { factLines } from './facts.ts';
import { attachHelp, footerLines } from './footer.ts';
import { noteCount, noteLines } from './notes.ts';
import type { Place } from './place.ts';
import { testsetTable } from './testsets.ts';
import { witnessTable } from './witnesses.ts';

/** Draws a report as GitHub's Markdown, with less detail where all of it would be more than the place allows. */
export function drawReport(report: Report, place: Place): string {
  const { passed, notPassed } = unitTests(report);
  const { limitBytes, most } = place;
  const capacity = roomFor(notPassed.concat(passed), limitBytes);
  const first = inReadingOrder(notPassed, Math.min(capacity, most));
  const tests: Tests = {
    passed,
    notPassed: first,
    others: notPassed.length - first.length,
    unnamed: allUnnamed(report),
  };
  const longest = Math.max(notPassed.length, report.testsets.length, noteCount(report));
  const details = steps({ passed: passed.length, notPassed: notPassed.length, longest, capacity, most });
  return fit(details, (detail) => draw(report, tests, detail, place), limitBytes);
}

function* draw(report: Report, tests: Tests, detail: Detail, { heading, rest }: Place): Generator<string> {
  if (heading !== '') yield `${heading} ${OUTCOME_ICONS[report.outcome]} ${verdict(report)}\n\n`;
  yield* block(factLines(report));
  yield* block(comparisonLines(report, detail));
  yield* block(testsetTable(report, detail));
  yield* block(witnessTable(report, detail));
  yield* block(kindNoteLines(report));
  yield* deviceTables(report, tests, detail, rest);
  yield* block(noteLines(report, detail));
  yield* attachHelp(report, detail);
  yield* block(footerLines(report, detail));
}

/** Above the devices, where a reader who has seen the heading would wonder. */
function* kindNoteLines(report: Report): Generator<string> {
  const note = kindNote(report);
  if (note !== undefined) yield `<p>${note}</p>`;
}
