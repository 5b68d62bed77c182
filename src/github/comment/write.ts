import type { WaitContext } from '../api/in-time.ts';
import type { Reply, Trouble } from '../api/reply.ts';
import { compareVersions } from './marker.ts';
import { nextAction, type CommentAction, type CommentDraft } from './next-act.ts';
import { urlOf, type Thread } from './thread.ts';

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
  { clock, cancelled }: WaitContext,
): Promise<Written | Trouble> {
  let written: Written | undefined;
  let trouble: Trouble | undefined;
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
function troubleOf(reply: Reply, act: CommentAction): Trouble | undefined {
  if (reply.kind === 'answered') return undefined;
  return act.kind !== 'create' && reply.kind === 'refused' && reply.status === 404 ? undefined : reply;
}
