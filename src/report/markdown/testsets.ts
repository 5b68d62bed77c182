import { unfinishedCount } from '../../model/counts.ts';
import { agreesWith, type Report, type TestsetReport, type ResultSource } from '../../model/report.ts';
import { cleanText } from '../../model/text.ts';
import { pluralize, formatNumber } from '../../model/words.ts';
import { testsetLabel } from '../testset-words.ts';
import { OUTCOME_ICONS, OUTCOME_WORDS } from '../verdict-words.ts';
import type { Detail } from './fit.ts';
import { headRow, html, NOT_KNOWN, row } from './html.ts';

const HEADS = ['Testset', 'Outcome', 'Unit tests', 'Passed', 'Failed', 'Error', 'Stopped', 'Not finished'];

/** With several testsets, how each of them went; with one, the heading says it already. */
export function* testsetTable({ testsets }: Report, { rows }: Detail): Generator<string> {
  if (testsets.length < 2) return;
  const left = testsets.length - rows;
  if (rows > 0) {
    yield '<table>';
    yield headRow(HEADS);
    for (const testset of testsets.slice(0, rows)) yield testsetRow(testset);
    yield '</table>';
  }
  if (left > 0) yield `<p>${formatNumber(left)} of ${pluralize(testsets.length, 'testset')} left out for length.</p>`;
}

function testsetRow(testset: TestsetReport): string {
  const { id, outcome, counts } = testset;
  const numbers = [counts.total, counts.pass, counts.fail, counts.error, counts.stop, unfinishedCount(counts)];
  return row([
    html(testsetLabel(testset)),
    `${OUTCOME_ICONS[outcome]} ${OUTCOME_WORDS[outcome]}`,
    // Where there is no testset there is nothing that could be counted.
    ...numbers.map((number) => (id === undefined ? NOT_KNOWN : formatNumber(number))),
  ]);
}

const SOURCES: Readonly<Record<ResultSource['source'], string>> = { status: 'Status', xml: 'XML', json: 'JSON' };

/** What the status, the XML and the JSON say, side by side, where they do not bear each other out. */
export function* sourceTable(report: Report, { rows }: Detail): Generator<string> {
  const doubtful = report.testsets.filter(({ status, sources }) => status === 'Complete' && !agree(sources));
  if (doubtful.length === 0 || rows === 0) return;
  const several = report.testsets.length > 1;
  yield '<p>What each source of the results says:</p>';
  yield '<table>';
  yield headRow([...(several ? ['Testset'] : []), 'Source', 'Passed', 'Not passed', 'Remark']);
  for (const testset of doubtful.slice(0, rows)) yield* witnessRows(testset, several);
  yield '</table>';
}

/** Whether all were read and bear out the status. */
function agree(sources: readonly ResultSource[]): boolean {
  const [status, ...documents] = sources;
  if (!status) return true;
  return status.source === 'status' && documents.every((document) => agreesWith(status, document));
}

function* witnessRows({ id, sources }: TestsetReport, several: boolean): Generator<string> {
  for (const witness of sources) {
    const { source, state, passed, notPassed } = witness;
    const figures = state === 'read' ? [formatNumber(passed), formatNumber(notPassed)] : [NOT_KNOWN, NOT_KNOWN];
    yield row([...(several ? [String(id ?? 'none')] : []), SOURCES[source], ...figures, remark(witness)]);
  }
}

function remark({ state, why }: ResultSource): string {
  switch (state) {
    case 'read':
      return 'read';
    case 'absent':
      return 'not delivered';
    case 'unreadable':
      return html(`unreadable: ${cleanText(why)}`);
  }
}
