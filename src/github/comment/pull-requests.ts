import { isFields, type Fields } from '../../fields.ts';
import type { Api } from '../api/client.ts';
import { listAll } from '../api/pages.ts';
import type { Trouble } from '../api/reply.ts';

/** The pull requests that were looked for, by their numbers. */
export interface PullRequests {
  readonly kind: 'found';
  readonly numbers: readonly number[];
}

/**
 * The open pull requests that a commit belongs to. Where it is the last commit of some, only those: others are built upon them, and are
 * tested by themselves.
 */
export async function pullRequestsOf(api: Api, commit: string): Promise<PullRequests | Trouble> {
  const route = 'GET /repos/{repository}/commits/{commit_sha}/pulls';
  const listed = await listAll(api, route, { commit_sha: commit }, (page) => page);
  if (listed.kind !== 'listed') return listed;
  const open = listed.items.filter(isFields).filter(({ state }) => state === 'open');
  const ending = open.filter((pullRequest) => headOf(pullRequest) === commit);
  const numbers = (ending.length > 0 ? ending : open).flatMap(({ number }) =>
    typeof number === 'number' ? number : [],
  );
  return { kind: 'found', numbers };
}

function headOf({ head }: Fields): unknown {
  return isFields(head) ? head['sha'] : undefined;
}
