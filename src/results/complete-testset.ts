import type { Status } from '../service/wire.ts';
import type { Results } from './fetch-results.ts';

/** A complete testset with its results, fetched in this attempt. */
export interface CompleteTestset {
  readonly kind: 'complete';
  readonly id: number;
  readonly scenario?: number;
  /** The most devices that the create or a status announced; 0 when unknown. */
  readonly announcedDevices: number;
  readonly status: Status;
  readonly results: Results;
  /** The earlier attempt in which it passed, from 1; absent for a testset that this attempt created, resumed or attached to. */
  readonly passedInAttempt?: number;
}
