import { unescape } from 'node:querystring';

import { readInput } from '../github/runner.ts';
import { SECRET_INPUTS } from '../inputs/input-table.ts';
import { createRedactor, MIN_SECRET_LENGTH, type Redactor } from '../runtime/redact.ts';

/** Shorter parts of an address may be ordinary words. In UTF-16 units. */
const MIN_PART_LENGTH = 12;

/** Words with separators, such as `ref=feature-login`. */
const WORDS = /^(?:(?:[A-Z]?[a-z]{1,15}|[A-Z]{1,15})(?:[-_./+ =&]+|$))+$/;

/**
 * Creates the redactor for the secrets among the inputs, in all their encodings. Its forms, which the runner masks, are without words: the
 * runner drops the outputs of every step that contain a masked text.
 */
export function createSecretRedactor(): Redactor {
  const key = readInput('access-key');
  // As HTTP Basic joins them: a service may send back what it received.
  const pair = key === '' ? [] : [`${readInput('user-id')}:${key}`];
  const values = [...SECRET_INPUTS.map((name) => readInput(name)), ...pair];
  const create = (withWords: boolean): Redactor =>
    createRedactor([...values, ...addressParts(readInput('callback'), withWords)]);
  return { ...create(true), forms: create(false).forms };
}

/** Warnings about secrets that ordinary texts contain by chance. */
export function shortSecretWarnings(): readonly string[] {
  const short = SECRET_INPUTS.filter((name) => readInput(name) !== '' && readInput(name).length < MIN_SECRET_LENGTH);
  return short.map(
    (name) =>
      `\`${name}\` has fewer than ${MIN_SECRET_LENGTH} characters, so it is hidden only where it is the whole of a text. ` +
      'GitHub drops job outputs that contain a secret, also by chance. Use a longer value.',
  );
}

/** The parts of an address, except its origin, that may be a secret. */
function addressParts(text: string, withWords: boolean): string[] {
  const url = URL.parse(text);
  if (!url) return [];
  const { href, pathname, search, searchParams, hash, username, password } = url;
  // Some readers take a plus for a space, others do not.
  const withPlus = new URLSearchParams(search.replaceAll('+', '%2B'));
  const values = [search.slice(1), ...searchParams.values(), ...withPlus.values(), hash.slice(1), username];
  const segments = pathname.split('/');
  return [
    href,
    ...(search === '' ? [] : [`${pathname}${search}`]),
    // A long number may be the number of the run.
    ...values.filter(
      (part) => part.length >= MIN_PART_LENGTH && !/^\d+$/.test(part) && (withWords || !WORDS.test(part)),
    ),
    ...[pathname, ...segments, ...segments.map((each) => unescape(each))].filter(looksRandom),
    password,
  ];
}

/** Whether a part of a path is a token and not a word: it has letters, and digits or letters of both cases. */
function looksRandom(part: string): boolean {
  const hasMixedCase = /[a-z]/.test(part) && /[A-Z]/.test(part);
  return part.length >= MIN_PART_LENGTH && /[a-z]/i.test(part) && (/\d/.test(part) || hasMixedCase);
}
