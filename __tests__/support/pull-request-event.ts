import { HEAD, REPOSITORY } from './github-routes.ts';
import type { ActionUse } from './run-action.ts';

/** Somebody has pushed to a pull request from a branch of the repository. */
export function pullRequestEvent(title = 'Move the button'): NonNullable<ActionUse['event']> {
  const head = { sha: HEAD, repo: { full_name: REPOSITORY } };
  const payload = {
    pull_request: { number: 7, title, head, base: { ref: 'main' } },
    repository: { full_name: REPOSITORY, default_branch: 'main' },
  };
  return { name: 'pull_request', payload };
}
