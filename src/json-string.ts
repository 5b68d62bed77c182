/**
 * Where the next quote of a JSON text stands that no backslash escapes; -1 for nowhere. The character at `from` is not escaped.
 *
 * @param searched how much at the beginning is known to hold no such quote
 */
export function closingQuote(text: string, from: number, searched = from): number {
  let quote = text.indexOf('"', Math.max(from, searched));
  while (quote !== -1 && backslashesBefore(text, quote, from) % 2 === 1) quote = text.indexOf('"', quote + 1);
  return quote;
}

/** How many backslashes stand right before a place, down to `from`. */
export function backslashesBefore(text: string, end: number, from: number): number {
  let at = end;
  while (at > from && text[at - 1] === '\\') at -= 1;
  return end - at;
}

/** What a JSON string may not hold as it is, or means something else. */
const UNUSUAL = /[\\\u0000-\u001f]/;

/** Whether a JSON text holds neither escapes nor control characters, so that every string stands in it as it is. */
export function isPlainJson(text: string): boolean {
  return !UNUSUAL.test(text);
}

/** What stands between the quotes of a JSON string, without its escapes; `undefined` for what may not stand there. */
export function unescapeJson(raw: string): string | undefined {
  if (isPlainJson(raw) && !raw.includes('"')) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return undefined;
  }
}
