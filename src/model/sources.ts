/** The documents that show how devices ended, as sentences and tables name them, and the file of each. */
const JUNIT_DOCUMENTS = {
  xml: { name: 'XML', file: 'xml' },
  bare_xml: { name: 'bare XML', file: 'xml' },
  json: { name: 'JSON', file: 'json' },
} as const;

/** The documents that a result response may contain. HTML is only for people: the outcome does not depend on it. */
export const DOCUMENTS = { ...JUNIT_DOCUMENTS, html: { file: 'html' } } as const;

/** A document by the name that the service gives it. */
export type DocumentKind = keyof typeof DOCUMENTS;
/** One of them that the outcome depends on. */
export type JunitDocument = keyof typeof JUNIT_DOCUMENTS;

/** The extension of the file in which a document is saved. */
export type ResultFile = (typeof DOCUMENTS)[DocumentKind]['file'];

/** What shows how a complete testset went. */
export const SOURCES = { status: { name: 'status' }, ...JUNIT_DOCUMENTS } as const;

/** What is known of a source. `problem`: why it leaves the outcome open, after the name of the document; empty if it does not. */
export const SOURCE_STATES = {
  read: { isDelivered: true, problem: '' },
  absent: { isDelivered: false, problem: '' },
  /** The request for it failed: it may contradict the others. */
  unfetched: { isDelivered: false, problem: 'could not be fetched' },
  unreadable: { isDelivered: true, problem: 'cannot be read' },
} as const;

/** What one source shows of how a complete testset went. */
export interface ResultSource {
  readonly source: keyof typeof SOURCES;
  readonly state: keyof typeof SOURCE_STATES;
  readonly passed: number;
  readonly notPassed: number;
  /** Why it is unreadable; empty otherwise. */
  readonly why: string;
}

/**
 * Whether a document agrees with the status (docs/design.md §5): it shows as many passed, and no more not passed. A device that failed or
 * was stopped may be absent from a document.
 */
export function agreesWith(status: ResultSource, document: ResultSource): boolean {
  return document.state === 'read' && document.passed === status.passed && document.notPassed <= status.notPassed;
}
