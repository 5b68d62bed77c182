import type { Creation } from '../service/create.ts';

/** A testset that begins, or is to be found. */
export interface StartedTestset {
  /** The scenario that it runs; absent for an automated test, and where it is not known. */
  readonly scenario?: number;
  /** Whether it existed before this step. */
  readonly existed: boolean;
  /** Never fails. */
  readonly creation: Promise<Creation>;
}
