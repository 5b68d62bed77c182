import { createHash } from 'node:crypto';

import { numberIn, objectIn, textIn } from '../model/fields.ts';
import type { RunInfo } from '../model/report.ts';
import type { TimeContext } from '../runtime/time-limits.ts';
import { listAll, type Api } from './api/client.ts';
import { noReply, type ApiFailure, type ApiReply } from './api/reply.ts';

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

/** Most requests that change something: other runs may write at the same time. */
const MAX_ROUNDS = 6;

/** Pause after a change, and up to as long again, in milliseconds: another run may be about to write. */
const SETTLE_MS = 1000;

const COMMENTS = '/repos/{repository}/issues/{issue_number}/comments';
const COMMENT = '/repos/{repository}/issues/comments/{comment_id}';

/**
 * Updates the oldest comment on the topic, or creates one, and deletes the others. GitHub has no conditional write, so an older run can
 * overwrite a newer one; therefore the comments are read again after each change, until one is left and it is not older than the draft.
 */
export async function writeComment(
  { api, clock, cancelled }: TimeContext & { readonly api: Api },
  pullRequest: number,
  author: string,
  draft: CommentDraft,
): Promise<WriteResult | ApiFailure> {
  let written: WriteResult | undefined;
  let failure: ApiFailure | undefined;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const comments = await ownComments(api, pullRequest, author, draft.marker.topic);
    if ('kind' in comments) return written ?? comments;
    if (comments.some(({ marker }) => compareMarkers(marker, draft.marker) > 0)) return { kind: 'newer' };
    const [oldest, ...others] = comments;
    const isShown = oldest !== undefined && compareMarkers(oldest.marker, draft.marker) === 0;
    // If the comment of this run is gone, somebody has deleted it.
    if (written && (!oldest || (isShown && others.length === 0))) return written;
    const surplus = written && isShown ? others.at(-1) : undefined;
    const reply = await change(api, pullRequest, draft, { oldest, surplus });
    if (reply.kind === 'success' && !surplus) written = { kind: 'written', url: textIn(reply.data, 'html_url') };
    const isRepeated = failure !== undefined;
    // A comment that is gone when it is changed was deleted by another run or a person.
    const isGone = oldest && reply.kind === 'rejected' && reply.status === 404;
    failure = reply.kind === 'success' || isGone ? undefined : reply;
    if (failure && (isRepeated || failure.kind === 'rejected')) break;
    if (cancelled.aborted) break;
    await clock.sleep(SETTLE_MS * (1 + clock.random()), cancelled);
  }
  return written ?? failure ?? noReply('other runs kept writing at the same time');
}

/** Deletes `surplus`, or updates `oldest`, or creates the comment. */
function change(
  api: Api,
  pullRequest: number,
  { body }: CommentDraft,
  { oldest, surplus }: { readonly oldest: OwnComment | undefined; readonly surplus: OwnComment | undefined },
): Promise<ApiReply> {
  if (surplus) return api(`DELETE ${COMMENT}`, { comment_id: surplus.id }, 2);
  if (oldest) return api(`PATCH ${COMMENT}`, { comment_id: oldest.id, body }, 2);
  return api(`POST ${COMMENTS}`, { issue_number: pullRequest, body });
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
