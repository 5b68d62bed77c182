import { isJsonObject, listIn, numberIn, objectIn, textIn } from '../model/fields.ts';
import type { History, NewResult, PastResult } from '../model/history.ts';
import { REPORT_SCHEMA, type DeviceLabel, type Report } from '../model/report.ts';

/** The part of an earlier `report.json` that is compared. Every text in it is untrusted. */
export interface EarlierReport {
  readonly job: string;
  readonly attempt: number;
  /** `automated`, `scenario` or `attached`. */
  readonly kind: string;
  /** Texts are '' and numbers `undefined` if the report does not have them. */
  readonly osType: string;
  readonly projectId: number | undefined;
  readonly appName: string;
  readonly appBytes: number | undefined;
  readonly seconds: number | undefined;
  /** The results before that run. */
  readonly history: readonly History[];
  /** Its own results, of devices and of scenarios as a whole. */
  readonly results: readonly NewResult[];
}

const RESULTS: readonly string[] = ['passed', 'failed', 'error', 'stopped', 'not-passed'] satisfies DeviceLabel[];

/** Longest device name that our reports contain, in UTF-16 units. */
const NAME_LIMIT = 1000;

/** Parses a `report.json`; `undefined` if it is something else, or has another version. Devices that are not valid are left out. */
export function parseEarlierReport(text: string): EarlierReport | undefined {
  const report = parseJson(text);
  if (numberIn(report, 'schema') !== REPORT_SCHEMA) return undefined;
  const [run, request, app] = [objectIn(report, 'run'), objectIn(report, 'request'), objectIn(report, 'app')];
  return {
    job: textIn(run, 'job'),
    attempt: numberIn(run, 'attempt') ?? 1,
    kind: textIn(request, 'kind'),
    osType: textIn(request, 'osType'),
    projectId: numberIn(request, 'projectId'),
    appName: textIn(app, 'name'),
    appBytes: numberIn(app, 'bytes'),
    seconds: numberIn(report, 'durationSeconds'),
    history: listIn(report, 'history').flatMap(readHistory),
    results: listIn(report, 'testsets').flatMap(resultsOf),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function resultsOf(testset: unknown): NewResult[] {
  const subject = scenarioOf(testset);
  const devices = listIn(testset, 'suites')
    .flatMap((suite) => listIn(suite, 'devices'))
    .flatMap((entry): NewResult[] => {
      const [device, result, seconds] = [textIn(entry, 'device'), textIn(entry, 'result'), numberIn(entry, 'seconds')];
      if (device === '' || device.length > NAME_LIMIT || !RESULTS.includes(result)) return [];
      return [{ ...subject, device, passed: result === 'passed', ...(seconds !== undefined && { seconds }) }];
    });
  const outcome = textIn(testset, 'outcome');
  if (subject.scenario === undefined || !['passed', 'failed'].includes(outcome)) return devices;
  const seconds = devices.reduce((longest, device) => Math.max(longest, device.seconds ?? -1), -1);
  return [{ ...subject, passed: outcome === 'passed', ...(seconds >= 0 && { seconds }) }, ...devices];
}

function scenarioOf(entry: unknown): { readonly scenario?: number } {
  const scenario = numberIn(entry, 'scenario');
  return scenario === undefined ? {} : { scenario };
}

function readHistory(entry: unknown): History[] {
  const device = textIn(entry, 'device');
  const results = listIn(entry, 'results').flatMap((past): PastResult[] => {
    const [run, seconds] = [numberIn(past, 'run'), numberIn(past, 'seconds')];
    const passed = isJsonObject(past) ? past['passed'] : undefined;
    if (run === undefined || typeof passed !== 'boolean') return [];
    return [{ run, passed, ...(seconds !== undefined && { seconds }) }];
  });
  if (results.length === 0 || device.length > NAME_LIMIT) return [];
  return [{ ...scenarioOf(entry), ...(device !== '' && { device }), results }];
}

/** What a step runs, to find the earlier report of the same. */
export interface ReportSubject extends Pick<Report, 'run' | 'request' | 'app'> {
  /** Identifiers; empty for other runs. */
  readonly scenarios: readonly number[];
}

/**
 * Chooses the earlier report of the same job with the same subject. Reports do not name the job's part of a matrix, so of several that
 * match, those with the same app win, then those with the most common scenarios, then the last attempt. `undefined` if several are left.
 */
export function chooseReport(reports: readonly EarlierReport[], subject: ReportSubject): EarlierReport | undefined {
  const matching = reports.filter((report) => isMatch(report, subject));
  const sameApp = withMost(matching, ({ appName }) => (appName !== '' && appName === subject.app?.name ? 1 : 0));
  const nearest = withMost(sameApp, (report) => commonScenarios(report, subject));
  const [only, another] = withMost(nearest, ({ attempt }) => attempt);
  return another ? undefined : only;
}

/** Joins the reports that help to estimate a duration: of the same kind of test, or of a job that attached to it. */
export function mergeSimilar(
  reports: readonly EarlierReport[],
  request: ReportSubject['request'],
): EarlierReport | undefined {
  const similar = reports.filter(
    (report) => report.results.length > 0 && (report.kind === 'attached' || isSameTest(report, request)),
  );
  const [first] = similar;
  if (!first) return undefined;
  const history = similar.flatMap((report) => report.history);
  return { ...first, history, results: similar.flatMap(({ results }) => results) };
}

function isMatch(report: EarlierReport, subject: ReportSubject): boolean {
  const { run, request, scenarios } = subject;
  return (
    report.results.length > 0 &&
    report.job === run.job &&
    isSameTest(report, request) &&
    (scenarios.length === 0 || commonScenarios(report, subject) > 0)
  );
}

function isSameTest(report: EarlierReport, { kind, osType, projectId }: ReportSubject['request']): boolean {
  return report.kind === kind && report.osType === (osType ?? '') && report.projectId === projectId;
}

function commonScenarios({ results }: EarlierReport, { scenarios }: ReportSubject): number {
  const known = new Set(results.map(({ scenario }) => scenario));
  return scenarios.filter((scenario) => known.has(scenario)).length;
}

function withMost(
  reports: readonly EarlierReport[],
  measure: (report: EarlierReport) => number,
): readonly EarlierReport[] {
  const most = Math.max(...reports.map(measure));
  return reports.filter((report) => measure(report) === most);
}
