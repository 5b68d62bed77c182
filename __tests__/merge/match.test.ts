import { describe, expect, test } from '@jest/globals';

import type { JobReport } from '../../src/merge/find-reports.ts';
import { matchReports } from '../../src/merge/match.ts';
import { parseReport } from '../../src/model/report-schema.ts';
import type { Report } from '../../src/model/report.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { without } from '../support/reports.ts';
import { inAttempt, jobReport, passedReport, RUN, scenarioTestset } from './support.ts';

const WANTED = [[101, 102], [103]];
/** The reports are merged in the third attempt. */
const HERE = { ...RUN, attempt: 3 };

function part(folder: string, report: Report, contradiction?: string): JobReport {
  return { folder, report: parseReport(reportJson(report)), contradiction };
}

/** The outcomes and attempts of the reports of the chunks; `none` without a report. */
function match(...parts: readonly JobReport[]): { got: readonly string[]; warned: readonly string[] } {
  const { chunks, warnings } = matchReports(WANTED, parts, HERE);
  expect(chunks.map(({ scenarios }) => scenarios)).toEqual(WANTED);
  return {
    got: chunks.map(({ report }) => (report ? `${report.outcome} ${report.run.attempt}` : 'none')),
    warned: warnings,
  };
}

const green = passedReport([103]);
const red = jobReport([scenarioTestset(103, ['failed'])]);

describe('each chunk has the report of its scenarios', () => {
  test('in any order', () => {
    const { got, warned } = match(part('b', passedReport([103])), part('a', passedReport([102, 101])));
    expect(got).toEqual(['passed 1', 'passed 1']);
    expect(warned).toEqual([]);
  });

  test.each<[string, readonly JobReport[], string]>([
    ['the last attempt counts', [part('a', red), part('b', inAttempt(2, green))], 'passed 2'],
    ['in any order', [part('a', inAttempt(2, red)), part('b', green)], 'failed 2'],
    ['in any number', [1, 3, 2].map((at) => part(`${at}`, inAttempt(at, green))), 'passed 3'],
    ['of one attempt the worse', [part('a', green), part('b', red)], 'failed 1'],
    ['whichever comes first', [part('a', red), part('b', green)], 'failed 1'],
    ['of one attempt the one with a problem', [part('a', red), part('b', green, 'odd')], 'none'],
    ['the last, even with a problem', [part('a', green), part('b', inAttempt(2, red), 'odd')], 'none'],
    ['the last, not one before', [part('a', red, 'odd'), part('b', inAttempt(2, green))], 'passed 2'],
  ])('%s', (_what, parts, got) => {
    expect(match(...parts).got).toEqual(['none', got]);
  });
});

describe('a report that does not count has a warning', () => {
  const inRun = (run: Partial<typeof RUN>): Report => ({ ...green, run: { ...RUN, ...run } });
  const early = jobReport([without(scenarioTestset(103), 'scenario')], { sentence: 'The list was refused.' });
  const others = 'its scenarios are not in `chunks`';
  test.each<[string, Report, string]>([
    ['another run', inRun({ runId: '7' }), 'it is from another run'],
    ['another repository', inRun({ repository: 'octo-org/another' }), 'it is from another repository'],
    ['another commit', inRun({ commit: 'f'.repeat(40) }), 'it is from another commit'],
    ['a later attempt', inAttempt(4, green), 'it is from a later attempt'],
    ['other scenarios', passedReport([104]), others],
    ['fewer scenarios', passedReport([101]), others],
    ['more scenarios', passedReport([103, 104]), others],
    ['a scenario twice', passedReport([103, 103]), others],
    ['no scenario', early, 'it has no scenario ("The list was refused.")'],
  ])('%s', (_what, report, reason) => {
    expect(match(part('stray', report))).toEqual({
      got: ['none', 'none'],
      warned: [`The report in stray cannot be used: ${reason}.`],
    });
  });

  test('a problem of the report that would have counted', () => {
    const parts = [part('old', red, 'older'), part('new', inAttempt(2, red), 'it is odd')];
    expect(match(...parts).warned).toEqual(['The report in new cannot be used: it is odd.']);
    const [first, ...others] = match(part('stray', passedReport([104])), ...parts).warned;
    expect([first, others.length]).toEqual(['The report in new cannot be used: it is odd.', 1]);
  });

  test('an unreadable report may be about any chunk', () => {
    const torn = { folder: 'b', reason: 'it is torn' };
    const { unassigned, warnings } = matchReports(WANTED, [part('a', green), torn], HERE);
    expect(unassigned).toEqual(['The report in b cannot be used: it is torn.']);
    expect(warnings).toEqual(unassigned);
  });

  test('of reports from different jobs it is not known which count', () => {
    const inJob = (job: string, scenarios: number[]): Report => passedReport(scenarios, { run: { ...RUN, job } });
    const smoke = part('b', inJob('smoke', [103]));
    const { unassigned } = matchReports(WANTED, [smoke, part('a', inJob('run', [101, 102]))], HERE);
    expect(unassigned).toEqual([expect.stringContaining('different jobs (run, smoke)')]);
    const unrelated = part('c', inJob('smoke', [104]));
    expect(matchReports(WANTED, [part('a', inJob('run', [103])), unrelated], HERE).unassigned).toEqual([]);
  });
});
