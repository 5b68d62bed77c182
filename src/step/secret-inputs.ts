import { readInput } from '../github/runner.ts';
import { SECRET_INPUTS } from '../model/secret.ts';
import { createRedactor, MIN_SECRET_LENGTH, type Redactor } from '../runtime/redact.ts';

/** Shorter parts of an address may be ordinary words. In UTF-16 units. */
const MIN_PART_LENGTH = 12;

/** Creates the redactor for the secrets among the inputs, in all their encodings. */
export function createSecretRedactor(): Redactor {
  const key = readInput('access-key');
  const secrets = SECRET_INPUTS.flatMap(secretsIn);
  // As HTTP Basic joins them: a service may send back what it received.
  if (key !== '') secrets.push(`${readInput('user-id')}:${key}`);
  return createRedactor(secrets);
}

/** The value of an input, and its parts that may be a secret. */
function secretsIn(name: string): string[] {
  const value = readInput(name);
  return name === 'callback' ? [value, ...addressParts(value)] : [value];
}

/** Warnings about secrets that ordinary texts contain by chance. */
export function shortSecretWarnings(): readonly string[] {
  const isShort = (value: string): boolean => value !== '' && value.length < MIN_SECRET_LENGTH;
  return SECRET_INPUTS.filter((name) => isShort(readInput(name))).map(
    (name) =>
      `\`${name}\` has fewer than ${MIN_SECRET_LENGTH} characters, so it is hidden only where it is the whole of a text. ` +
      'GitHub drops job outputs that contain a secret, also by chance. Use a longer value.',
  );
}

/** Outputs that are paths on this runner, which no other job can use. */
const PATH_OUTPUTS = ['results-dir', 'junit-file', 'predicate-file'];

/**
 * Warnings about outputs that GitHub would drop from the outputs of the job, because they contain a text that it masks: one of ours, or the
 * value of a secret. A user id is no secret for us, but usually stored as one.
 */
export function maskedOutputWarnings(outputs: Readonly<Record<string, string>>): readonly string[] {
  const candidates = Object.entries(outputs).filter(([name, value]) => value !== '' && !PATH_OUTPUTS.includes(name));
  return [...SECRET_INPUTS, 'user-id'].flatMap((input) => {
    const secrets = secretsIn(input);
    const masked = [secrets[0] ?? '', ...createRedactor(secrets).forms].filter(Boolean);
    const names = candidates.flatMap(([name, value]) => (masked.some((text) => value.includes(text)) ? name : []));
    if (names.length === 0) return [];
    const list = names.map((name) => `\`${name}\``).join(', ');
    return (
      `The value of \`${input}\` occurs in these outputs: ${list}. If it is a secret, GitHub does not pass them to other jobs. ` +
      'Change the secret, or use these outputs only in this job.'
    );
  });
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
