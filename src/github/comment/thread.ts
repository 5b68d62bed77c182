import { isFields } from '../../fields.ts';
import type { Api } from '../api/client.ts';
import { listAll } from '../api/pages.ts';
import type { Reply, Trouble } from '../api/reply.ts';
import { readMarker } from './marker.ts';
import type { CommentAction, OwnComment } from './next-act.ts';

/** The conversation of a pull request, as far as it is ours. */
export interface Thread {
  /** Those by `author` on `topic`, oldest first. */
  comments(author: string, topic: string): Promise<Found | Trouble>;
  act(act: Exclude<CommentAction, { kind: 'none' }>): Promise<Reply>;
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
  const url = isFields(comment) ? comment['html_url'] : undefined;
  return typeof url === 'string' ? url : '';
}

function readComment(item: unknown, author: string): OwnComment | undefined {
  if (!isFields(item) || !isFields(item['user']) || item['user']['login'] !== author) return undefined;
  const { id, body } = item;
  if (typeof id !== 'number' || typeof body !== 'string') return undefined;
  const marker = readMarker(body);
  return marker && { id, body, marker };
}
