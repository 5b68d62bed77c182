import { inReadingOrder, parted, unitTests } from './device.ts';
import { fit, steps, type Detail } from './fit.ts';
import { block } from './markdown/block.ts';
import { deviceTables, type Tests } from './markdown/devices.ts';
import { factLines } from './markdown/facts.ts';
import { attachHelp, footerLines } from './markdown/footer.ts';
import { noteCount, noteLines } from './markdown/notes.ts';
import { testsetTable } from './markdown/testsets.ts';
import { witnessTable } from './markdown/witnesses.ts';
import type { Report } from './report.ts';
import { OUTCOME_ICONS, verdict } from './verdict-words.ts';

/** The runner drops a whole summary of more than 1 MiB; this leaves room for what other commands of the step add. */
const SUMMARY_LIMIT = 900 * 1024;

/**
 * The job summary: GitHub's Markdown of at most `limitBytes` bytes of UTF-8, drawn with less detail where all of it would not fit.
 * The least that can be drawn takes up to 50,000 bytes, so a smaller limit is not always kept.
 */
export function markdownSummary(
  report: Report,
  { limitBytes = SUMMARY_LIMIT }: { readonly limitBytes?: number } = {},
): string {
  const { passed, notPassed } = parted(unitTests(report));
  const tests: Tests = { passed, notPassed: inReadingOrder(notPassed) };
  const longest = Math.max(notPassed.length, report.testsets.length, noteCount(report));
  return fit(steps(longest), (detail) => draw(report, tests, detail), limitBytes);
}

function* draw(report: Report, tests: Tests, detail: Detail): Generator<string> {
  yield `## ${OUTCOME_ICONS[report.outcome]} ${verdict(report)}\n\n`;
  yield* block(factLines(report));
  yield* block(testsetTable(report, detail));
  yield* block(witnessTable(report, detail));
  yield* deviceTables(report, tests, detail);
  yield* block(noteLines(report, detail));
  yield* attachHelp(report, detail);
  yield* block(footerLines(report, detail));
}
