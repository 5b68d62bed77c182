import { OUTCOMES } from '../model/outcome.ts';
import type { RunInfo } from '../model/report.ts';
import type { StoredReport } from '../model/report-schema.ts';
import type { FoundReport, JobReport } from './find-reports.ts';

/** The scenarios of one job, and its report if there is one that can be used. */
export interface Chunk {
  readonly scenarios: readonly number[];
  readonly report?: StoredReport;
}

/** The reports of all jobs. All texts are sentences. */
interface MatchedReports {
  readonly chunks: readonly Chunk[];
  /** Which reports cannot be used, and why; first those that are wanted. */
  readonly warnings: readonly string[];
  /** The warnings that may be about any chunk, so that no chunk can be trusted. */
  readonly unassigned: readonly string[];
}

/**
 * Finds for each chunk the report of exactly its scenarios. Of several attempts the last one counts, even if it cannot be used. Reports of
 * another repository, run or commit, or of other scenarios, do not count. All jobs of a matrix have the same id: with reports of
 * different ids it is not known which belong to it.
 */
export function matchReports(
  wanted: readonly (readonly number[])[],
  jobReports: readonly JobReport[],
  current: RunInfo,
): MatchedReports {
  const keys = new Set(wanted.map(keyOfScenarios));
  const latest = new Map<string, FoundReport>();
  const unassigned: string[] = [];
  const warnings: string[] = [];
  const jobs = new Set<string>();
  for (const found of jobReports) {
    if ('reason' in found) {
      unassigned.push(warning(found.folder, found.reason));
      continue;
    }
    const key = keyOfScenarios(found.report.testsets.map(({ scenario = NO_SCENARIO }) => scenario));
    const reason = reasonToIgnore(found.report, current);
    if (reason !== undefined) warnings.push(warning(found.folder, reason));
    else if (!keys.has(key)) warnings.push(warning(found.folder, 'its scenarios are not in `chunks`'));
    else {
      jobs.add(found.report.run.job);
      const other = latest.get(key);
      if (!other || hasPriority(found, other)) latest.set(key, found);
    }
  }
  if (jobs.size > 1) {
    const ids = [...jobs].sort().join(', ');
    unassigned.push(`The reports are from different jobs (${ids}). Download only those of the matrix.`);
  }
  const contradictory = [...latest.values()].flatMap(({ folder, contradiction }) => {
    return contradiction === undefined ? [] : warning(folder, contradiction);
  });
  const chunks = wanted.map((scenarios) => ({
    scenarios,
    report: usableReport(latest.get(keyOfScenarios(scenarios))),
  }));
  return { chunks, warnings: [...unassigned, ...contradictory, ...warnings], unassigned };
}

function usableReport(found: FoundReport | undefined): StoredReport | undefined {
  if (found?.contradiction !== undefined) return undefined;
  return found?.report;
}

function warning(folder: string, reason: string): string {
  return `The report in ${folder} cannot be used: ${reason}.`;
}

/** Why a report is not one of this run; `undefined` if it is. */
function reasonToIgnore({ run, testsets, sentence }: StoredReport, current: RunInfo): string | undefined {
  if (run.repository !== current.repository) return 'it is from another repository';
  if (run.runId !== current.runId) return 'it is from another run';
  if (run.commit !== current.commit) return 'it is from another commit';
  if (run.attempt > current.attempt) return 'it is from a later attempt';
  if (testsets.some(({ scenario }) => scenario !== undefined)) return undefined;
  // A job can end before it knows its scenarios, and its report says why.
  return `it has no scenario ("${sentence}")`;
}

/** Of two reports of the same scenarios that of the later attempt counts; of the same attempt, the worse one. */
function hasPriority(one: FoundReport, other: FoundReport): boolean {
  const later = one.report.run.attempt - other.report.run.attempt;
  if (later !== 0) return later > 0;
  return rank(one) < rank(other);
}

/** Smaller is worse. */
function rank({ contradiction, report }: FoundReport): number {
  if (contradiction !== undefined) return -1;
  return OUTCOMES.indexOf(report.outcome);
}

const NO_SCENARIO = 0;

/** The same for the same scenarios in any order. */
function keyOfScenarios(scenarios: readonly number[]): string {
  return [...scenarios].sort((a, b) => a - b).join();
}
