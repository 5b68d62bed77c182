import { isFields } from '../../fields.ts';
import type { Api } from '../api/client.ts';
import type { Dropped } from '../api/reply.ts';

/** Who writes with the token of a workflow. */
const WORKFLOW = 'github-actions[bot]';

/**
 * The login under which a token writes. GraphQL tells it for tokens of every kind, where `GET /user` refuses those of apps; a server that
 * does not tell is asked with a workflow's token, as nearly all are.
 */
export async function findAuthor(api: Api): Promise<string | Dropped> {
  const reply = await api('POST /graphql', { query: 'query { viewer { login } }' }, 2);
  if (reply.kind === 'dropped') return reply;
  const data = reply.kind === 'answered' && isFields(reply.data) ? reply.data['data'] : undefined;
  const viewer = isFields(data) ? data['viewer'] : undefined;
  const login = isFields(viewer) ? viewer['login'] : undefined;
  return typeof login === 'string' ? login : WORKFLOW;
}
