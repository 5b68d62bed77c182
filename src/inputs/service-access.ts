import type { ServiceAccess } from '../model/inputs.ts';
import type { RunContext } from '../model/run-context.ts';
import { Secret } from '../model/secret.ts';
import type { InputReader } from './input-reader.ts';
import { hideValue, quote } from './input-reader.ts';

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** Far longer than any in use. What is much longer still could not be looked for in texts, to keep it out of them. */
const LONGEST_CREDENTIAL = 1000;

const ADDRESS = 'be the address of the test service, such as https://testset.example.com';

const UNPRINTABLE = 'line breaks or control characters';
const ONE_LINE = `be one plain line of at most ${LONGEST_CREDENTIAL} characters`;

/** What to do where a value that the workflow file names is empty. */
const FORK_REMEDY =
  'Run this step only if github.event.pull_request.head.repo.full_name == github.repository, and test what a fork offers once it is merged.';
const DEPENDABOT_REMEDY =
  "Add the secrets to the repository's Dependabot secrets too, or leave this step out for Dependabot.";
const DEFINE_REMEDY =
  'Check that the secrets and variables exist in this repository, its organization or the environment of this job, ' +
  'that the workflow file spells them the same, and that a reusable workflow is handed them (secrets: inherit).';

/** Where the service is and who asks; undefined after a fault. */
export function readServiceAccess(reader: InputReader, context: RunContext): ServiceAccess | undefined {
  const baseUrl = readBaseUrl(reader, context);
  const userId = readCredential(reader, 'user-id', context);
  const accessKey = readCredential(reader, 'access-key', context);
  if (userId?.includes(':')) reader.error('user-id', `${hideValue(userId)} with a colon in it`, 'be free of colons');
  if (baseUrl === undefined || userId === undefined || accessKey === undefined) return undefined;
  return { baseUrl, userId, accessKey: new Secret(accessKey) };
}

function readBaseUrl(reader: InputReader, context: RunContext): URL | undefined {
  const text = reader.text('base-url');
  const trouble = troubleWithAddress(text);
  if (trouble !== undefined) {
    const [, , remedy] = whyEmpty('base-url', context);
    reader.error('base-url', shownAddress(text), trouble, text === '' ? remedy : undefined);
    return undefined;
  }
  const url = new URL(text);
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** What the address must be and is not; undefined when all is well. */
function troubleWithAddress(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || /[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return ADDRESS;
  if (/^https?:\/\/[^/]*@/i.test(text)) return 'be free of user info: user-id and access-key are inputs of their own';
  if (/[?#]/.test(text)) return 'be free of a query and a fragment';
  const { protocol, hostname } = new URL(text);
  if (protocol === 'http:' && !LOOPBACK.test(hostname)) {
    return 'begin with https:// (http:// is for this machine itself only: localhost, 127.0.0.1 or [::1])';
  }
  return undefined;
}

/** User info, a query and a fragment may hold secrets, so they are not repeated; nor is anything around an `@`. */
function shownAddress(text: string): string {
  if (text === '' || text.includes('@')) return hideValue(text);
  return quote(text.replace(/[?#].*$/s, ''));
}

function readCredential(reader: InputReader, name: 'user-id' | 'access-key', context: RunContext): string | undefined {
  const text = reader.text(name);
  const isPlain = !/\p{Cc}/u.test(text);
  if (text !== '' && isPlain && text.length <= LONGEST_CREDENTIAL) return text;
  if (text === '') reader.error(name, ...whyEmpty(name, context));
  else reader.error(name, isPlain ? hideValue(text) : `${hideValue(text)}, some of them ${UNPRINTABLE}`, ONE_LINE);
  return undefined;
}

/** What was given and what is allowed, when a secret arrives empty: GitHub withholds secrets on purpose in two cases. */
function whyEmpty(
  name: string,
  { isFork, eventName, actor }: RunContext,
): [given: string, allowed: string, remedy: string] {
  // A fork's pull request gets the secrets with this event, because the workflow is the base branch's own.
  if (isFork && eventName !== 'pull_request_target') {
    return [
      'empty, because GitHub gives no secrets to the workflow of a pull request from a fork',
      'hold a value',
      FORK_REMEDY,
    ];
  }
  if (actor === 'dependabot[bot]') {
    return [
      "empty, because GitHub gives Dependabot's runs only the Dependabot secrets",
      'hold a value',
      DEPENDABOT_REMEDY,
    ];
  }
  return ['empty', `hold the ${name.replace('-', ' ')} of your account`, DEFINE_REMEDY];
}
