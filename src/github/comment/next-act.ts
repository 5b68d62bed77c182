import { compareVersions, type Marker } from './marker.ts';

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
