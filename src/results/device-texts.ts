import type { Redact } from '../runtime/redact.ts';
import { truncateAtCharacter } from '../model/text.ts';

/** How much of a text is kept, in UTF-16 units. */
const KEPT_LENGTH = 1_000;

/**
 * How much of a text is looked at, so that a secret that lies across the end of what is kept is found as a whole. One unit more is handed
 * to the redaction, to tell it that there was more: what may be half a secret is then left out.
 */
export const READ_LENGTH = 8 * KEPT_LENGTH;

/** What a unit test's texts tell: a link to its result page, a message, both or neither. */
export interface DeviceTexts {
  url?: string;
  message?: string;
}

/**
 * Sorts texts, the more telling first, into `told`: the first http(s) address is the link, the first of the others the message. What is
 * known already stays.
 */
export function takeTexts(told: DeviceTexts, texts: readonly string[], redact: Redact): void {
  for (const text of texts) {
    const trimmed = text.trim();
    if (trimmed === '') continue;
    if (isLink(trimmed)) told.url ??= redact(trimmed);
    else told.message ??= cutText(redact(trimmed.slice(0, READ_LENGTH + 1)));
  }
}

/** At most the first 1,000 UTF-16 units, between whole characters. */
export function cutText(text: string): string {
  return truncateAtCharacter(text, KEPT_LENGTH);
}

/** A longer address would be kept in part, and lead elsewhere. */
function isLink(text: string): boolean {
  return text.length <= KEPT_LENGTH && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}
