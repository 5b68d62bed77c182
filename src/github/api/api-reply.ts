import { messageOf } from '../../model/errors.ts';
import { listIn, numberIn, objectIn, textIn, type JsonObject } from '../../model/fields.ts';
import { cleanText, readPageTitle, withoutStop } from '../../model/text.ts';
import { joinPieces } from '../../model/words.ts';
import type { Redact } from '../../runtime/redact.ts';

/** The result of a request to the GitHub API, or of several: what was read, or why it failed. */
export type ApiReply<T = unknown> = ApiSuccess<T> | ApiFailure;

interface ApiSuccess<T> {
  readonly kind: 'value';
  /** Of one request as GitHub sent it; text if it was not JSON, or was cut off. */
  readonly value: T;
  /** The target of a redirect, which is not followed; '' if GitHub does not say it. */
  readonly location?: string;
  readonly hasNext?: boolean;
}

/**
 * Why a request failed. `rejected`: GitHub answers with the status every time. `limited`: beyond a rate limit, such as that of the hour,
 * GitHub asks for a pause. `failed`: the request may have taken effect.
 */
export type ApiFailure = {
  /** In lower case, without a full stop. */
  readonly reason: string;
  /** Absent if there was no response. */
  readonly status?: number;
  /** What GitHub itself said; absent if it said nothing, or a page came. */
  readonly said?: 'not-accessible' | 'not-accessible-by-own-token' | 'other';
} & ({ readonly kind: 'rejected' | 'failed' } | { readonly kind: 'limited'; readonly retryAfterMs: number });

/** Longest message of GitHub, in UTF-16 units. */
const MESSAGE_LIMIT = 300;

/** Reads a response that is not an error. A redirect is expected only for downloads (302), a page never. */
export function readResponse(status: number, data: unknown, headers: JsonObject, redact: Redact): ApiReply {
  if (status === 302) return { kind: 'value', value: data, location: textIn(headers, 'location') };
  if (status >= 300) return { kind: 'rejected', ...describeAnswer(status, 'moved') };
  const page = describePage(data, redact);
  if (page !== undefined) return { kind: 'rejected', ...describeAnswer(status, page) };
  return { kind: 'value', value: data, hasNext: /\brel="next"/.test(textIn(headers, 'link')) || undefined };
}

/** Reads an error of Octokit, which carries the response if there was one. */
export function readError(error: unknown, redact: Redact): ApiFailure {
  const response = objectIn(error, 'response');
  const status = numberIn(response, 'status');
  if (status === undefined) return failed(redact(messageOf(error)));
  const { data } = response;
  const headers = objectIn(response, 'headers');
  // With "Validation Failed", GitHub says only here what is wrong.
  const [first] = listIn(data, 'errors');
  const detail = textIn(first, 'message') || joinPieces(' ', [textIn(first, 'field'), textIn(first, 'code')]);
  const words = redact(joinPieces(': ', [textIn(data, 'message'), typeof first === 'string' ? first : detail]));
  const message = words || describePage(data, redact) || '';
  if (status >= 500 || status === 408) return { kind: 'failed', ...describeAnswer(status, message) };
  if (isRateLimit(status, headers, words)) {
    const answer = describeAnswer(status, message || 'too many requests');
    return { kind: 'limited', ...answer, retryAfterMs: pauseAskedFor(headers) };
  }
  return { kind: 'rejected', ...describeAnswer(status, message), ...(words !== '' && { said: classifyWords(words) }) };
}

function classifyWords(words: string): NonNullable<ApiFailure['said']> {
  if (!/not accessible/i.test(words)) return 'other';
  return /personal access token/i.test(words) ? 'not-accessible-by-own-token' : 'not-accessible';
}

/** Without a time GitHub asks for a pause of at least a minute. */
const DEFAULT_PAUSE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The pause that GitHub asks for beyond a rate limit, in milliseconds. */
function pauseAskedFor(headers: JsonObject): number {
  const seconds = wholeNumberIn(headers, 'retry-after');
  if (seconds) return seconds * 1000;
  if (headers['x-ratelimit-remaining'] !== '0') return DEFAULT_PAUSE_MS;
  // Until the hourly limit is reset, by GitHub's own clock: that of the runner may be wrong.
  const resetAt = (wholeNumberIn(headers, 'x-ratelimit-reset') ?? NaN) * 1000;
  const ms = resetAt - Date.parse(textIn(headers, 'date'));
  return ms > 0 ? Math.min(Math.max(ms, 1000), HOUR_MS) : DEFAULT_PAUSE_MS;
}

function wholeNumberIn(headers: JsonObject, name: string): number | undefined {
  const text = textIn(headers, name);
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

/** Reads something from the value of a success; a failure stays as it is. */
export function readValue<T, U>(reply: ApiReply<T>, read: (value: T) => U): ApiReply<U> {
  return reply.kind === 'value' ? { kind: 'value', value: read(reply.value) } : reply;
}

/** Requires that a success shows what was written: a proxy, or a server that lacks the operation, may answer anything, such as `{}`. */
export function requireId(reply: ApiReply): ApiReply {
  if (reply.kind !== 'value' || numberIn(reply.value, 'id') !== undefined) return reply;
  return failed('GitHub responded without what was to be written');
}

/** A failure that may not last. */
export function failed(reason: string): ApiFailure {
  return { kind: 'failed', reason: cleanReason(reason) };
}

function describeAnswer(status: number, message: string): Pick<ApiFailure, 'status' | 'reason'> {
  return { status, reason: cleanReason(joinPieces(': ', [`GitHub responded ${status}`, message])) };
}

/** Names a page by its title, which usually names the proxy that sent it; `undefined` for anything else. */
export function describePage(data: unknown, redact: Redact): string | undefined {
  if (typeof data !== 'string') return undefined;
  const title = readPageTitle(data, redact);
  if (title === undefined) return undefined;
  return `a page ${title === '' ? 'without a title' : `titled "${title}"`}, perhaps from a proxy`;
}

/** GitHub answers 429 beyond a rate limit, or 403, as for a missing permission. */
function isRateLimit(status: number, headers: JsonObject, words: string): boolean {
  const isLimit = headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0';
  return status === 429 || (status === 403 && (isLimit || /rate limit/i.test(words)));
}

function cleanReason(text: string): string {
  return withoutStop(cleanText(text, MESSAGE_LIMIT));
}
