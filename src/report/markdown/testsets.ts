import { unfinishedCount } from '../../model/counts.ts';
import { agreesWith, SOURCE_NAMES, type Report, type ResultSource, type TestsetReport } from '../../model/report.ts';
import { cleanText } from '../../model/text.ts';
import { formatNumber, pluralize } from '../../model/words.ts';
import { testsetLabel } from '../testset-words.ts';
import { OUTCOME_ICONS, OUTCOME_WORDS } from '../titles.ts';
import { headRow, html, NOT_KNOWN, row } from './html.ts';

const HEADS = ['Testset', 'Outcome', 'Device runs', 'Passed', 'Failed', 'Error', 'Stopped', 'Not finished'];

/** A table of the testsets; none for a single testset, which the heading describes. */
export function* testsetTable({ testsets }: Report, rows: number): Generator<string> {
  if (testsets.length < 2) return;
  if (rows > 0) {
    yield '<table>';
    yield headRow(HEADS);
    for (const testset of testsets.slice(0, rows)) yield testsetRow(testset);
    yield '</table>';
  }
  const left = testsets.length - rows;
  if (left > 0) yield `<p>${formatNumber(left)} of ${pluralize(testsets.length, 'testset')} not shown here.</p>`;
}

function testsetRow(testset: TestsetReport): string {
  const { id, outcome, counts } = testset;
  const numbers = [counts.total, counts.pass, counts.fail, counts.error, counts.stop, unfinishedCount(counts)];
  return row([
    html(testsetLabel(testset)),
    `${OUTCOME_ICONS[outcome]} ${OUTCOME_WORDS[outcome]}`,
    ...numbers.map((number) => (id === undefined ? NOT_KNOWN : formatNumber(number))),
  ]);
}

/** The figures of all result sources side by side, for complete testsets whose sources do not agree. */
export function* sourceTable(report: Report, rows: number): Generator<string> {
  const different = report.testsets.filter(({ status, sources }) => status === 'Complete' && !agree(sources));
  if (different.length === 0 || rows === 0) return;
  const hasSeveral = report.testsets.length > 1;
  yield '<p>What each source of the results shows:</p>';
  yield '<table>';
  yield headRow([...(hasSeveral ? ['Testset'] : []), 'Source', 'Passed', 'Not passed', 'Remark']);
  for (const { id, sources } of different.slice(0, rows)) {
    for (const source of sources) yield row([...(hasSeveral ? [String(id ?? 'none')] : []), ...sourceCells(source)]);
  }
  yield '</table>';
}

function agree([status, ...documents]: readonly ResultSource[]): boolean {
  return status === undefined || documents.every((document) => agreesWith(status, document));
}

function sourceCells({ source, state, passed, notPassed, why }: ResultSource): string[] {
  const name = SOURCE_NAMES[source];
  const figures = state === 'read' ? [formatNumber(passed), formatNumber(notPassed)] : [NOT_KNOWN, NOT_KNOWN];
  const remarks = { read: 'read', absent: 'not delivered', unreadable: html(`unreadable: ${cleanText(why)}`) };
  return [name.charAt(0).toUpperCase() + name.slice(1), ...figures, remarks[state]];
}
