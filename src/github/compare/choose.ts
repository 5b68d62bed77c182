import type { Report } from '../../report/report.ts';
import type { EarlierReport } from './read-report.ts';

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
