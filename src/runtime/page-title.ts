import { cleanText, truncate } from '../model/text.ts';
import type { Redact } from './redact.ts';

/** A title stands at the start of a page; the rest is not searched. In UTF-16 units. */
const MAX_HEAD = 16 * 1024;
const MAX_TITLE = 60;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/**
 * Reads the title of an HTML page, as text of at most 60 characters. It usually names the product that responded.
 *
 * @returns '' for a page without a title; `undefined` if the text is not a page
 */
export function readPageTitle(text: string, redact: Redact): string | undefined {
  const head = text.slice(0, MAX_HEAD).trimStart();
  if (!/^<[!?a-z]/i.test(head)) return undefined;
  const title = /<title(?:\s[^<>]*)?>([^<]*)</i.exec(head)?.[1] ?? '';
  // Redacted before it is cut: a part of a secret would not be found.
  return truncate(redact(cleanText(redact(decodeEntities(title)), Infinity)), MAX_TITLE);
}

/** Decodes the usual entities once; any other stays as it is. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (typeof name === 'string') return ENTITIES.get(name) ?? entity;
    const code = Number(decimal ?? `0x${hex}`);
    if (code > 0x10ffff) return entity;
    return String.fromCodePoint(code);
  });
}
