import { messageOf } from '../../model/errors.ts';
import { numberIn, objectIn, textIn, type JsonObject } from '../../model/fields.ts';
import type { RunContext } from '../../model/run-context.ts';
import { cleanText } from '../../model/text.ts';
import { readPageTitle } from '../../runtime/page-title.ts';
import type { Redact } from '../../runtime/redact.ts';

/** The result of one request to the GitHub API. */
export type ApiReply = ApiSuccess | ApiFailure;

/** GitHub did what was asked. */
interface ApiSuccess {
  readonly kind: 'success';
  /** As GitHub sent it; text if it was not JSON, or was cut off. */
  readonly data: unknown;
  /** The target of a redirect, which is not followed. */
  readonly location?: string;
  /** Absent on servers without an hourly limit. */
  readonly rateLimit?: RateLimit;
}

/** What is left of the requests in this hour, which all jobs of a repository share. */
interface RateLimit {
  readonly remaining: number;
  readonly resetMs: number;
}

export type ApiFailure = ApiRejected | ApiTransient;

/** GitHub rejected the request; sending it again gets the same reply. */
interface ApiRejected {
  readonly kind: 'rejected';
  /** 0 if nothing was sent. */
  readonly status: number;
  /** In lower case, without a full stop. */
  readonly reason: string;
}

/** The request may have taken effect or not: no response, an error of the server, or the rate limit. */
export interface ApiTransient {
  readonly kind: 'transient';
  /** In lower case, without a full stop. */
  readonly reason: string;
  /** The pause that GitHub asks for; only beyond a rate limit. */
  readonly retryAfterMs?: number;
}

/** Longest message of GitHub, in UTF-16 units. */
const MESSAGE_LIMIT = 300;

/** Reads a response that is not an error. A redirect is expected only for downloads (302), a page never. */
export function readResponse(status: number, data: unknown, headers: JsonObject, redact: Redact): ApiReply {
  if (status >= 300 && status !== 302) return rejected(status, 'moved');
  const page = describePage(data, redact);
  if (page !== undefined && status !== 302) return rejected(status, page);
  return {
    kind: 'success',
    data,
    location: textIn(headers, 'location') || undefined,
    rateLimit: readRateLimit(headers),
  };
}

function readRateLimit(headers: JsonObject): RateLimit | undefined {
  const remaining = wholeNumberIn(headers, 'x-ratelimit-remaining');
  if (remaining === undefined) return undefined;
  return { remaining, resetMs: resetMs(headers) };
}

/** Reads an error of Octokit, which carries the response if there was one. */
export function readError(error: unknown, redact: Redact): ApiFailure {
  const response = objectIn(error, 'response');
  const status = numberIn(response, 'status');
  if (status === undefined) return transient(messageOf(error));
  const { data } = response;
  const headers = objectIn(response, 'headers');
  const message = textIn(data, 'message') || describePage(data, redact) || '';
  if (status >= 500 || status === 408) return transient(withMessage(status, message));
  if (!isRateLimit(status, headers, message)) return rejected(status, message);
  const failure = transient(withMessage(status, message || 'too many requests'));
  return { ...failure, retryAfterMs: pauseAskedFor(headers) };
}

/** The pause that GitHub asks for beyond a rate limit, in milliseconds. */
function pauseAskedFor(headers: JsonObject): number {
  const seconds = wholeNumberIn(headers, 'retry-after');
  if (seconds) return seconds * 1000;
  if (headers['x-ratelimit-remaining'] === '0') return resetMs(headers);
  return DEFAULT_PAUSE_MS;
}

/** Without a time GitHub asks for a pause of at least a minute. */
const DEFAULT_PAUSE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The time until the hourly limit is reset, by GitHub's own clock: that of the runner may be wrong. */
function resetMs(headers: JsonObject): number {
  const resetAt = (wholeNumberIn(headers, 'x-ratelimit-reset') ?? NaN) * 1000;
  const ms = resetAt - Date.parse(textIn(headers, 'date'));
  if (!(ms > 0)) return DEFAULT_PAUSE_MS;
  return Math.min(Math.max(ms, 1000), HOUR_MS);
}

function wholeNumberIn(headers: JsonObject, name: string): number | undefined {
  const text = textIn(headers, name);
  if (!/^\d{1,12}$/.test(text)) return undefined;
  return Number(text);
}

/** Requires that a success shows what was written: a proxy, or a server that lacks the operation, may answer anything, such as `{}`. */
export function requireId(reply: ApiReply): ApiReply {
  if (reply.kind !== 'success' || numberIn(reply.data, 'id') !== undefined) return reply;
  return transient('GitHub answered without what was to be written');
}

/** A failure that may not last. */
export function transient(reason: string): ApiTransient {
  return { kind: 'transient', reason: cleanReason(reason) };
}

function rejected(status: number, message: string): ApiRejected {
  return { kind: 'rejected', status, reason: cleanReason(withMessage(status, message)) };
}

function withMessage(status: number, message: string): string {
  const answer = `GitHub answered ${status}`;
  if (message === '') return answer;
  return `${answer}: ${message}`;
}

/** Names a page by its title, which usually names the proxy that sent it; `undefined` for anything else. */
function describePage(data: unknown, redact: Redact): string | undefined {
  if (typeof data !== 'string') return undefined;
  const title = readPageTitle(data, redact);
  if (title === undefined) return undefined;
  if (title === '') return 'a page without a title, perhaps from a proxy';
  return `a page titled "${title}", perhaps from a proxy`;
}

/** GitHub answers 429 beyond a rate limit, or 403, as for a missing permission. */
function isRateLimit(status: number, headers: JsonObject, message: string): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  if (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0') return true;
  return /rate limit/i.test(message);
}

function cleanReason(text: string): string {
  return cleanText(text, MESSAGE_LIMIT).replace(/[.\s]+$/, '');
}

/** What may explain a failure. */
export interface FailureContext {
  readonly context: Pick<RunContext, 'isFork' | 'eventName' | 'apiUrl'>;
  /** All permissions that this step needs, as a workflow file writes them. */
  readonly permissions: string;
}

/** Why something could not be done, with a possible cause if GitHub hides it. @param access what the request needs */
export function explainFailure(
  failure: ApiFailure,
  access: 'read' | 'write',
  { context: { isFork, eventName, apiUrl }, permissions }: FailureContext,
): string {
  if (!isForbidden(failure, apiUrl)) return failure.reason;
  if (isFork && eventName === 'pull_request' && access === 'write') {
    return `${failure.reason}. By default, the token of a pull request from a fork can only read; the job summary shows the same`;
  }
  return `${failure.reason}. Perhaps the token lacks a permission. The job of this step needs ${permissions}`;
}

/** Without a permission GitHub answers 403, or 404 to hide that something exists. Gitea has a 404 for what it does not have. */
function isForbidden(failure: ApiFailure, apiUrl: string): boolean {
  if (failure.kind !== 'rejected') return false;
  const isGitea = apiUrl.endsWith('/api/v1');
  return (failure.status === 404 && !isGitea) || (failure.status === 403 && /not accessible/i.test(failure.reason));
}
