import { failureCount, unfinishedCount, type Counts } from './counts.ts';
import type { Mark, PastResult } from './history.ts';
import type { Outcome } from './outcome.ts';
import type { Quarantine, QuarantineEntry } from './quarantine.ts';
import type { Suite, Testcase } from './results.ts';
import type { Complete, Decision, Testset, Warning } from './testset.ts';
import type { WebAddress } from './text.ts';

/** What a step is judged to be. */
export interface Verdict {
  readonly outcome: Outcome;
  /** Summed over the testsets. */
  readonly counts: Counts;
  /** One for each scenario: the last that was created, or may have been. */
  readonly testsets: readonly TestVerdict[];
}

/** A testset, judged. */
export type TestVerdict = Testset & Judgement;

/** What the judge says of a testset. */
export interface Judgement extends Decision {
  /** How many device runs failed, had an error or were stopped, as the status counts them, without those that do not count. */
  readonly counted: number;
  /** Why runs do not count, once for each: of a flaky device, whichever of its runs failed. */
  readonly excused: readonly Excuse['kind'][];
  /** Whether it is complete, and there is no doubt about its results. */
  readonly isReliable: boolean;
  /** Whether a document that says "passed" can be believed: readers look at single devices of a failed run. */
  readonly isConfirmed: boolean;
  /** Every device run that a document names, in its order. */
  readonly suites: readonly Suite<DeviceRun>[];
  /** Set if no device of the scenario counts. */
  readonly excuse?: Quarantined;
  /** The testsets of the same scenario before it, oldest first. */
  readonly earlier: readonly TestVerdict[];
  /** The number of the last retry of the scenario, also if it was rejected; 0 without any. */
  readonly lastRetry: number;
  readonly warnings: readonly Warning[];
}

/** How a device run ended, as every text and file names it. JUnit has no element for `stopped`; `skipped` would look better than it was. */
export const DEVICE_LABELS = {
  passed: { words: 'passed', verb: 'passed' },
  failed: { words: 'failed', verb: 'failed', junit: { element: 'failure' } },
  error: { words: 'error', verb: 'had an error', junit: { element: 'error' } },
  stopped: { words: 'stopped', verb: 'was stopped', junit: { element: 'error', type: 'stopped' } },
} as const;

/** How a device run ended, by name. */
export type DeviceLabel = keyof typeof DEVICE_LABELS;

/** One run on one device that a document names, as every text, page and file shows it. */
export interface DeviceRun extends Omit<Testcase, 'result'> {
  readonly testset: Complete;
  /** The device without its OS; cleaned, not escaped. */
  readonly name: string;
  /** Cleaned, not escaped; empty if not known. */
  readonly os: string;
  /** The result page, if `url` may be linked. */
  readonly link?: WebAddress;
  readonly result: DeviceLabel;
  readonly excuse?: Excuse;
  /** The entry that excused it until some day; absent without one. */
  readonly expired?: QuarantineEntry;
  /** Set if it is said to have passed, and that is not certain. */
  readonly isUnconfirmed?: true;
  /** What the result means beside earlier ones. */
  readonly mark?: Mark;
  /** The results on the base branch, oldest first; absent without any. */
  readonly past?: readonly PastResult[];
}

/** Why a result does not count, in the order in which headings name it. `isPass`: later runs count it as passed. */
export const EXCUSES = {
  /** Passed in one testset of the scenario and not in another of this step. */
  flaky: { words: 'flaky', isPass: true },
  quarantined: { words: 'quarantined', isPass: false },
} as const satisfies Record<Excuse['kind'], unknown>;

/** Why the result of a device run does not count. `other` is the last run with the other result. */
export type Excuse = Quarantined | { readonly kind: 'flaky'; readonly other: DeviceRun };

/** Excused by an entry of the quarantine file. */
export interface Quarantined {
  readonly kind: 'quarantined';
  readonly entry: Quarantine;
}

/** All device runs of a testset, in document order. */
export function devicesOf({ suites }: Pick<Judgement, 'suites'>): readonly DeviceRun[] {
  return suites.flatMap(({ testcases }) => testcases);
}

/** Whether a device passed, as its label says. */
export function hasPassed({ result }: Pick<DeviceRun, 'result'>): boolean {
  return result === 'passed';
}

/** How many devices did not pass, as the status counts them, that no document names. */
export function countUnlisted({ counts, suites }: Pick<TestVerdict, 'counts' | 'suites'>): number {
  const named = devicesOf({ suites }).filter((run) => !hasPassed(run)).length;
  return Math.max(0, failureCount(counts) + unfinishedCount(counts) - named);
}

/** The device runs of a testset that did run: a failure within a second is none, unless another run passed as fast. */
export function listRan<Run extends Pick<DeviceRun, 'result' | 'seconds'>>(runs: readonly Run[]): readonly Run[] {
  const isInstant = ({ seconds }: Run): boolean => seconds !== undefined && seconds < 1;
  return runs.some((run) => hasPassed(run) && isInstant(run)) ? runs : runs.filter((run) => !isInstant(run));
}

/** How long the longest of some device runs took; `undefined` if no duration is known. */
export function longestSeconds(devices: readonly Pick<DeviceRun, 'seconds'>[]): number | undefined {
  return devices.flatMap(({ seconds }) => seconds ?? []).sort((a, b) => b - a)[0];
}
