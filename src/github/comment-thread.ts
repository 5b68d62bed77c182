import { createHash } from 'node:crypto';

import { numberIn, objectIn, textIn } from '../model/fields.ts';
import type { RunInfo } from '../model/report.ts';
import type { TimeContext } from '../runtime/time-limits.ts';
import { listAll, type Api } from './api/client.ts';
import { requireId, type ApiFailure } from './api/reply.ts';

/** The hidden first line of a comment: what it is about, and which run wrote it. */
interface Marker {
  /** Lower-case hex; the same for the same workflow, job, step and key. */
  readonly topic: string;
  readonly run: number;
  readonly attempt: number;
}

const MARKER = /^<!-- run-testset ([0-9a-f]{32}) run (\d{1,15}) attempt (\d{1,15}) -->/;

export function markerOf({ workflow, job, step, runNumber, attempt }: RunInfo, key: string): Marker {
  const hash = createHash('sha256').update(JSON.stringify([workflow, job, step, key]));
  return { topic: hash.digest('hex').slice(0, 32), run: runNumber, attempt };
}

/** The marker as an HTML comment, which GitHub does not show. */
export function markerText({ topic, run, attempt }: Marker): string {
  return `<!-- run-testset ${topic} run ${run} attempt ${attempt} -->`;
}

/** Reads the marker at the beginning of a comment; one further down may be a quotation. */
export function readMarker(body: string): Marker | undefined {
  const [, topic, run, attempt] = MARKER.exec(body) ?? [];
  return topic === undefined ? undefined : { topic, run: Number(run), attempt: Number(attempt) };
}

/** Negative if `a` is of an older run or attempt than `b`, 0 for the same attempt. */
function compareMarkers(a: Marker, b: Marker): number {
  return a.run - b.run || a.attempt - b.attempt;
}

/** The comment that is to be written. */
interface CommentDraft {
  readonly body: string;
  readonly marker: Marker;
}

/** Whether the comment of this run was written to a pull request. */
type WriteResult =
  /** The address is '' if GitHub does not say it. */
  | { readonly kind: 'written'; readonly url: string }
  /** A newer run has written its result. */
  | { readonly kind: 'newer' };

const MAX_TRIES = 2;

/** Pause between two tries, in milliseconds. */
const RETRY_DELAY_MS = 1000;

const COMMENTS = '/repos/{repository}/issues/{issue_number}/comments';
const COMMENT = '/repos/{repository}/issues/comments/{comment_id}';

/**
 * Updates the oldest comment on the topic, or creates one, and deletes the others: two runs that create one at the same time leave two until
 * the next run.
 */
export async function writeComment(
  { api, clock, cancelled }: TimeContext & { readonly api: Api },
  pullRequest: number,
  author: string,
  { body, marker }: CommentDraft,
): Promise<WriteResult | ApiFailure> {
  for (let tries = 1; ; tries += 1) {
    const comments = await ownComments(api, pullRequest, author, marker.topic);
    if ('kind' in comments) return comments;
    if (comments.some((one) => compareMarkers(one.marker, marker) > 0)) return { kind: 'newer' };
    const [oldest, ...surplus] = comments;
    const written = oldest
      ? await api(`PATCH ${COMMENT}`, { comment_id: oldest.id, body })
      : await api(`POST ${COMMENTS}`, { issue_number: pullRequest, body });
    const reply = requireId(written);
    if (reply.kind === 'success') {
      await Promise.all(surplus.map(({ id }) => api(`DELETE ${COMMENT}`, { comment_id: id })));
      return { kind: 'written', url: textIn(reply.data, 'html_url') };
    }
    // A comment that is gone when it is changed was deleted by another run or a person.
    const isGone = oldest && reply.kind === 'rejected' && reply.status === 404;
    const canRetry = isGone || (reply.kind === 'transient' && reply.retryAfterMs === undefined);
    if (!canRetry || tries === MAX_TRIES || cancelled.aborted) return reply;
    await clock.sleep(RETRY_DELAY_MS, cancelled);
  }
}

interface OwnComment {
  readonly id: number;
  readonly marker: Marker;
}

/** The comments by `author` on `topic`, oldest first. */
async function ownComments(
  api: Api,
  pullRequest: number,
  author: string,
  topic: string,
): Promise<readonly OwnComment[] | ApiFailure> {
  const listed = await listAll(api, `GET ${COMMENTS}`, { issue_number: pullRequest }, (page) => page);
  if (listed.kind !== 'list') return listed;
  const comments = listed.items.flatMap((item) => {
    const id = numberIn(item, 'id');
    const marker = readMarker(textIn(item, 'body'));
    const isOwn = textIn(objectIn(item, 'user'), 'login') === author && marker?.topic === topic;
    return isOwn && id !== undefined ? [{ id, marker }] : [];
  });
  return comments.sort((a, b) => a.id - b.id);
}
