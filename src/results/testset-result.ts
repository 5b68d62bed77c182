import type { TestsetReport } from '../model/report.ts';
import type { Status } from '../service/wire.ts';
import type { Results } from './fetch-results.ts';

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
