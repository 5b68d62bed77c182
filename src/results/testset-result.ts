import type { TestsetReport } from '../model/report.ts';
import type { Status } from '../service/wire.ts';
import type { Results } from './fetch-results.ts';

/** What came of a testset: its report if the outcome is known already, or what the outcome is to be decided by (it has `results`). */
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
