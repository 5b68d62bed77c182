import { isFields, type Fields } from '../../fields.ts';
import type { DeviceResult } from '../../report/compare-devices.ts';
import { REPORT_SCHEMA } from '../../report/report.ts';

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
  if (!isFields(report) || report['schema'] !== REPORT_SCHEMA) return undefined;
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

function devicesOf(testset: Fields): DeviceResult[] {
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

function fieldsIn(from: Fields, key: string): Fields {
  const value = from[key];
  return isFields(value) ? value : {};
}

function listIn(from: Fields, key: string): Fields[] {
  const value = from[key];
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function nameIn(from: Fields, key: string): string | undefined {
  const value = from[key];
  return typeof value === 'string' && value.length <= LONGEST_NAME ? value : undefined;
}

/** Nothing that is counted here is below 0. */
function numberIn(from: Fields, key: string): number | undefined {
  const value = from[key];
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
