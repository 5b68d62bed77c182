/** Signs that terminals and the log set two columns wide: East Asian letters and signs, and emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/** Half-width Katakana and Hangul take one column although their script is wide. */
const HALF_WIDTH = /[\uff61-\uffdc]/u;

/** Marks that stand on the sign before them, and the later parts of a Hangul syllable written in parts. */
const NO_WIDTH = /[\p{Mn}\p{Me}\u1160-\u11ff\u{1f3fb}-\u{1f3ff}]/u;

const ORDINARY = /^[ -~]*$/;

/** How many columns a cleaned text takes in a log of fixed pitch; rare signs may be off by one. */
export function displayWidth(text: string): number {
  if (ORDINARY.test(text)) return text.length;
  let width = 0;
  for (const sign of text) width += signWidth(sign);
  return width;
}

function signWidth(sign: string): number {
  if (NO_WIDTH.test(sign)) return 0;
  return WIDE.test(sign) && !HALF_WIDTH.test(sign) ? 2 : 1;
}

/** Fills up with spaces to `width` columns; a longer text stays as it is. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
