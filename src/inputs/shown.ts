const LONGEST_SHOWN = 200;

/** Control and format characters, among them line ends, bidirectional marks and zero-width ones. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** What was given, in quotes, fit for a message: one line, nothing invisible, at most 200 characters. */
export function shown(text: string): string {
  const characters = Array.from(
    text
      .slice(0, 4 * LONGEST_SHOWN)
      .toWellFormed()
      .replace(INVISIBLE, ' '),
  );
  const cut = characters.length > LONGEST_SHOWN || text.length > 4 * LONGEST_SHOWN;
  return `"${characters.slice(0, LONGEST_SHOWN).join('')}${cut ? '…' : ''}"`;
}

/** Stands for a value that must not be shown: its length tells enough. */
export function hidden(text: string): string {
  return text === '' ? 'empty' : `a value of ${text.length} characters`;
}
