import { describe, expect, test } from '@jest/globals';

import type { Part } from '../../src/merge/find-parts.ts';
import { matchParts } from '../../src/merge/match.ts';
import { readReport } from '../../src/merge/read-report.ts';
import type { Report } from '../../src/model/report.ts';
import { without } from '../support/reports.ts';
import { inAttempt, jobReport, passedReport, RUN, scenarioTestset, textOf } from './support.ts';

const WANTED = [[101, 102], [103]];
/** The job that merges runs in the third attempt. */
const HERE = { ...RUN, attempt: 3 };

function part(folder: string, report: Report, doubt?: string): Part {
  return { kind: 'report', folder, report: readReport(textOf(report)), ...(doubt !== undefined && { doubt }) };
}

/** The outcomes of the reports that the chunks have got, with their attempts; `none` where there is no report. */
function match(...parts: readonly Part[]): { readonly got: readonly string[]; readonly said: readonly string[] } {
  const { chunks, warnings } = matchParts(WANTED, parts, HERE);
  expect(chunks.map(({ scenarios }) => scenarios)).toEqual(WANTED);
  return {
    got: chunks.map(({ report }) => (report ? `${report.outcome} ${report.run.attempt}` : 'none')),
    said: warnings,
  };
}

const failed = (scenario: number): Report => jobReport([scenarioTestset(scenario, ['failed'])]);

describe('each chunk gets the report of its scenarios', () => {
  test('in whatever order they lie, and are told', () => {
    const { got, said } = match(part('b', passedReport([103])), part('a', passedReport([102, 101])));
    expect(got).toEqual(['passed 1', 'passed 1']);
    expect(said).toEqual([]);
  });

  test.each<[string, readonly Part[], readonly string[]]>([
    ['the last attempt counts', [part('a', failed(103)), part('b', inAttempt(2, passedReport([103])))], ['passed 2']],
    ['in any order', [part('a', inAttempt(2, failed(103))), part('b', passedReport([103]))], ['failed 2']],
    ['in any number', [1, 3, 2].map((at) => part(`${at}`, inAttempt(at, passedReport([103])))), ['passed 3']],
    ['of one attempt the worse', [part('a', passedReport([103])), part('b', failed(103))], ['failed 1']],
    ['whichever comes first', [part('a', failed(103)), part('b', passedReport([103]))], ['failed 1']],
    ['of one attempt the doubtful', [part('a', passedReport([103])), part('b', failed(103), 'odd')], ['none']],
    [
      'the last, though doubtful',
      [part('a', passedReport([103])), part('b', inAttempt(2, failed(103)), 'odd')],
      ['none'],
    ],
    [
      'the last, not one before',
      [part('a', failed(103), 'odd'), part('b', inAttempt(2, passedReport([103])))],
      ['passed 2'],
    ],
  ])('%s', (_what, parts, got) => {
    expect(match(...parts).got).toEqual(['none', ...got]);
  });
});

describe('what counts for nothing is told', () => {
  const other = { ...passedReport([103]), run: { ...RUN, runId: '7' } };
  const early = jobReport([without(scenarioTestset(103), 'scenario')], { sentence: 'The list was refused.' });
  const others = 'it tells of other scenarios than any of the jobs was to run';
  test.each<[string, Report, string]>([
    ['another run', other, 'it is of another run'],
    ['an attempt to come', inAttempt(4, passedReport([103])), 'it is of an attempt that has not been yet'],
    ['other scenarios', passedReport([104]), others],
    ['fewer scenarios', passedReport([101]), others],
    ['more scenarios', passedReport([103, 104]), others],
    ['a scenario twice', passedReport([103, 103]), others],
    ['no scenario', early, 'it tells of no scenario, only this: The list was refused'],
  ])('%s', (_what, report, why) => {
    expect(match(part('stray', report))).toEqual({
      got: ['none', 'none'],
      said: [`The report in stray cannot be used: ${why}.`],
    });
  });

  test('a doubt, of the report that would have counted', () => {
    const parts = [part('old', failed(103), 'older'), part('new', inAttempt(2, failed(103)), 'it is odd')];
    expect(match(...parts).said).toEqual(['The report in new cannot be used: it is odd.']);
  });

  test('what cannot be read concerns all of them', () => {
    const parts: readonly Part[] = [
      part('a', passedReport([103])),
      { kind: 'unreadable', folder: 'b', why: 'it is torn' },
    ];
    const { doubts, warnings } = matchParts(WANTED, parts, HERE);
    expect(doubts).toEqual(['The report in b cannot be used: it is torn.']);
    expect(warnings).toEqual(doubts);
  });
});
