import type { RunContext } from '../../run-context.ts';
import type { Refused, Trouble } from './reply.ts';

/** What a job can be permitted, as a workflow file writes it. */
export type Permission = 'checks: write' | 'pull-requests: write';

/** Whether GitHub refused because the token may not do that: it says so, or hides that there is anything. */
export function isForbidden(trouble: Trouble): trouble is Refused {
  if (trouble.kind !== 'refused') return false;
  return trouble.status === 404 || (trouble.status === 403 && /not accessible/i.test(trouble.why));
}

/** Why something could not be done and, where a permission is missing, what to add to the job: one line. */
export function explainTrouble(
  trouble: Trouble,
  permission: Permission,
  { isFork, eventName }: Pick<RunContext, 'isFork' | 'eventName'>,
): string {
  if (!isForbidden(trouble)) return trouble.why;
  if (isFork && eventName === 'pull_request') {
    return `${trouble.why} The token of a pull request from a fork can only read; the job summary tells the same.`;
  }
  return `${trouble.why} The token lacks a permission; add this to the job: permissions: { contents: read, ${permission} }`;
}
