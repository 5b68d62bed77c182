import { inspect } from 'node:util';

import { getProxyUrl } from '@actions/http-client/lib/proxy';

import { isJsonObject, type JsonObject } from '../../model/fields.ts';
import type { RunContext } from '../../model/run-context.ts';
import type { Secret } from '../../model/secret.ts';
import { joinPieces } from '../../model/words.ts';
import { proxyRejection, type PlatformFailure } from '../../runtime/platform.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { repeat, withTimeout } from '../../runtime/time-limits.ts';
import { type ApiFailure, type ApiReply, failed, readError, readResponse } from './api-reply.ts';

/**
 * Sends a request to the GitHub API. It never throws: a failure is a reply, too.
 *
 * @param route method and path, such as `GET /repos/{repository}/actions/runs/{run_id}`; the repository is filled in
 * @param parameters for the path; the others go into the query of a GET, or the body
 * @param maxTries how often to send the request if there is no reply; more than 1 only if it may take effect twice
 */
export type Api = (route: string, parameters?: JsonObject, maxTries?: number) => Promise<ApiReply>;

/** What all services of GitHub work with. */
export interface ApiContext extends Pick<Runtime, 'clock' | 'cancelled' | 'graceOver' | 'log' | 'timeLeftMs'> {
  readonly api: Api;
  readonly context: Pick<RunContext, 'run' | 'branches' | 'isFork' | 'apiUrl' | 'workflowFile'>;
  /** All permissions that this step needs, as a workflow file writes them. */
  readonly permissions: string;
}

interface OctokitResponse {
  readonly status: number;
  readonly headers: JsonObject;
  readonly data: unknown;
}

type Octokit = Awaited<ReturnType<typeof loadOctokit>>;
type ApiRuntime = Pick<Runtime, 'clock' | 'cancelled' | 'graceOver' | 'redact'>;

/** The first version: every server that has versions knows it. */
const API_VERSION = '2022-11-28';
const TIMEOUT_MS = 10_000;
/** Pause between two tries, and up to half as long again, in milliseconds. */
const RETRY_DELAY_MS = 1000;
/** If GitHub asks for a longer pause, the request is not retried. */
const MAX_PAUSE_MS = 10_000;

/** Octokit logs to the console by default; the reply contains all of it. */
const ignore = (): void => undefined;
const NO_LOG = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Creates a client of the GitHub API for one repository, `owner/name`. Octokit is loaded with the first request. */
export function createApi(runtime: ApiRuntime, apiUrl: string, repository: string, token: Secret): Api {
  let octokit: Promise<Octokit> | undefined;
  return (route, parameters = {}, maxTries = 1) => {
    // On GitHub Enterprise Server, GraphQL is at /api/graphql and not below /api/v3.
    const graphql = `${apiUrl.replace(/\/v3$/, '')}/graphql`;
    const address = route.replace('{repository}', repository).replace(' /graphql', ` ${graphql}`);
    const pauseMs = (reply: ApiReply): number | undefined => pauseAfter(reply, runtime);
    const { clock, cancelled: signal } = runtime;
    return repeat({ clock, signal }, { maxTries, pauseMs }, () => {
      octokit ??= loadOctokit(apiUrl, token);
      return send(octokit, address, parameters, { ...runtime, apiUrl });
    });
  };
}

/** The pause before the same request is sent again; `undefined` if it is not. */
function pauseAfter(reply: ApiReply, { clock }: Pick<Runtime, 'clock'>): number | undefined {
  if (reply.kind === 'failed') return RETRY_DELAY_MS * (1 + clock.random() / 2);
  return reply.kind === 'limited' && reply.retryAfterMs <= MAX_PAUSE_MS ? reply.retryAfterMs : undefined;
}

async function loadOctokit(apiUrl: string, token: Secret) {
  const { getOctokit } = await import('@actions/github');
  return getOctokit(token.reveal(), { baseUrl: apiUrl, log: NO_LOG });
}

async function send(
  octokit: Promise<Octokit>,
  address: string,
  parameters: JsonObject,
  { apiUrl, ...runtime }: ApiRuntime & { readonly apiUrl: string },
): Promise<ApiReply> {
  const sendUntil = async (signal: AbortSignal): Promise<ApiReply> => {
    try {
      const { request } = await octokit;
      const response: OctokitResponse = await request(address, {
        ...parameters,
        headers: { 'x-github-api-version': API_VERSION },
        request: { signal, redirect: 'manual', log: NO_LOG },
      });
      return readResponse(response.status, response.data, response.headers, runtime.redact);
    } catch (error) {
      // undici names the response of the proxy only in the cause of the cause.
      const proxy = inspect(error, { depth: 4 }).includes('Proxy response (407)') && getProxyUrl(new URL(apiUrl));
      return proxy ? failed(proxyRejection(proxy)) : readError(error, runtime.redact);
    }
  };
  const onTimeout = (): ApiReply => failed('GitHub did not answer in time');
  return withTimeout(runtime, { ms: TIMEOUT_MS, afterCancelMs: TIMEOUT_MS, onTimeout }, sendUntil);
}

/** The largest page that GitHub sends. */
const PAGE_SIZE = 100;
/** A safeguard; a pull request has at most 2,500 comments. */
const MAX_PAGES = 100;

/** Reads all pages of a list. @param field of a page that has the list; absent: the page is the list */
export async function readAllPages(
  api: Api,
  route: string,
  parameters: JsonObject,
  field?: string,
): Promise<ApiReply<readonly JsonObject[]>> {
  const items: JsonObject[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const reply = await api(route, { ...parameters, per_page: PAGE_SIZE, page }, 2);
    if (reply.kind !== 'value') return reply;
    const found = field !== undefined && isJsonObject(reply.value) ? reply.value[field] : reply.value;
    if (!Array.isArray(found)) return failed('GitHub sent a list that cannot be read');
    for (const item of found.filter(isJsonObject)) items.push(item);
    if (!reply.hasNext) break;
  }
  return { kind: 'value', value: items };
}

const NO_ACCESS = 'Perhaps the token in `github-token` has no access to this repository, or lacks a permission';

/** Why something could not be done, with what may help. @param access what the request needs */
export function explainFailure(
  failure: ApiFailure,
  access: 'read' | 'write',
  { context, permissions }: Pick<ApiContext, 'context' | 'permissions'>,
): PlatformFailure {
  if (failure.kind !== 'rejected') return failure;
  const { kind, reason, status = 0, said } = failure;
  const { isFork, run, apiUrl } = context;
  const isReadOnly = isFork && run.event === 'pull_request' && access === 'write';
  const permission = isReadOnly
    ? 'By default, the token of a pull request from a fork can only read; the job summary shows the same'
    : `Perhaps the token lacks a permission. The job of this step needs ${permissions}`;
  const ofForbidden = { 'not-accessible': permission, 'not-accessible-by-own-token': NO_ACCESS, other: '' };
  const causes: Partial<Record<number, string | false>> = {
    301: 'The repository has a new name: start a new run, with a `github-token` for it',
    401: said && 'Check `github-token`: the token is wrong or too old. That of a GitHub App is valid for an hour',
    403: said && ofForbidden[said],
    // GitHub hides from a token of your own what it may not see; that of the job sees its repository. Gitea has a 404 for what it lacks.
    404: !apiUrl.endsWith('/api/v1') && NO_ACCESS,
  };
  return { kind, reason: joinPieces('. ', [reason, causes[status]]) };
}
