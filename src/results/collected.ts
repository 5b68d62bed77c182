import type { TestsetError } from '../model/errors.ts';
import type { ResultSource } from '../model/report.ts';
import { tally, type Reading, type Suite } from '../model/results.ts';

/** What a complete testset's documents told. */
export interface Collected {
  /** The XML's and the JSON's witness, in this order. */
  readonly documents: readonly [xml: ResultSource, json: ResultSource];
  /** The unit tests by the XML, or by the JSON where there is no readable XML. */
  readonly suites: readonly Suite[];
  readonly warnings: readonly string[];
  /** Why the results could not be had; absent when an answer came, whatever was in it. */
  readonly problem?: TestsetError;
  /** Whether a cancel cut the collecting short. */
  readonly cancelled: boolean;
}

/** What a document bears witness to; without a reading it was not delivered. */
export function witnessed(source: 'xml' | 'json', reading: Reading | undefined): ResultSource {
  if (!reading) return { source, state: 'absent', passed: 0, notPassed: 0, why: '' };
  if (reading.kind === 'unreadable') return { source, state: 'unreadable', passed: 0, notPassed: 0, why: reading.why };
  return { source, state: 'read', ...tally(reading.suites), why: '' };
}

/** Nothing, because of a problem or a cancel. */
export function nothingCollected(why: { readonly problem: TestsetError } | { readonly cancelled: true }): Collected {
  const documents = [witnessed('xml', undefined), witnessed('json', undefined)] as const;
  return { documents, suites: [], warnings: [], cancelled: false, ...why };
}
