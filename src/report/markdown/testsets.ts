import { unfinished } from '../../counts.ts';
import { html } from '../escape.ts';
import type { Detail } from '../fit.ts';
import type { Report, TestsetReport } from '../report.ts';
import { testsetLabel } from '../testset-label.ts';
import { OUTCOME_ICONS, OUTCOME_WORDS } from '../verdict-words.ts';
import { count, grouped } from '../words.ts';
import { headRow, NOT_KNOWN, row } from './block.ts';

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
  if (left > 0) yield `<p>${grouped(left)} of ${count(testsets.length, 'testset')} left out for length.</p>`;
}

function testsetRow(testset: TestsetReport): string {
  const { id, outcome, counts } = testset;
  const numbers = [counts.total, counts.pass, counts.fail, counts.error, counts.stop, unfinished(counts)];
  return row([
    html(testsetLabel(testset)),
    `${OUTCOME_ICONS[outcome]} ${OUTCOME_WORDS[outcome]}`,
    // Where there is no testset there is nothing that could be counted.
    ...numbers.map((number) => (id === undefined ? NOT_KNOWN : grouped(number))),
  ]);
}
