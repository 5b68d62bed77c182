import { historyKey, type History, type PastResult } from '../model/history.ts';
import { isPassedOrFailed } from '../model/outcome.ts';
import { EXCUSES, listRan, longestSeconds } from '../model/verdict.ts';
import type { ReportSubject } from '../runtime/platform.ts';
import type { StoredReport } from './stored-report.ts';

type StoredTestset = StoredReport['testsets'][number];

/** The results of a report, of devices and of scenarios as a whole. */
export function resultsOf({ testsets }: Pick<StoredReport, 'testsets'>): readonly NewResult[] {
  return testsets.flatMap((testset) => {
    const { scenario, outcome, earlier } = testset;
    const devices = listRan(storedDevices(testset));
    const results = devices.map(({ device, result, seconds, excused }): NewResult => {
      const flaky = (excused && EXCUSES[excused].isPass) || undefined;
      return { scenario, device, passed: flaky ?? result === 'passed', flaky, seconds };
    });
    const hasRun = devices.length > 0 || storedDevices(testset).length === 0;
    if (!hasScenarioResult(testset) || !hasRun) return results;
    const passed = outcome === 'passed';
    const flaky = (passed && earlier !== undefined) || undefined;
    return [{ scenario, passed, flaky, seconds: longestSeconds(devices) }, ...results];
  });
}

function storedDevices({ suites }: StoredTestset) {
  return suites.flatMap(({ devices }) => devices);
}

function hasScenarioResult({ scenario, outcome }: StoredTestset): boolean {
  return scenario !== undefined && isPassedOrFailed(outcome);
}

/** Chooses the earlier reports of the same step with the same subject that match best: none, one, or several that match alike. */
export function chooseReports(reports: readonly StoredReport[], subject: ReportSubject): readonly StoredReport[] {
  const { matrix, jobName } = subject.run;
  const appName = subject.app?.kind === 'sent' ? subject.app.name : undefined;
  // Of several; alone, one with other values of the matrix matches, too, because they may differ from run to run.
  const ranks: readonly ((report: StoredReport) => number)[] = [
    ({ run }) => Number(JSON.stringify(run.matrix) === JSON.stringify(matrix)),
    ({ run }) => Number(run.jobName === jobName),
    ({ app }) => Number(app?.name === appName),
    (report) => commonScenarios(report, subject),
    ({ run }) => run.attempt,
  ];
  const matching = reports.filter((report) => isMatch(report, subject));
  return ranks.reduce((left, rank) => {
    const most = Math.max(...left.map(rank));
    return left.filter((report) => rank(report) === most);
  }, matching);
}

function isMatch(report: StoredReport, subject: ReportSubject): boolean {
  const { run, request, scenarios } = subject;
  const { kind, osType, projectId } = report.request;
  const isSameTest = kind === request.kind && osType === request.osType && projectId === request.projectId;
  const isSameStep = report.run.job === run.job && report.run.step === run.step;
  if (!isSameStep || !isSameTest || !report.testsets.some(hasResults)) return false;
  return scenarios.length === 0 || commonScenarios(report, subject) > 0;
}

function hasResults(testset: StoredTestset): boolean {
  return hasScenarioResult(testset) || storedDevices(testset).length > 0;
}

function commonScenarios({ testsets }: StoredReport, { scenarios }: ReportSubject): number {
  const known = new Set(testsets.filter(hasResults).map(({ scenario }) => scenario));
  return scenarios.filter((scenario) => known.has(scenario)).length;
}

/** Whether no device passed, of two or more, or none ran: such a run proves nothing about a device. */
export function hasNoPass(report: StoredReport): boolean {
  const { length } = report.testsets.flatMap(storedDevices);
  const ran = resultsOf(report).filter(({ device }) => device !== undefined);
  return length >= (ran.length > 0 ? 2 : 1) && ran.every(({ passed }) => !passed);
}

/** The devices of a report, each once; `undefined` if it has other scenarios than these. */
export function listDevices({ testsets }: StoredReport, scenarios: readonly number[]): readonly string[] | undefined {
  const wanted = new Set(scenarios);
  const own = new Set(testsets.flatMap(({ scenario }) => scenario ?? []));
  const isSame = own.size === wanted.size && scenarios.every((scenario) => own.has(scenario));
  return isSame ? [...new Set(testsets.flatMap(storedDevices).map(({ device }) => device))] : undefined;
}

/** How long a step waited for its testsets; `undefined` if it did not wait for all of them from their start to their end. */
export function durationOf({ request, resumed, testsets, durationSeconds }: StoredReport): number | undefined {
  const isWhole = request.kind !== 'attached' && !resumed && testsets.every(hasResults);
  return isWhole ? durationSeconds : undefined;
}

/** How many results are kept for each device. */
const MAX_HISTORY = 10;

/** A result to add to a history. */
export type NewResult = Omit<History, 'results'> & Omit<PastResult, 'run'>;

/**
 * Adds the results of a run, sorted by run number, because runs may overlap. Two devices of the same name are one, which passed only if
 * both did. Entries without a result in the last ten known runs are dropped, so that devices that are gone do not stay forever.
 */
export function appendResults(
  earlier: readonly History[],
  run: number,
  results: Iterable<NewResult>,
): readonly History[] {
  const own = new Map<string, NewResult>();
  for (const result of results) {
    const other = own.get(historyKey(result));
    const passed = result.passed && other?.passed !== false;
    const flaky = (passed && (result.flaky ?? other?.flaky)) || undefined;
    const durations = [result, other].flatMap((each) => each?.seconds ?? []);
    const seconds = durations.sort((a, b) => b - a)[0];
    const { scenario, device } = result;
    own.set(historyKey(result), { scenario, device, passed, flaky, seconds });
  }
  const known = new Map(earlier.map((entry) => [historyKey(entry), entry]));
  for (const [key, { passed, flaky, seconds, ...subject }] of own) {
    const others = known.get(key)?.results.filter((past) => past.run !== run) ?? [];
    const all = [...others, { run, passed, flaky, seconds }];
    known.set(key, { ...subject, results: all.sort((a, b) => a.run - b.run).slice(-MAX_HISTORY) });
  }
  const runs = new Set([...known.values()].flatMap((entry) => entry.results.map((past) => past.run)));
  const oldest = [...runs].sort((a, b) => a - b).at(-MAX_HISTORY) ?? 0;
  return [...known.values()].filter(({ results: all }) => (all.at(-1)?.run ?? -1) >= oldest);
}
