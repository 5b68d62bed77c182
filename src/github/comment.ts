import { type JsonObject, isJsonObject } from '../model/fields.ts';
import type { RunContext } from '../model/run-context.ts';
import type { TimeContext } from '../runtime/time-limits.ts';
import { type Api, listAll } from './api/client.ts';
import { type ApiUnanswered, explainFailure, type ApiFailure } from './api/reply.ts';
import { markerOf, markerText } from './comment-marker.ts';
import { openThread, writeComment } from './comment-thread.ts';

/** What commenting takes. */
export interface CommentSettings extends TimeContext {
  readonly api: Api;
  readonly context: Pick<RunContext, 'run' | 'headSha' | 'isFork' | 'eventName'>;
  /** The number of the event's pull request; without one, those of the commit are looked for. */
  readonly pullRequest?: number;
}

/** What came of commenting. */
export type Commented =
  /** Addresses, one for each pull request; empty where GitHub does not say. */
  | { readonly kind: 'published'; readonly urls: readonly string[] }
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };

/**
 * Writes a comment into the event's pull request, or into those of the commit, and into the same comment in later runs. Whatever goes
 * wrong between us and GitHub is a result.
 *
 * @param key what is run, the same from run to run; each workflow, job and key has a comment of its own
 * @param draw makes the text; the marker that it is given is the text's beginning
 */
export async function publishComment(
  settings: CommentSettings,
  key: string,
  draw: (marker: string) => string,
): Promise<Commented> {
  const { api, context, pullRequest } = settings;
  const failed = (trouble: ApiFailure): Commented => ({
    kind: 'failed',
    why: explainFailure(trouble, 'pull-requests: write', context),
  });
  const found = pullRequest === undefined ? await pullRequestsOf(api, context.headSha) : only(pullRequest);
  if (found.kind !== 'found') return failed(found);
  if (found.numbers.length === 0) return { kind: 'skipped', why: 'the commit belongs to no open pull request.' };
  const author = await findAuthor(api);
  if (typeof author !== 'string') return failed(author);
  const marker = markerOf(context.run, key);
  const draft = { marker, body: draw(markerText(marker)) };
  const urls: string[] = [];
  let trouble: ApiFailure | undefined;
  for (const number of found.numbers) {
    const result = await writeComment(openThread(api, number), author, draft, settings);
    if (result.kind === 'refused' || result.kind === 'dropped') trouble ??= result;
    if (result.kind === 'written') urls.push(result.url);
  }
  if (trouble) return failed(trouble);
  if (urls.length > 0) return { kind: 'published', urls };
  return { kind: 'skipped', why: 'a newer run has told its result already.' };
}

function only(pullRequest: number) {
  return { kind: 'found', numbers: [pullRequest] } as const;
}

/** Who writes with the token of a workflow. */
const WORKFLOW = 'github-actions[bot]';

/**
 * The login under which a token writes. GraphQL tells it for tokens of every kind, where `GET /user` refuses those of apps; a server that
 * does not tell is asked with a workflow's token, as nearly all are.
 */
export async function findAuthor(api: Api): Promise<string | ApiUnanswered> {
  const reply = await api('POST /graphql', { query: 'query { viewer { login } }' }, 2);
  if (reply.kind === 'dropped') return reply;
  const data = reply.kind === 'answered' && isJsonObject(reply.data) ? reply.data['data'] : undefined;
  const viewer = isJsonObject(data) ? data['viewer'] : undefined;
  const login = isJsonObject(viewer) ? viewer['login'] : undefined;
  return typeof login === 'string' ? login : WORKFLOW;
}

/** The pull requests that were looked for, by their numbers. */
export interface PullRequests {
  readonly kind: 'found';
  readonly numbers: readonly number[];
}

/**
 * The open pull requests that a commit belongs to. Where it is the last commit of some, only those: others are built upon them, and are
 * tested by themselves.
 */
export async function pullRequestsOf(api: Api, commit: string): Promise<PullRequests | ApiFailure> {
  const route = 'GET /repos/{repository}/commits/{commit_sha}/pulls';
  const listed = await listAll(api, route, { commit_sha: commit }, (page) => page);
  if (listed.kind !== 'listed') return listed;
  const open = listed.items.filter(isJsonObject).filter(({ state }) => state === 'open');
  const ending = open.filter((pullRequest) => headOf(pullRequest) === commit);
  const numbers = (ending.length > 0 ? ending : open).flatMap(({ number }) =>
    typeof number === 'number' ? number : [],
  );
  return { kind: 'found', numbers };
}

function headOf({ head }: JsonObject): unknown {
  return isJsonObject(head) ? head['sha'] : undefined;
}
