import { inspect } from 'node:util';

import { getProxyUrl } from '@actions/http-client/lib/proxy';

import type { JsonObject } from '../../model/fields.ts';
import type { Secret } from '../../model/secret.ts';
import { proxyRejection } from '../../runtime/platform.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { repeat, withTimeout } from '../../runtime/time-limits.ts';
import { type ApiReply, failed, readError, readResponse } from './api-reply.ts';

/**
 * Sends a request to the GitHub API. It never throws: a failure is a reply, too.
 *
 * @param route method and path, such as `GET /repos/{repository}/actions/runs/{run_id}`; the repository is filled in
 * @param parameters for the path; the others go into the query of a GET, or the body
 * @param maxTries how often to send the request if there is no reply; more than 1 only if it may take effect twice
 */
export type Api = (route: string, parameters?: JsonObject, maxTries?: number) => Promise<ApiReply>;

interface OctokitResponse {
  readonly status: number;
  readonly headers: JsonObject;
  readonly data: unknown;
}

type Octokit = Awaited<ReturnType<typeof loadOctokit>>;

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

/**
 * Creates a client of the GitHub API for one repository. Octokit is loaded with the first request.
 *
 * @param apiUrl such as `https://api.github.com` or `https://github.example.com/api/v3`
 * @param repository `owner/name`; '' if the runner does not say
 */
export function createApi(
  runtime: Pick<Runtime, 'clock' | 'cancelled' | 'graceOver' | 'redact'>,
  apiUrl: string,
  repository: string,
  token: Secret,
): Api {
  let octokit: Promise<Octokit> | undefined;
  return (route, parameters = {}, maxTries = 1) => {
    const address = addressOf(route, apiUrl, repository);
    const pauseMs = (reply: ApiReply): number | undefined => pauseAfter(reply, runtime);
    const { clock, cancelled: signal } = runtime;
    return repeat({ clock, signal }, { maxTries, pauseMs }, () => {
      octokit ??= loadOctokit(apiUrl, token);
      return send(octokit, address, parameters, { ...runtime, apiUrl });
    });
  };
}

/** On GitHub Enterprise Server, GraphQL is at /api/graphql and not below /api/v3. */
function addressOf(route: string, apiUrl: string, repository: string): string {
  const graphql = `${apiUrl.replace(/\/v3$/, '')}/graphql`;
  return route.replace('{repository}', repository).replace(' /graphql', ` ${graphql}`);
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
  { apiUrl, ...runtime }: Pick<Runtime, 'clock' | 'cancelled' | 'graceOver' | 'redact'> & { readonly apiUrl: string },
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
