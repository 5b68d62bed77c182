import type { TestsetError } from '../errors.ts';
import type { Witness } from '../report/report.ts';
import type { Suite } from './document.ts';

/** What a complete testset's documents told. */
export interface Collected {
  /** The XML's and the JSON's witness, in this order. */
  readonly documents: readonly [xml: Witness, json: Witness];
  /** The unit tests by the XML, or by the JSON where there is no readable XML. */
  readonly suites: readonly Suite[];
  readonly warnings: readonly string[];
  /** Why the results could not be had; absent when an answer came, whatever was in it. */
  readonly problem?: TestsetError;
  /** Whether a cancel cut the collecting short. */
  readonly cancelled: boolean;
}
