import { isJsonObject } from '../model/fields.ts';
import type { TimeContext } from '../runtime/time-limits.ts';
import { type Api, listAll } from './api/client.ts';
import type { ApiReply, ApiFailure } from './api/reply.ts';
import { compareVersions, type Marker, readMarker } from './comment-marker.ts';

/** What came of writing into one conversation. */
export type Written =
  /** There is a comment that tells of this run; the address is empty where GitHub does not say it. */
  | { readonly kind: 'written'; readonly url: string }
  /** A newer run has told its own result. */
  | { readonly kind: 'newer' };

/** Others may be at work at the same time, so there may be more to do than to write; but not without end. */
const MOST_ROUNDS = 6;

/** From an act to the look at what came of it, and as long again by chance: another run may be in the middle of its own. */
const SETTLE_MS = 1000;

/**
 * Writes the draft, and looks again until there is one comment and it tells of the newest run. GitHub knows no write under a condition,
 * so whoever has looked before a newer run wrote, and writes after it, undoes its work; the second look of the newer run mends that.
 */
export async function writeComment(
  thread: Thread,
  author: string,
  draft: CommentDraft,
  { clock, cancelled }: TimeContext,
): Promise<Written | ApiFailure> {
  let written: Written | undefined;
  let trouble: ApiFailure | undefined;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const found = await thread.comments(author, draft.marker.topic);
    if (found.kind !== 'found') return written ?? found;
    const act = nextAction(found.comments, draft, written !== undefined);
    if (act.kind === 'none') {
      const [oldest] = found.comments;
      const isOvertaken = oldest !== undefined && compareVersions(oldest.marker, draft.marker) > 0;
      return isOvertaken || !written ? { kind: 'newer' } : written;
    }
    const reply = await thread.act(act);
    if (reply.kind === 'answered' && writes(act, draft)) written = { kind: 'written', url: urlOf(reply.data) };
    const again = trouble !== undefined;
    trouble = troubleOf(reply, act);
    if (trouble && (again || trouble.kind === 'refused')) break;
    if (cancelled.aborted) break;
    await clock.sleep(SETTLE_MS * (1 + clock.random()), cancelled);
  }
  return written ?? trouble ?? { kind: 'dropped', why: 'Other runs kept writing at the same time.' };
}

function writes(act: Exclude<CommentAction, { kind: 'none' }>, draft: CommentDraft): boolean {
  return act.kind !== 'delete' && act.body === draft.body;
}

/** A comment that is gone is no trouble: another run has put things in order, or a person has deleted it. */
function troubleOf(reply: ApiReply, act: CommentAction): ApiFailure | undefined {
  if (reply.kind === 'answered') return undefined;
  return act.kind !== 'create' && reply.kind === 'refused' && reply.status === 404 ? undefined : reply;
}

/** A comment of ours on the topic. */
export interface OwnComment {
  readonly id: number;
  readonly body: string;
  readonly marker: Marker;
}

/** Our own comment as it is to be. */
export interface CommentDraft {
  readonly body: string;
  readonly marker: Marker;
}

/** What is to be done next, so that there is one comment and it tells of the newest run. */
export type CommentAction =
  | { readonly kind: 'create'; readonly body: string }
  | { readonly kind: 'update'; readonly id: number; readonly body: string }
  | { readonly kind: 'delete'; readonly id: number }
  | { readonly kind: 'none' };

/**
 * Decides by what is there. Every run decides alike, so that two at once do not undo each other's work: the oldest comment stays, takes
 * over the newest text, whoever wrote it, and then the others go.
 *
 * @param comments of ours on the topic, oldest first
 * @param written whether the draft has been there: what tells of the same attempt is then left as it is, and what is gone stays so
 */
export function nextAction(comments: readonly OwnComment[], draft: CommentDraft, written: boolean): CommentAction {
  const [oldest, ...others] = comments;
  if (!oldest) return written ? { kind: 'none' } : { kind: 'create', body: draft.body };
  const newest = comments.reduce((best, one) => (compareVersions(one.marker, best.marker) > 0 ? one : best));
  const ahead = compareVersions(draft.marker, newest.marker);
  if (ahead > 0 || (ahead === 0 && !written)) return { kind: 'update', id: oldest.id, body: draft.body };
  if (newest !== oldest) return { kind: 'update', id: oldest.id, body: newest.body };
  const surplus = others.at(-1);
  return surplus ? { kind: 'delete', id: surplus.id } : { kind: 'none' };
}

/** The conversation of a pull request, as far as it is ours. */
export interface Thread {
  /** Those by `author` on `topic`, oldest first. */
  comments(author: string, topic: string): Promise<Found | ApiFailure>;
  act(act: Exclude<CommentAction, { kind: 'none' }>): Promise<ApiReply>;
}

/** The comments that were looked for. */
export interface Found {
  readonly kind: 'found';
  readonly comments: readonly OwnComment[];
}

const COMMENTS = '/repos/{repository}/issues/{issue_number}/comments';
const COMMENT = '/repos/{repository}/issues/comments/{comment_id}';

/** Opens the conversation of a pull request. */
export function openThread(api: Api, pullRequest: number): Thread {
  const conversation = { issue_number: pullRequest };
  return {
    comments: async (author, topic) => {
      const listed = await listAll(api, `GET ${COMMENTS}`, conversation, (page) => page);
      if (listed.kind !== 'listed') return listed;
      const comments = listed.items
        .flatMap((item) => readComment(item, author) ?? [])
        .filter(({ marker }) => marker.topic === topic)
        .sort((a, b) => a.id - b.id);
      return { kind: 'found', comments };
    },
    act: (act) => {
      switch (act.kind) {
        case 'create':
          return api(`POST ${COMMENTS}`, { ...conversation, body: act.body });
        case 'update':
          return api(`PATCH ${COMMENT}`, { comment_id: act.id, body: act.body }, 2);
        case 'delete':
          return api(`DELETE ${COMMENT}`, { comment_id: act.id }, 2);
      }
    },
  };
}

/** The address of a comment as GitHub tells it; empty where it does not. */
export function urlOf(comment: unknown): string {
  const url = isJsonObject(comment) ? comment['html_url'] : undefined;
  return typeof url === 'string' ? url : '';
}

function readComment(item: unknown, author: string): OwnComment | undefined {
  if (!isJsonObject(item) || !isJsonObject(item['user']) || item['user']['login'] !== author) return undefined;
  const { id, body } = item;
  if (typeof id !== 'number' || typeof body !== 'string') return undefined;
  const marker = readMarker(body);
  return marker && { id, body, marker };
}
