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
  /** Which reports cannot be used, and why. */
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
  const keys = new Set(wanted.map(keyOf));
  const latest = new Map<string, FoundReport>();
  const unassigned: string[] = [];
  const rejected: string[] = [];
  const jobs = new Set<string>();
  for (const found of jobReports) {
    if (found.kind === 'unreadable') {
      unassigned.push(warning(found.folder, found.reason));
      continue;
    }
    const key = keyOf(scenariosOf(found.report));
    const reason =
      whyRejected(found.report, current) ?? (keys.has(key) ? undefined : 'its scenarios are not in `chunks`');
    const other = latest.get(key);
    if (reason === undefined) jobs.add(found.report.run.job);
    if (reason !== undefined) rejected.push(warning(found.folder, reason));
    else if (!other || hasPriority(found, other)) latest.set(key, found);
  }
  if (jobs.size > 1) {
    const ids = [...jobs].sort().join(', ');
    unassigned.push(`The reports are from different jobs (${ids}). Download only those of the matrix.`);
  }
  const contradictory = [...latest.values()].flatMap(({ folder, problem }) =>
    problem === undefined ? [] : [warning(folder, problem)],
  );
  return {
    chunks: wanted.map((scenarios) => {
      const found = latest.get(keyOf(scenarios));
      return found && found.problem === undefined ? { scenarios, report: found.report } : { scenarios };
    }),
    warnings: [...unassigned, ...rejected, ...contradictory],
    unassigned,
  };
}

function warning(folder: string, reason: string): string {
  return `The report in ${folder} cannot be used: ${reason}.`;
}

function whyRejected({ run, testsets, sentence }: StoredReport, current: RunInfo): string | undefined {
  if (run.repository !== current.repository) return 'it is from another repository';
  if (run.runId !== current.runId) return 'it is from another run';
  if (run.commit !== current.commit) return 'it is from another commit';
  if (run.attempt > current.attempt) return 'it is from a later attempt';
  // A job can end before it knows its scenarios, and its report says why.
  const hasScenarios = testsets.some(({ scenario }) => scenario !== undefined);
  return hasScenarios ? undefined : `it has no scenario ("${sentence}")`;
}

/** Of two reports of the same scenarios that of the later attempt counts; of the same attempt, the worse one. */
function hasPriority(one: FoundReport, other: FoundReport): boolean {
  const later = one.report.run.attempt - other.report.run.attempt;
  return later === 0 ? rank(one) < rank(other) : later > 0;
}

/** Smaller is worse. */
function rank({ problem, report }: FoundReport): number {
  return problem === undefined ? OUTCOMES.indexOf(report.outcome) : -1;
}

/** 0, which is no scenario, for a testset without one. */
function scenariosOf({ testsets }: StoredReport): readonly number[] {
  return testsets.map(({ scenario = 0 }) => scenario);
}

/** The same for the same scenarios in any order. */
function keyOf(scenarios: readonly number[]): string {
  return [...scenarios].sort((a, b) => a - b).join();
}
