import type { JsonObject } from '../../model/fields.ts';
import type { RunContext } from '../../model/run-context.ts';
import { joinPieces } from '../../model/words.ts';
import type { PlatformFailure } from '../../runtime/platform.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Api } from './api.ts';
import { type ApiFailure, type ApiReply, failed } from './api-reply.ts';

/** What all services of GitHub work with. */
export interface ApiContext extends Pick<Runtime, 'clock' | 'cancelled' | 'graceOver' | 'log' | 'timeLeftMs'> {
  readonly api: Api;
  readonly context: Pick<RunContext, 'run' | 'branches' | 'isFork' | 'apiUrl' | 'workflowFile'>;
  /** All permissions that this step needs, as a workflow file writes them. */
  readonly permissions: string;
}

/** The largest page that GitHub sends. */
const PAGE_SIZE = 100;

/** A safeguard; a pull request has at most 2,500 comments. */
const MAX_PAGES = 100;

/** Reads all pages of a list; `itemsIn` returns the array in a page. */
export async function readAllPages(
  api: Api,
  route: string,
  parameters: JsonObject,
  itemsIn: (page: unknown) => unknown,
): Promise<ApiReply<readonly unknown[]>> {
  const items: unknown[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const reply = await api(route, { ...parameters, per_page: PAGE_SIZE, page }, 2);
    if (reply.kind !== 'value') return reply;
    const found = itemsIn(reply.value);
    if (!Array.isArray(found)) return failed('GitHub sent a list that cannot be read');
    for (const item of found) items.push(item);
    if (!reply.hasNext) break;
  }
  return { kind: 'value', value: items };
}

const NO_ACCESS = 'Perhaps the token in `github-token` has no access to this repository, or lacks a permission';

/** Why something could not be done, with what may help. @param access what the request needs */
export function explainFailure(
  failure: ApiFailure,
  access: 'read' | 'write',
  { context, permissions }: Pick<ApiContext, 'context' | 'permissions'>,
): PlatformFailure {
  if (failure.kind !== 'rejected') return failure;
  const { kind, reason, status = 0, said } = failure;
  const { isFork, run, apiUrl } = context;
  const isReadOnly = isFork && run.event === 'pull_request' && access === 'write';
  const permission = isReadOnly
    ? 'By default, the token of a pull request from a fork can only read; the job summary shows the same'
    : `Perhaps the token lacks a permission. The job of this step needs ${permissions}`;
  const causes: Partial<Record<number, string | false>> = {
    301: 'The repository has a new name: start a new run, with a `github-token` for it',
    401: said && 'Check `github-token`: the token is wrong or too old. That of a GitHub App is valid for an hour',
    403: said === 'not-accessible' && (/personal access token/i.test(reason) ? NO_ACCESS : permission),
    // GitHub hides from a token of your own what it may not see; that of the job sees its repository. Gitea has a 404 for what it lacks.
    404: !apiUrl.endsWith('/api/v1') && NO_ACCESS,
  };
  return { kind, reason: joinPieces('. ', [reason, causes[status]]) };
}
