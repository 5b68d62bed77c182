import { describe, expect, test } from '@jest/globals';

import { chooseReport, resultsOf, subjectOf, type ReportSubject } from '../../src/model/earlier-report.ts';
import type { Report } from '../../src/model/report.ts';
import { parseReport, type StoredReport } from '../../src/model/stored-report.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { createReport, createTestcase, createTestset, type GivenTestset } from '../support/reports.ts';

const subject = subjectOf(createReport());
const { run, request } = subject;

/** The suites of a testset with a device that failed, and passed in another testset. */
const EXCUSED: GivenTestset['suites'] = [
  { name: 'S', testcases: [{ device: createTestcase(0).device, result: 'failed', excused: 'flaky' }] },
];

/** A report as a later run reads it. */
function storedOf(report: Partial<Report>): StoredReport {
  const stored = parseReport(reportJson(createReport(report)));
  if (!stored) throw new Error('it is not read');
  return stored;
}

/** The position of the report that is chosen among some. */
function choose(reports: readonly Partial<Report>[], of: Partial<ReportSubject> = {}): number {
  const all = reports.map(storedOf);
  const chosen = chooseReport(all, { ...subject, ...of });
  return all.findIndex((report) => report === chosen);
}

describe('the earlier report of the same job', () => {
  const attempt = (number: number): Partial<Report> => ({ run: { ...run, attempt: number } });
  const app = (name: string): Partial<Report> => ({ app: { name, bytes: 1 } });
  const scenarios = (...ids: number[]): Partial<Report> => ({
    testsets: ids.map((scenario) => createTestset({ scenario })),
  });

  test.each<[string, readonly Partial<Report>[], number]>([
    ['the only one', [{}], 0],
    ['none', [], -1],
    ['none of another job', [{ run: { ...run, job: 'other' } }], -1],
    ['none of another kind', [{ request: { ...request, kind: 'attached' } }], -1],
    ['none of another system', [{ request: { ...request, osType: 'iOS' } }], -1],
    ['none of another project', [{ request: { ...request, projectId: 510 } }], -1],
    ['none without devices', [{ testsets: [createTestset({ suites: [] })] }], -1],
    ['that with the same app', [app('other.apk'), {}], 1],
    ['one with another app, such as a name with a version', [app('app-1.2.apk')], 0],
    ['one without an app', [{ app: undefined }], 0],
    ['that with a testset that has devices', [{ testsets: [createTestset({ suites: [] }), createTestset()] }], 0],
    ['none of several that match', [{}, {}], -1],
    ['the last attempt', [attempt(1), attempt(3), attempt(2)], 1],
  ])('is %s', (_case, reports, chosen) => {
    expect(choose(reports)).toBe(chosen);
  });

  test('is chosen by job, app and scenarios', () => {
    const report = createReport(scenarios(2, 3));
    expect(subjectOf(report)).toEqual({ run, request, app: report.app, scenarios: [2, 3] });
    expect(subject.scenarios).toEqual([]);
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
  ['timed-out', -1],
  ['passed', 0],
] as const)('a scenario without devices that %s has results: %p', (outcome, chosen) => {
  const testsets = [createTestset({ scenario: 1, suites: [], outcome }), createTestset({ scenario: 2 })];
  expect(choose([{ testsets }], { scenarios: [1] })).toBe(chosen);
});

describe('the results of a report', () => {
  test('are those of its devices', () => {
    const [one, other] = [createTestcase(0), createTestcase(1, { result: 'failed', seconds: undefined })];
    expect(resultsOf(storedOf({ testsets: [createTestset({}, [one, other])] }))).toEqual([
      { device: one.device, passed: true, seconds: 1_700 },
      { device: other.device, passed: false },
    ]);
  });

  test.each([
    ['passed', [{ scenario: 12, passed: true, seconds: 1_701 }]],
    ['failed', [{ scenario: 12, passed: false, seconds: 1_701 }]],
    ['cancelled', []],
  ] as const)('are also that of a scenario that %s', (outcome, expected) => {
    const testset = createTestset({ scenario: 12, outcome }, [createTestcase(0), createTestcase(1)]);
    expect(resultsOf(storedOf({ testsets: [testset] })).filter(({ device }) => device === undefined)).toEqual(expected);
    const untimed = createTestset({ scenario: 12, outcome }, [createTestcase(0, { seconds: undefined })]);
    expect(resultsOf(storedOf({ testsets: [untimed] }))[0]?.seconds).toBeUndefined();
  });

  test('are flaky if a device or scenario passed in another testset only', () => {
    const testset = createTestset({ scenario: 12, outcome: 'passed', suites: EXCUSED, earlier: [createTestset()] });
    expect(resultsOf(storedOf({ testsets: [testset] }))).toMatchObject([
      { scenario: 12, passed: true, flaky: true },
      { scenario: 12, device: createTestcase(0).device, passed: true, flaky: true },
    ]);
    const failed = createTestset({ scenario: 12, outcome: 'failed', earlier: [createTestset()] });
    expect(resultsOf(storedOf({ testsets: [failed] }))[0]).not.toMatchObject({ flaky: true });
  });
});
