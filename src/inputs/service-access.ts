import { TestsetError } from '../model/errors.ts';
import type { ServiceAccess } from '../model/inputs.ts';
import type { RunContext } from '../model/run-context.ts';
import type { InputContext, InputReader } from './input-reader.ts';

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Longer values would make the search for secrets in texts slow. In UTF-16 units. */
const CREDENTIAL_LIMIT = 1000;

/** What a mistake leaves in place of a credential: quotes, an expression, a variable of a shell, a masked secret, a header. */
const LEFT_OVER = /^(["']).*\1$|\$ ?\{ ?\{|^\$[A-Z_]+$|^\*+$|^Basic /s;

const FORK_HINT =
  'Run this step only if github.event.pull_request.head.repo.full_name == github.repository, ' +
  'and test pull requests from forks after the merge.';
const DEPENDABOT_HINT = "Add the secrets to the repository's Dependabot secrets too, or skip this step for Dependabot.";
const DEFINE_HINT =
  'Check that the secret or variable of each empty input exists for this repository or environment, under this name. ' +
  'A reusable workflow gets only the secrets that are passed to it.';

/** The address of the service and the credentials, a placeholder after an error; `undefined` if the address is wrong. */
export function readServiceAccess(reader: InputReader, context: InputContext): ServiceAccess | undefined {
  const baseUrl = readBaseUrl(reader, context);
  if (baseUrl) checkProxy(reader, () => context.proxyFor(baseUrl));
  const userId = readCredential(reader, 'user-id', context);
  readCredential(reader, 'access-key', context);
  if (userId.includes(':')) reader.error('user-id', '`user-id` contains a colon. Use the user id alone.');
  return baseUrl && { baseUrl, userId, accessKey: reader.secret('access-key') };
}

function readBaseUrl(reader: InputReader, context: RunContext): URL | undefined {
  const text = reader.text('base-url');
  if (text === '') {
    reportEmpty(reader, 'base-url', 'the address of the test service, such as https://testset.example.com', context);
    return undefined;
  }
  const message = baseUrlError(reader, text);
  if (message !== undefined) {
    reader.error('base-url', message);
    return undefined;
  }
  const url = new URL(text);
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** What is wrong with the address, without user info, query and fragment, which may hold secrets. */
function baseUrlError(reader: InputReader, text: string): string | undefined {
  const isAddress = /^https?:\/\//i.test(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text);
  if (!isAddress) {
    let shown = reader.quote(text.replace(/[?#].*$/s, ''));
    if (text.includes('@')) shown = 'not an address';
    return `\`base-url\` is ${shown}. Use the address of the test service, such as https://testset.example.com.`;
  }
  if (/^https?:\/\/[^/]*@/i.test(text)) {
    return '`base-url` contains a user name or a password. Remove them, and use `user-id` and `access-key`.';
  }
  const [address = ''] = text.split(/[?#]/);
  if (address !== text) {
    const advice = 'Use the address of the service, which is not that of a page in a browser, and neither of these.';
    return `\`base-url\` has a query or a fragment after ${reader.quote(address)}. ${advice}`;
  }
  const { protocol, hostname } = new URL(text);
  if (protocol === 'http:' && !LOOPBACK.test(hostname)) {
    const allowed = 'Use https://. Only localhost, 127.0.0.1 and [::1] may have http://.';
    return `\`base-url\` is ${reader.quote(text)}. ${allowed}`;
  }
  const root = text.replace(/\/openapi\/v2(?:\/testset)?\/*$/i, '');
  if (root === text) return undefined;
  return `\`base-url\` contains /openapi/v2. The action adds that itself. Use ${reader.quote(root)}.`;
}

/** Reports an unusable proxy setting together with the inputs. Only loopback may have `http:`, and it needs no proxy. */
function checkProxy(reader: InputReader, findProxy: () => unknown): void {
  try {
    findProxy();
  } catch (error) {
    if (!(error instanceof TestsetError)) throw error;
    reader.error('HTTPS_PROXY', error.message, error.hint);
  }
}

function readCredential(reader: InputReader, name: 'user-id' | 'access-key', context: RunContext): string {
  const text = reader.text(name);
  if (text === '') reportEmpty(reader, name, `the ${name.replace('-', ' ')} of your account`, context);
  if (/\p{Cc}/u.test(text)) {
    reader.error(name, `\`${name}\` contains line breaks or control characters. Use one plain line.`);
  } else if (LEFT_OVER.test(text)) {
    const kinds = 'quotes, an expression, a variable of a shell, asterisks or a header';
    reader.error(name, `\`${name}\` holds ${kinds}. Use the value alone.`);
  } else if (text.length > CREDENTIAL_LIMIT) {
    reader.error(name, `\`${name}\` is ${text.length} characters long. Use at most ${CREDENTIAL_LIMIT}.`);
  }
  return text;
}

/** Explains an empty secret or variable. GitHub withholds secrets from forks and from Dependabot. */
function reportEmpty(reader: InputReader, name: string, meaning: string, context: RunContext): void {
  const { isFork, eventName, actor } = context;
  const empty = `\`${name}\` is empty`;
  // `pull_request_target` runs the workflow of the base branch, with its secrets.
  if (isFork && eventName !== 'pull_request_target') {
    const reason = 'GitHub passes no secrets to the workflow of a pull request from a fork';
    reader.error(name, `${empty}: ${reason}.`, FORK_HINT);
  } else if (actor === 'dependabot[bot]') {
    const reason = 'GitHub passes only Dependabot secrets to a run that Dependabot started';
    reader.error(name, `${empty}: ${reason}.`, DEPENDABOT_HINT);
  } else reader.error(name, `${empty}. Set it to ${meaning}.`, DEFINE_HINT);
}
