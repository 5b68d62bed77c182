import type { ActionUse } from './run-action.ts';
import { REPOSITORY } from './github-routes.ts';

/** The last commit of the pull request. */
export const HEAD = 'b'.repeat(40);

/** Somebody has pushed to a pull request from a branch of the repository. */
export function pullRequestEvent(title = 'Move the button'): NonNullable<ActionUse['event']> {
  const head = { sha: HEAD, repo: { full_name: REPOSITORY } };
  const payload = {
    pull_request: { number: 7, title, head, base: { ref: 'main' } },
    repository: { full_name: REPOSITORY, default_branch: 'main' },
  };
  return { name: 'pull_request', payload };
}
