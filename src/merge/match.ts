import { OUTCOMES } from '../model/outcome.ts';
import type { RunInfo } from '../model/report.ts';
import type { FoundReport, Part } from './find-parts.ts';
import type { KeptReport } from './read-report.ts';

/** Stands for the scenario of a testset that has none; no scenario has this number. */
const NONE = 0;

/** What one job was to run, and the report that it left, if any that can be used. */
export interface Chunk {
  readonly scenarios: readonly number[];
  readonly report?: KeptReport;
}

/** What belongs together, and what could not be used. */
export interface Matched {
  readonly chunks: readonly Chunk[];
  /** Sentences: what could not be used, and why. */
  readonly warnings: readonly string[];
  /** Sentences of the warnings that concern nobody knows which chunk, so that none of them is beyond doubt. */
  readonly doubts: readonly string[];
}

/**
 * Finds for each chunk the report of exactly its scenarios. A job that was run again has left one for each attempt, of which the last
 * counts, even when it cannot be used. Reports of another run, or of other scenarios, count for nothing.
 */
export function matchParts(wanted: readonly (readonly number[])[], parts: readonly Part[], here: RunInfo): Matched {
  const keys = new Set(wanted.map(keyOf));
  const found = parts.filter((part) => part.kind === 'report');
  const latest = new Map<string, FoundReport>();
  for (const part of found.filter(({ report }) => objection(report, keys, here) === undefined)) {
    const key = keyOf(scenariosOf(part.report));
    const other = latest.get(key);
    if (!other || countsBefore(part, other)) latest.set(key, part);
  }
  const doubts = parts.flatMap((part) => (part.kind === 'unreadable' ? warn(part.folder, part.why) : []));
  const objections = found.flatMap(({ folder, report }) => warn(folder, objection(report, keys, here)));
  const doubted = [...latest.values()].flatMap(({ folder, doubt }) => warn(folder, doubt));
  return {
    chunks: wanted.map((scenarios) => chunkOf(scenarios, latest.get(keyOf(scenarios)))),
    warnings: [...doubts, ...objections, ...doubted],
    doubts,
  };
}

function chunkOf(scenarios: readonly number[], found: FoundReport | undefined): Chunk {
  return found && found.doubt === undefined ? { scenarios, report: found.report } : { scenarios };
}

function objection(report: KeptReport, keys: ReadonlySet<string>, here: RunInfo): string | undefined {
  if (report.run.runId !== here.runId) return 'it is of another run';
  if (report.run.attempt > here.attempt) return 'it is of an attempt that has not been yet';
  // A job that ends before it has looked for its scenarios has still said why.
  if (scenariosOf(report).every((scenario) => scenario === NONE)) {
    return `it tells of no scenario, only this: ${report.sentence.replace(/\.$/, '')}`;
  }
  return keys.has(keyOf(scenariosOf(report)))
    ? undefined
    : 'it tells of other scenarios than any of the jobs was to run';
}

function warn(folder: string, why: string | undefined): readonly string[] {
  return why === undefined ? [] : [`The report in ${folder} cannot be used: ${why}.`];
}

/** Of two reports of the same scenarios that of the later attempt counts; of the same attempt, the worse one. */
function countsBefore(one: FoundReport, other: FoundReport): boolean {
  const later = one.report.run.attempt - other.report.run.attempt;
  return later === 0 ? rank(one) < rank(other) : later > 0;
}

/** Smaller where it is worse. */
function rank({ doubt, report }: FoundReport): number {
  return doubt === undefined ? OUTCOMES.indexOf(report.outcome) : -1;
}

function scenariosOf({ testsets }: KeptReport): readonly number[] {
  return testsets.map(({ scenario = NONE }) => scenario);
}

/** The same for the same scenarios in any order; what stands twice counts twice. */
function keyOf(scenarios: readonly number[]): string {
  return [...scenarios].sort((a, b) => a - b).join();
}

/**
 * What the result of the jobs, as GitHub tells it, says against reports that have all passed: such a report may be of an earlier attempt,
 * and the job that was to renew it may have died. Where a report explains the result, there is nothing to add.
 */
export function jobsDoubts(chunks: readonly Chunk[], result: string): readonly string[] {
  const isExplained = result === 'success' || chunks.some(({ report }) => report?.outcome !== 'passed');
  return isExplained ? [] : [`Every report says passed, but the jobs ended with ${result}.`];
}
