import { describe, expect, test } from '@jest/globals';

import {
  appendResults,
  chooseReports,
  durationOf,
  hasNoPass,
  listDevices,
  resultsOf,
  type NewResult,
} from '../../src/github/earlier-report.ts';
import { parseReport, type StoredReport } from '../../src/github/stored-report.ts';
import type { History, PastResult } from '../../src/model/history.ts';
import type { Report } from '../../src/model/report.ts';
import type { Testset } from '../../src/model/testset.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { createView } from '../../src/report/view.ts';
import type { ReportSubject } from '../../src/runtime/platform.ts';
import { allPassed, reportOf } from '../support/reports.ts';
import { complete, device, devices, NO_XML, unfinished } from '../support/testsets.ts';

const { run, request, app: ownApp } = allPassed();
const subject: ReportSubject = { run, request, app: ownApp, scenarios: [] };

/** A report as a later run reads it. */
function storedOf(report: Partial<Report>): StoredReport {
  const stored = parseReport(reportJson(createView({ ...allPassed(), ...report })));
  if (!stored) throw new Error('it is not read');
  return stored;
}

const withoutDevices = complete(devices(3, { 1: 'failed' }), { xml: NO_XML });

/** The position of the report that is chosen among some; -1 for none and for several. */
function choose(reports: readonly Partial<Report>[], of: Partial<ReportSubject> = {}): number {
  const all = reports.map(storedOf);
  const [chosen, another] = chooseReports(all, { ...subject, ...of });
  if (another) return -1;
  return all.findIndex((report) => report === chosen);
}

describe('the earlier report of the same job', () => {
  const attempt = (number: number): Partial<Report> => ({ run: { ...run, attempt: number } });
  const ofPart = (flavour: string): Pick<Report, 'run'> => ({ run: { ...run, matrix: { flavour } } });
  const app = (name: string): Partial<Report> => ({ app: { kind: 'sent', name, bytes: 1 } });
  const scenarios = (...ids: number[]): Report => {
    return reportOf(ids.map((scenario) => complete(devices(1), { scenario })));
  };

  test.each<[string, readonly Partial<Report>[], number]>([
    ['the only one', [{}], 0],
    ['none', [], -1],
    ['none of another job', [{ run: { ...run, job: 'other' } }], -1],
    ['none of another step of the job', [{ run: { ...run, step: '__acme_run-testset_2' } }], -1],
    ['none of another kind', [{ request: { ...request, kind: 'attached' } }], -1],
    ['none of another system', [{ request: { ...request, osType: 'iOS' } }], -1],
    ['none of another project', [{ request: { ...request, projectId: 510 } }], -1],
    ['none without devices', [reportOf(withoutDevices)], -1],
    ['that with the same app', [app('other.apk'), {}], 1],
    ['one with another app, such as a name with a version', [app('app-1.2.apk')], 0],
    ['one without an app', [{ app: undefined }], 0],
    ['that with a testset that has devices', [reportOf([withoutDevices, complete(devices(1), { id: 6 })])], 0],
    ['none of several that match', [{}, {}], -1],
    ['the last attempt', [attempt(1), attempt(3), attempt(2)], 1],
  ])('is %s', (_case, reports, chosen) => {
    expect(choose(reports)).toBe(chosen);
  });

  test('is that with the same values of the matrix, or the only one with others', () => {
    expect(choose([ofPart('free'), ofPart('paid')], ofPart('paid'))).toBe(1);
    expect(choose([ofPart('free')], ofPart('paid'))).toBe(0);
  });

  test('is that with the whole matrix, also where its text is the same', () => {
    const ofMatrix = (matrix: unknown): Pick<Report, 'run'> => ({ run: { ...run, matrix } });
    const long = (end: string): Pick<Report, 'run'> => ofMatrix({ variant: `${'x'.repeat(60)}${end}`, release: true });
    expect(choose([long('a'), long('b')], long('b'))).toBe(1);
    expect(choose([ofMatrix({ release: true }), ofMatrix({ release: 'true' })], ofMatrix({ release: 'true' }))).toBe(1);
  });

  test("is that with GitHub's name of the job, if the matrix does not decide", () => {
    const named = (jobName?: string): Pick<Report, 'run'> => ({ run: { ...run, jobName } });
    const both = [named('android / test'), named('ios / test')];
    expect(choose(both, named('ios / test'))).toBe(1);
    expect(choose(both, named())).toBe(-1);
    expect(choose([named('old name')], named('new name'))).toBe(0);
  });

  test.each([
    [[2, 3, 9], 1],
    [[9], -1],
  ])('of the scenarios %j is the one with most of them', (wanted, chosen) => {
    expect(choose([scenarios(1), scenarios(2, 3), scenarios(2, 4)], { scenarios: wanted })).toBe(chosen);
    expect(choose([scenarios(1)], { scenarios: wanted })).toBe(-1);
    expect(choose([scenarios(1)], { scenarios: [1], app: undefined })).toBe(0);
  });
});

test.each([
  ['timed out', unfinished('timed-out', { scenario: 1 }), -1],
  ['failed', { ...withoutDevices, scenario: 1 }, 0],
] as const)('a scenario without devices that %s has results: %p', (_what, testset, chosen) => {
  const report = reportOf([testset, complete(devices(1), { id: 6, scenario: 2 })]);
  expect(choose([report], { scenarios: [1] })).toBe(chosen);
});

describe('the results of a report', () => {
  const results = (...testsets: readonly Testset[]) => resultsOf(storedOf(reportOf(testsets)));
  const [two, oneFailed] = [devices(2), devices(2, { 0: 'failed' })];

  test('are those of its devices', () => {
    const [one, other] = [device(0), device(1, { result: 'failed', seconds: undefined })];
    expect(results(complete([one, other]))).toEqual([
      { device: one.device, passed: true, seconds: one.seconds },
      { device: other.device, passed: false },
    ]);
  });

  test.each([
    ['passed', complete(two, { scenario: 12 }), [{ scenario: 12, passed: true, seconds: two[1]?.seconds }]],
    ['failed', complete(oneFailed, { scenario: 12 }), [{ scenario: 12, passed: false, seconds: two[1]?.seconds }]],
    ['cancelled', complete(two, { scenario: 12, isCancelled: true }), []],
  ] as const)('are also that of a scenario that %s', (_what, testset, expected) => {
    expect(results(testset).filter((result) => result.device === undefined)).toEqual(expected);
  });

  test('of a device that is quarantined are failures', () => {
    const entry = { reason: 'r', owner: 'o', expires: '2026-12-15', device: device(0).device };
    const report = reportOf(complete(devices(2, { 0: 'failed' })), { quarantine: [entry] });
    expect(resultsOf(storedOf(report))[0]).toEqual({ device: entry.device, passed: false, seconds: two[0]?.seconds });
  });

  test('have no time if none is known', () => {
    expect(results(complete([device(0, { seconds: undefined })], { scenario: 12 }))[0]?.seconds).toBeUndefined();
  });

  test('are flaky if a device or scenario passed in another testset only', () => {
    const [failed, passed] = [
      complete(devices(1, { 0: 'failed' }), { scenario: 12 }),
      complete(devices(1), { scenario: 12, retry: 1 }),
    ];
    expect(results(failed, passed)).toMatchObject([
      { scenario: 12, passed: true, flaky: true },
      { scenario: 12, device: device(0).device, passed: true, flaky: true },
    ]);
    const again = complete(devices(1, { 0: 'failed' }), { scenario: 12, retry: 1 });
    expect(results(failed, again)[0]).not.toMatchObject({ flaky: true });
  });
});

describe('a device that failed within a second', () => {
  const failed = (at: number, seconds?: number) => device(at, { result: 'failed', seconds });
  const fast = device(1, { seconds: 0 });
  const results = (...testsets: readonly Testset[]) => resultsOf(storedOf(reportOf(testsets)));

  test.each([
    ['did not run', [failed(0, 0.9), device(1)], [device(1).device]],
    ['has a result after a second', [failed(0, 1), device(1)], [device(0).device, device(1).device]],
    ['has a result if no time is known', [failed(0)], [device(0).device]],
    ['has a result if another passed as fast', [failed(0, 0), fast], [device(0).device, fast.device]],
  ])('%s', (_what, testcases, names) => {
    expect(results(complete(testcases)).map(({ device: name }) => name)).toEqual(names);
  });

  test('gives its scenario no result if no device ran', () => {
    expect(results(complete([failed(0, 0)], { scenario: 12 }))).toEqual([]);
    expect(results(complete([failed(0, 0), failed(1, 5)], { scenario: 12 }))).toHaveLength(2);
  });
});

test.each([
  ['both failed', devices(2, { 0: 'failed', 1: 'error' }), true],
  ['one passed', devices(2, { 0: 'failed' }), false],
  ['its only device failed', devices(1, { 0: 'failed' }), false],
  ['its only device did not run', [device(0, { result: 'failed', seconds: 0 })], true],
] as const)('a report of which %s has no pass: %p', (_what, testcases, expected) => {
  expect(hasNoPass(storedOf(reportOf(complete(testcases))))).toBe(expected);
});

test('the devices of a report are named once, if it has the same scenarios', () => {
  const report = storedOf(reportOf([1, 2].map((scenario) => complete(devices(2), { scenario }))));
  expect(listDevices(report, [2, 1])).toEqual([device(0).device, device(1).device]);
  for (const scenarios of [[1], [1, 2, 3], [1, 3], []]) expect(listDevices(report, scenarios)).toBeUndefined();
  expect(listDevices(storedOf({}), [])).toHaveLength(3);
});

test.each<[what: string, report: Partial<Report>, seconds: number | undefined]>([
  ['waited for its testset', {}, 316],
  ['attached', { request: { ...request, kind: 'attached' } }, undefined],
  ['resumed', { resumed: [{ testsetId: 7, attempt: 1 }] }, undefined],
  ['did not wait for all', reportOf([unfinished('timed-out'), complete(devices(1), { id: 6 })]), undefined],
])('the duration of a step that %s is %p', (_what, report, seconds) => {
  expect(durationOf(storedOf(report))).toBe(seconds);
});

const PASSED: NewResult = { passed: true };
const FLAKY: NewResult = { passed: true, flaky: true };
const FAILED: NewResult = { passed: false };
const SHORT: NewResult = { passed: true, seconds: 3 };
const LONG: NewResult = { passed: true, seconds: 20 };

describe('appendResults', () => {
  /** Device A passes in all of these runs. */
  const passIn = (before: readonly History[], first: number, last: number): readonly History[] => {
    const runs = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    return runs.reduce((history, run) => appendResults(history, run, [{ device: 'A', passed: true }]), before);
  };

  test('begins a history, and keeps the last ten results of a device', () => {
    const history = appendResults(passIn([], 1, 11), 12, [{ device: 'A', passed: false, seconds: 5 }]);
    const kept = [3, 4, 5, 6, 7, 8, 9, 10, 11].map((run) => ({ run, passed: true }));
    expect(history).toEqual([{ device: 'A', results: [...kept, { run: 12, passed: false, seconds: 5 }] }]);
  });

  test('sorts runs that overlapped by their number, and counts a run once', () => {
    const first = appendResults([], 7, [{ device: 'A', passed: true }]);
    const second = appendResults(first, 5, [{ device: 'A', passed: false }]);
    expect(second).toMatchObject([{ results: [{ run: 5 }, { run: 7 }] }]);
    const again = appendResults(second, 7, [{ device: 'A', passed: false }]);
    expect(again[0]?.results).toEqual([5, 7].map((run) => ({ run, passed: false })));
  });

  test('the same device in two scenarios, and a scenario as a whole, are different entries', () => {
    const history = appendResults([], 7, [
      { scenario: 1, passed: true },
      { scenario: 1, device: 'A', passed: true },
      { scenario: 2, device: 'A', passed: true },
    ]);
    expect(history).toHaveLength(3);
  });

  test('a device that was missing once keeps its history; one that is gone for ten runs is dropped', () => {
    const begun = appendResults([], 1, [{ device: 'gone', passed: true }]);
    expect(passIn(begun, 2, 10)).toMatchObject([{ device: 'gone' }, { device: 'A' }]);
    expect(passIn(begun, 2, 11)).toMatchObject([{ device: 'A' }]);
    expect(appendResults([{ device: 'empty', results: [] }], 1, [])).toEqual([]);
  });

  test('an overlapping run with an old number drops no device of the last ten runs', () => {
    const history = passIn(appendResults([], 2, [{ device: 'B', passed: true }]), 3, 11);
    const late = appendResults(history, 1, [{ device: 'late', passed: true }]);
    expect(late).toMatchObject([{ device: 'B' }, { device: 'A' }]);
  });

  test.each<[results: [NewResult, NewResult], PastResult]>([
    [[FLAKY, PASSED], { run: 7, passed: true, flaky: true }],
    [[PASSED, FLAKY], { run: 7, passed: true, flaky: true }],
    [[FLAKY, FAILED], { run: 7, passed: false }],
    [[FAILED, FLAKY], { run: 7, passed: false }],
    [[PASSED, { ...PASSED, seconds: 0 }], { run: 7, passed: true, seconds: 0 }],
    [[SHORT, LONG], { run: 7, passed: true, seconds: 20 }],
    [[LONG, SHORT], { run: 7, passed: true, seconds: 20 }],
    [[PASSED, FAILED], { run: 7, passed: false }],
    [[FAILED, PASSED], { run: 7, passed: false }],
  ])('%j of two devices of one name are the one result %j', (both, result) => {
    const subject = { scenario: 1, device: 'A' };
    const given = both.map((each) => ({ ...each, ...subject }));
    expect(appendResults([], 7, given)).toEqual([{ ...subject, results: [result] }]);
  });
});
