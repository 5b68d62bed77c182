import type { DocumentKind } from '../service/documents.ts';
import type { Asking } from './ask.ts';
import type { Reading } from './document.ts';
import type { Arrivals, Arrived } from './intake.ts';
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
  asking: Asking,
  delivered: Arrivals,
  kind: DocumentKind,
  depth: Depth,
): Promise<Found> {
  const document = delivered.get(kind);
  return document ? { kind: 'delivered', document } : askFor(asking, kind, depth);
}

/** Finds, saves and reads a document; one that cannot be read is asked for once more, and the second one is believed. */
export async function readDocument(
  asking: Asking,
  delivered: Arrivals,
  kind: 'xml' | 'bare_xml' | 'json',
  depth: Depth,
): Promise<FoundReading> {
  const found = await findDocument(asking, delivered, kind, depth);
  if (found.kind !== 'delivered') return found;
  const first = await saveAndRead(found.document);
  if (first.kind === 'read') return { kind: 'delivered', reading: first };
  const again = await askFor(asking, kind, depth);
  const reading = again.kind === 'delivered' ? await saveAndRead(again.document) : first;
  return { kind: 'delivered', reading };
}

/** The XML, or the bare XML in its place. */
export async function readEitherXml(asking: Asking, delivered: Arrivals): Promise<FoundReading> {
  const xml = await readDocument(asking, delivered, 'xml', 'everything');
  if (xml.kind === 'delivered' || xml.kind === 'cancelled') return xml;
  const bare = await readDocument(asking, delivered, 'bare_xml', 'everything');
  return bare.kind === 'absent' ? xml : bare;
}

async function askFor(asking: Asking, kind: DocumentKind, depth: Depth): Promise<Found> {
  const fetched = await asking.again(kind, depth);
  if (fetched.kind === 'cancelled') return { kind: 'cancelled' };
  if (fetched.kind === 'missing') {
    asking.warn(fetched.error.message);
    return { kind: 'unfetched' };
  }
  const document = fetched.value.get(kind);
  return document ? { kind: 'delivered', document } : { kind: 'absent' };
}

async function saveAndRead(document: Arrived): Promise<Reading> {
  await document.keep();
  return document.reading ?? { kind: 'unreadable', why: 'it is for people alone' };
}
