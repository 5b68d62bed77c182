import type { JsonObject } from '../model/fields.ts';

/** The documents that a result answer may carry. */
export const DOCUMENT_KINDS = ['xml', 'bare_xml', 'html', 'json'] as const;

/** One of them. */
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** What the result operation is asked for. */
export type ResultType = 'all' | DocumentKind;

/** Takes in documents while they come over the wire. It never fails: what goes wrong with a document is its own affair. */
export interface DocumentSink {
  /** A document begins; one of the same kind that began before is void. */
  begin(kind: DocumentKind): Promise<void>;
  /** A document that began does not count. */
  forget(kind: DocumentKind): Promise<void>;
  /** The next piece of the text, cut between whole characters. */
  take(kind: DocumentKind, piece: string): Promise<void>;
}

/** What a result answer says beside its documents. */
export interface Delivery {
  /** `false`: the service's own word that the results are not all there yet. */
  readonly complete: boolean;
}

/**
 * Reads the payload of the result operation, and hands over the documents that are still in it. Absent, null, `true` and `false` are not
 * delivered (docs/design.md, variants); what is no text is written down as JSON, which a reader of XML will not take. An empty text may be
 * one that was diverted.
 */
export async function readDelivery(data: JsonObject, sink: DocumentSink): Promise<Delivery> {
  for (const kind of DOCUMENT_KINDS) {
    const value = data[`result_${kind}`];
    if (value === '') continue;
    await sink.forget(kind);
    if (value === undefined || value === null || typeof value === 'boolean') continue;
    await sink.begin(kind);
    await sink.take(kind, typeof value === 'string' ? value : writtenDown(value));
  }
  return { complete: data['complete'] !== false };
}

/** What is nested too deeply for that becomes a text that no reader takes. */
function writtenDown(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return 'nested too deeply';
  }
}
