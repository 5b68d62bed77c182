import { numberIn, objectIn, textIn, type JsonObject } from '../model/fields.ts';
import { formatDuration } from '../model/words.ts';
import type { PlatformFailure, PlatformReply } from '../runtime/platform.ts';
import { repeat, withTimeout } from '../runtime/time-limits.ts';
import { type ApiFailure, type ApiReply, failed, readValue, requireId } from './api/api-reply.ts';
import { explainFailure, readAllPages, type Api, type ApiContext } from './api/api.ts';
import {
  isNewer,
  markerOf,
  markerText,
  ofCaller,
  readMarker,
  type Marker,
  type MarkedComment,
} from './comment-marker.ts';

interface Draft {
  readonly body: string;
  readonly marker: Marker;
  readonly mayCreate: boolean;
}

type Written = PlatformReply<readonly string[]>;

/**
 * Writes a comment to the event's pull request, or to those of the commit; later runs update the same comment. Never throws.
 *
 * @param key what is run, the same from run to run; each workflow, job, step and key has its own comment
 * @param mayCreate `false`: only a comment that exists is updated
 * @returns the addresses, one for each pull request; '' if GitHub does not say it
 */
export async function publishComment(
  settings: ApiContext,
  key: string,
  render: (marker: string) => string,
  mayCreate: boolean,
): Promise<Written> {
  const { run } = settings.context;
  if (run.event === 'merge_group') return skipped('a merge group names no pull request');
  const marker = markerOf(run, key);
  const draft = { marker, body: render(markerText(marker)), mayCreate };
  return repeatLimited(settings, draft);
}

/** Time limit of all requests for a comment, in milliseconds. */
const TOTAL_TIMEOUT_MS = 30_000;
const RETRY_DELAY_MS = 1000;
/** Pauses of a rate limit end after this time, in milliseconds: a comment is not worth an hour. */
const MAX_PAUSES_MS = 5 * 60_000;

/** Begins again after each pause that GitHub asks for, or a longer one: GitHub wants pauses to double. */
function repeatLimited(settings: ApiContext, draft: Draft): Promise<Written> {
  const { clock, cancelled: signal, log, timeLeftMs } = settings;
  const endsAt = clock.now() + MAX_PAUSES_MS;
  const pauseMs = (reply: Written, tries: number): number | undefined => {
    if (reply.kind !== 'limited' || reply.retryAfterMs === undefined) return undefined;
    const ms = Math.max(reply.retryAfterMs, 500 * 2 ** tries);
    if (ms >= Math.min(endsAt - clock.now(), timeLeftMs())) return undefined;
    const when = `in ${formatDuration(ms / 1000)}, when GitHub accepts requests again`;
    log.info(`The comment is written ${when}: ${reply.reason}.`);
    return ms;
  };
  return repeat({ clock, signal }, { pauseMs }, () => tryTwice(settings, draft));
}

/**
 * Writes for half a minute at most, because a list may have many pages. It begins again after a second if a request got no reply: unlike
 * `maxTries` of {@link Api}, it can first check what the failed request did.
 */
function tryTwice(settings: ApiContext, draft: Draft): Promise<Written> {
  const { api, clock, cancelled } = settings;
  const late = failed('GitHub took too long');
  const limit = { ms: TOTAL_TIMEOUT_MS, afterCancelMs: TOTAL_TIMEOUT_MS, onTimeout: () => late };
  const pauseMs = ({ kind }: Written): number | undefined => (kind === 'failed' ? RETRY_DELAY_MS : undefined);
  return withTimeout<Written>(settings, limit, (signal) => {
    const limited: Api = async (...request) => (signal.aborted ? late : api(...request));
    return repeat({ clock, signal: cancelled }, { maxTries: 2, pauseMs }, () =>
      writeToAll({ ...settings, api: limited }, draft),
    );
  });
}

async function writeToAll(settings: ApiContext, draft: Draft): Promise<Written> {
  const { api } = settings;
  const numbers = await findPullRequests(settings);
  if (numbers.kind !== 'value') return explainFailure(numbers, 'write', settings);
  if (numbers.value.length === 0) return skipped('the commit belongs to no open pull request');
  const author = await findAuthor(api);
  if (author.kind !== 'value') return explainFailure(author, 'write', settings);

  const urls: string[] = [];
  const failures: ApiFailure[] = [];
  for (const number of numbers.value) {
    const reply = await writeComment(api, number, author.value, draft);
    if (!reply) continue;
    if (reply.kind === 'value') urls.push(textIn(reply.value, 'html_url'));
    else failures.push(reply);
  }
  const [failure] = failures;
  if (failure) return explainFailure(failure, 'write', settings);
  if (urls.length > 0) return { kind: 'value', value: urls };
  if (!draft.mayCreate) return skipped('there is none to update, and for this result none is created');
  return skipped('a newer run has written its result already');
}

function skipped(reason: string): PlatformFailure {
  return { kind: 'skipped', reason };
}

/** The numbers of the event's pull request, or of the open ones that contain the commit. */
async function findPullRequests({ api, context }: ApiContext): Promise<ApiReply<readonly number[]>> {
  const { pullRequest, headCommit } = context.run;
  if (pullRequest) return { kind: 'value', value: [pullRequest.number] };
  const route = 'GET /repos/{repository}/commits/{commit_sha}/pulls';
  const listed = await readAllPages(api, route, { commit_sha: headCommit });
  return readValue(listed, (items) => {
    const open = items.filter(({ state }) => state === 'open');
    // If it is the last commit of some, only those: others build upon it and are tested themselves.
    const ending = open.filter((one) => textIn(objectIn(one, 'head'), 'sha') === headCommit);
    const chosen = ending.length > 0 ? ending : open;
    return chosen.flatMap((one) => numberIn(one, 'number') ?? []);
  });
}

/** The login that a token writes as; '' if GitHub does not say it. GraphQL says it for every kind of token, `GET /user` not for those of apps. */
async function findAuthor(api: Api): Promise<ApiReply<string>> {
  const reply = await api('POST /graphql', { query: 'query { viewer { login } }' }, 2);
  if (reply.kind === 'limited' || reply.kind === 'failed') return reply;
  const data = reply.kind === 'value' ? objectIn(reply.value, 'data') : {};
  return { kind: 'value', value: textIn(objectIn(data, 'viewer'), 'login') };
}

/** Whether `author` wrote it; if that is not known, any bot, which Gitea gives a negative number. */
function isBy(author: string, user: JsonObject): boolean {
  const login = textIn(user, 'login');
  const { type, id } = user;
  if (author !== '') return login === author;
  return type === 'Bot' || login.endsWith('[bot]') || (typeof id === 'number' && id < 0);
}

const COMMENTS = '/repos/{repository}/issues/{issue_number}/comments';
const COMMENT = '/repos/{repository}/issues/comments/{comment_id}';

/**
 * Updates the oldest comment on the topic, or creates one, and deletes the others: two runs that create one at the same time leave two until
 * the next run. @returns `undefined` if a newer run has written its result, or there is none and none may be created
 */
async function writeComment(
  api: Api,
  pullRequest: number,
  author: string,
  { body, marker, mayCreate }: Draft,
): Promise<ApiReply | undefined> {
  const comments = await ownComments(api, pullRequest, author, marker);
  if (comments.kind !== 'value') return comments;
  if (comments.value.some((one) => isNewer(one.marker, marker))) return undefined;
  const [oldest, ...surplus] = comments.value;
  if (!oldest) {
    if (!mayCreate) return undefined;
    return requireId(await api(`POST ${COMMENTS}`, { issue_number: pullRequest, body }));
  }
  const reply = requireId(await api(`PATCH ${COMMENT}`, { comment_id: oldest.id, body }));
  if (reply.kind === 'value') {
    await Promise.all(surplus.map(({ id }) => api(`DELETE ${COMMENT}`, { comment_id: id })));
  }
  return reply;
}

/** The comments by `author` on the topic of a marker that this one replaces, oldest first. */
async function ownComments(
  api: Api,
  pullRequest: number,
  author: string,
  { topic, caller }: Marker,
): Promise<ApiReply<readonly MarkedComment[]>> {
  const listed = await readAllPages(api, `GET ${COMMENTS}`, { issue_number: pullRequest });
  return readValue(listed, (items) => {
    const comments = items.flatMap((item) => {
      const id = numberIn(item, 'id');
      const marker = readMarker(textIn(item, 'body'));
      const isOwn = marker?.topic === topic && isBy(author, objectIn(item, 'user'));
      return id !== undefined && isOwn ? [{ id, marker }] : [];
    });
    return ofCaller(comments, caller).sort((a, b) => a.id - b.id);
  });
}
