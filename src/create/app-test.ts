import { openApp, type OpenApp } from '../app/app-file.ts';
import type { AppTarget } from '../model/inputs.ts';
import type { AppInfo } from '../model/report.ts';
import { formatDuration, formatSize } from '../model/words.ts';
import { logCause } from '../runtime/log.ts';
import { stopReason, type Runtime } from '../runtime/runtime.ts';
import { whenAborted } from '../runtime/time-limits.ts';
import { failedCreate, stoppedCreate, type CreateFailure } from './classify.ts';
import type { CreateResult } from './create-testset.ts';
import { shareRetries, type MaintenanceWait } from './retry-budget.ts';
import { CHECK_RETRY_MS, listScenarios } from './scenario-list.ts';
import type { CreateContext } from './context.ts';
import type { CreatedTestsets } from './pending-testset.ts';
import { appRequest } from './request.ts';

/** Sends the app and creates its testset, at most once. Why there is no testset is part of the value. */
export async function createAppTest(context: CreateContext, target: AppTarget): Promise<CreatedTestsets> {
  const { service, runtime, outputs, resume } = context;
  const retries = shareRetries(service, runtime, target.projectId);
  const app = (await checkProject(context, target, retries.waitOutMaintenance)) ?? (await tryToOpen(context, target));
  const testsetName = runtime.redact(target.testsetName);
  if ('outcome' in app) {
    return newTestset(testsetName, app, Promise.resolve({ name: runtime.redact(target.app.name), bytes: 0 }));
  }

  const request = appRequest(target);
  const digest = computeDigestOnce(app);
  const earlier = (await resume.find(request, digest)).get(0);
  if (earlier) {
    outputs.finished(0, earlier.creation);
    const testset = { existed: true, creation: Promise.resolve(earlier.creation) };
    return {
      testsets: [testset],
      hasNoTestset: false,
      resumed: [earlier.resumed],
      app: describeApp(app, digest(), runtime),
    };
  }
  const upload: { sent?: true } = {};
  const progress = logUpload(runtime, app.bytes);
  // Loads form-data, which takes 3 ms; the check of the project does not wait for it.
  const { createTestset } = await import('./create-testset.ts');
  const creation = await createTestset(service, runtime, {
    json: JSON.stringify(request),
    testsetName: request.testset_name,
    app: {
      ...app,
      chunks: () => {
        progress.begin();
        return app.chunks();
      },
    },
    ...retries,
    onProgress: progress.sent,
    onCommit: () => {
      upload.sent = true;
      outputs.markUncertain(0);
      // Computed while the service inspects the app.
      void digest();
    },
    onNotCreated: () => {
      outputs.notCreated(0);
    },
  }).catch(failedCreate);
  outputs.finished(0, creation);
  if (creation.kind === 'failed') logCause(runtime.log, creation.error);
  const sentDigest = upload.sent ? digest() : Promise.resolve(undefined);
  const facts = describeApp(app, sentDigest, runtime);
  return newTestset(
    testsetName,
    creation,
    facts.then((known) => ({ ...known, ...upload })),
  );
}

function newTestset(testsetName: string, creation: CreateResult, app: Promise<AppInfo>): CreatedTestsets {
  const hasNoTestset = creation.kind === 'failed';
  const testset = { testsetName, existed: false, creation: Promise.resolve(creation) };
  return { testsets: [testset], hasNoTestset, resumed: [], app };
}

/** Checks credentials and project before gigabytes are uploaded. What the list cannot show is left to the create. */
async function checkProject(
  { service, runtime }: CreateContext,
  { projectId }: AppTarget,
  waitOutMaintenance: MaintenanceWait,
): Promise<CreateFailure | undefined> {
  const list = await listScenarios(service, runtime, { projectId }, waitOutMaintenance, CHECK_RETRY_MS);
  if (list.kind === 'unlisted') runtime.log.info(`Could not check the project: ${list.error.message}`);
  return list.kind === 'failed' ? list : undefined;
}

async function tryToOpen({ tempDir, runtime }: CreateContext, { app }: AppTarget): Promise<OpenApp | CreateFailure> {
  try {
    return await openApp(app, tempDir, runtime.signal);
  } catch (error) {
    const reason = stopReason(runtime);
    return reason ? stoppedCreate(reason) : failedCreate(error);
  }
}

/** Returns a function that computes the app's SHA-256 when it is first called; `undefined` if the file has changed. */
function computeDigestOnce(app: OpenApp): () => Promise<string | undefined> {
  let digest: Promise<string | undefined> | undefined;
  return () => (digest ??= app.digest().catch(() => undefined));
}

/** Closes the app, and describes it for the report. A cancelled run does not wait for the digest. */
async function describeApp(
  app: OpenApp,
  digest: Promise<string | undefined>,
  { cancelled, redact }: Pick<Runtime, 'cancelled' | 'redact'>,
): Promise<AppInfo> {
  // A file that cannot be closed or removed must not cost the results: it is temporary at most.
  const closed = digest.then(() => app.close()).catch(() => undefined);
  const sha256 = await Promise.race([closed.then(() => digest), whenAborted(cancelled).then(() => undefined)]);
  return { name: redact(app.name), bytes: app.bytes, ...(sha256 === undefined ? {} : { sha256 }) };
}

const PROGRESS_MS = 5_000;

interface UploadProgress {
  /** A try begins: what was sent and waited for before does not count. */
  readonly begin: () => void;
  /** @param sentBytes in this try so far */
  readonly sent: (sentBytes: number) => void;
}

/** Logs the progress of an upload every 5 seconds, and its end. @param bytes the size of the file */
export function logUpload({ clock, log }: Pick<Runtime, 'clock' | 'log'>, bytes: number): UploadProgress {
  let startedAt = clock.now();
  let loggedAt = startedAt;
  return {
    begin: () => {
      startedAt = loggedAt = clock.now();
    },
    sent: (sentBytes) => {
      const now = clock.now();
      if (sentBytes >= bytes) {
        log.info(`Sent ${formatSize(bytes)} in ${formatDuration(Math.max(1, (now - startedAt) / 1000))}.`);
      } else if (now - loggedAt >= PROGRESS_MS) {
        const rate = sentBytes / ((now - startedAt) / 1000);
        const left = formatDuration((bytes - sentBytes) / rate);
        log.info(`Sent ${formatSize(sentBytes)} of ${formatSize(bytes)}, ${formatSize(rate)}/s, about ${left} left.`);
        loggedAt = now;
      }
    },
  };
}
