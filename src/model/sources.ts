/** What one source shows of how a complete testset went. */
export interface ResultSource {
  readonly source: 'status' | 'xml' | 'bare_xml' | 'json';
  /** `absent`: not delivered. `unfetched`: the request for it failed. `unreadable`: delivered, but not usable. */
  readonly state: 'read' | 'absent' | 'unfetched' | 'unreadable';
  readonly passed: number;
  readonly notPassed: number;
  /** Why it is unreadable; empty otherwise. */
  readonly why: string;
}

/** How sentences and tables name a source. */
export const SOURCE_NAMES: Readonly<Record<ResultSource['source'], string>> = {
  status: 'status',
  xml: 'XML',
  bare_xml: 'bare XML',
  json: 'JSON',
};

/**
 * Whether a document agrees with the status (docs/design.md §5): it shows as many passed, and no more not passed. A device that failed or
 * was stopped may be absent from a document.
 */
export function agreesWith(status: ResultSource, document: ResultSource): boolean {
  return document.state === 'read' && document.passed === status.passed && document.notPassed <= status.notPassed;
}

/** Whether a document was read, and none that was delivered contradicts the status. @param sources the status first */
export function areConfirmed([status, ...documents]: readonly ResultSource[]): boolean {
  const delivered = documents.filter(({ state }) => state !== 'absent');
  return status !== undefined && delivered.length > 0 && delivered.every((document) => agreesWith(status, document));
}
