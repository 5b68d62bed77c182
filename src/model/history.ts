import { listAll, nounFor } from './words.ts';

/** One earlier result of a device, or of a scenario as a whole. */
export interface PastResult {
  readonly run: number;
  readonly passed: boolean;
  /** Set if it passed in one testset of the run and not in another. */
  readonly flaky?: true;
  /** How long it took; absent if not known. */
  readonly seconds?: number;
}

/** The last results on the base branch, oldest first. */
export interface History {
  /** Absent for an automated test. */
  readonly scenario?: number;
  /** The device as the service names it, untrusted text; absent for the results of the scenario as a whole. */
  readonly device?: string;
  readonly results: readonly PastResult[];
}

/** What a result means beside the earlier ones: in a word, and after the name of the device. New failures are shown first. */
export const MARKS = {
  new: { words: 'new', verb: 'failed for the first time' },
  'still-failing': { words: 'still failing', verb: 'still fails' },
  unsteady: { words: 'unsteady', verb: 'fails now and then' },
  fixed: { words: 'fixed', verb: 'passes again' },
} as const;

/** A mark by its name. */
export type Mark = keyof typeof MARKS;

/** The last run of the same workflow on the base branch that has a report. */
export interface Comparison {
  /** Untrusted text. */
  readonly branch: string;
  readonly runNumber: number;
  readonly runUrl: string;
  /** How long that run waited; absent if not known. */
  readonly seconds?: number;
  /** The size of the app of that run. */
  readonly appBytes?: number;
  /** The numbers of later runs that were skipped, latest first: no device passed in them. Absent without any. */
  readonly skippedRuns?: readonly number[];
}

/** A run to compare with, and the results on its branch, with its own as the newest. */
export interface BaselineReport extends Comparison {
  readonly history: readonly History[];
  /** The devices of that run, each once; absent if it ran other scenarios. */
  readonly devices?: readonly string[];
}

/** `in run 41 no device passed` */
export function describeSkipped(runs: readonly number[]): string {
  return `in ${nounFor(runs.length, 'run')} ${listAll(runs.map(String), 'and')} no device passed`;
}

/** Identifies a device, or a scenario as a whole, among the histories of a report. */
export function historyKey({ scenario, device }: Omit<History, 'results'>): string {
  return JSON.stringify([scenario, device]);
}

/** Marks a result by the earlier ones, oldest first; `undefined` without any, and for a device that passed as before. */
export function markOf(passed: boolean, earlier: readonly PastResult[]): Mark | undefined {
  const newest = earlier.at(-1);
  if (!newest) return undefined;
  if (passed && newest.passed) return undefined;
  if (passed) return 'fixed';
  const changes = earlier.slice(1).filter((past, at) => past.passed !== earlier[at]?.passed).length;
  const failures = earlier.filter((past) => !past.passed).length;
  // One bad night is one failure, and must not hide a regression for ten runs.
  if (changes >= 2 && failures >= 2) return 'unsteady';
  return newest.passed ? 'new' : 'still-failing';
}
