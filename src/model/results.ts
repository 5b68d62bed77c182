/** How a result document says that a unit test ended. `skipped` counts as not passed. */
export type TestResult = 'passed' | 'failed' | 'error' | 'skipped';

/** One unit test as a result document tells it: one run on one device. */
export interface Testcase {
  /** The device, as the service names it: hostile text, to be escaped where it is shown. */
  readonly device: string;
  readonly result: TestResult;
  /** How long the device was busy; absent when the document does not say, or says nonsense. */
  readonly seconds?: number;
  /** The result page, when the text is an http(s) address. */
  readonly url?: string;
  /** What else the document says of it, at most 1,000 characters. */
  readonly message?: string;
}

/** The testcases of one `testsuite` element, in document order; nested suites stand beside their parent. */
export interface Suite {
  readonly name: string;
  readonly testcases: readonly Testcase[];
}

/** What came of reading one result document. An unreadable one is never green. */
export type Reading =
  { readonly kind: 'read'; readonly suites: readonly Suite[] } | { readonly kind: 'unreadable'; readonly why: string };

/** Reads one document that comes in pieces. What is unreadable is said by the reading; nothing is thrown. */
export interface DocumentReader {
  /** The next piece of the text, cut between whole characters. */
  take(piece: string): void;
  /** What the whole text tells. */
  finish(): Reading;
}

/** What one of the documents bears witness to. */
export interface Tally {
  readonly passed: number;
  readonly notPassed: number;
}

/** Counts what a document shows. */
export function tally(suites: readonly Suite[]): Tally {
  const { passed, failed, error, skipped } = countResults(suites);
  return { passed, notPassed: failed + error + skipped };
}

/** Counts how often a document shows each result. */
export function countResults(suites: readonly Suite[]): Readonly<Record<TestResult, number>> {
  const counts: Record<TestResult, number> = { passed: 0, failed: 0, error: 0, skipped: 0 };
  for (const { testcases } of suites) {
    for (const { result } of testcases) counts[result] += 1;
  }
  return counts;
}
