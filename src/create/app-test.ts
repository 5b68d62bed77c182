import { openApp, type OpenApp } from '../app/app-file.ts';
import { TestsetError } from '../model/errors.ts';
import type { AppTarget } from '../model/inputs.ts';
import type { ResumedTestset, AppInfo } from '../model/report.ts';
import { formatDuration, formatSize } from '../model/words.ts';
import { logCause } from '../runtime/log.ts';
import { stopReason, type Runtime } from '../runtime/runtime.ts';
import { aborted } from '../runtime/time-limits.ts';
import { stoppedCreate, type NotCreated } from '../service/classify.ts';
import type { CreateResult } from '../service/create.ts';
import { createMaintenanceWait, type MaintenanceWait } from '../service/retry-budget.ts';
import { listScenarios } from '../service/scenario-list.ts';
import type { CreateContext } from './context.ts';
import { createEarlyOutputs, type EarlyOutputs } from './early-outputs.ts';
import { appRequest, type TestsetRequest } from './request.ts';
import type { Resume, TestIdentity, EarlierTestset } from './resume.ts';

/** What came of sending an app. */
export interface AppTestResult {
  readonly creation: CreateResult;
  /** The testset was not created but taken over from an earlier attempt. */
  readonly resumed?: ResumedTestset;
  /** Known some time after the testset: the digest is taken while the devices work. */
  readonly app: Promise<AppInfo>;
}

/** Sends the app and creates its testset, at most once. Nothing is thrown: why there is none is part of the value. */
export async function createAppTest(tools: CreateContext, target: AppTarget): Promise<AppTestResult> {
  const { service, runtime, platform, adoption } = tools;
  const maintenanceOver = createMaintenanceWait(service, runtime, target.projectId);
  const app = (await deny(tools, target, maintenanceOver)) ?? (await openOrExplain(tools, target));
  if ('outcome' in app) return { creation: app, app: Promise.resolve({ name: target.app.name, bytes: 0 }) };

  const sending = {
    app,
    request: appRequest(target),
    digest: digestOnce(app),
    outputs: createEarlyOutputs(platform, 1)(),
  };
  const earlier = adoption.mayFind ? await findEarlier(adoption, sending) : undefined;
  if (!earlier) return createAppTestset(tools, sending, maintenanceOver);
  sending.outputs.ended(earlier.creation);
  return { ...earlier, app: factsOf(app, sending.digest.take(), runtime.cancelled) };
}

/** A wrong key or project must not cost an upload of gigabytes; what this look cannot tell is left to the create. */
async function deny(
  { service, runtime }: CreateContext,
  { projectId }: AppTarget,
  maintenanceOver: MaintenanceWait,
): Promise<NotCreated | undefined> {
  const look = await listScenarios(service, runtime, { projectId }, { maintenanceOver, failingMs: 0 });
  if (look.kind === 'unlisted')
    runtime.log.info(`Whether the project is there is not known yet: ${look.error.message}`);
  return look.kind === 'not-created' ? look : undefined;
}

async function openOrExplain({ platform, runtime }: CreateContext, { app }: AppTarget): Promise<OpenApp | NotCreated> {
  try {
    return await openApp(app, platform.tempDir, runtime.signal);
  } catch (error) {
    if (!(error instanceof TestsetError)) throw error;
    const end = stopReason(runtime);
    return end ? stoppedCreate(end) : { kind: 'not-created', outcome: 'not-started', error };
  }
}

/** An app on its way to the service. */
interface Sending {
  readonly app: OpenApp;
  readonly request: TestsetRequest;
  readonly digest: Digest;
  readonly outputs: EarlyOutputs;
}

async function createAppTestset(
  { service, runtime, adoption }: CreateContext,
  sending: Sending,
  maintenanceOver: MaintenanceWait,
): Promise<AppTestResult> {
  const { app, request, digest, outputs } = sending;
  const upload: { sent?: true } = {};
  const { createTestset } = await import('../service/create.ts');
  const creation = await createTestset(service, runtime, {
    json: JSON.stringify(request),
    testsetName: request.testset_name,
    app,
    maintenanceOver,
    onProgress: logUpload(runtime, app.bytes),
    onBodyEnd: () => {
      upload.sent = true;
      outputs.mayExist();
      // The service takes its time to look at the app: the digest is made meanwhile.
      void digest.take();
    },
    onNotCreated: outputs.cameToNothing,
  }).catch(async (error: unknown) => {
    await app.close().catch(() => undefined);
    throw error;
  });
  outputs.ended(creation);
  if (creation.kind === 'not-created') logCause(runtime.log, creation.error);
  else adoption.created(identityOf(sending), creation);
  const facts = factsOf(app, digest.taken(), runtime.cancelled);
  return { creation, app: facts.then((known) => ({ ...known, ...upload })) };
}

async function findEarlier(adoption: Resume, sending: Sending): Promise<EarlierTestset | undefined> {
  const identity = await identityOf(sending);
  return identity && (await adoption.find(identity)).get(identity.request.scenario_id);
}

/** `undefined` where the file is no longer what was opened. */
async function identityOf({ request, digest }: Sending): Promise<TestIdentity | undefined> {
  const appSha256 = await digest.take();
  return appSha256 === undefined ? undefined : { request, appSha256 };
}

/** The digest of an app, lower-case hex; `undefined` where the file is no longer what was opened. */
interface Digest {
  /** Makes it when it is first asked for. */
  readonly take: () => Promise<string | undefined>;
  /** What was made so far; `undefined` where nobody asked, because nothing was sent. */
  readonly taken: () => Promise<string | undefined>;
}

function digestOnce(app: OpenApp): Digest {
  let digest: Promise<string | undefined> | undefined;
  return {
    take: () => (digest ??= app.digest().catch(() => undefined)),
    taken: () => digest ?? Promise.resolve(undefined),
  };
}

/** @param digest of what was sent; a cancelled run does not wait for it */
async function factsOf(app: OpenApp, digest: Promise<string | undefined>, cancelled: AbortSignal): Promise<AppInfo> {
  // Tidying up must not lose a testset's results: what fails here leaves a temporary file at most.
  const closed = digest.then(() => app.close()).catch(() => undefined);
  const sha256 = await Promise.race([closed.then(() => digest), aborted(cancelled).then(() => undefined)]);
  return { name: app.name, bytes: app.bytes, ...(sha256 === undefined ? {} : { sha256 }) };
}

/** The least time between two lines, in milliseconds. */
const GAP_MS = 5_000;

/**
 * Logs how far an upload is, with its rate and the time left, every few seconds; a quick one only says that it is done.
 *
 * @param bytes the size of the file
 * @returns to be called with the number of bytes sent so far
 */
export function logUpload({ clock, log }: Pick<Runtime, 'clock' | 'log'>, bytes: number): (sentBytes: number) => void {
  let began = clock.now();
  let told = began;
  let before = 0;
  return (sent) => {
    const now = clock.now();
    // Another attempt begins from the beginning.
    if (sent < before) began = told = now;
    before = sent;
    if (sent >= bytes) {
      log.info(`Sent ${formatSize(bytes)} in ${formatDuration(Math.max(1, (now - began) / 1000))}.`);
    } else if (now - told >= GAP_MS) {
      const rate = sent / ((now - began) / 1000);
      log.info(
        `Sent ${formatSize(sent)} of ${formatSize(bytes)}, ${formatSize(rate)}/s, about ${formatDuration((bytes - sent) / rate)} left.`,
      );
      told = now;
    }
  };
}
