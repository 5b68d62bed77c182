import { stat } from 'node:fs/promises';

import type { ArtifactClient } from '@actions/artifact';

import type { Clock } from '../runtime/clock.ts';
import { messageOf } from '../model/errors.ts';
import type { ArtifactContent, ArtifactResult } from '../runtime/platform.ts';
import { oneLine } from '../model/text.ts';
import type { RunInfo } from '../model/report.ts';

/** What publishing needs to know of the run and of the runner. */
export interface ArtifactSettings {
  readonly clock: Clock;
  /** Aborted when the run is cancelled, and only then: files are published after a deadline too. */
  readonly cancelled: AbortSignal;
  readonly run: RunInfo;
  /** GitHub's client refuses to work with a server of one's own. */
  readonly isEnterpriseServer: boolean;
  /** Whether the runner handed this step an artifact service: outside of a workflow it does not. */
  readonly isOffered: boolean;
}

/** What came of one upload. Only `dropped` is worth another try under the same name, only `taken` one under another. */
type Upload = ArtifactResult | { readonly kind: 'taken' } | { readonly kind: 'dropped'; readonly why: string };

/** GitHub's client is loaded only when there is something to publish: it is most of the bundle. */
export type LoadClient = () => Promise<ArtifactClient>;

const TRIES = 3;
const BETWEEN_TRIES_MS = 2000;

/** How long an upload may take: a minute, and what a slow line (250 bytes in a millisecond) takes for the files. */
const PATIENCE_MS = 60_000;
const SLOWEST_BYTES_PER_MS = 250;

/** Makes the function that publishes files as a workflow artifact. It never fails: what goes wrong is a result. */
export function createPublisher(
  settings: ArtifactSettings,
  load = loadClient,
): (content: ArtifactContent) => Promise<ArtifactResult> {
  return async (content) => {
    const why = reasonToSkip(content, settings);
    if (why !== undefined) return { kind: 'skipped', why };
    try {
      return await publish(await load(), content, settings);
    } catch (error) {
      return { kind: 'failed', why: reasonOf(error) };
    }
  };
}

/** Loads GitHub's client. */
export const loadClient: LoadClient = async () => {
  const { DefaultArtifactClient } = await import('@actions/artifact');
  return new DefaultArtifactClient();
};

function reasonToSkip(
  { files }: ArtifactContent,
  { isEnterpriseServer, isOffered }: ArtifactSettings,
): string | undefined {
  if (isEnterpriseServer) return 'GitHub Enterprise Server has no artifact service that this action can use.';
  if (!isOffered) return 'the runner offers no artifact service here.';
  return files.length === 0 ? 'there are no files to publish.' : undefined;
}

async function publish(
  client: ArtifactClient,
  content: ArtifactContent,
  settings: ArtifactSettings,
): Promise<ArtifactResult> {
  const patienceMs = PATIENCE_MS + (await bytesOf(content.files)) / SLOWEST_BYTES_PER_MS;
  const names = namesFor(content.name, settings.run);
  for (const name of names) {
    const upload = await uploadWithRetries(
      () => uploadInTime(client, { ...content, name }, patienceMs, settings),
      settings,
    );
    if (upload.kind !== 'taken') return upload;
  }
  return { kind: 'failed', why: `the names ${names.join(', ')} are taken in this run.` };
}

async function uploadWithRetries(
  upload: () => Promise<Upload>,
  { clock, cancelled }: ArtifactSettings,
): Promise<Exclude<Upload, { kind: 'dropped' }>> {
  for (let tries = 1; ; tries += 1) {
    const result = await upload();
    if (result.kind !== 'dropped') return result;
    if (tries === TRIES || cancelled.aborted) return { kind: 'failed', why: result.why };
    await clock.sleep(BETWEEN_TRIES_MS * tries, cancelled);
  }
}

/** The client cannot be stopped and may hang; an upload that is given up is not tried again, or there would be two at once. */
async function uploadInTime(
  client: ArtifactClient,
  content: ArtifactContent,
  patienceMs: number,
  { clock, cancelled, run }: ArtifactSettings,
): Promise<Upload> {
  const done = new AbortController();
  const givenUp = clock.sleep(patienceMs, AbortSignal.any([cancelled, done.signal])).then((): ArtifactResult => {
    const seconds = Math.round(patienceMs / 1000);
    return {
      kind: 'failed',
      why: cancelled.aborted ? 'the run was cancelled.' : `the upload took longer than ${seconds} s.`,
    };
  });
  try {
    return await Promise.race([upload(client, content, run).catch(classifyFailure), givenUp]);
  } finally {
    done.abort();
  }
}

async function upload(
  client: ArtifactClient,
  { name, files, root, retentionDays }: ArtifactContent,
  run: RunInfo,
): Promise<ArtifactResult> {
  const options = retentionDays === undefined ? {} : { retentionDays };
  const { id, digest = '' } = await client.uploadArtifact(name, [...files], root, options);
  if (id === undefined) return { kind: 'failed', why: 'GitHub did not say which artifact it became.' };
  const page = run.url.replace(/\/attempts\/\d+$/, '');
  return { kind: 'published', name, id: `${id}`, url: page === '' ? '' : `${page}/artifacts/${id}`, digest };
}

/** The client's errors carry no codes, only words. It tries again by itself where the service is busy, but not where the line broke. */
function classifyFailure(error: unknown): Upload {
  const why = reasonOf(error);
  if (why.includes('(409)')) return { kind: 'taken' };
  return /Unable to make request|stalled/.test(why) ? { kind: 'dropped', why } : { kind: 'failed', why };
}

/** The name, and where it is taken within the run: with the attempt, and then the job too, behind it. */
function namesFor(wanted: string, { attempt, job }: RunInfo): string[] {
  const name = spoken(wanted);
  const second = `${name}-${attempt}`;
  return [name, second, ...(job === '' ? [] : [`${second}-${job}`])];
}

/** The client prints the name into the log, where the runner obeys `##[` anywhere in a line. */
function spoken(name: string): string {
  return oneLine(name).replaceAll('##[', '##(');
}

async function bytesOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The first line of the client's words: the others are general advice. */
function reasonOf(error: unknown): string {
  const [line = ''] = messageOf(error).split('\n');
  return `${line.replace(/[.\s]+$/, '')}.`;
}
