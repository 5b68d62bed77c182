import { cleanText } from '../model/text.ts';
import type { Redact } from './redact.ts';

/** A title stands at the start of a page; the rest is not searched. In UTF-16 units. */
const MAX_HEAD = 16 * 1024;
const MAX_TITLE = 60;

/**
 * Reads the title of an HTML page, at most 60 characters of it, with its entities as they are. It usually names the product that responded.
 *
 * @returns '' for a page without a title; `undefined` if the text is not a page
 */
export function readPageTitle(text: string, redact: Redact): string | undefined {
  const head = text.slice(0, MAX_HEAD).trimStart();
  if (!/^<[!?a-z]/i.test(head)) return undefined;
  const title = /<title(?:\s[^<>]*)?>([^<]*)</i.exec(head)?.[1] ?? '';
  // Redacted before it is cut: a part of a secret would not be found.
  return cleanText(redact(title), MAX_TITLE);
}
