import { randomInt } from 'node:crypto';

import { SHOWN } from '../model/secret.ts';
import { UNSEEN, withoutUnseen } from '../model/text.ts';
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
  // A letter with a mark is one character in NFC, and two in NFD.
  const composed = secrets.flatMap((value) => [value, value.normalize('NFC'), value.normalize('NFD')]);
  const values = [...new Set(composed.flatMap((value) => [value, ...value.split(/\r|\n/)].map((line) => line.trim())))];
  const isLong = (value: string): boolean => value.length >= MIN_SECRET_LENGTH;
  const long = values.filter(isLong);
  const visible = values.map(withoutUnseen);
  const short = new Set([...values, ...visible].filter((value) => value !== '' && !isLong(value)));
  const usual = [...new Set([...long.flatMap(secretForms), ...visible.filter(isLong)])];
  const escaped = [...new Set(long.flatMap(escapedForms))];
  const findUsual = createFinder(usual, anySpaces);
  const findEscaped = createFinder(escaped, escapePattern);
  const redactEscaped = (text: string): string => {
    const clean = ESCAPED.test(text) ? replaceFound(text, findEscaped(text)) : text;
    const joined = clean.replace(LINE_END, '');
    const redacted = replaceFound(joined, findUsual(joined));
    return redacted === joined ? clean : redacted;
  };
  const redactText = (text: string): string => {
    if (!isLong(text)) return text;
    const whole = replaceFound(text, findUsual(text));
    const clean = replaceFound(whole, findDivided(whole, findUsual));
    if (!SPECIAL.test(clean)) return clean;
    return redactEscaped(clean);
  };
  const redact = (text: string): string => {
    if (short.has(withoutUnseen(text).trim())) return SHOWN;
    return redactText(text);
  };
  const forms = [...usual, ...escaped].toSorted((a, b) => b.length - a.length);
  return { forms, redactText, redact };
}

/** Every escaped character and every line end contains one of these. A text without them needs no second search. */
const SPECIAL = /[\\&%\n]/;

/** Two escaped characters in a row. Without any, the search for values that are escaped throughout is not needed. */
const ESCAPED = /\\u[\da-f]{4}\\u|&#x?[\da-f]+;&#|%[\da-f]{2}%/i;

const END = String.raw`(?:\r?\n|(?:\\r)?\\n|(?:&#(?:13|x[dD]);)?&#(?:10|x[aA]);)`;
/** The end of a line of base64, which has 64 or 76 digits, also escaped. The end comes first, because it is rarer than a digit. */
const LINE_END = new RegExp(`${END}(?<=[\\w+/-]{60}${END})`, 'g');

/** V8 rejects an alternative of more than 32,000 UTF-16 units, and only when the expression is first used. */
const MAX_PATTERN = 20_000;

/** Where a secret stands in a text: from the first index to before the second. */
type Found = readonly [start: number, end: number];
type Find = (text: string) => readonly Found[];

/** Returns a function that finds every form, the longest first: a shorter one may be a part of it. */
function createFinder(forms: readonly string[], toPattern: (form: string) => string): Find {
  const isLarge = (form: string): boolean => toPattern(form).length > MAX_PATTERN;
  const sorted = forms.toSorted((a, b) => b.length - a.length);
  const patterns = sorted.filter((form) => !isLarge(form)).map(toPattern);
  // `(?!)` matches nothing.
  const finder = new RegExp(patterns.join('|') || '(?!)', 'g');
  const large = sorted.filter(isLarge);
  return (text) => [
    ...large.flatMap((form) => findForm(text, form)),
    ...Array.from(text.matchAll(finder), (match): Found => [match.index, match.index + match[0].length]),
  ];
}

function findForm(text: string, form: string): readonly Found[] {
  const found: Found[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
    found.push([at, at + form.length]);
  return found;
}

/** Finds secrets that are divided by what readers do not see, such as a soft hyphen or the end of a line. */
function findDivided(text: string, find: Find): readonly Found[] {
  const seen = withoutUnseen(text);
  const found = seen === text ? [] : mergeFound(find(seen));
  if (found.length === 0) return [];
  const gaps = Array.from(text.matchAll(UNSEEN), ({ index, 0: { length } }) => ({ index, length }));
  let [next, removed] = [0, 0];
  const indexIn = (at: number): number => {
    for (let gap = gaps[next]; gap && gap.index - removed <= at; gap = gaps[next]) {
      removed += gap.length;
      next += 1;
    }
    return at + removed;
  };
  return found.map(([start, end]) => [indexIn(start), indexIn(end - 1) + 1]);
}

/** In the order of the text. Those that overlap become one. */
function mergeFound(found: readonly Found[]): readonly Found[] {
  const merged: [start: number, end: number][] = [];
  for (const [start, end] of found.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

function replaceFound(text: string, found: readonly Found[]): string {
  let [clean, from] = ['', 0];
  for (const [start, end] of mergeFound(found)) {
    clean += text.slice(from, start) + SHOWN;
    from = end;
  }
  return clean + text.slice(from);
}

/** Names are shown with single spaces, whatever the number in the secret. */
function anySpaces(form: string): string {
  return form.split(/ +/).map(escapePattern).join('\\s+');
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Also replaces secrets that JSON escapes in part: the raw text does not show them. A regular expression for the strings would be slow for long ones. */
export function redactJson(text: string, redact: Redact): string {
  const found: { start: number; end: number; decoded: string; clean: string }[] = [];
  for (let start = text.indexOf('"'); start >= 0;) {
    let end = text.indexOf('"', start + 1);
    while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
    if (end < 0) break;
    end += 1;
    const decoded = decodeString(text.slice(start, end));
    const visible = withoutUnseen(decoded).trim();
    const isSecret = visible.length < MIN_SECRET_LENGTH && redact(visible) !== visible;
    if (isSecret || decoded.length >= MIN_SECRET_LENGTH)
      found.push({ start, end, decoded, clean: isSecret ? SHOWN : decoded });
    start = text.indexOf('"', end);
  }
  const texts = found.map(({ clean }) => clean);
  const all = redactAll(texts, redact);
  let [result, from] = ['', 0];
  for (const [at, { start, end, decoded }] of found.entries()) {
    if (all[at] === decoded) continue;
    result += text.slice(from, start) + JSON.stringify(all[at]);
    from = end;
  }
  return result + text.slice(from);
}

/** Between texts that are searched together. No text or secret has it: it is random, of characters for private use that no search skips. */
const SEPARATOR = `\ue000${Array.from({ length: 3 }, () => String.fromCharCode(randomInt(0xe001, 0xf900))).join('')}`;

/** Redacts texts in one search: a search of each takes a hundred times as long. */
function redactAll(texts: readonly string[], redact: Redact): readonly string[] {
  const clean = redact(texts.join(SEPARATOR)).split(SEPARATOR);
  return clean.length === texts.length ? clean : texts.map(redact);
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/** '' for a string without an escape, and for one that is no JSON. */
function decodeString(token: string): string {
  if (!token.includes('\\')) return '';
  try {
    return String(JSON.parse(token));
  } catch {
    return '';
  }
}
