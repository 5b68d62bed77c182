import { describe, expect, test } from '@jest/globals';

import { findContradiction, hasSameResults } from '../../src/merge/check-report.ts';
import { NO_COUNTS } from '../../src/model/counts.ts';
import type { Report } from '../../src/model/report.ts';
import type { ResultSource } from '../../src/model/sources.ts';
import type { Suite } from '../../src/model/results.ts';
import { createTestcases, mixed60, scenarios, timedOut, without } from '../support/reports.ts';
import { jobReport, passedReport, scenarioTestset } from './support.ts';

const TWO = passedReport([101, 102]);

/** A report of one scenario with the outcome passed, and something else in its testset. */
function claim(overrides: Parameters<typeof scenarioTestset>[2], limits = TWO.limits): Report {
  const testset = scenarioTestset(101, ['passed', 'failed'], { outcome: 'passed', reasons: [], ...overrides });
  return jobReport([testset], { limits });
}

const ANY = { fail: Infinity, error: Infinity, stop: Infinity };
const [first] = TWO.testsets;
const [status, xml, json] = first?.sources ?? [];
/** A report of one testset that passed, with these sources. */
const withSources = (...sources: readonly (ResultSource | undefined)[]): Report =>
  jobReport([scenarioTestset(101, ['passed', 'passed'], { sources: sources.flatMap((source) => source ?? []) })]);
const absent = (source: ResultSource | undefined): ResultSource | undefined => source && { ...source, state: 'absent' };
const tolerated = claim({}, { ...TWO.limits, fail: 1 });

describe('a report without a contradiction', () => {
  test.each<[string, Report]>([
    ['all passed', TWO],
    ['one failed, within the limit', tolerated],
    ['one stopped that no document names', claim({ counts: { total: 3, pass: 1, fail: 1, error: 0, stop: 1 } }, ANY)],
    ['failed', jobReport([scenarioTestset(101), scenarioTestset(102, ['failed'])])],
    ['failed, and one stopped in no document', mixed60()],
    ['timed out', timedOut()],
    ['refused in part', scenarios()],
    ['without JSON', withSources(status, xml, absent(json))],
    ['with a warning', jobReport([scenarioTestset(101, ['passed'], { warnings: ['Slow.'] })])],
  ])('%s', (_what, report) => {
    expect(findContradiction(report)).toBeUndefined();
  });
});

describe('a report that contradicts itself', () => {
  const counts = { ...NO_COUNTS, total: 2, pass: 2 };
  const problem = { code: 'unexpected', message: 'm', hint: '' } as const;
  test.each<[string, Report, string]>([
    ['no testset', passedReport([]), 'no testset'],
    ...(['total', 'pass', 'fail', 'error', 'stop'] as const).map((kind): [string, Report, string] => [
      `another sum of ${kind}`,
      { ...TWO, counts: { ...TWO.counts, [kind]: TWO.counts[kind] + 1 } },
      'not the sum',
    ]),
    ['a better outcome', { ...jobReport([scenarioTestset(1, ['failed'])]), outcome: 'passed' }, 'not the worst'],
    ['a worse outcome', { ...TWO, outcome: 'failed' }, 'not the worst'],
    ['passed over a limit', claim({}), 'its counts are not'],
    [
      'none passed',
      jobReport([scenarioTestset(1, ['failed'], { outcome: 'passed' })], { limits: ANY }),
      'its counts are not',
    ],
    ['passed and running', claim({ status: 'Running' }, ANY), 'not complete'],
    ['passed without a status', claim({ status: 'Unknown' }, ANY), 'not complete'],
    ['passed and unfinished', claim({ counts: { ...NO_COUNTS, total: 3, pass: 1, fail: 1 } }, ANY), 'not complete'],
    ['passed without results', claim({ suites: [], counts }), 'its results differ'],
    ['results with fewer passed', claim({ counts }), 'its results differ'],
    ['results with more failed', claim({ counts: { ...NO_COUNTS, total: 1, pass: 1 } }), 'its results differ'],
    ['no identifier', jobReport(TWO.testsets.map((testset) => without(testset, 'id'))), 'is not complete'],
    ['one that passed without devices', jobReport([scenarioTestset(101), scenarioTestset(102, [])]), 'is not complete'],
    [
      'one that passed in a report that is red, without results',
      jobReport([scenarioTestset(101, ['passed'], { suites: [] }), scenarioTestset(102, ['failed'])]),
      'its results differ',
    ],
    ['no sources', withSources(), 'its sources do not agree'],
    ['only the status', withSources(status), 'its sources do not agree'],
    ['no document', withSources(status, absent(xml), absent(json)), 'its sources do not agree'],
    ['other figures in JSON', withSources(status, xml, json && { ...json, passed: 1 }), 'its sources do not agree'],
    ['other figures of the status', withSources(status && { ...status, passed: 1 }, xml), 'its sources do not agree'],
    [
      'fewer passes in all sources than in the counts',
      withSources(status && { ...status, passed: 1 }, xml && { ...xml, passed: 1 }),
      'its sources do not agree',
    ],
    [
      'more not passed in the status than in the counts',
      withSources(status && { ...status, notPassed: 1 }, xml),
      'agree',
    ],
    ['JSON that cannot be read', withSources(status, xml, json && { ...json, state: 'unreadable' }), 'do not agree'],
    ['a reason', jobReport([scenarioTestset(101, ['passed'], { reasons: [{ sentence: 'No.' }] })]), 'has a reason'],
    ['a problem', jobReport([scenarioTestset(101, ['passed'], { problem })]), 'has a reason'],
  ])('%s', (_what, report, reason) => {
    expect(findContradiction(report)).toContain(reason);
  });
});

describe('a JUnit file', () => {
  const suites: readonly Suite[] = [101, 102].map(() => ({ name: 's', testcases: createTestcases(2) }));
  const [first = { name: '', testcases: [] }, ...others] = suites;
  const alter = (testcases: Suite['testcases']): readonly Suite[] => [{ ...first, testcases }, ...others];

  test('has the results of its report', () => {
    expect(hasSameResults(suites, TWO)).toBe(true);
    expect(hasSameResults([...suites, { name: 'nothing', testcases: [] }], TWO)).toBe(true);
  });

  test.each<[string, readonly Suite[]]>([
    ['fewer results', alter(first.testcases.slice(1))],
    ['more results', alter([...first.testcases, { device: 'x', result: 'passed' }])],
    ['another result', alter(first.testcases.map((testcase) => ({ ...testcase, result: 'failed' })))],
    ['no results', []],
  ])('with %s differs', (_what, file) => {
    expect(hasSameResults(file, TWO)).toBe(false);
  });
});
