import { messageOf } from '../../errors.ts';
import { isFields, type Fields } from '../../fields.ts';
import { plain } from '../../report/clean.ts';

/** What came of one request to GitHub's REST interface. */
export type Reply = Answered | Trouble;

/** GitHub did what it was asked. */
export interface Answered {
  readonly kind: 'answered';
  /** As GitHub sent it, or text where it was no JSON or was cut off. */
  readonly data: unknown;
  /** Where a redirect leads; it is not followed. */
  readonly location?: string;
}

/** GitHub did not do what it was asked, or may not have. */
export type Trouble = Refused | Dropped;

/** GitHub said no; asking again gets the same answer. */
export interface Refused {
  readonly kind: 'refused';
  /** 0 when nothing was asked, because it could not be. */
  readonly status: number;
  /** A sentence. */
  readonly why: string;
}

/** It may or may not have been done: no answer, a fault of the server, or too many requests. */
export interface Dropped {
  readonly kind: 'dropped';
  readonly why: string;
  /** So long GitHub wants to be left alone. */
  readonly retryAfterMs?: number;
}

/** A sentence of somebody else, in UTF-16 units. */
const SENTENCE_LIMIT = 300;

/** What GitHub answered without an error. Only a redirect to a download is expected. */
export function answered(status: number, data: unknown, location: unknown): Reply {
  if (status >= 300 && status !== 302) return refused(status, 'moved');
  return { kind: 'answered', data, ...(typeof location === 'string' && { location }) };
}

/** What the client's error means: it carries the response, where there was one. */
export function readError(error: unknown): Trouble {
  const response = isFields(error) ? error['response'] : undefined;
  const status = isFields(response) ? response['status'] : undefined;
  if (!isFields(response) || typeof status !== 'number') return dropped(messageOf(error));
  const headers = isFields(response['headers']) ? response['headers'] : {};
  const words = wordsIn(response['data']);
  if (status >= 500 || status === 408) return dropped(`GitHub answered ${status}`);
  return isLimit(status, headers, words) ? limited(status, words, headers) : refused(status, words);
}

/** The request was not answered, for a reason that the client gives. */
export function dropped(why: string): Dropped {
  return { kind: 'dropped', why: sentence(why) };
}

function refused(status: number, words: string): Refused {
  return { kind: 'refused', status, why: sentence(`GitHub answered ${status}${words === '' ? '' : `: ${words}`}`) };
}

function limited(status: number, words: string, headers: Fields): Dropped {
  const seconds = Number(headers['retry-after']);
  return {
    kind: 'dropped',
    why: sentence(`GitHub answered ${status}: ${words === '' ? 'too many requests' : words}`),
    ...(seconds > 0 && { retryAfterMs: seconds * 1000 }),
  };
}

/** GitHub tells of its limits with 429, or with 403 like a missing permission. */
function isLimit(status: number, headers: Fields, words: string): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  return headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0' || /rate limit/i.test(words);
}

function wordsIn(data: unknown): string {
  const words = isFields(data) ? data['message'] : undefined;
  return typeof words === 'string' ? words : '';
}

function sentence(words: string): string {
  return `${plain(words, SENTENCE_LIMIT).replace(/[.\s]+$/, '')}.`;
}
