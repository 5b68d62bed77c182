import { aborted } from '../aborted.ts';
import { openApp, type OpenApp } from '../app/app-file.ts';
import { TestsetError } from '../errors.ts';
import type { Host } from '../host.ts';
import type { AppTarget } from '../inputs.ts';
import { logCause } from '../log.ts';
import type { Adopted, AppFacts } from '../report/report.ts';
import { calledOff } from '../service/classify.ts';
import type { Service } from '../service/client.ts';
import type { Creation } from '../service/create.ts';
import { guardMaintenance } from '../service/maintenance.ts';
import { listScenarios } from '../service/scenario-list.ts';
import { earlyEnd, type World } from '../world.ts';
import type { Adoption, CreateIdentity } from './adoption.ts';
import type { Earlier } from './earlier-testsets.ts';
import { createEarlyOutputs } from './early-outputs.ts';
import { appRequest, type TestsetRequest } from './request.ts';
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
export async function startAppTest(
  service: Service,
  world: World,
  target: AppTarget,
  host: Pick<Host, 'tempDir' | 'setOutput'>,
  adoption: Adoption,
): Promise<AppStart> {
  const unsent = Promise.resolve({ name: target.app.name, bytes: 0 });
  const maintenanceOver = guardMaintenance(service, world, target.projectId);
  // A wrong key or project must not cost an upload of gigabytes; what this look cannot tell is left to the create.
  const first = await listScenarios(service, world, { projectId: target.projectId }, { maintenanceOver, failingMs: 0 });
  if (first.kind === 'over') return { creation: first, app: unsent };
  if (first.kind === 'unlisted')
    world.log.info(`Whether the project is there is not known yet: ${first.error.message}`);

  const app = await openApp(target.app, host.tempDir, world.signal).catch(asTestsetError);
  if (app instanceof TestsetError) {
    const end = earlyEnd(world);
    const creation = end ? calledOff(end) : ({ kind: 'over', outcome: 'not-started', error: app } as const);
    return { creation, app: unsent };
  }
  const request = appRequest(target);
  const outputs = createEarlyOutputs(host, 1)();
  const { digest, made } = digestOnce(app);
  const upload = { sent: false };
  const earlier = adoption.mayFind ? await findEarlier(adoption, await sameness(request, digest())) : undefined;
  if (earlier) {
    outputs.ended(earlier.creation);
    return { ...earlier, app: factsOf(app, digest(), world.cancelled) };
  }
  const { createTestset } = await import('../service/create.ts');
  const creation = await createTestset(service, world, {
    json: JSON.stringify(request),
    testsetName: target.testsetName,
    app,
    maintenanceOver,
    onProgress: logUpload(world, app.bytes),
    onRelease: () => {
      upload.sent = true;
      outputs.mayExist();
      // The service takes its time to look at the app: the digest is made meanwhile.
      void digest();
    },
  }).catch(async (error: unknown) => {
    await app.close().catch(() => undefined);
    throw error;
  });
  outputs.ended(creation);
  if (creation.kind === 'over') logCause(world.log, creation.error);
  else adoption.created(sameness(request, digest()), creation);
  const facts = factsOf(app, made(), world.cancelled);
  return { creation, app: upload.sent ? facts.then((known) => ({ ...known, sent: true as const })) : facts };
}

async function sameness(
  request: TestsetRequest,
  digest: Promise<string | undefined>,
): Promise<CreateIdentity | undefined> {
  const appSha256 = await digest;
  return appSha256 === undefined ? undefined : { request, appSha256 };
}

/** Makes the digest when it is first asked for. It is `undefined` where the file is no longer what was opened. */
function digestOnce(app: OpenApp): {
  readonly digest: () => Promise<string | undefined>;
  /** What was made so far; `undefined` where nobody asked, because nothing was sent. */
  readonly made: () => Promise<string | undefined>;
} {
  let digest: Promise<string | undefined> | undefined;
  return {
    digest: () => (digest ??= app.digest().catch(() => undefined)),
    made: () => digest ?? Promise.resolve(undefined),
  };
}

async function findEarlier(adoption: Adoption, known: CreateIdentity | undefined): Promise<Earlier | undefined> {
  return known && (await adoption.find(known)).get(known.request.scenario_id);
}

/** @param digest of what was sent; a cancelled run does not wait for it */
async function factsOf(app: OpenApp, digest: Promise<string | undefined>, cancelled: AbortSignal): Promise<AppFacts> {
  // Tidying up must not lose a testset's results: what fails here leaves a temporary file at most.
  const closed = digest.then(() => app.close()).catch(() => undefined);
  const sha256 = await Promise.race([closed.then(() => digest), aborted(cancelled).then(() => undefined)]);
  return { name: app.name, bytes: app.bytes, ...(sha256 === undefined ? {} : { sha256 }) };
}

function asTestsetError(error: unknown): TestsetError {
  if (error instanceof TestsetError) return error;
  throw error;
}
