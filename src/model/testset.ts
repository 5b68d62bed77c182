import type { Counts } from './counts.ts';
import type { TestsetError } from './errors.ts';
import type { Outcome } from './outcome.ts';
import type { Suite, XmlState } from './results.ts';
import { capitalize } from './words.ts';

/** What a step knows of one testset when the wait for it has ended. */
export type Testset = NotCreated | Unfinished | Complete;

interface AnyTestset {
  /** The scenario that it runs; absent for an automated test, and if it is not known. */
  readonly scenario?: number;
  /** The number of the retry, from 1; absent for the first testset of a scenario. */
  readonly retry?: number;
  readonly origin: Origin;
  /** The last ones that the service reported, or what the create announced. */
  readonly counts: Counts;
}

/** Who created a testset. `resumed`: an earlier attempt of this job. */
export type Origin = 'created' | 'resumed' | 'attached';

/** Another testset for a scenario. */
export interface ScenarioRetry {
  readonly scenario: number;
  /** From 1. */
  readonly retry: number;
}

/** A create without a testset to wait for. */
export interface NotCreated extends AnyTestset {
  readonly kind: 'not-created';
  /** Of a testset that may exist; absent if its number is unknown, or there is none. */
  readonly id?: number;
  /** By which a person finds the testset in the service; without secrets. */
  readonly name?: string;
  readonly ending: Decision;
}

/** A testset that was not complete when the wait for it ended. */
export interface Unfinished extends AnyTestset {
  readonly kind: 'unfinished';
  readonly id: number;
  /** The last word of its status; empty for one that was given by its identifier and had no status. */
  readonly word: string;
  readonly ending: Decision;
}

/** A complete testset with its last status and its results, fetched in this attempt. */
export interface Complete extends AnyTestset, Status {
  readonly kind: 'complete';
  readonly id: number;
  /** The most devices that the create or a status announced; 0 when unknown. */
  readonly announcedDevices: number;
  /** The most failed, errors and stopped together that a status counted. */
  readonly mostFailures: number;
  readonly results: Results;
  /** How long this step waited for it, in milliseconds. */
  readonly tookMs: number;
}

/** The words of the service for a status that are known, in lower case. */
export const STATUS_WORDS = ['complete', 'running'] as const;

/** The status of a testset. */
export interface Status {
  /** What its word means. With any other word than these the step waits until `timeout`. */
  readonly state: (typeof STATUS_WORDS)[number] | 'other';
  /** `testset_status`, cleaned and without secrets. */
  readonly word: string;
  readonly counts: Counts;
  /** Devices that are in preparation or in progress; 0 at the end. */
  readonly active: number;
  /** Fields of `testset_status_detail` that were invalid, or missing although the others do not add up; they count as 0. */
  readonly missingFields: readonly string[];
  /** The first of its other counts, cleaned and without secrets, and how many more there are; empty if none. */
  readonly unknownCounts: string;
}

/** The results of a complete testset. */
export interface Results {
  /** `why`: a sentence or the end of one, why it was not read; empty if it was. */
  readonly xml: { readonly state: XmlState; readonly why: string };
  /** The device runs of the XML; none unless it was read. */
  readonly suites: readonly Suite[];
  readonly warnings: readonly Warning[];
  /** Whether the run was cancelled before all results were fetched. */
  readonly isCancelled: boolean;
}

/** What went wrong with a testset without changing the outcome. */
export interface Warning {
  readonly sentence: string;
  /** Warnings of several testsets with the same topic are shown as one; absent if only equal sentences are. */
  readonly topic?: string;
}

/** What came of a testset, and why. */
export interface Decision {
  readonly outcome: Outcome;
  readonly reasons: readonly Reason[];
  /** The error that ended it early, if any. */
  readonly problem?: TestsetError;
}

/** Why a testset did not pass. A heading shows the first one that has words. */
export type Reason = WordedReason | { readonly kind: 'cause'; readonly sentence: string };

/** A reason in a few words, for a heading. Of a `contradiction` of the service they say all; of a `doubt` the sentence says the rest. */
type WordedReason = ({ readonly kind: 'contradiction' } | { readonly kind: 'doubt'; readonly sentence: string }) & {
  readonly words: string;
  /** Set if the words hold a number of this testset. */
  readonly hasNumber?: true;
};

/** A reason in a few words and a sentence; without a sentence, the service contradicts itself. */
export function toReason(words: string, sentence?: string, hasNumber?: true): Reason {
  return { ...(sentence === undefined ? { kind: 'contradiction' } : { kind: 'doubt', sentence }), words, hasNumber };
}

/** A decision with the error that led to it, if any. @param sentences reasons that come before the message of the error */
export function decideEarly(outcome: Outcome, error?: TestsetError, ...sentences: string[]): Decision {
  const messages = error ? [...sentences, error.message] : sentences;
  return { outcome, reasons: messages.map((sentence) => ({ kind: 'cause', sentence })), problem: error };
}

/** A reason as a sentence of its own. */
export function sentenceOf(reason: Reason): string {
  return reason.kind === 'contradiction' ? `${capitalize(reason.words)}.` : reason.sentence;
}

/** The reason that the heading of a testset shows, if any. */
export function shownReason({ reasons }: Pick<Decision, 'reasons'>): WordedReason | undefined {
  return reasons.find((reason) => reason.kind !== 'cause');
}

/** The identifiers of those testsets that have one. */
export function idsOf(testsets: readonly { readonly id?: number }[]): readonly number[] {
  return testsets.flatMap(({ id }) => id ?? []);
}
