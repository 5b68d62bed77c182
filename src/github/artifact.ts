import { stat } from 'node:fs/promises';

import { messageOf } from '../model/errors.ts';
import type { RunInfo } from '../model/report.ts';
import { oneLine } from '../model/text.ts';
import type { Clock } from '../runtime/clock.ts';
import type { ArtifactContent, ArtifactResult } from '../runtime/platform.ts';
import type { Artifacts } from './artifact-client.ts';

/** What publishing needs to know of the run and the runner. */
export interface ArtifactSettings {
  readonly clock: Clock;
  /** Aborted by a cancel only: files are published after a deadline too. */
  readonly cancelled: AbortSignal;
  readonly run: RunInfo;
  /** GitHub's client does not work with GitHub Enterprise Server. */
  readonly isEnterpriseServer: boolean;
  /** Whether the runner offers an artifact service to this step. */
  readonly isOffered: boolean;
  readonly client: Artifacts;
}

const MAX_TRIES = 3;
const RETRY_MS = 2000;

/** An upload may take a minute, and the time that a slow connection of 250 bytes in a millisecond needs for the files. */
const TIMEOUT_MS = 60_000;
const MIN_BYTES_PER_MS = 250;

const CANCELLED = 'the run was cancelled';

/** Publishes files as a workflow artifact. Never fails: what goes wrong is part of the result. */
export async function publishArtifact(content: ArtifactContent, settings: ArtifactSettings): Promise<ArtifactResult> {
  const reason = reasonToSkip(content, settings);
  if (reason !== undefined) return { kind: 'skipped', reason };
  if (settings.cancelled.aborted) return { kind: 'failed', reason: CANCELLED };
  try {
    const timeoutMs = TIMEOUT_MS + (await sizeOf(content.files)) / MIN_BYTES_PER_MS;
    const names = namesFor(content.name, settings.run);
    for (const name of names) {
      const result = await uploadWithRetries(settings.client, { ...content, name }, timeoutMs, settings);
      if (result.kind !== 'name-taken') return result;
    }
    return { kind: 'failed', reason: `the names ${names.join(', ')} are taken in this run` };
  } catch (error) {
    return { kind: 'failed', reason: firstLine(error) };
  }
}

function reasonToSkip(
  { files }: ArtifactContent,
  { isEnterpriseServer, isOffered }: ArtifactSettings,
): string | undefined {
  if (isEnterpriseServer) return 'GitHub Enterprise Server has no artifact service that this action can use';
  if (!isOffered) return 'the runner offers no artifact service here';
  return files.length === 0 ? 'there are no files to publish' : undefined;
}

async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The wanted name, and the names to try if it is taken in the run: with the attempt, then with the job too. */
function namesFor(wanted: string, { attempt, job }: RunInfo): string[] {
  const name = oneLine(wanted);
  const second = `${name}-${attempt}`;
  return [name, second, ...(job === '' ? [] : [`${second}-${job}`])];
}

/** What came of one upload. Only after `dropped` the same name is tried again, only after `name-taken` another one. */
type Upload = ArtifactResult | { readonly kind: 'name-taken' } | { readonly kind: 'dropped'; readonly reason: string };

async function uploadWithRetries(
  client: Artifacts,
  content: ArtifactContent,
  timeoutMs: number,
  settings: ArtifactSettings,
): Promise<Exclude<Upload, { kind: 'dropped' }>> {
  const { clock, cancelled } = settings;
  for (let tries = 1; ; tries += 1) {
    const result = await uploadInTime(client, content, timeoutMs, settings);
    if (result.kind !== 'dropped') return result;
    if (tries === MAX_TRIES || cancelled.aborted) return { kind: 'failed', reason: result.reason };
    await clock.sleep(RETRY_MS * tries, cancelled);
  }
}

/** The client cannot be stopped and may hang. An upload that took too long is not repeated: there would be two at once. */
async function uploadInTime(
  client: Artifacts,
  content: ArtifactContent,
  timeoutMs: number,
  { clock, cancelled, run }: ArtifactSettings,
): Promise<Upload> {
  const done = new AbortController();
  const timeout = clock.sleep(timeoutMs, AbortSignal.any([cancelled, done.signal])).then((): ArtifactResult => {
    const reason = `the upload took longer than ${Math.round(timeoutMs / 1000)} s`;
    return { kind: 'failed', reason: cancelled.aborted ? CANCELLED : reason };
  });
  try {
    return await Promise.race([upload(client, content, run).catch(classifyError), timeout]);
  } finally {
    done.abort();
  }
}

async function upload(
  client: Artifacts,
  { name, files, root, retentionDays }: ArtifactContent,
  run: RunInfo,
): Promise<ArtifactResult> {
  const options = retentionDays === undefined ? {} : { retentionDays };
  const { id, digest = '' } = await client.uploadArtifact(name, [...files], root, options);
  if (id === undefined) return { kind: 'failed', reason: 'GitHub did not return the identifier of the artifact' };
  const page = run.url.replace(/\/attempts\/\d+$/, '');
  return { kind: 'published', name, id: `${id}`, url: page === '' ? '' : `${page}/artifacts/${id}`, digest };
}

/** The client's errors have messages but no codes. It retries when the service is busy, but not when the connection broke. */
function classifyError(error: unknown): Upload {
  const reason = firstLine(error);
  if (reason.includes('(409)')) return { kind: 'name-taken' };
  return /Unable to make request|stalled/.test(reason) ? { kind: 'dropped', reason } : { kind: 'failed', reason };
}

/** The first line of an error of the client; the others are general advice. */
function firstLine(error: unknown): string {
  const [line = ''] = messageOf(error).split('\n');
  return line.replace(/[.\s]+$/, '');
}
