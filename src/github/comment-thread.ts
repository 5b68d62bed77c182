import { createHash } from 'node:crypto';

import { numberIn, objectIn, textIn } from '../model/fields.ts';
import type { RunInfo } from '../model/report.ts';
import { listAll, type Api } from './api/client.ts';
import { requireId, type ApiFailure, type ApiReply } from './api/reply.ts';

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
  if (topic === undefined) return undefined;
  return { topic, run: Number(run), attempt: Number(attempt) };
}

/** The comment that is to be written. */
export interface CommentDraft {
  readonly body: string;
  readonly marker: Marker;
  /** `false`: only a comment that exists is updated. */
  readonly mayCreate: boolean;
}

const COMMENTS = '/repos/{repository}/issues/{issue_number}/comments';
const COMMENT = '/repos/{repository}/issues/comments/{comment_id}';

/**
 * Updates the oldest comment on the topic, or creates one, and deletes the others: two runs that create one at the same time leave two until
 * the next run. @returns `newer` if a newer run has written its result, `none` if there is none and none may be created
 */
export async function writeComment(
  api: Api,
  pullRequest: number,
  author: string,
  { body, marker, mayCreate }: CommentDraft,
): Promise<ApiReply | { readonly kind: 'newer' } | { readonly kind: 'none' }> {
  const comments = await ownComments(api, pullRequest, author, marker.topic);
  if ('kind' in comments) return comments;
  if (comments.some((one) => isNewer(one.marker, marker))) return { kind: 'newer' };
  const [oldest, ...surplus] = comments;
  if (!oldest && !mayCreate) return { kind: 'none' };
  const reply = requireId(
    oldest
      ? await api(`PATCH ${COMMENT}`, { comment_id: oldest.id, body })
      : await api(`POST ${COMMENTS}`, { issue_number: pullRequest, body }),
  );
  if (reply.kind === 'success') {
    await Promise.all(surplus.map(({ id }) => api(`DELETE ${COMMENT}`, { comment_id: id })));
  }
  return reply;
}

function isNewer(a: Marker, b: Marker): boolean {
  if (a.run !== b.run) return a.run > b.run;
  return a.attempt > b.attempt;
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
  const comments: OwnComment[] = [];
  for (const item of listed.items) {
    const id = numberIn(item, 'id');
    const marker = readMarker(textIn(item, 'body'));
    const login = textIn(objectIn(item, 'user'), 'login');
    if (id !== undefined && marker?.topic === topic && login === author) comments.push({ id, marker });
  }
  return comments.sort((a, b) => a.id - b.id);
}
