import { readInput } from '../github/runner.ts';
import { createRedactor, type Redactor } from '../runtime/redact.ts';

/** Inputs whose values are never shown. */
const SECRET_INPUTS = ['access-key', 'login-pw', 'callback', 'github-token'];

/** Shorter parts of an address may be ordinary words. In UTF-16 units. */
const MIN_PART_LENGTH = 12;

/** Creates the redactor for the secrets among the inputs, in all their encodings. */
export function createSecretRedactor(): Redactor {
  const key = readInput('access-key');
  // As HTTP Basic joins them: a service may send back what it received.
  const pair = key === '' ? '' : `${readInput('user-id')}:${key}`;
  return createRedactor([...SECRET_INPUTS.map(readInput), ...addressParts(readInput('callback')), pair]);
}

/** The parts of an address, except its origin, that may be a secret. */
function addressParts(text: string): string[] {
  const url = URL.parse(text);
  if (!url) return [];
  // Some readers take a plus for a space, others do not.
  const withPlus = new URLSearchParams(url.search.replaceAll('+', '%2B'));
  const values = [
    url.search.slice(1),
    ...url.searchParams.values(),
    ...withPlus.values(),
    url.hash.slice(1),
    url.username,
  ];
  const segments = url.pathname.split('/');
  return [
    url.href,
    ...(url.search === '' ? [] : [`${url.pathname}${url.search}`]),
    // A long number may be the number of the run.
    ...values.filter((part) => part.length >= MIN_PART_LENGTH && !/^\d+$/.test(part)),
    ...[url.pathname, ...segments, ...segments.map(decode)].filter(looksRandom),
    url.password,
  ];
}

/** Whether a part of a path is a token and not a word: it has letters, and digits or letters of both cases. */
function looksRandom(part: string): boolean {
  const hasMixedCase = /[a-z]/.test(part) && /[A-Z]/.test(part);
  return part.length >= MIN_PART_LENGTH && /[a-z]/i.test(part) && (/\d/.test(part) || hasMixedCase);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
