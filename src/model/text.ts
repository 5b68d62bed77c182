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
export function cleanText(text: string, limit = 200): string {
  const visible = ORDINARY.test(text) ? text : oneLine(text.replace(LINE_BREAK, ' '));
  return truncate(visible.replace(/ {2,}/g, ' ').trim(), limit);
}

/** Shortens to at most `limit` UTF-16 units (1 or more) with an ellipsis at the end, between whole characters as a reader sees them. */
export function truncate(text: string, limit: number): string {
  return text.length <= limit ? text : `${truncateAtCharacter(text, limit - 1).trimEnd()}…`;
}

let segmenter: Intl.Segmenter | undefined;

/** The longest beginning of at most `longest` UTF-16 units that splits no character as readers see it, such as a flag or a syllable. */
export function truncateAtCharacter(text: string, longest: number): string {
  if (text.length <= longest) return text;
  if (longest <= 0) return '';
  // Made when it is first needed, because making it would slow down every start.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  // Two units more, so that the character behind the end is whole: it may belong to the one before.
  const room = text.slice(0, longest + 2);
  return room.slice(0, segmenter.segment(room).containing(longest)?.index ?? 0);
}
