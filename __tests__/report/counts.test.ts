import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import type { Report } from '../../src/model/report.ts';
import { reportOutputs } from '../../src/publish/outputs.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { reportPage } from '../../src/report/page.ts';
import { describeBar } from '../../src/report/report-words.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import { createView } from '../../src/report/view.ts';
import { reportOf } from '../support/reports.ts';
import { complete, devices } from '../support/testsets.ts';
import { anyReport, numberIn } from './any-report.ts';
import { open, oneStopped, ran } from './given.ts';

type Counts = Readonly<Record<string, readonly (number | undefined)[]>>;

/** The number in a text; 1 where the text has a word in place of it, 0 where it says nothing. */
function numberOf(text: string, pattern: RegExp): number {
  const [found, number = '1'] = pattern.exec(text) ?? [];
  return found === undefined ? 0 : Number(number);
}

const countOf = (text: string, pattern: string): number => text.match(new RegExp(pattern, 'g'))?.length ?? 0;

/** What each place says of a kind; `undefined` where one does not count it. */
function readCounts(report: Report): Counts {
  const view = createView(report);
  const { heading } = view.text;
  const page = [...reportPage(view)].join('').replaceAll('\u00a0', ' ');
  const summary = summaryMarkdown(view).replaceAll('\u00a0', ' ');
  const { counts: data } = JSON.parse(reportJson(view)) as { readonly counts: Readonly<Record<string, number>> };
  const outputs = reportOutputs(report);
  const output = (name: string): number => Number(outputs[`${name}-count`]);
  const rows = (kinds: string): number => countOf(page, `data-kinds="${kinds}"`);
  const inHeading = (words: string): number => numberIn(heading, words) ?? 0;
  const [, bar] = /class="bar"[^>]* aria-label="([^"]*)"/.exec(page) ?? [];
  const inBar = (words: string): number | undefined => (bar === undefined ? undefined : (numberIn(bar, words) ?? 0));

  const excused = inHeading('flaky') + inHeading('quarantined');
  const counts: Counts = {
    total: [output('total'), data['total']],
    excused: [excused, output('excused'), data['excused'], rows('\\w+ (?:flaky|quarantined)')],
    marked: ['new', 'still failing', 'unsteady']
      .map((words) => inHeading(words) - rows(`failed ${words.replace(' ', '-')}`))
      .concat(0),
  };
  if (report.testsets.length > 1) {
    const ended = (outcome: string): number => report.testsets.filter((testset) => testset.outcome === outcome).length;
    const folded = /✅ (?:(\d+) scenarios|Scenario \d+) passed/;
    return {
      ...counts,
      'scenarios that failed': [ended('failed'), inBar('failed'), countOf(page, '<h2>❌'), countOf(summary, '<td>❌')],
      'scenarios that passed': [
        ...[ended('passed'), inBar('passed'), countOf(page, '<h2>✅') + numberOf(page, folded)],
        countOf(summary, '<td>✅') + numberOf(summary, folded),
      ],
      'scenarios that were not tested': [ended('rejected') + ended('not-started'), inBar('not tested')],
    };
  }
  if (report.outcome !== 'passed' && report.outcome !== 'failed') return counts;
  const unnamed = numberOf(summary, /do not name (?:(\d+) (?:more )?device|this)/);
  const areUnnamed = summary.includes('do not name these');
  const isSure = report.testsets.every(({ isConfirmed }) => isConfirmed);
  const folds = (isSure ? [summary, page] : []).map(
    (text) => numberOf(text, /<summary>✅ (\d+) (?:passed|device)/) + rows('passed flaky'),
  );
  return {
    ...counts,
    failed: [
      numberOf(heading, /(?:The device|(\d+)(?: of \d+ devices)?) (?:failed|stopped)/),
      inBar(/stopped by/.test(heading) ? 'stopped' : 'failed'),
      areUnnamed ? undefined : rows('failed(?: (?:new|unsteady|still-failing))?') + unnamed,
    ],
    passed: [output('pass'), data['pass'], rows('passed(?: \\w+)?'), ...folds],
  };
}

test('two counts of one kind in one report agree', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      const differing = Object.entries(readCounts(report)).filter(
        ([, numbers]) => new Set(numbers.filter((each) => each !== undefined)).size > 1,
      );
      expect(differing).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['1 stopped, 7 passed', reportOf(complete(devices(7), { counts: oneStopped }))],
  ['2 failed, 2 passed', ran(4, { 1: 'failed', 2: 'skipped' })],
  ['1 failed, 2 stopped, 5 passed', open('timed-out', { counts: { pass: 5, fail: 1, stop: 2 } })],
])('the bar counts stopped devices as the heading does: %s', (words, report) => {
  expect(describeBar(createView(report).bar)).toBe(words);
});
