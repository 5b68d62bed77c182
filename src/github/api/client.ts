import type { JsonObject } from '../../model/fields.ts';
import type { Secret } from '../../model/secret.ts';
import type { Redact } from '../../runtime/redact.ts';
import { withTimeout, type TimeContext } from '../../runtime/time-limits.ts';
import { transient, readError, readResponse, type ApiFailure, type ApiReply } from './reply.ts';

/** What the GitHub API is used with. */
export interface ApiSettings extends TimeContext {
  /** Such as `https://api.github.com` or `https://github.example.com/api/v3`. */
  readonly apiUrl: string;
  readonly token: Secret;
  /** `owner/name`; '' if the runner does not say. */
  readonly repository: string;
  /** For texts that a proxy may have written. */
  readonly redact: Redact;
}

/**
 * Sends a request to the GitHub API. It never throws: a failure is a reply, too.
 *
 * @param route method and path, such as `GET /repos/{repository}/check-runs/{id}`; the repository is filled in
 * @param parameters for the path; the others go into the query of a GET, or the body
 * @param tries how often to send the request if there is no reply; more than 1 only if it may take effect twice
 */
export type Api = (route: string, parameters?: JsonObject, tries?: number) => Promise<ApiReply>;

/** What is read of Octokit's response. */
interface OctokitResponse {
  readonly status: number;
  readonly headers: JsonObject;
  readonly data: unknown;
}

type Octokit = Awaited<ReturnType<typeof loadOctokit>>;

/** GitHub rejects a version that a server does not know: this one, the first, is known to all that have versions. */
const API_VERSION = '2022-11-28';

/** Time limit of a request, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Pause between two tries, and up to half as long again, in milliseconds. */
const RETRY_DELAY_MS = 1000;

/** If GitHub asks for a longer pause, the request is not retried. */
const MAX_PAUSE_MS = 10_000;

/** Octokit logs to the console by default. */
const NO_LOG = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Creates a client of the GitHub API for one repository. Octokit is loaded with the first request. */
export function createApi(settings: ApiSettings): Api {
  const { clock, cancelled, token, apiUrl, repository } = settings;
  let octokit: Promise<Octokit> | undefined;
  return async (route, parameters = {}, tries = 1) => {
    if (token.reveal() === '')
      return { kind: 'rejected', status: 0, reason: 'there is no token: `github-token` is empty' };
    if (!/^[\w-]+\/[\w.-]+$/.test(repository)) {
      return { kind: 'rejected', status: 0, reason: 'the runner does not name the repository' };
    }
    // On GitHub Enterprise Server, GraphQL is at /api/graphql and not below /api/v3.
    const address = route
      .replace('{repository}', repository)
      .replace(' /graphql', ` ${apiUrl.replace(/\/v3$/, '')}/graphql`);
    for (let left = tries - 1; ; left -= 1) {
      octokit ??= loadOctokit(settings);
      const reply = await send(octokit, address, parameters, settings);
      if (reply.kind !== 'transient' || left === 0 || cancelled.aborted) return reply;
      const pauseMs = reply.retryAfterMs ?? RETRY_DELAY_MS * (1 + clock.random() / 2);
      if (pauseMs > MAX_PAUSE_MS) return reply;
      await clock.sleep(pauseMs, cancelled);
    }
  };
}

async function loadOctokit({ apiUrl, token }: ApiSettings) {
  const { getOctokit } = await import('@actions/github');
  return getOctokit(token.reveal(), { baseUrl: apiUrl, log: NO_LOG });
}

async function send(
  octokit: Promise<Octokit>,
  address: string,
  parameters: JsonObject,
  context: TimeContext & Pick<ApiSettings, 'redact'>,
): Promise<ApiReply> {
  const reply = await withTimeout(context, TIMEOUT_MS, async (signal) => {
    try {
      const { request } = await octokit;
      const response: OctokitResponse = await request(address, {
        ...parameters,
        headers: { 'x-github-api-version': API_VERSION },
        request: { signal, redirect: 'manual', log: NO_LOG },
      });
      return readResponse(response.status, response.data, response.headers, context.redact);
    } catch (error) {
      return readError(error, context.redact);
    }
  });
  return reply ?? transient('GitHub did not answer in time');
}

function ignore(): void {
  // The reply contains everything that Octokit would log.
}

/** Time limit of all requests for one place, such as a comment, in milliseconds. */
const TOTAL_TIMEOUT_MS = 30_000;

/** The same after a cancel: a cancelled step should end within two seconds. */
const TOTAL_AFTER_CANCEL_MS = 2000;

/**
 * Runs all requests for one place within a time limit; a list may have many pages. @returns `undefined` if it takes longer
 *
 * @param work its signal aborts at the limit; see {@link untilAborted}
 */
export function withinTotalLimit<T>(
  context: TimeContext,
  work: (late: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  return withTimeout(context, TOTAL_TIMEOUT_MS, work, TOTAL_AFTER_CANCEL_MS);
}

/** Sends nothing after the signal, so that work which is no longer awaited ends. */
export function untilAborted(api: Api, signal: AbortSignal): Api {
  return (...request) => (signal.aborted ? Promise.resolve(transient(TOOK_TOO_LONG)) : api(...request));
}

/** Why something is not there after the limit of {@link withinTotalLimit}. */
export const TOOK_TOO_LONG = 'GitHub took too long';

/** All items of a list. */
interface ApiList {
  readonly kind: 'list';
  readonly items: readonly unknown[];
}

/** The largest page that GitHub sends. */
const PAGE_SIZE = 100;

/** A safeguard; a pull request has at most 2,500 comments. */
const MAX_PAGES = 100;

/** Reads all pages of a list; `itemsIn` returns the array in a page. */
export async function listAll(
  api: Api,
  route: string,
  parameters: JsonObject,
  itemsIn: (page: unknown) => unknown,
  tries = 2,
): Promise<ApiList | ApiFailure> {
  const items: unknown[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const reply = await api(route, { ...parameters, per_page: PAGE_SIZE, page }, tries);
    if (reply.kind !== 'success') return reply;
    const found = itemsIn(reply.data);
    if (!Array.isArray(found)) return transient('GitHub sent a list that cannot be read');
    for (const item of found) items.push(item);
    if (found.length < PAGE_SIZE) break;
  }
  return { kind: 'list', items };
}
