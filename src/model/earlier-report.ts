import type { NewResult } from './history.ts';
import { formatMatrix } from './job-name.ts';
import { isPassedOrFailed } from './outcome.ts';
import type { Report } from './report.ts';
import type { StoredReport } from './stored-report.ts';
import { EXCUSES, longestSeconds } from './verdict.ts';

type StoredTestset = StoredReport['testsets'][number];

/** The results of a report, of devices and of scenarios as a whole. */
export function resultsOf({ testsets }: Pick<StoredReport, 'testsets'>): readonly NewResult[] {
  return testsets.flatMap(testsetResults);
}

function testsetResults(testset: StoredTestset): readonly NewResult[] {
  const { scenario, outcome, earlier } = testset;
  const devices = storedDevices(testset);
  const results = devices.map(({ device, result, seconds, excused }): NewResult => {
    const flaky = (excused && EXCUSES[excused].isPass) || undefined;
    return { scenario, device, passed: flaky ?? result === 'passed', flaky, seconds };
  });
  if (!hasScenarioResult(testset)) return results;
  const passed = outcome === 'passed';
  const flaky = (passed && earlier !== undefined) || undefined;
  return [{ scenario, passed, flaky, seconds: longestSeconds(devices) }, ...results];
}

function storedDevices({ suites }: StoredTestset) {
  return suites.flatMap(({ devices }) => devices);
}

function hasScenarioResult({ scenario, outcome }: StoredTestset): boolean {
  return scenario !== undefined && isPassedOrFailed(outcome);
}

/** What a step runs, to find the earlier report of the same. */
export interface ReportSubject extends Pick<Report, 'run' | 'request' | 'app'> {
  /** Identifiers; empty for other runs. */
  readonly scenarios: readonly number[];
}

/**
 * Chooses the earlier report of the same job with the same subject. Values of a matrix may differ from run to run: of several that match,
 * those with the same values win, then those with the same app, the most common scenarios, the last attempt. `undefined` if several are left.
 */
export function chooseReport(reports: readonly StoredReport[], subject: ReportSubject): StoredReport | undefined {
  const matching = reports.filter((report) => isMatch(report, subject));
  const matrix = formatMatrix(subject.run.matrix);
  const sameMatrix = withMost(matching, ({ run }) => Number(formatMatrix(run.matrix) === matrix));
  const sameApp = withMost(sameMatrix, ({ app }) => Number(app?.name === subject.app?.name));
  const nearest = withMost(sameApp, (report) => commonScenarios(report, subject));
  const [only, another] = withMost(nearest, ({ run }) => run.attempt);
  if (another) return undefined;
  return only;
}

function isMatch(report: StoredReport, subject: ReportSubject): boolean {
  const { run, request, scenarios } = subject;
  const { kind, osType, projectId } = report.request;
  const isSameTest = kind === request.kind && osType === request.osType && projectId === request.projectId;
  if (report.run.job !== run.job || !isSameTest || !report.testsets.some(hasResults)) return false;
  return scenarios.length === 0 || commonScenarios(report, subject) > 0;
}

function hasResults(testset: StoredTestset): boolean {
  return hasScenarioResult(testset) || storedDevices(testset).length > 0;
}

function commonScenarios({ testsets }: StoredReport, { scenarios }: ReportSubject): number {
  const known = new Set(testsets.filter(hasResults).map(({ scenario }) => scenario));
  return scenarios.filter((scenario) => known.has(scenario)).length;
}

function withMost(
  reports: readonly StoredReport[],
  measure: (report: StoredReport) => number,
): readonly StoredReport[] {
  const most = Math.max(...reports.map(measure));
  return reports.filter((report) => measure(report) === most);
}

/** How long a step waited for its testsets; `undefined` if it did not wait for all of them from their start to their end. */
export function durationOf({ request, resumed, testsets, durationSeconds }: StoredReport): number | undefined {
  const isWhole = request.kind !== 'attached' && !resumed && testsets.every(hasResults);
  return isWhole ? durationSeconds : undefined;
}
