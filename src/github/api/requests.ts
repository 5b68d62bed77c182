import type { JsonObject } from '../../model/fields.ts';
import type { RunContext } from '../../model/run-context.ts';
import { formatDuration, joinPieces } from '../../model/words.ts';
import type { PlatformFailure, PlatformReply } from '../../runtime/platform.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { repeat, withTimeout } from '../../runtime/time-limits.ts';
import type { Api } from './api.ts';
import { type ApiFailure, type ApiReply, failed } from './api-reply.ts';

/** What all services of GitHub work with. */
export interface ApiContext extends Pick<Runtime, 'clock' | 'cancelled' | 'end' | 'log' | 'timeLeftMs'> {
  readonly api: Api;
  readonly context: Pick<
    RunContext,
    'run' | 'headSha' | 'pullRequest' | 'branches' | 'isFork' | 'eventName' | 'apiUrl'
  >;
  /** All permissions that this step needs, as a workflow file writes them. */
  readonly permissions: string;
  /** The causes that the log has named already: each is said once. */
  readonly explained: Set<string>;
}

/** Time limit of all requests for one place, such as a comment, in milliseconds. */
const TOTAL_TIMEOUT_MS = 30_000;

const RETRY_DELAY_MS = 1000;

/** Pauses of a rate limit end after this time, in milliseconds: a comment is not worth an hour. */
const MAX_PAUSES_MS = 5 * 60_000;

type Settings = Pick<ApiContext, 'api' | 'clock' | 'cancelled' | 'end' | 'log' | 'timeLeftMs'>;
type Work<T> = (limited: Api) => Promise<T | ApiFailure>;

/**
 * Runs all requests for one place within a time limit, because a list may have many pages. It is begun again after each pause that GitHub
 * asks for, or a longer one: GitHub wants pauses to double.
 *
 * @param what happens after a pause, such as "The comment is written"
 */
export function withinTotalLimit<T extends ApiReply | PlatformReply<unknown>>(
  settings: Settings,
  what: string,
  work: Work<T>,
): Promise<T | ApiFailure> {
  const { clock, cancelled: signal, log, timeLeftMs } = settings;
  const endsAt = clock.now() + MAX_PAUSES_MS;
  const pauseMs = (reply: T | ApiFailure, tries: number): number | undefined => {
    if (reply.kind !== 'limited' || reply.retryAfterMs === undefined) return undefined;
    const ms = Math.max(reply.retryAfterMs, 500 * 2 ** tries);
    if (ms >= Math.min(endsAt - clock.now(), timeLeftMs())) return undefined;
    log.info(`${what} in ${formatDuration(ms / 1000)}, when GitHub accepts requests again: ${reply.reason}.`);
    return ms;
  };
  return repeat({ clock, signal }, { pauseMs }, () => tryTwice(settings, work));
}

/**
 * Runs work for half a minute at most; after that, `limited` sends nothing. It is repeated after a second if a request got no reply. Unlike
 * `maxTries` of {@link Api}, the work can first check what the failed request did.
 */
function tryTwice<T extends ApiReply | PlatformReply<unknown>>(
  settings: Settings,
  work: Work<T>,
): Promise<T | ApiFailure> {
  const { api, clock, cancelled } = settings;
  const late = failed('GitHub took too long');
  const limit = { ms: TOTAL_TIMEOUT_MS, afterCancelMs: TOTAL_TIMEOUT_MS, onTimeout: () => late };
  const pauseMs = ({ kind }: T | ApiFailure): number | undefined => (kind === 'failed' ? RETRY_DELAY_MS : undefined);
  return withTimeout<T | ApiFailure>(settings, limit, (signal) => {
    const limited: Api = async (...request) => (signal.aborted ? late : api(...request));
    return repeat({ clock, signal: cancelled }, { maxTries: 2, pauseMs }, () => work(limited));
  });
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
    if (!reply.hasNext) break;
  }
  return { kind: 'value', value: items };
}

/** Why something could not be done, with what may help, which a step says once (`explained`). @param access what the request needs */
export function explainFailure(
  failure: ApiFailure,
  access: 'read' | 'write',
  { context, permissions, explained }: Pick<ApiContext, 'context' | 'permissions' | 'explained'>,
): PlatformFailure {
  if (failure.kind !== 'rejected') return failure;
  const { reason } = failure;
  const { isFork, eventName, apiUrl } = context;
  const isReadOnly = isFork && eventName === 'pull_request' && access === 'write';
  const permission = isReadOnly
    ? 'By default, the token of a pull request from a fork can only read; the job summary shows the same'
    : `Perhaps the token lacks a permission. The job of this step needs ${permissions}`;
  const causes: readonly (readonly [RegExp, string])[] = [
    [/ 301: /, 'The repository has a new name: start a new run, with a `github-token` for it'],
    [
      / 401: (?!a page)/,
      'Check `github-token`: the token is wrong or too old. That of a GitHub App is valid for an hour',
    ],
    // Without a permission GitHub answers 403, or 404 to hide that something exists. Gitea has a 404 for what it does not have.
    [/ 403: .*not accessible/i, permission],
    [/ 404\b/, apiUrl.endsWith('/api/v1') ? '' : permission],
  ];
  const [, cause = ''] = causes.find(([pattern]) => pattern.test(reason)) ?? [];
  const isNew = !explained.has(cause);
  // Why nothing was read is only a line of the log: a later warning still needs the cause.
  if (access === 'write') explained.add(cause);
  return { ...failure, reason: joinPieces('. ', [reason, isNew && cause]) };
}
