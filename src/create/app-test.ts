import { openApp, type OpenApp } from '../app/open-app.ts';
import type { AppFile, AppTarget } from '../model/inputs.ts';
import type { SentApp } from '../model/report.ts';
import { formatTestsetName } from '../model/testset-name.ts';
import { formatDuration, formatSize } from '../model/words.ts';
import { stopReason, type Runtime } from '../runtime/runtime.ts';
import { whenAborted } from '../runtime/time-limits.ts';
import { failedCreate, stoppedCreate, type CreateFailure } from './classify.ts';
import { createTestset, type CreateContext } from './create-testset.ts';
import type { CreatedTestsets } from './pending-testset.ts';
import type { Resume } from './resume.ts';
import { CHECK_RETRY_MS, listScenarios } from './scenario-list.ts';
import { testsetRequest } from './testset-request.ts';

/** Sends the app and creates its testset, at most once. Why there is no testset is part of the value. */
export async function createAppTest(
  context: CreateContext,
  resume: Resume,
  target: AppTarget,
  tempDir: string,
): Promise<CreatedTestsets> {
  const { runtime } = context;
  const { redact } = runtime;
  const { ageDays } = target.app;
  const name = formatTestsetName(target.testsetName);
  const testset = { testsetName: redact(name), origin: 'created' as const };
  const failure = await checkProject(context, target);
  const app = failure ?? (await tryToOpen(target.app, tempDir, runtime));
  if ('error' in app) {
    const unopened = Promise.resolve({ kind: 'sent', name: redact(target.app.name), bytes: 0, ageDays } as const);
    return { testsets: [{ ...testset, creation: Promise.resolve(app) }], nothingToAwait: true, app: unopened };
  }
  const request = testsetRequest(target, 0, name);
  const { testsets, resumed, receipts } = await resume.find(request, [0], app.digest);
  const found = testsets.get(0);
  if (found) return { testsets: found, resumed, receipts, app: describeApp(app, app.digest(), { ageDays }, runtime) };

  let sent: true | undefined;
  let sentDigest: Promise<string | undefined> = Promise.resolve(undefined);
  const unanswered = Promise.withResolvers<undefined>();
  const creating = createTestset(context, request, {
    app: { ...app, chunks: () => logUpload(app, runtime) },
    onCommit: () => {
      sent = true;
      // Computed while the service inspects the app.
      sentDigest = app.digest();
    },
    unanswered,
  });
  const created = [{ ...testset, unanswered: unanswered.promise, creation: creating }];
  receipts?.save(created);
  return {
    testsets: created,
    nothingToAwait: (await creating).kind === 'failed',
    resumed,
    receipts,
    app: describeApp(app, sentDigest, { ageDays, sent }, runtime),
  };
}

/** Checks credentials and project before gigabytes are uploaded. What the list cannot show is left to the create. */
async function checkProject(context: CreateContext, { projectId }: AppTarget): Promise<CreateFailure | undefined> {
  const list = await listScenarios(context, { projectId }, CHECK_RETRY_MS);
  if (list.kind === 'list') return undefined;
  if (!list.isListOnly) return list;
  context.runtime.log.info(`Could not check the project: ${list.error.message}`);
  return undefined;
}

async function tryToOpen(app: AppFile, tempDir: string, runtime: Runtime): Promise<OpenApp | CreateFailure> {
  try {
    return await openApp(app, tempDir, runtime.signal);
  } catch (error) {
    const reason = stopReason(runtime);
    return reason ? stoppedCreate(reason) : failedCreate(error);
  }
}

/** Closes the app, and describes it for the report. A cancelled run does not wait for the digest. */
async function describeApp(
  app: OpenApp,
  digest: Promise<string | undefined>,
  facts: Pick<SentApp, 'ageDays' | 'sent'>,
  { cancelled, redact }: Pick<Runtime, 'cancelled' | 'redact'>,
): Promise<SentApp> {
  // A file that cannot be closed or removed must not cost the results: it is temporary at most.
  const closed = digest.then(() => app.close()).catch(() => undefined);
  const sha256 = await Promise.race([closed.then(() => digest), whenAborted(cancelled).then(() => undefined)]);
  return { kind: 'sent', name: redact(app.name), bytes: app.bytes, ...facts, sha256 };
}

/** Reads an app to be sent, and logs the progress every 5 seconds, and its end. */
export async function* logUpload(
  app: Pick<OpenApp, 'chunks' | 'bytes'>,
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
): AsyncGenerator<Uint8Array> {
  const { bytes } = app;
  const startedAt = clock.now();
  let loggedAt = startedAt;
  let sentBytes = 0;
  for await (const chunk of app.chunks()) {
    yield chunk;
    sentBytes += chunk.length;
    const now = clock.now();
    if (sentBytes >= bytes) {
      log.info(`Sent ${formatSize(bytes)} in ${formatDuration(Math.max(1, (now - startedAt) / 1000))}.`);
    } else if (now - loggedAt >= 5_000) {
      const rate = sentBytes / ((now - startedAt) / 1000);
      const left = formatDuration((bytes - sentBytes) / rate);
      log.info(`Sent ${formatSize(sentBytes)} of ${formatSize(bytes)}, ${formatSize(rate)}/s, about ${left} left.`);
      loggedAt = now;
    }
  }
}
