import { cutToCharacters } from '../whole-characters.ts';

/** Line ends of every kind that a terminal, the runner or a browser might obey. */
const LINE_BREAK = /\r\n|[\n\u000b\f\r\u0085\u2028\u2029]/gu;

/** A terminal's control sequence, taken out whole so that no `[31m` stays behind. */
const CONTROL_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/gu;

/** Control, bidirectional, zero-width and otherwise invisible characters, and halves of surrogate pairs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

const SPACE = /[\t\p{Zs}]/gu;

/** Most names and lines are like this; the test spares them four replacements. */
const ORDINARY = /^[ -~]*$/;

/**
 * Makes one line of visible characters: line ends become a visible sign, tabs and rare spaces a space, and what cannot be seen
 * is taken out. Emoji that are joined by zero-width characters fall into their parts.
 */
export function oneLine(text: string): string {
  if (ORDINARY.test(text)) return text;
  return text.replace(CONTROL_SEQUENCE, '').replace(LINE_BREAK, ' ⏎ ').replace(SPACE, ' ').replace(INVISIBLE, '');
}

/**
 * Cleans a name or a sentence for showing anywhere: visible characters only, runs of space as one, at most `limit` UTF-16 units.
 * It is still hostile to Markdown and HTML: see escape.ts.
 */
export function plain(text: string, limit = 200): string {
  const visible = ORDINARY.test(text) ? text : oneLine(text.replace(LINE_BREAK, ' '));
  return cut(visible.replace(/ {2,}/g, ' ').trim(), limit);
}

/** Shortens to at most `limit` UTF-16 units (1 or more) with an ellipsis at the end, between whole characters as a reader sees them. */
export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${cutToCharacters(text, limit - 1).trimEnd()}…`;
}
