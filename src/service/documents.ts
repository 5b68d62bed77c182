import { textIn, type JsonObject } from '../model/fields.ts';
import { DOCUMENTS, type DocumentKind } from '../model/sources.ts';
import { keysOf } from '../model/words.ts';

/** The `data_type` of a result request. */
export type ResultType = 'all' | DocumentKind;

/** The documents that were delivered; none is blank. */
export type Documents = Partial<Readonly<Record<DocumentKind, string>>>;

/**
 * Reads the payload of the result operation. Absent, null, `true`, `false` and blank documents are not delivered (docs/design.md,
 * variants); a document that is not text is written as JSON.
 */
export function readDocuments(data: JsonObject): Documents {
  const documents: { [Kind in DocumentKind]?: string } = {};
  for (const kind of keysOf(DOCUMENTS)) {
    const value = data[`result_${kind}`];
    if (value === undefined || value === null || typeof value === 'boolean') continue;
    const text = toText(value);
    if (text.trim() !== '') documents[kind] = text;
  }
  return documents;
}

/** Whether the service considers the results complete. */
export function areComplete(data: JsonObject): boolean {
  const { complete } = data;
  return complete === undefined || complete === true || textIn(data, 'complete').trim().toLowerCase() === 'true';
}

/** What is nested too deeply for `JSON.stringify` becomes a text that no parser accepts. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    return 'nested too deeply';
  }
}
