import { isJsonObject, numberIn, objectIn, textIn } from '../model/fields.ts';
import type { RunContext } from '../model/run-context.ts';
import type { TimeContext } from '../runtime/time-limits.ts';
import { listAll, tryTwice, withinTotalLimit, type Api } from './api/client.ts';
import { explainFailure, type ApiFailure, type FailureContext } from './api/reply.ts';
import { markerOf, markerText, writeComment, type CommentDraft } from './comment-thread.ts';

/** What a comment is written with. */
export interface CommentSettings extends TimeContext, FailureContext {
  readonly api: Api;
  /** Without a pull request in the event, those of the commit are used. */
  readonly context: Pick<RunContext, 'run' | 'headSha' | 'isFork' | 'eventName' | 'apiUrl' | 'pullRequest'>;
}

/** Whether a comment was written; `reason` is in lower case, without a full stop. */
export type CommentResult =
  /** Addresses, one for each pull request; '' if GitHub does not say it. */
  | { readonly kind: 'published'; readonly urls: readonly string[] }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Writes a comment to the event's pull request, or to those of the commit; later runs update the same comment. Never throws.
 *
 * @param key what is run, the same from run to run; each workflow, job, step and key has its own comment
 * @param render makes the text, which must begin with the marker
 * @param mayCreate `false`: only a comment that exists is updated
 */
export async function publishComment(
  settings: CommentSettings,
  key: string,
  render: (marker: string) => string,
  mayCreate = true,
): Promise<CommentResult> {
  if (settings.context.eventName === 'merge_group') return skipped('a merge group names no pull request');
  const marker = markerOf(settings.context.run, key);
  const draft = { marker, body: render(markerText(marker)), mayCreate };
  const result = await withinTotalLimit(settings, (api) => writeToAll({ ...settings, api }, draft));
  if (result.kind !== 'rejected' && result.kind !== 'transient') return result;
  return { kind: 'failed', reason: explainFailure(result, 'write', settings) };
}

async function writeToAll(settings: CommentSettings, draft: CommentDraft): Promise<CommentResult | ApiFailure> {
  const { api, context } = settings;
  const numbers = await findPullRequests(api, context);
  if ('kind' in numbers) return numbers;
  if (numbers.length === 0) return skipped('the commit belongs to no open pull request');
  const author = await findAuthor(api);
  if (typeof author !== 'string') return author;

  const urls: string[] = [];
  let failure: ApiFailure | undefined;
  for (const number of numbers) {
    const result = await tryTwice(settings, () => writeComment(api, number, author, draft));
    if (result.kind === 'success') urls.push(textIn(result.data, 'html_url'));
    else if (result.kind !== 'newer' && result.kind !== 'none') failure ??= result;
  }
  if (failure) return failure;
  if (urls.length === 0 && !draft.mayCreate) return skipped('the step passed, and there is none to update');
  if (urls.length === 0) return skipped('a newer run has written its result already');
  return { kind: 'published', urls };
}

function skipped(reason: string): CommentResult {
  return { kind: 'skipped', reason };
}

/**
 * The numbers of the event's pull request, or of the open ones that contain the commit. If it is the last commit of some, only those:
 * others build upon it and are tested themselves.
 */
async function findPullRequests(
  api: Api,
  { pullRequest, headSha }: CommentSettings['context'],
): Promise<readonly number[] | ApiFailure> {
  if (pullRequest !== undefined) return [pullRequest];
  const route = 'GET /repos/{repository}/commits/{commit_sha}/pulls';
  const listed = await listAll(api, route, { commit_sha: headSha }, (page) => page);
  if (listed.kind !== 'list') return listed;
  const open = listed.items.filter(isJsonObject).filter(({ state }) => state === 'open');
  const ending = open.filter((one) => textIn(objectIn(one, 'head'), 'sha') === headSha);
  return (ending.length > 0 ? ending : open).flatMap((one) => numberIn(one, 'number') ?? []);
}

/**
 * The login that a token writes as. GraphQL says it for every kind of token, `GET /user` not for those of apps. A server that does not
 * say it is assumed to have a token of the workflow.
 */
async function findAuthor(api: Api): Promise<string | ApiFailure> {
  const reply = await api('POST /graphql', { query: 'query { viewer { login } }' }, 2);
  if (reply.kind === 'transient') return reply;
  const data = reply.kind === 'success' ? objectIn(reply.data, 'data') : {};
  return textIn(objectIn(data, 'viewer'), 'login') || 'github-actions[bot]';
}
