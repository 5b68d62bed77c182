/**
 * The documents of a result response, of which only the XML is judged. `hasRuns`: it shows how each device run ended. `isJson`: JSON may
 * escape a secret in it.
 */
export const DOCUMENTS = {
  xml: { name: 'XML', file: 'xml', hasRuns: true, isJson: false },
  /** Without a declaration and without `testsuites`. */
  bare_xml: { name: 'bare XML', file: 'xml', hasRuns: true, isJson: false },
  json: { name: 'JSON', file: 'json', hasRuns: true, isJson: true },
  html: { name: 'HTML', file: 'html', hasRuns: false, isJson: false },
} as const satisfies Record<string, Record<'name' | 'file', string> & Record<'hasRuns' | 'isJson', boolean>>;

/** A document by the name that the service gives it. */
export type DocumentKind = keyof typeof DOCUMENTS;

/** What came of the XML. `words`: why the outcome is open. `isMissing`: a later step may get it. `isFinal`: it was requested long enough. */
export const XML_STATES = {
  read: { words: '', isMissing: false, isFinal: false },
  absent: { words: 'XML missing', isMissing: true, isFinal: false },
  unreadable: { words: 'XML unreadable', isMissing: false, isFinal: false },
  'too-large': { words: 'results unreadable', isMissing: false, isFinal: true },
  unfetched: { words: 'results not fetched', isMissing: true, isFinal: true },
} as const;

/** What came of the XML, by name. */
export type XmlState = keyof typeof XML_STATES;

/** How a result document says that a device run ended. `unknown`: it does not say that it passed, nor how else it ended. */
export type TestResult = 'passed' | 'failed' | 'error' | 'skipped' | 'unknown';

/** Nothing runs longer than a year: a larger number is not a duration in seconds. */
export const MAX_SECONDS = 366 * 24 * 60 * 60;

/** The name of a suite or device without one. */
export const UNNAMED = '(unnamed)';

/** One device run as a result document describes it. Every text is untrusted: escape it where it is shown. */
export interface Testcase {
  /** The device, as the service names it; at most 1,000 UTF-16 units. */
  readonly device: string;
  readonly result: TestResult;
  /** How long the device was busy; absent when the document has no usable number. */
  readonly seconds?: number;
  /** The result page, when one of the texts is an http(s) address. */
  readonly url?: string;
  /** What else the document says about the run, at most 1,000 UTF-16 units. */
  readonly message?: string;
  /** The `type` of the failure or error, such as the name of an exception; at most 1,000 UTF-16 units. */
  readonly failureType?: string;
  /** The text of the failure or error beside its message, such as a stack trace; at most 1,000 UTF-16 units. */
  readonly details?: string;
}

/** The testcases of one `testsuite` element, in document order; nested suites are listed beside their parent. */
export interface Suite<Case = Testcase> {
  readonly name: string;
  readonly testcases: readonly Case[];
}

/** Counts how many testcases passed and how many did not. */
export function countPassed(
  suites: readonly Suite<{ readonly result: string }>[],
): Record<'passed' | 'notPassed', number> {
  const results = suites.flatMap(({ testcases }) => testcases.map(({ result }) => result));
  const passed = results.filter((result) => result === 'passed').length;
  return { passed, notPassed: results.length - passed };
}
