import type { Counts } from './counts.ts';
import type { TestsetError } from './errors.ts';
import type { TestsetReport } from './report.ts';
import type { Suite } from './results.ts';
import type { ResultSource } from './sources.ts';

/** A testset whose outcome is known (a report), or a complete one to be judged (it has `results`). */
export type TestsetResult = TestsetReport | CompleteTestset;

/** A complete testset with its results, fetched in this attempt. */
export interface CompleteTestset {
  readonly id: number;
  readonly scenario?: number;
  /** The number of the retry, from 1; absent for the first testset of a scenario. */
  readonly retry?: number;
  /** The most devices that the create or a status announced; 0 when unknown. */
  readonly announcedDevices: number;
  readonly status: Status;
  readonly results: Results;
  /** How long this step waited for it, in milliseconds; absent if it was complete before. */
  readonly tookMs?: number;
  /** The earlier attempt in which it passed, from 1; absent for a testset that this attempt created, resumed or attached to. */
  readonly passedInAttempt?: number;
}

/** The status of a testset. */
export interface Status {
  readonly isComplete: boolean;
  /** `testset_status` as sent. */
  readonly word: string;
  readonly counts: Counts;
  /** Devices that are in preparation or in progress; 0 at the end. */
  readonly active: number;
  /** Fields of `testset_status_detail` that were missing or invalid; they count as 0. */
  readonly missingFields: readonly string[];
}

/** The results of a complete testset. */
export interface Results extends DeviceDifferences {
  /** The XML and the JSON, and the bare XML where it was delivered beside the XML. */
  readonly documents: readonly ResultSource[];
  /** The device runs of the first document that could be read. */
  readonly suites: readonly Suite[];
  readonly warnings: readonly string[];
  /** Why no results could be fetched; absent when there was a response, whatever it contained. */
  readonly problem?: TestsetError;
  /** Whether the run was cancelled before all results were fetched. */
  readonly isCancelled: boolean;
}

/** How the documents of one testset differ. */
export interface DeviceDifferences {
  /** A sentence if the documents name different devices. */
  readonly difference?: string;
  /** Devices that did not pass, and that not every document shows; absent without any. */
  readonly partlyNamed?: ReadonlySet<string>;
}
