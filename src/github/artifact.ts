import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

import { messageOf } from '../model/errors.ts';
import type { RunInfo } from '../model/report.ts';
import type { Environment, RunContext } from '../model/run-context.ts';
import { withoutStop } from '../model/text.ts';
import type { ArtifactContent, ArtifactResult, PlatformFailure } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { repeat, withTimeout } from '../runtime/time-limits.ts';
import { createArtifactClient, type Artifacts } from './artifact-client.ts';

/** What publishing needs to know of the run and the runner. A cancel ends it; the deadline does not. */
export interface ArtifactSettings extends Pick<Runtime, 'clock' | 'cancelled' | 'graceOver' | 'log' | 'timeLeftMs'> {
  readonly run: RunInfo;
  /** Why there is no artifact service; absent if there is one. */
  readonly unavailable?: string;
  readonly client: Artifacts;
  /** A folder for copies, absolute. */
  readonly tempDir: string;
}

interface Upload extends ArtifactContent {
  /** Absent: the repository's own. */
  readonly retentionDays?: number;
}

const MAX_TRIES = 3;
const RETRY_MS = 2000;
/** An upload may take a minute, and the time that a slow connection of 250 bytes in a millisecond needs for the files. */
const TIMEOUT_MS = 60_000;
const MIN_BYTES_PER_MS = 250;
/** After `timeout` an upload ends by this time, so that the comment has some, too. */
const LATE_MS = 40_000;

/** Opens the artifact service of the runner. @param worker absolute path of the bundle of `artifact-worker.ts` */
export function openArtifacts(
  env: Environment,
  context: RunContext,
  runtime: Runtime,
  worker: string,
): ArtifactSettings {
  const { run, tempDir } = context;
  const client = createArtifactClient(worker, env, runtime.log);
  return { ...runtime, run, unavailable: whyUnavailable(env, context), client, tempDir };
}

function whyUnavailable(env: Environment, { isEnterpriseServer }: RunContext): string | undefined {
  if (isEnterpriseServer) return 'GitHub Enterprise Server has no artifact service that this action can use';
  if (env['ACTIONS_RUNTIME_TOKEN'] && env['ACTIONS_RESULTS_URL']) return undefined;
  return 'the runner offers no artifact service here';
}

/** The client's errors have messages but no codes. It retries when the service is busy, but not when the connection broke. */
const NAME_TAKEN = /\(409\)/;
const NO_REASON = 'the storage of artifacts rejected the upload without a reason';
const CONNECTION_BROKE = /Unable to make request|stalled/;
const HOSTS = 'The hosts that the runner must reach are in SECURITY.md, "Before you approve the action"';
const NOT_CREATED = /CreateArtifact/;
const NOT_FINAL = /FinalizeArtifact/;

/** `said`: the words of the client; absent if it did not end the upload, or they say less than ours. */
type UploadFailure = PlatformFailure & { readonly said?: string };
type UploadResult = Exclude<ArtifactResult, PlatformFailure> | UploadFailure;

/** Publishes files as a workflow artifact. Never fails: a failure is the first one that is not about a name. */
export async function publishArtifact(content: Upload, settings: ArtifactSettings): Promise<ArtifactResult> {
  const { clock, cancelled: signal, run, unavailable } = settings;
  const { name, files } = content;
  if (unavailable !== undefined) return { kind: 'skipped', reason: unavailable };
  if (files.length === 0) return { kind: 'skipped', reason: 'there are no files to publish' };
  if (signal.aborted) return { kind: 'failed', reason: 'the run was cancelled' };
  // Each try that made an artifact has used up its name, also if it failed.
  const names = [name, `${name}-${run.attempt}`, `${name}-${run.attempt}-${run.attempt}`];
  const failures: PlatformFailure[] = [];
  let at = 0;
  const pauseMs = (result: UploadResult): number | undefined => {
    if (result.kind !== 'failed') return undefined;
    const { reason, said } = result;
    const [isTaken, isFresh, isOpen] = [NAME_TAKEN, NOT_CREATED, NOT_FINAL].map((words) => words.test(said ?? ''));
    const isBroken = said === '' || CONNECTION_BROKE.test(said ?? '');
    if (isTaken || !isFresh) at += 1;
    if (isTaken) return at < names.length ? 0 : undefined;
    failures.push({ kind: 'failed', reason: isBroken ? `${reason}. ${HOSTS}` : reason });
    const mayPass = isBroken || (isOpen && failures.length === 1);
    return mayPass && failures.length < MAX_TRIES && at < names.length ? RETRY_MS * failures.length : undefined;
  };
  const last = await repeat({ clock, signal }, { pauseMs }, () =>
    uploadOnce({ ...content, name: names[at] ?? '' }, settings),
  );
  if (last.kind !== 'failed') return last;
  const [first] = failures;
  if (first || settings.cancelled.aborted) return first ?? last;
  return { kind: 'failed', reason: `the names ${names.join(', ')} are taken in this run` };
}

/** Tries once, under the given name. Never fails. The client cannot be stopped: after an upload that took too long there would be two at once. */
export async function uploadOnce(content: Upload, settings: ArtifactSettings): Promise<UploadResult> {
  const sizes = await Promise.all(content.files.map(async (file) => (await stat(file)).size)).catch(() => []);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const allowedMs = TIMEOUT_MS + bytes / MIN_BYTES_PER_MS;
  const leftMs = settings.timeLeftMs();
  const timeoutMs = leftMs > 0 ? allowedMs : Math.max(0, Math.min(allowedMs, LATE_MS + leftMs));
  const onTimeout = (): UploadFailure => {
    let reason = `the upload took longer than ${Math.round(timeoutMs / 1000)} s`;
    if (settings.graceOver.aborted) reason = '`timeout` was reached';
    if (settings.cancelled.aborted) reason = 'the run was cancelled';
    return { kind: 'failed', reason };
  };
  return withTimeout(settings, { ms: timeoutMs, onTimeout }, () => upload(content, settings).catch(readError));
}

async function upload(content: Upload, { client, run, tempDir }: ArtifactSettings): Promise<UploadResult> {
  const { name, files, root, retentionDays, isPlain } = content;
  const options = { retentionDays, skipArchive: isPlain };
  if (!isPlain) return readUpload(await client.uploadArtifact(name, [...files], root, options), name, run);
  // The client takes the name of the file as the name of the artifact.
  const [file = ''] = files;
  const fileName = `${name}${extname(file)}`;
  const folder = await mkdtemp(join(tempDir, 'run-testset-page-'));
  try {
    const copy = join(folder, fileName);
    await copyFile(file, copy);
    return readUpload(await client.uploadArtifact(fileName, [copy], folder, options), fileName, run);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Uploaded = Awaited<ReturnType<Artifacts['uploadArtifact']>>;

function readUpload({ id }: Uploaded, name: string, run: RunInfo): ArtifactResult {
  if (id === undefined) return { kind: 'failed', reason: 'GitHub did not return the identifier of the artifact' };
  const url = run.url && `${run.url.replace(/\/attempts\/\d+$/, '')}/artifacts/${id}`;
  return { kind: 'value', value: { name, id: `${id}`, url } };
}

/** The first line of an error of the client is its reason; the others are general advice. */
function readError(error: unknown): UploadFailure {
  const [line = ''] = messageOf(error).split('\n');
  const said = withoutStop(line);
  const isOurs = error instanceof Error && error.cause !== undefined;
  return { kind: 'failed', reason: said || NO_REASON, ...(!isOurs && { said }) };
}
