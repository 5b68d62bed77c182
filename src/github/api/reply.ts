import { messageOf } from '../../model/errors.ts';
import { type JsonObject, isJsonObject } from '../../model/fields.ts';
import type { RunContext } from '../../model/run-context.ts';
import { cleanText } from '../../model/text.ts';

/** What came of one request to GitHub's REST interface. */
export type ApiReply = ApiAnswered | ApiFailure;

/** GitHub did what it was asked. */
export interface ApiAnswered {
  readonly kind: 'answered';
  /** As GitHub sent it, or text where it was no JSON or was cut off. */
  readonly data: unknown;
  /** Where a redirect leads; it is not followed. */
  readonly location?: string;
}

/** GitHub did not do what it was asked, or may not have. */
export type ApiFailure = ApiRejected | ApiUnanswered;

/** GitHub said no; asking again gets the same answer. */
export interface ApiRejected {
  readonly kind: 'refused';
  /** 0 when nothing was asked, because it could not be. */
  readonly status: number;
  /** A sentence. */
  readonly why: string;
}

/** It may or may not have been done: no answer, a fault of the server, or too many requests. */
export interface ApiUnanswered {
  readonly kind: 'dropped';
  readonly why: string;
  /** So long GitHub wants to be left alone. */
  readonly retryAfterMs?: number;
}

/** A sentence of somebody else, in UTF-16 units. */
const SENTENCE_LIMIT = 300;

/** What GitHub answered without an error. Only a redirect to a download is expected. */
export function answered(status: number, data: unknown, location: unknown): ApiReply {
  if (status >= 300 && status !== 302) return refused(status, 'moved');
  return { kind: 'answered', data, ...(typeof location === 'string' && { location }) };
}

/** What the client's error means: it carries the response, where there was one. */
export function readError(error: unknown): ApiFailure {
  const response = isJsonObject(error) ? error['response'] : undefined;
  const status = isJsonObject(response) ? response['status'] : undefined;
  if (!isJsonObject(response) || typeof status !== 'number') return unanswered(messageOf(error));
  const headers = isJsonObject(response['headers']) ? response['headers'] : {};
  const words = wordsIn(response['data']);
  if (status >= 500 || status === 408) return unanswered(`GitHub answered ${status}`);
  return isLimit(status, headers, words) ? limited(status, words, headers) : refused(status, words);
}

/** The request was not answered, for a reason that the client gives. */
export function unanswered(why: string): ApiUnanswered {
  return { kind: 'dropped', why: sentence(why) };
}

function refused(status: number, words: string): ApiRejected {
  return { kind: 'refused', status, why: sentence(`GitHub answered ${status}${words === '' ? '' : `: ${words}`}`) };
}

function limited(status: number, words: string, headers: JsonObject): ApiUnanswered {
  const seconds = Number(headers['retry-after']);
  return {
    kind: 'dropped',
    why: sentence(`GitHub answered ${status}: ${words === '' ? 'too many requests' : words}`),
    ...(seconds > 0 && { retryAfterMs: seconds * 1000 }),
  };
}

/** GitHub tells of its limits with 429, or with 403 like a missing permission. */
function isLimit(status: number, headers: JsonObject, words: string): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  return headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0' || /rate limit/i.test(words);
}

function wordsIn(data: unknown): string {
  const words = isJsonObject(data) ? data['message'] : undefined;
  return typeof words === 'string' ? words : '';
}

function sentence(words: string): string {
  return `${cleanText(words, SENTENCE_LIMIT).replace(/[.\s]+$/, '')}.`;
}

/** What a job can be permitted, as a workflow file writes it. */
export type Permission = 'checks: write' | 'pull-requests: write';

/** Whether GitHub refused because the token may not do that: it says so, or hides that there is anything. */
export function isForbidden(trouble: ApiFailure): trouble is ApiRejected {
  if (trouble.kind !== 'refused') return false;
  return trouble.status === 404 || (trouble.status === 403 && /not accessible/i.test(trouble.why));
}

/** Why something could not be done and, where a permission is missing, what to add to the job: one line. */
export function explainFailure(
  trouble: ApiFailure,
  permission: Permission,
  { isFork, eventName }: Pick<RunContext, 'isFork' | 'eventName'>,
): string {
  if (!isForbidden(trouble)) return trouble.why;
  if (isFork && eventName === 'pull_request') {
    return `${trouble.why} The token of a pull request from a fork can only read; the job summary tells the same.`;
  }
  return `${trouble.why} The token lacks a permission; add this to the job: permissions: { contents: read, ${permission} }`;
}
