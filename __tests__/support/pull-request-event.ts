import { HEAD, REPOSITORY } from './github-routes.ts';

/** What started a run. */
export interface Event {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Somebody has pushed to a pull request, by default from a branch of the repository. */
export function pullRequestEvent({
  title = 'Move the button',
  sha = HEAD,
  from = REPOSITORY,
  labels = [] as readonly string[],
} = {}): Event {
  const head = { ref: 'button', sha, repo: { full_name: from } };
  const base = { ref: 'main', sha: 'a'.repeat(40) };
  const pull = { number: 7, title, head, base, labels: labels.map((name) => ({ name })) };
  const repository = { full_name: REPOSITORY, default_branch: 'main' };
  return { name: 'pull_request', payload: { action: 'synchronize', number: 7, pull_request: pull, repository } };
}
