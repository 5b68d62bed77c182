/** Every line end that a terminal, the runner or a browser may act on. */
const LINE_BREAK = /\r\n|[\n\u000b\f\r\u0085\u2028\u2029]/gu;

/** A terminal's control sequence, removed as a whole so that no `[31m` is left. */
const CONTROL_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/gu;

/** Control, bidirectional, zero-width and other invisible characters, and unpaired surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

const SPACE = /[\t\p{Zs}]/gu;

/** What a text is shown without, and spaces that are not the usual one. */
export const UNSEEN = new RegExp(`${CONTROL_SEQUENCE.source}|${INVISIBLE.source}|(?! )\\p{Zs}|[\\u2028\\u2029]`, 'gu');

/** The text without what readers do not see, such as a soft hyphen, and without line ends. */
export function withoutUnseen(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSEEN, '');
}

/** Most names: one test instead of four saves a twentieth of the time that 10,000 devices take. */
const PLAIN = /^[ -~]*$/;

/** Converts a text to one line of visible characters: line ends become ` ⏎ `, tabs and rare spaces a space. Joined emoji are split. */
export function oneLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(CONTROL_SEQUENCE, '').replace(LINE_BREAK, ' ⏎ ').replace(SPACE, ' ').replace(INVISIBLE, '');
}

/** Makes one line of visible characters with single spaces, of at most `limit` UTF-16 units. Not escaped for Markdown or HTML. */
export function cleanText(text: string, limit = 200): string {
  const visible = oneLine(text.replace(LINE_BREAK, ' '));
  return truncate(visible.replace(/ {2,}/g, ' ').trim(), limit);
}

/** A text without a full stop at its end, to become part of a sentence. */
export function withoutStop(text: string): string {
  return text.trimEnd().replace(/\.$/, '');
}

/** Whether a text consists of the parts of a pattern, with any text between them. Takes time in proportion to the text. */
export function matchesParts([first = '', ...others]: readonly string[], text: string): boolean {
  const last = others.pop();
  if (last === undefined) return first === text;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** Shortens to at most `limit` UTF-16 units (1 or more) with an ellipsis at the end, between whole graphemes. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${truncateAtCharacter(text, limit - 1).trimEnd()}…`;
}

let segmenter: Intl.Segmenter | undefined;

/** The longest beginning of at most `longest` UTF-16 units that splits no grapheme, such as a flag or a Hangul syllable. */
export function truncateAtCharacter(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Created when first needed, because it takes 10 ms.
  segmenter ??= new Intl.Segmenter('en');
  // Two more units make the next character complete, which may belong to the grapheme before it.
  const start = text.slice(0, longest + 2);
  return start.slice(0, segmenter.segment(start).containing(longest)?.index ?? 0);
}

/** The longest that a part of a device's name is shown, in UTF-16 units. */
const NAME_LIMIT = 200;

/** Splits `LGE Nexus_5X / ANDROID 8.1.0` at its last slash and cleans both parts; without a slash there is no operating system. */
export function splitDevice(text: string): { readonly name: string; readonly os: string } {
  const clean = cleanText(text, Infinity);
  const [, name = clean, os = ''] = /^(.*) \/ (.*)$/.exec(clean) ?? [];
  return { name: truncate(name, NAME_LIMIT) || 'unnamed device', os: truncate(os, NAME_LIMIT) };
}

/**
 * Reads the title of an HTML page, at most 60 characters, with its entities as they are: it usually names the product that responded.
 * '' without a title; `undefined` if the text is not a page.
 */
export function readPageTitle(text: string, redact: (text: string) => string): string | undefined {
  // A title stands at the start of a page.
  const head = text.slice(0, 16 * 1024).trimStart();
  if (!/^<[!?a-z]/i.test(head)) return undefined;
  const title = /<title(?:\s[^<>]*)?>([^<]*)</i.exec(head)?.[1] ?? '';
  // Redacted before it is cut: a part of a secret would not be found.
  return cleanText(redact(title), 60);
}

/** Longer addresses would fill the report, and no result page has one; they are shown as text. */
const MAX_ADDRESS_LENGTH = 1000;

/** An address that may be linked: normalized, which is plain ASCII, and without user info. */
export type WebAddress = `http://${string}` | `https://${string}`;

/** The normalized address; `undefined` unless it is http(s) without user info. */
export function webAddress(url: string | undefined): WebAddress | undefined {
  if (url === undefined || url.length > MAX_ADDRESS_LENGTH) return undefined;
  const { href = '', username, password } = URL.parse(url) ?? {};
  if (username || password || href.length > MAX_ADDRESS_LENGTH || !isWeb(href)) return undefined;
  return href;
}

function isWeb(href: string): href is WebAddress {
  return /^https?:\/\//.test(href);
}
