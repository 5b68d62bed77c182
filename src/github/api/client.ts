import type { JsonObject } from '../../model/fields.ts';
import type { Secret } from '../../model/secret.ts';
import { withTimeout, type TimeContext } from '../../runtime/time-limits.ts';
import { answered, unanswered, readError, type ApiReply, type ApiFailure } from './reply.ts';

/** What speaking to GitHub takes. */
export interface ApiSettings extends TimeContext {
  /** As the runner gives it, such as `https://api.github.com` or `https://github.example.com/api/v3`. */
  readonly apiUrl: string;
  readonly token: Secret;
  /** `owner/name`; empty where the runner does not say. */
  readonly repository: string;
}

/**
 * Asks GitHub for something, and never fails: what goes wrong is a reply.
 *
 * @param route method and path, such as `GET /repos/{repository}/check-runs/{id}`; the repository is ours
 * @param parameters for the path; what is left goes into the query of a GET, and into the body of all others
 * @param tries how many times to ask while there is no answer; more than 1 only for what may be done twice
 */
export type Api = (route: string, parameters?: JsonObject, tries?: number) => Promise<ApiReply>;

/** What the client hands out of an answer without an error. */
interface Arrived {
  readonly status: number;
  readonly headers: { readonly location?: string };
  readonly data: unknown;
}

type Client = Awaited<ReturnType<typeof connect>>;

/** How long one request may take. */
const PATIENCE_MS = 10_000;

/** Between two tries, and half as long again by chance. */
const BETWEEN_TRIES_MS = 1000;

/** If GitHub asks for a longer pause, there is no other try. */
const LONGEST_PAUSE_MS = 10_000;

const REPOSITORY = /^[\w-]+\/[\w.-]+$/;

/** What the client would write to the log by itself. */
const SILENCE = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Speaks to GitHub's REST interface for one repository. GitHub's client is loaded with the first request. */
export function createApi(settings: ApiSettings): Api {
  const { clock, cancelled, token, repository } = settings;
  let client: Promise<Client> | undefined;
  return async (route, parameters = {}, tries = 1) => {
    const lack = lackOf(token, repository);
    if (lack !== undefined) return { kind: 'refused', status: 0, why: lack };
    for (let left = tries - 1; ; left -= 1) {
      client ??= connect(settings);
      const reply = await ask(client, addressOf(route, settings), parameters, settings);
      if (reply.kind !== 'dropped' || left === 0 || cancelled.aborted) return reply;
      const pauseMs = reply.retryAfterMs ?? BETWEEN_TRIES_MS * (1 + clock.random() / 2);
      if (pauseMs > LONGEST_PAUSE_MS) return reply;
      await clock.sleep(pauseMs, cancelled);
    }
  };
}

function lackOf(token: Secret, repository: string): string | undefined {
  if (token.reveal() === '') return 'There is no token: `github-token` is empty.';
  return REPOSITORY.test(repository) ? undefined : 'The runner does not name the repository.';
}

async function connect({ apiUrl, token }: ApiSettings) {
  const { getOctokit } = await import('@actions/github');
  return getOctokit(token.reveal(), { baseUrl: apiUrl, log: SILENCE });
}

/** GraphQL stands beside the versions of the REST interface on a server of one's own. */
function addressOf(route: string, { repository, apiUrl }: ApiSettings): string {
  return route.replace('{repository}', repository).replace(' /graphql', ` ${apiUrl.replace(/\/v3$/, '')}/graphql`);
}

async function ask(
  client: Promise<Client>,
  route: string,
  parameters: JsonObject,
  patience: TimeContext,
): Promise<ApiReply> {
  const reply = await withTimeout(patience, PATIENCE_MS, async (late) => {
    try {
      const { request } = await client;
      const arrived: Arrived = await request(route, {
        ...parameters,
        request: { signal: late, redirect: 'manual', log: SILENCE },
      });
      return answered(arrived.status, arrived.data, arrived.headers.location);
    } catch (error) {
      return readError(error);
    }
  });
  return reply ?? unanswered('GitHub did not answer in time');
}

function nothing(): void {
  // Whatever the client has to say, the reply says it.
}

/** What stands on all pages of a list. */
export interface Listed {
  readonly kind: 'listed';
  readonly items: readonly unknown[];
}

/** The most that GitHub puts on one page. */
const PAGE_SIZE = 100;

/** Many more than there can be comments on a pull request, which are 2,500. */
const MOST_PAGES = 100;

/**
 * Reads a list to its end.
 *
 * @param itemsIn finds the list in a page; what is none is an empty list
 */
export async function listAll(
  api: Api,
  route: string,
  parameters: JsonObject,
  itemsIn: (page: unknown) => unknown,
): Promise<Listed | ApiFailure> {
  const items: unknown[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const reply = await api(route, { ...parameters, per_page: PAGE_SIZE, page }, 2);
    if (reply.kind !== 'answered') return reply;
    const found = itemsIn(reply.data);
    if (!Array.isArray(found)) return { kind: 'dropped', why: 'GitHub sent a list that cannot be read.' };
    for (const item of found) items.push(item);
    if (found.length < PAGE_SIZE) break;
  }
  return { kind: 'listed', items };
}
