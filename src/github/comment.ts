import type { RunContext } from '../run-context.ts';
import type { Api } from './api/client.ts';
import type { WaitContext } from './api/in-time.ts';
import { explainTrouble } from './api/permission.ts';
import type { Trouble } from './api/reply.ts';
import { findAuthor } from './comment/author.ts';
import { markerOf, markerText } from './comment/marker.ts';
import { pullRequestsOf } from './comment/pull-requests.ts';
import { openThread } from './comment/thread.ts';
import { writeComment } from './comment/write.ts';

/** What commenting takes. */
export interface CommentSettings extends WaitContext {
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
  const failed = (trouble: Trouble): Commented => ({
    kind: 'failed',
    why: explainTrouble(trouble, 'pull-requests: write', context),
  });
  const found = pullRequest === undefined ? await pullRequestsOf(api, context.headSha) : only(pullRequest);
  if (found.kind !== 'found') return failed(found);
  if (found.numbers.length === 0) return { kind: 'skipped', why: 'the commit belongs to no open pull request.' };
  const author = await findAuthor(api);
  if (typeof author !== 'string') return failed(author);
  const marker = markerOf(context.run, key);
  const draft = { marker, body: draw(markerText(marker)) };
  const urls: string[] = [];
  let trouble: Trouble | undefined;
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
