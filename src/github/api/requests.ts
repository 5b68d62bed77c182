import type { JsonObject } from '../../model/fields.ts';
import type { RunContext } from '../../model/run-context.ts';
import type { PlatformFailure } from '../../runtime/platform.ts';
import { repeat } from '../../runtime/repeat.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { withTimeout } from '../../runtime/time-limits.ts';
import type { Api } from './client.ts';
import { failed, type ApiFailure, type ApiReply } from './reply.ts';

/** What all services of GitHub work with. */
export interface ApiContext extends Pick<Runtime, 'clock' | 'cancelled' | 'log' | 'timeLeftMs'> {
  readonly api: Api;
  readonly context: Pick<
    RunContext,
    'run' | 'headSha' | 'pullRequest' | 'branches' | 'isFork' | 'eventName' | 'apiUrl'
  >;
  /** All permissions that this step needs, as a workflow file writes them. */
  readonly permissions: string;
}

/** Time limit of all requests for one place, such as a comment, in milliseconds. */
const TOTAL_TIMEOUT_MS = 30_000;

/** The same after a cancel: a cancelled step should end within two seconds. */
const TOTAL_AFTER_CANCEL_MS = 2000;

/** Runs all requests for one place within a time limit, because a list may have many pages. After it, `limited` sends nothing. */
export async function withinTotalLimit<T extends object>(
  { api, ...context }: Pick<ApiContext, 'api' | 'clock' | 'cancelled'>,
  work: (limited: Api) => Promise<T>,
): Promise<T | ApiFailure> {
  const late = failed('GitHub took too long');
  const workUntil = (signal: AbortSignal): Promise<T> =>
    work(async (...request) => {
      if (signal.aborted) return late;
      return api(...request);
    });
  const result = await withTimeout(context, TOTAL_TIMEOUT_MS, workUntil, TOTAL_AFTER_CANCEL_MS);
  return result ?? late;
}

const RETRY_DELAY_MS = 1000;

/**
 * Does work again after a second if a request in it got no reply, unless GitHub asks for a pause. Unlike `maxTries` of {@link Api}, the
 * work can first check what the failed request did.
 */
export function tryTwice<T extends ApiReply | undefined>(
  context: Pick<Runtime, 'clock' | 'cancelled'>,
  work: (tries: number) => Promise<T>,
): Promise<T> {
  const pauseMs = (reply: T): number | undefined => (reply?.kind === 'failed' ? RETRY_DELAY_MS : undefined);
  return repeat(context, { maxTries: 2, pauseMs }, work);
}

/** The largest page that GitHub sends. */
const PAGE_SIZE = 100;

/** A safeguard; a pull request has at most 2,500 comments. */
const MAX_PAGES = 100;

/** Reads all pages of a list; `itemsIn` returns the array in a page. */
export async function listAll(
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
    if (found.length < PAGE_SIZE) break;
  }
  return { kind: 'value', value: items };
}

/** Why something could not be done, with a possible cause if GitHub hides it. @param access what the request needs */
export function explainFailure(
  failure: ApiFailure,
  access: 'read' | 'write',
  { context: { isFork, eventName, apiUrl }, permissions }: Pick<ApiContext, 'context' | 'permissions'>,
): PlatformFailure {
  const { kind, reason } = failure;
  if (!isForbidden(failure, apiUrl)) return { kind, reason };
  const cause =
    isFork && eventName === 'pull_request' && access === 'write'
      ? 'By default, the token of a pull request from a fork can only read; the job summary shows the same'
      : `Perhaps the token lacks a permission. The job of this step needs ${permissions}`;
  return { kind, reason: `${reason}. ${cause}` };
}

/** Without a permission GitHub answers 403, or 404 to hide that something exists. Gitea has a 404 for what it does not have. */
function isForbidden(failure: ApiFailure, apiUrl: string): boolean {
  if (failure.kind !== 'rejected') return false;
  if (failure.status === 404) return !apiUrl.endsWith('/api/v1');
  return failure.status === 403 && /not accessible/i.test(failure.reason);
}
