import { isFields, type Fields } from '../fields.ts';

/** The documents that a result answer may carry. */
export const DOCUMENT_KINDS = ['xml', 'bare_xml', 'html', 'json'] as const;

export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** What the result operation is asked for. */
export type ResultType = 'all' | DocumentKind;

/** Takes in documents while they come over the wire. It never fails: what goes wrong with a document is its own affair. */
export interface DocumentSink {
  /** A document begins; one of the same kind that began before is void. */
  begin(kind: DocumentKind): Promise<void>;
  /** The next piece of the text, cut between whole characters. */
  take(kind: DocumentKind, piece: string): Promise<void>;
}

/** What a result answer says beside its documents. */
export interface Delivery {
  /** `false`: the service's own word that the results are not all there yet. */
  readonly complete: boolean;
}

/**
 * Reads the payload of the result operation, and hands over the documents that are still in it: text, or for JSON an object. Absent,
 * null, `true` and `false` are not delivered (wire-notes.md).
 */
export async function readDelivery(data: Fields, sink: DocumentSink): Promise<Delivery> {
  for (const kind of DOCUMENT_KINDS) {
    const value = data[`result_${kind}`];
    const text = kind === 'json' && isFields(value) ? JSON.stringify(value) : value;
    if (typeof text !== 'string' || text === '') continue;
    await sink.begin(kind);
    await sink.take(kind, text);
  }
  return { complete: data['complete'] !== false };
}
