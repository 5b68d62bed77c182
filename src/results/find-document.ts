import type { DocumentKind } from '../service/documents.ts';
import type { DocumentSource } from './document-source.ts';
import type { Reading } from '../model/results.ts';
import type { ArrivedDocuments, Arrived } from './intake.ts';
import type { Depth } from './read-json.ts';

/** What came of looking for one document. */
export type Found =
  | { readonly kind: 'delivered'; readonly document: Arrived }
  | { readonly kind: 'absent' }
  /** It was asked for, and no answer could be had: it may tell otherwise than those that came. */
  | { readonly kind: 'unfetched' }
  | { readonly kind: 'cancelled' };

/** What came of reading one document. */
export type FoundReading =
  { readonly kind: 'delivered'; readonly reading: Reading } | Exclude<Found, { kind: 'delivered' }>;

/** Looks for a document among what was delivered; what is missing is asked for by its own name. */
export async function findDocument(
  source: DocumentSource,
  delivered: ArrivedDocuments,
  kind: DocumentKind,
  depth: Depth,
): Promise<Found> {
  const document = delivered.get(kind);
  return document ? { kind: 'delivered', document } : askFor(source, kind, depth);
}

/** Finds, saves and reads a document; one that cannot be read is asked for once more, and the second one is believed. */
export async function readDocument(
  source: DocumentSource,
  delivered: ArrivedDocuments,
  kind: 'xml' | 'bare_xml' | 'json',
  depth: Depth,
): Promise<FoundReading> {
  const found = await findDocument(source, delivered, kind, depth);
  if (found.kind !== 'delivered') return found;
  const first = await saveAndRead(found.document);
  if (first.kind === 'read') return { kind: 'delivered', reading: first };
  const again = await askFor(source, kind, depth);
  const reading = again.kind === 'delivered' ? await saveAndRead(again.document) : first;
  return { kind: 'delivered', reading };
}

/** The XML, or the bare XML in its place. */
export async function readEitherXml(source: DocumentSource, delivered: ArrivedDocuments): Promise<FoundReading> {
  const xml = await readDocument(source, delivered, 'xml', 'everything');
  if (xml.kind === 'delivered' || xml.kind === 'cancelled') return xml;
  const bare = await readDocument(source, delivered, 'bare_xml', 'everything');
  return bare.kind === 'absent' ? xml : bare;
}

async function askFor(source: DocumentSource, kind: DocumentKind, depth: Depth): Promise<Found> {
  const fetched = await source.again(kind, depth);
  if (fetched.kind === 'cancelled') return { kind: 'cancelled' };
  if (fetched.kind === 'missing') {
    source.warn(fetched.error.message);
    return { kind: 'unfetched' };
  }
  const document = fetched.value.get(kind);
  return document ? { kind: 'delivered', document } : { kind: 'absent' };
}

async function saveAndRead(document: Arrived): Promise<Reading> {
  await document.keep();
  return document.reading ?? { kind: 'unreadable', why: 'it is for people alone' };
}
