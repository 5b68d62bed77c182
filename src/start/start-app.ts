import { aborted } from '../aborted.ts';
import { openApp, type OpenApp } from '../app/app-file.ts';
import { TestsetError } from '../errors.ts';
import type { AppTarget } from '../inputs.ts';
import { logCause } from '../log.ts';
import type { Adopted, AppFacts } from '../report/report.ts';
import { calledOff, type NoTestset } from '../service/classify.ts';
import type { Creation } from '../service/create.ts';
import { guardMaintenance, type MaintenanceGuard } from '../service/maintenance.ts';
import { listScenarios } from '../service/scenario-list.ts';
import { earlyEnd } from '../world.ts';
import type { Adoption, CreateIdentity } from './adoption.ts';
import type { Earlier } from './earlier-testsets.ts';
import { createEarlyOutputs, type EarlyOutputs } from './early-outputs.ts';
import { appRequest, type TestsetRequest } from './request.ts';
import type { StartTools } from './start-tools.ts';
import { logUpload } from './upload-progress.ts';

/** What came of sending an app. */
export interface AppStart {
  readonly creation: Creation;
  /** The testset was not created but taken over from an earlier attempt. */
  readonly adopted?: Adopted;
  /** Known some time after the testset: the digest is taken while the devices work. */
  readonly app: Promise<AppFacts>;
}

/** Sends the app and creates its testset, at most once. Nothing is thrown: why there is none is part of the value. */
export async function startAppTest(tools: StartTools, target: AppTarget): Promise<AppStart> {
  const { service, world, host, adoption } = tools;
  const maintenanceOver = guardMaintenance(service, world, target.projectId);
  const app = (await deny(tools, target, maintenanceOver)) ?? (await openOrExplain(tools, target));
  if ('outcome' in app) return { creation: app, app: Promise.resolve({ name: target.app.name, bytes: 0 }) };

  const sending = { app, request: appRequest(target), digest: digestOnce(app), outputs: createEarlyOutputs(host, 1)() };
  const earlier = adoption.mayFind ? await findEarlier(adoption, sending) : undefined;
  if (!earlier) return createAppTestset(tools, sending, maintenanceOver);
  sending.outputs.ended(earlier.creation);
  return { ...earlier, app: factsOf(app, sending.digest.take(), world.cancelled) };
}

/** A wrong key or project must not cost an upload of gigabytes; what this look cannot tell is left to the create. */
async function deny(
  { service, world }: StartTools,
  { projectId }: AppTarget,
  maintenanceOver: MaintenanceGuard,
): Promise<NoTestset | undefined> {
  const look = await listScenarios(service, world, { projectId }, { maintenanceOver, failingMs: 0 });
  if (look.kind === 'unlisted') world.log.info(`Whether the project is there is not known yet: ${look.error.message}`);
  return look.kind === 'no-testset' ? look : undefined;
}

async function openOrExplain({ host, world }: StartTools, { app }: AppTarget): Promise<OpenApp | NoTestset> {
  try {
    return await openApp(app, host.tempDir, world.signal);
  } catch (error) {
    if (!(error instanceof TestsetError)) throw error;
    const end = earlyEnd(world);
    return end ? calledOff(end) : { kind: 'no-testset', outcome: 'not-started', error };
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
  { service, world, adoption }: StartTools,
  sending: Sending,
  maintenanceOver: MaintenanceGuard,
): Promise<AppStart> {
  const { app, request, digest, outputs } = sending;
  const upload: { sent?: true } = {};
  const { createTestset } = await import('../service/create.ts');
  const creation = await createTestset(service, world, {
    json: JSON.stringify(request),
    testsetName: request.testset_name,
    app,
    maintenanceOver,
    onProgress: logUpload(world, app.bytes),
    onRelease: () => {
      upload.sent = true;
      outputs.mayExist();
      // The service takes its time to look at the app: the digest is made meanwhile.
      void digest.take();
    },
    onNothing: outputs.cameToNothing,
  }).catch(async (error: unknown) => {
    await app.close().catch(() => undefined);
    throw error;
  });
  outputs.ended(creation);
  if (creation.kind === 'no-testset') logCause(world.log, creation.error);
  else adoption.created(identityOf(sending), creation);
  const facts = factsOf(app, digest.taken(), world.cancelled);
  return { creation, app: facts.then((known) => ({ ...known, ...upload })) };
}

async function findEarlier(adoption: Adoption, sending: Sending): Promise<Earlier | undefined> {
  const identity = await identityOf(sending);
  return identity && (await adoption.find(identity)).get(identity.request.scenario_id);
}

/** `undefined` where the file is no longer what was opened. */
async function identityOf({ request, digest }: Sending): Promise<CreateIdentity | undefined> {
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
async function factsOf(app: OpenApp, digest: Promise<string | undefined>, cancelled: AbortSignal): Promise<AppFacts> {
  // Tidying up must not lose a testset's results: what fails here leaves a temporary file at most.
  const closed = digest.then(() => app.close()).catch(() => undefined);
  const sha256 = await Promise.race([closed.then(() => digest), aborted(cancelled).then(() => undefined)]);
  return { name: app.name, bytes: app.bytes, ...(sha256 === undefined ? {} : { sha256 }) };
}
