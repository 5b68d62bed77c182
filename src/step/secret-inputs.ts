import { readInput } from '../github/runner.ts';
import { createRedactor, type Redactor } from '../runtime/redact.ts';

/** Inputs whose values are never shown. */
const SECRET_INPUTS = ['access-key', 'login-pw', 'callback', 'github-token'];

/** A part of an address of this length is no word that stands in other texts, too; a number may be the run's own. In UTF-16 units. */
const SECRET_PART = 12;

/** Knows the secrets among a step's inputs, in whatever form they turn up in a text. */
export function createSecretRedactor(): Redactor {
  const key = readInput('access-key');
  return createRedactor({
    secrets: [...SECRET_INPUTS.map(readInput), ...addressParts(readInput('callback'))],
    pairs: key === '' ? [] : [`${readInput('user-id')}:${key}`],
  });
}

/** What of an address may be a secret, in the forms in which others may write it: all but its origin. */
function addressParts(text: string): string[] {
  const url = URL.parse(text);
  if (!url) return [];
  // Not everybody reads a plus as a space.
  const literally = new URLSearchParams(url.search.replaceAll('+', '%2B'));
  const segments = url.pathname.split('/');
  const values = [
    url.search.slice(1),
    ...url.searchParams.values(),
    ...literally.values(),
    url.hash.slice(1),
    url.username,
  ];
  return [
    url.href,
    ...(url.search === '' ? [] : [`${url.pathname}${url.search}`]),
    ...values.filter((part) => part.length >= SECRET_PART && !/^\d+$/.test(part)),
    ...[url.pathname, ...segments, ...segments.map(unescaped)].filter(looksRandom),
    url.password,
  ];
}

/** Paths are made of words, too, and of names of folders: only what nobody would write by hand is taken for a token. */
function looksRandom(part: string): boolean {
  return (
    part.length >= SECRET_PART && /[a-z]/i.test(part) && (/\d/.test(part) || /[a-z].*[A-Z]|[A-Z].*[a-z]/.test(part))
  );
}

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
