import type { ServiceAccess } from '../inputs.ts';
import type { RunContext } from '../run-context.ts';
import { Secret } from '../secrets/secret.ts';
import type { Form } from './form.ts';
import { hidden, shown } from './shown.ts';

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
export function readServiceAccess(form: Form, context: RunContext): ServiceAccess | undefined {
  const baseUrl = readBaseUrl(form, context);
  const userId = readCredential(form, 'user-id', context);
  const accessKey = readCredential(form, 'access-key', context);
  if (userId?.includes(':')) form.fault('user-id', `${hidden(userId)} with a colon in it`, 'be free of colons');
  if (baseUrl === undefined || userId === undefined || accessKey === undefined) return undefined;
  return { baseUrl, userId, accessKey: new Secret(accessKey) };
}

function readBaseUrl(form: Form, context: RunContext): URL | undefined {
  const text = form.text('base-url');
  const trouble = troubleWithAddress(text);
  if (trouble !== undefined) {
    const [, , remedy] = whyEmpty('base-url', context);
    form.fault('base-url', shownAddress(text), trouble, text === '' ? remedy : undefined);
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
  if (text === '' || text.includes('@')) return hidden(text);
  return shown(text.replace(/[?#].*$/s, ''));
}

function readCredential(form: Form, name: 'user-id' | 'access-key', context: RunContext): string | undefined {
  const text = form.text(name);
  const isPlain = !/\p{Cc}/u.test(text);
  if (text !== '' && isPlain && text.length <= LONGEST_CREDENTIAL) return text;
  if (text === '') form.fault(name, ...whyEmpty(name, context));
  else form.fault(name, isPlain ? hidden(text) : `${hidden(text)}, some of them ${UNPRINTABLE}`, ONE_LINE);
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
