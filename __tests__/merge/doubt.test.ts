import { describe, expect, test } from '@jest/globals';

import { doubtIn, tellsTheSame } from '../../src/merge/doubt.ts';
import type { Report } from '../../src/model/report.ts';
import type { Suite } from '../../src/model/results.ts';
import { mixed60, scenarios, timedOut, without } from '../support/reports.ts';
import { jobReport, passedReport, scenarioTestset } from './support.ts';

const TWO = passedReport([101, 102]);

/** A report of one scenario that says passed, with something else in its testset. */
function claim(overrides: Parameters<typeof scenarioTestset>[2], limits = TWO.limits): Report {
  return jobReport([scenarioTestset(101, ['passed', 'failed'], { outcome: 'passed', ...overrides })], { limits });
}

const ANY = { fail: Infinity, error: Infinity, stop: Infinity };
const tolerated = claim({}, { ...TWO.limits, fail: 1 });

describe('what is believed', () => {
  test.each<[string, Report]>([
    ['all passed', TWO],
    ['one failed, within the limit', tolerated],
    ['one stopped that no document names', claim({ counts: { total: 3, pass: 1, fail: 1, error: 0, stop: 1 } }, ANY)],
    ['failed', jobReport([scenarioTestset(101), scenarioTestset(102, ['failed'])])],
    ['failed, and one stopped in no document', mixed60()],
    ['timed out', timedOut()],
    ['refused in part', scenarios()],
  ])('%s', (_what, report) => {
    expect(doubtIn(report)).toBeUndefined();
  });
});

describe('what is not', () => {
  const counts = { total: 2, pass: 2, fail: 0, error: 0, stop: 0 };
  test.each<[string, Report, string]>([
    ['no testset', passedReport([]), 'it tells of no testset'],
    ...(['total', 'pass', 'fail', 'error', 'stop'] as const).map((kind): [string, Report, string] => [
      `another sum of ${kind}`,
      { ...TWO, counts: { ...TWO.counts, [kind]: TWO.counts[kind] + 1 } },
      'its counts are not the sum',
    ]),
    ['a better word', { ...jobReport([scenarioTestset(1, ['failed'])]), outcome: 'passed' }, 'its outcome is not'],
    ['a worse word', { ...TWO, outcome: 'failed' }, 'its outcome is not the worst'],
    ['passed over a limit', claim({}), 'it says passed, but its counts do not'],
    [
      'passed, and none did',
      jobReport([scenarioTestset(101, ['failed'], { outcome: 'passed' })], { limits: ANY }),
      'it says passed, but its counts do not',
    ],
    ['passed and running', claim({ status: 'Running' }, ANY), 'not complete'],
    ['passed and never heard of', claim({ status: 'Unknown' }, ANY), 'not complete'],
    [
      'passed and unfinished',
      claim({ counts: { total: 3, pass: 1, fail: 1, error: 0, stop: 0 } }, ANY),
      'not complete',
    ],
    ['passed without results', claim({ suites: [], counts }), 'whose results say otherwise'],
    ['results with fewer passed', claim({ counts }), 'whose results say otherwise'],
    [
      'results with more that failed',
      claim({ counts: { total: 1, pass: 1, fail: 0, error: 0, stop: 0 } }),
      'whose results say otherwise',
    ],
    [
      'passed without an identifier',
      jobReport(TWO.testsets.map((testset) => without(testset, 'id'))),
      'a testset that is not complete',
    ],
    [
      'one passed that is empty',
      jobReport([scenarioTestset(101), scenarioTestset(102, [])]),
      'a testset that is not complete',
    ],
  ])('%s', (_what, report, doubt) => {
    expect(doubtIn(report)).toContain(doubt);
  });
});

describe('a JUnit file tells the same', () => {
  const suites = TWO.testsets.flatMap((testset) => testset.suites);
  const [first = { name: '', testcases: [] }, ...others] = suites;
  const alter = (testcases: Suite['testcases']): readonly Suite[] => [{ ...first, testcases }, ...others];

  test('as its report', () => {
    expect(tellsTheSame(suites, TWO)).toBe(true);
    expect(tellsTheSame([...suites, { name: 'nothing', testcases: [] }], TWO)).toBe(true);
  });

  test.each<[string, readonly Suite[]]>([
    ['less', alter(first.testcases.slice(1))],
    ['more', alter([...first.testcases, { device: 'x', result: 'passed' }])],
    ['another result', alter(first.testcases.map((testcase) => ({ ...testcase, result: 'failed' })))],
    ['nothing', []],
  ])('but not with %s', (_what, file) => {
    expect(tellsTheSame(file, TWO)).toBe(false);
  });
});
