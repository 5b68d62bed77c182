import { listIn, numberIn, objectIn, textIn } from '../model/fields.ts';
import { REPORT_SCHEMA, type Report } from '../model/report.ts';
import type { DeviceResult } from '../report/compare-devices.ts';

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
  readonly seconds: number | undefined;
  readonly devices: readonly DeviceResult[];
}

const RESULTS = ['passed', 'failed', 'error', 'skipped'];

/** Longest device name that our reports contain, in UTF-16 units. */
const NAME_LIMIT = 1000;

/** Parses a `report.json`; `undefined` if it is something else, or has another version. Devices that are not valid are left out. */
export function parseEarlierReport(text: string): EarlierReport | undefined {
  const report = parseJson(text);
  if (numberIn(report, 'schema') !== REPORT_SCHEMA) return undefined;
  const [run, request] = [objectIn(report, 'run'), objectIn(report, 'request')];
  return {
    job: textIn(run, 'job'),
    attempt: numberIn(run, 'attempt') ?? 1,
    kind: textIn(request, 'kind'),
    osType: textIn(request, 'osType'),
    projectId: numberIn(request, 'projectId'),
    appName: textIn(objectIn(report, 'app'), 'name'),
    seconds: numberIn(report, 'durationSeconds'),
    devices: listIn(report, 'testsets').flatMap(devicesIn),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function devicesIn(testset: unknown): DeviceResult[] {
  const scenario = numberIn(testset, 'scenario');
  const devices = listIn(testset, 'suites').flatMap((suite) => listIn(suite, 'devices'));
  return devices.flatMap((device) => {
    const [name, result] = [textIn(device, 'device'), textIn(device, 'result')];
    if (name === '' || name.length > NAME_LIMIT || !RESULTS.includes(result)) return [];
    return [{ name, passed: result === 'passed', ...(scenario !== undefined && { scenario }) }];
  });
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

function isMatch(report: EarlierReport, subject: ReportSubject): boolean {
  const { run, request, scenarios } = subject;
  return (
    report.devices.length > 0 &&
    report.job === run.job &&
    report.kind === request.kind &&
    report.osType === (request.osType ?? '') &&
    report.projectId === request.projectId &&
    (scenarios.length === 0 || commonScenarios(report, subject) > 0)
  );
}

function commonScenarios({ devices }: EarlierReport, { scenarios }: ReportSubject): number {
  const known = new Set(devices.map(({ scenario }) => scenario));
  return scenarios.filter((scenario) => known.has(scenario)).length;
}

function withMost(
  reports: readonly EarlierReport[],
  measure: (report: EarlierReport) => number,
): readonly EarlierReport[] {
  const most = Math.max(...reports.map(measure));
  return reports.filter((report) => measure(report) === most);
}
