import { escapedForms, secretForms } from './secret-forms.ts';

const REPLACEMENT = '***';

/** A shorter secret occurs in too many texts by chance to be replaced inside them (docs/design.md §6). In UTF-16 units. */
const MIN_LENGTH = 6;

/** Replaces secrets in a text. */
export type Redact = (text: string) => string;

/** What must not be shown. Empty values are ignored. */
interface SecretValues {
  readonly secrets: readonly string[];
  /** `user-id:access-key`, as HTTP Basic joins them: only hidden as a whole. */
  readonly pairs?: readonly string[];
}

/** Keeps secrets out of texts. Not for identifiers, counts or paths, which may contain a secret by chance. */
export interface Redactor {
  /** The forms of a secret that are a fixed text, longest first, for the runner to mask; at least 6 characters each. */
  readonly forms: readonly string[];
  /** Returns the text with `***` in place of each form; the same string when there is none. */
  readonly redact: Redact;
  /** Like `redact`, for one whole value: it may also be a short secret. */
  readonly redactField: Redact;
}

/** Creates a redactor, whose time is linear in the text. Each line of a secret is a secret, too. */
export function createRedactor({ secrets, pairs = [] }: SecretValues): Redactor {
  const values = [...secrets, ...pairs].flatMap((value) => [
    value,
    ...value.split(/[\r\n]+/).map((line) => line.trim()),
  ]);
  const long = values.filter((value) => value.length >= MIN_LENGTH);
  const short = new Set(values.filter((value) => value !== '' && value.length < MIN_LENGTH));
  const usual = [...new Set(long.flatMap(secretForms))];
  const escaped = [...new Set(long.flatMap(escapedForms))];
  const spaced = long.filter((value) => /^[^\r\n]+ [^\r\n]+$/.test(value)).map(anySpaces);
  const usualPattern = anyOf([...spaced, ...byLength(usual).map(escapePattern)]);
  const escapedPattern = anyOf(byLength(escaped).map(escapePattern));
  const redact = (text: string): string => {
    let clean = text.replace(usualPattern, REPLACEMENT);
    if (ESCAPED.test(clean)) clean = clean.replace(escapedPattern, REPLACEMENT);
    const joined = clean.replace(LINE_END, '');
    const redacted = joined === clean ? joined : joined.replace(usualPattern, REPLACEMENT);
    return redacted === joined ? clean : redacted;
  };
  const redactField = (text: string): string => (short.has(text.trim()) ? REPLACEMENT : redact(text));
  return { forms: byLength([...usual, ...escaped]), redact, redactField };
}

/** Two escaped characters in a row. Without any, the search for values that are escaped throughout is not needed. */
const ESCAPED = /\\u[\da-f]{4}\\u|&#x?[\da-f]+;&#/i;

const END = String.raw`(?:\r?\n|(?:\\r)?\\n|(?:&#(?:13|x[dD]);)?&#(?:10|x[aA]);)`;
/** The end of a line of base64, which has 64 or 76 digits, also escaped. The end comes first, because it is rarer than a digit. */
const LINE_END = new RegExp(`${END}(?<=[\\w+/-]{60}${END})`, 'g');

/** Names are shown with single spaces, whatever the number in the secret. */
function anySpaces(value: string): string {
  return value
    .split(/\s+/)
    .map(escapePattern)
    .join(String.raw`\s+`);
}

function byLength(forms: readonly string[]): string[] {
  return forms.toSorted((a, b) => b.length - a.length);
}

function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.length === 0 ? '(?!)' : patterns.join('|'), 'g');
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
