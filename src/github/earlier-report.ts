import { type JsonObject, isJsonObject } from '../model/fields.ts';
import { type Report, REPORT_SCHEMA } from '../model/report.ts';
import type { DeviceResult } from '../report/compare-devices.ts';

/** A `report.json` of an earlier run, as far as it matters. Every text in it is hostile. */
export interface EarlierReport {
  readonly job: string;
  readonly attempt: number;
  /** `automated`, `scenario` or `attached`. */
  readonly kind: string;
  readonly osType?: string;
  readonly projectId?: number;
  readonly appName?: string;
  readonly seconds?: number;
  readonly devices: readonly DeviceResult[];
}

const NOT_PASSED = ['failed', 'error', 'skipped'];

/** Names are shorter in every report of ours, in UTF-16 units. */
const LONGEST_NAME = 1000;

/** Reads the text of a `report.json`; `undefined` when it is none, or of another version. Devices that make no sense are left out. */
export function readEarlierReport(text: string): EarlierReport | undefined {
  const report = parse(text);
  if (!isJsonObject(report) || report['schema'] !== REPORT_SCHEMA) return undefined;
  const [run, request, app] = [fieldsIn(report, 'run'), fieldsIn(report, 'request'), fieldsIn(report, 'app')];
  const [osType, projectId, appName] = [nameIn(request, 'osType'), numberIn(request, 'projectId'), nameIn(app, 'name')];
  const seconds = numberIn(report, 'durationSeconds');
  return {
    job: nameIn(run, 'job') ?? '',
    attempt: numberIn(run, 'attempt') ?? 1,
    kind: nameIn(request, 'kind') ?? '',
    ...(osType !== undefined && { osType }),
    ...(projectId !== undefined && { projectId }),
    ...(appName !== undefined && { appName }),
    ...(seconds !== undefined && { seconds }),
    devices: listIn(report, 'testsets').flatMap(devicesOf),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function devicesOf(testset: JsonObject): DeviceResult[] {
  const scenario = numberIn(testset, 'scenario');
  const told = listIn(testset, 'suites').flatMap((suite) => listIn(suite, 'devices'));
  return told.flatMap((device) => {
    const [name, result] = [nameIn(device, 'device'), nameIn(device, 'result')];
    if (name === undefined || result === undefined) return [];
    const passed = result === 'passed';
    if (!passed && !NOT_PASSED.includes(result)) return [];
    return [{ name, passed, ...(scenario !== undefined && { scenario }) }];
  });
}

function fieldsIn(from: JsonObject, key: string): JsonObject {
  const value = from[key];
  return isJsonObject(value) ? value : {};
}

function listIn(from: JsonObject, key: string): JsonObject[] {
  const value = from[key];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function nameIn(from: JsonObject, key: string): string | undefined {
  const value = from[key];
  return typeof value === 'string' && value.length <= LONGEST_NAME ? value : undefined;
}

/** Nothing that is counted here is below 0. */
function numberIn(from: JsonObject, key: string): number | undefined {
  const value = from[key];
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** What a step runs, to find what an earlier run tells of the same. */
export interface ReportSubject extends Pick<Report, 'run' | 'request' | 'app'> {
  /** Identifiers; empty where none are run. */
  readonly scenarios: readonly number[];
}

/**
 * The one of an earlier run's reports that tells of the same job and thing. Nothing says which leg of a matrix a report comes from, so of
 * several that fit, those on the same app and with more of the same scenarios win, and then the last attempt. Where more than one is
 * left it would be a guess, and there is none.
 */
export function chooseReport(reports: readonly EarlierReport[], thing: ReportSubject): EarlierReport | undefined {
  const fitting = reports.filter((report) => isSameThing(report, thing));
  const alike = most(fitting, ({ appName }) => Number(appName !== undefined && appName === thing.app?.name));
  const nearest = most(alike, (report) => sharedScenarios(report, thing));
  const [only, another] = most(nearest, ({ attempt }) => attempt);
  return another ? undefined : only;
}

function isSameThing(report: EarlierReport, thing: ReportSubject): boolean {
  const { run, request, scenarios } = thing;
  return (
    report.devices.length > 0 &&
    report.job === run.job &&
    report.kind === request.kind &&
    report.osType === request.osType &&
    report.projectId === request.projectId &&
    (scenarios.length === 0 || sharedScenarios(report, thing) > 0)
  );
}

function sharedScenarios({ devices }: EarlierReport, { scenarios }: ReportSubject): number {
  const known = new Set(devices.map(({ scenario }) => scenario));
  return scenarios.filter((scenario) => known.has(scenario)).length;
}

/** Those that have the most of something. */
function most(reports: readonly EarlierReport[], of: (report: EarlierReport) => number): readonly EarlierReport[] {
  const highest = Math.max(...reports.map(of));
  return reports.filter((report) => of(report) === highest);
}
