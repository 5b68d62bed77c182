import { SHOWN } from '../model/secret.ts';
import { oneLine } from '../model/text.ts';
import { escapedForms, secretForms } from './secret-forms.ts';

/** A shorter secret occurs in too many texts by chance to be replaced inside them (docs/design.md §6). In UTF-16 units. */
export const MIN_SECRET_LENGTH = 6;

/** Replaces secrets in a text. */
export type Redact = (text: string) => string;

/** Keeps secrets out of texts. Not for identifiers, counts or paths, which may contain a secret by chance. */
export interface Redactor {
  /** The forms of a secret that are a fixed text, longest first, for the runner to mask; at least 6 characters each. */
  readonly forms: readonly string[];
  /** Returns the text with `***` in place of each form; the same string when there is none. */
  readonly redactText: Redact;
  /** Like `redactText`, for one whole value: it may also be a short secret. */
  readonly redact: Redact;
}

/** Creates a redactor, whose time is linear in the text. Each line of a secret is a secret, too; an empty one is ignored. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const values = secrets.flatMap((value) => [value, ...value.split(/[\r\n]/)].map((line) => line.trim()));
  const long = values.filter((value) => value.length >= MIN_SECRET_LENGTH);
  const short = new Set(values.filter((value) => value !== '' && value.length < MIN_SECRET_LENGTH));
  const usual = [...new Set(long.flatMap(secretForms))];
  const escaped = [...new Set(long.flatMap(escapedForms))];
  const replaceUsual = replaceAny(usual.map((form) => ({ form, pattern: anySpaces(form) })));
  const replaceEscaped = replaceAny(escaped.map((form) => ({ form, pattern: escapePattern(form) })));
  const redactEscaped = (text: string): string => {
    const clean = ESCAPED.test(text) ? replaceEscaped(text) : text;
    const joined = clean.replace(LINE_END, '');
    const redacted = replaceUsual(joined);
    return redacted === joined ? clean : redacted;
  };
  const redactText = (text: string): string => {
    const clean = replaceUsual(text);
    if (!SPECIAL.test(clean)) return clean;
    return redactEscaped(clean);
  };
  const redact = (text: string): string => {
    if (short.has(text.trim())) return SHOWN;
    return redactText(text);
  };
  const forms = [...usual, ...escaped].toSorted((a, b) => b.length - a.length);
  return { forms, redactText, redact };
}

/** Also finds a secret with invisible characters in it, which are removed where names and messages are shown. */
export function redactVisible(text: string, redact: Redact): string {
  const clean = redact(text);
  const visible = oneLine(clean);
  if (visible === clean) return clean;
  const redacted = redact(visible);
  return redacted === visible ? clean : redacted;
}

/** Every escaped character and every line end contains one of these. A text without them needs no second search. */
const SPECIAL = /[\\&%\n]/;

/** Two escaped characters in a row. Without any, the search for values that are escaped throughout is not needed. */
const ESCAPED = /\\u[\da-f]{4}\\u|&#x?[\da-f]+;&#|%[\da-f]{2}%/i;

const END = String.raw`(?:\r?\n|(?:\\r)?\\n|(?:&#(?:13|x[dD]);)?&#(?:10|x[aA]);)`;
/** The end of a line of base64, which has 64 or 76 digits, also escaped. The end comes first, because it is rarer than a digit. */
const LINE_END = new RegExp(`${END}(?<=[\\w+/-]{60}${END})`, 'g');

/** A form of a secret, and the expression that finds it. */
interface Search {
  readonly form: string;
  readonly pattern: string;
}

/** V8 rejects an alternative of more than 32,000 UTF-16 units, and only when the expression is first used. */
const MAX_PATTERN = 20_000;

/** Returns a function that replaces every form, the longest first: a shorter one may be a part of it. */
function replaceAny(searches: readonly Search[]): Redact {
  const sorted = searches.toSorted((a, b) => b.form.length - a.form.length);
  const [large, usual] = [sorted.filter(isLarge), sorted.filter((search) => !isLarge(search))];
  const finders: (RegExp | string)[] = large.map(({ form }) => form);
  if (usual.length > 0) finders.push(new RegExp(usual.map(({ pattern }) => pattern).join('|'), 'g'));
  return (text) => finders.reduce<string>((clean, finder) => clean.replaceAll(finder, SHOWN), text);
}

function isLarge({ pattern }: Search): boolean {
  return pattern.length > MAX_PATTERN;
}

/** Names are shown with single spaces, whatever the number in the secret. */
function anySpaces(form: string): string {
  return form.split(/ +/).map(escapePattern).join('\\s+');
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
