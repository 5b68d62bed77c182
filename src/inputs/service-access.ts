import { TestsetError } from '../model/errors.ts';
import type { ServiceAccess } from '../model/inputs.ts';
import type { RunContext } from '../model/run-context.ts';
import type { InputContext, InputReader } from './input-reader.ts';
import type { ValueOf } from './input-table.ts';

const FORK_HINT =
  "Run this step only if github.event_name != 'pull_request' || github.event.pull_request.head.repo.full_name == " +
  'github.repository, and test pull requests from forks after the merge.';
const DEPENDABOT_HINT = "Add the secrets to the repository's Dependabot secrets too, or skip this step for Dependabot.";
const DEFINE_HINT =
  'Check that each empty input stands under `with:`, and that its secret or variable exists for this repository or environment. ' +
  'A reusable workflow gets only the secrets that are passed to it.';

const MEANINGS = {
  'base-url': 'the address of the test service, such as https://testset.example.com',
  'user-id': 'the user id of your account',
  'access-key': 'the access key of your account',
};

/** The address of the service and the credentials; `undefined` if one is empty or wrong. */
export function readServiceAccess(reader: InputReader, context: InputContext): ServiceAccess | undefined {
  const baseUrl = read(reader, 'base-url', context);
  if (baseUrl) checkProxy(reader, () => context.proxyFor(baseUrl));
  const userId = read(reader, 'user-id', context);
  const accessKey = read(reader, 'access-key', context);
  for (const [name, text = ''] of [['user-id', userId] as const, ['access-key', accessKey?.reveal()] as const])
    if (/^[A-Z_]+_(?:ID|USER|KEY|SECRET|TOKEN)$/.test(text))
      reader.warn(`\`${name}\` looks like the name of a secret: use \`\${{ secrets.NAME }}\`, its value.`);
  if (userId !== undefined && accessKey?.reveal() === userId)
    reader.error('access-key', '`access-key` is the same as `user-id`. Check where each of them comes from.');
  if (userId !== undefined && accessKey?.reveal().startsWith(`${userId}:`))
    reader.error('access-key', '`access-key` begins with the user id and a colon. Use the access key alone.');
  return baseUrl && userId !== undefined && accessKey ? { baseUrl, userId, accessKey } : undefined;
}

function read<Name extends keyof typeof MEANINGS>(
  reader: InputReader,
  name: Name,
  context: RunContext,
): ValueOf<Name> | undefined {
  if (reader.isSet(name)) return reader.value(name);
  const { what, hint } = explainEmpty(MEANINGS[name], context);
  reader.error(name, `\`${name}\` is empty${what}`, hint);
  return undefined;
}

/** Explains an empty secret or variable. GitHub withholds secrets from forks and from Dependabot. */
function explainEmpty(meaning: string, { isFork, run, actor }: RunContext): { what: string; hint: string } {
  // `pull_request_target` runs the workflow of the base branch, with its secrets.
  if (isFork && run.event !== 'pull_request_target')
    return { what: ': GitHub passes no secrets to the workflow of a pull request from a fork.', hint: FORK_HINT };
  if (actor === 'dependabot[bot]')
    return { what: ': GitHub passes only Dependabot secrets to a run that Dependabot started.', hint: DEPENDABOT_HINT };
  return { what: `. Set it to ${meaning}.`, hint: DEFINE_HINT };
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
