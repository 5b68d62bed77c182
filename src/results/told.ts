/** How much of a text is kept, in UTF-16 units. */
export const KEPT_LENGTH = 1_000;

/** What a unit test's texts tell: a link to its result page, a message, both or neither. */
export interface Told {
  readonly url?: string;
  readonly message?: string;
}

/** Sorts texts, the more telling first: the first http(s) address is the link, the first of the others the message. */
export function readTold(texts: readonly string[]): Told {
  let url: string | undefined;
  let message: string | undefined;
  for (const text of texts) {
    const trimmed = text.trim();
    if (isLink(trimmed)) url ??= trimmed;
    else if (trimmed !== '') message ??= cutText(trimmed);
  }
  return { ...(url !== undefined && { url }), ...(message !== undefined && { message }) };
}

/** At most the first 1,000 UTF-16 units, between whole characters. */
export function cutText(text: string): string {
  return text.length > KEPT_LENGTH ? text.slice(0, KEPT_LENGTH).replace(/[\uD800-\uDBFF]$/, '') : text;
}

/** A longer address would be kept in part, and lead elsewhere. */
function isLink(text: string): boolean {
  return text.length <= KEPT_LENGTH && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}
