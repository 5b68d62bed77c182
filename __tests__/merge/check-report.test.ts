import { describe, expect, test } from '@jest/globals';

import { findContradiction, hasSameResults } from '../../src/merge/check-report.ts';
import { NO_COUNTS } from '../../src/model/counts.ts';
import type { Report } from '../../src/model/report.ts';
import type { ResultSource } from '../../src/model/sources.ts';
import type { Suite, Testcase } from '../../src/model/results.ts';
import { createTestcases, mixed60, scenarios, timedOut, without } from '../support/reports.ts';
import { jobReport, passedReport, scenarioTestset } from './support.ts';

const TWO = passedReport([101, 102]);
const RED = scenarioTestset(102, ['failed']);

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
    ['failed', jobReport([scenarioTestset(101), RED])],
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
  const nonePassed = scenarioTestset(1, ['failed'], { outcome: 'passed' });
  const noResults = scenarioTestset(101, ['passed'], { suites: [] });
  const shows = (passed: number, notPassed: number) => status && { ...status, passed, notPassed };
  test.each<[string, Report, string]>([
    ['no testset', passedReport([]), 'no testset'],
    ...(['total', 'pass', 'fail', 'error', 'stop'] as const).map((kind): [string, Report, string] => [
      `another sum of ${kind}`,
      { ...TWO, counts: { ...TWO.counts, [kind]: TWO.counts[kind] + 1 } },
      'not the sum',
    ]),
    ['a better outcome', { ...jobReport([RED]), outcome: 'passed' }, 'not the worst'],
    ['a worse outcome', { ...TWO, outcome: 'failed' }, 'not the worst'],
    ['passed over a limit', claim({}), 'its counts are not'],
    ['none passed', jobReport([nonePassed], { limits: ANY }), 'its counts are not'],
    ['passed and running', claim({ status: 'Running' }, ANY), 'not complete'],
    ['passed without a status', claim({ status: 'Unknown' }, ANY), 'not complete'],
    ['passed and unfinished', claim({ counts: { ...NO_COUNTS, total: 3, pass: 1, fail: 1 } }, ANY), 'not complete'],
    ['passed without results', claim({ suites: [], counts }), 'its results differ'],
    ['results with fewer passed', claim({ counts }), 'its results differ'],
    ['results with more failed', claim({ counts: { ...NO_COUNTS, total: 1, pass: 1 } }), 'its results differ'],
    ['no identifier', jobReport(TWO.testsets.map((testset) => without(testset, 'id'))), 'is not complete'],
    ['one that passed without devices', jobReport([scenarioTestset(101), scenarioTestset(102, [])]), 'is not complete'],
    ['one that passed without results in a red report', jobReport([noResults, RED]), 'its results differ'],
    ['no sources', withSources(), 'its sources do not agree'],
    ['only the status', withSources(status), 'its sources do not agree'],
    ['no document', withSources(status, absent(xml), absent(json)), 'its sources do not agree'],
    ['other figures in JSON', withSources(status, xml, json && { ...json, passed: 1 }), 'its sources do not agree'],
    ['other figures of the status', withSources(shows(1, 0), xml), 'its sources do not agree'],
    ['fewer passed in all than the counts', withSources(shows(1, 0), xml && { ...xml, passed: 1 }), 'do not agree'],
    ['more not passed in the status than in the counts', withSources(shows(2, 1), xml), 'do not agree'],
    ['JSON that cannot be read', withSources(status, xml, json && { ...json, state: 'unreadable' }), 'do not agree'],
    ['a reason', jobReport([scenarioTestset(101, ['passed'], { reasons: [{ sentence: 'No.' }] })]), 'has a reason'],
    ['a problem', jobReport([scenarioTestset(101, ['passed'], { problem })]), 'has a reason'],
  ])('%s', (_what, report, reason) => {
    expect(findContradiction(report)).toContain(reason);
  });
});

describe('a JUnit file has the results of its report', () => {
  const suiteOf = (testcases: Suite['testcases']): Suite => ({ name: 's', testcases });
  const [one, other] = createTestcases(2) as [Testcase, Testcase];
  const whole = suiteOf([one, other]);

  test.each<[string, readonly Suite[], boolean]>([
    ['all results', [whole, whole], true],
    ['also an empty suite', [whole, whole, suiteOf([])], true],
    ['fewer results', [suiteOf([one]), whole], false],
    ['more results', [suiteOf([one, other, one]), whole], false],
    ['another result', [suiteOf([one, { ...other, result: 'failed' }]), whole], false],
    ['no results', [], false],
  ])('with %s: %p', (_what, file, expected) => {
    expect(hasSameResults(file, TWO)).toBe(expected);
  });
});
