import { openApp, type OpenApp } from './app-file.ts';
import { createEarlyOutputs } from './early-outputs.ts';
import { TestsetError } from './errors.ts';
import type { AppTarget } from './inputs.ts';
import { logCause } from './log.ts';
import type { Office } from './office.ts';
import type { AppFacts } from './report/report.ts';
import { appRequest } from './request.ts';
import { calledOff } from './service/classify.ts';
import type { Service } from './service/client.ts';
import type { Creation } from './service/create.ts';
import { guardMaintenance } from './service/maintenance.ts';
import { listScenarios } from './service/scenario-list.ts';
import { logUpload } from './upload-progress.ts';
import { earlyEnd, type World } from './world.ts';

/** What came of sending an app. */
export interface AppStart {
  readonly creation: Creation;
  /** Known some time after the testset: the digest is taken while the devices work. */
  readonly app: Promise<AppFacts>;
}

/** Sends the app and creates its testset, at most once. Nothing is thrown: why there is none is part of the value. */
export async function startAppTest(
  service: Service,
  world: World,
  target: AppTarget,
  office: Pick<Office, 'tempDir' | 'setOutput'>,
): Promise<AppStart> {
  const unsent = Promise.resolve({ name: target.app.name, bytes: 0 });
  const maintenanceOver = guardMaintenance(service, world, target.projectId);
  // A wrong key or project must not cost an upload of gigabytes; what this look cannot tell is left to the create.
  const first = await listScenarios(service, world, { projectId: target.projectId }, { maintenanceOver, failingMs: 0 });
  if (first.kind === 'over') return { creation: first, app: unsent };
  if (first.kind === 'unlisted') world.log.debug(`The first look was not conclusive: ${first.error.message}`);

  const app = await openApp(target.app, office.tempDir, world.signal).catch(asTestsetError);
  if (app instanceof TestsetError) {
    const end = earlyEnd(world);
    const creation = end ? calledOff(end) : ({ kind: 'over', outcome: 'not-started', error: app } as const);
    return { creation, app: unsent };
  }
  let sent = false;
  const outputs = createEarlyOutputs(office, 1)();
  const { createTestset } = await import('./service/create.ts');
  const creation = await createTestset(service, world, {
    json: JSON.stringify(appRequest(target)),
    testsetName: target.testsetName,
    app,
    maintenanceOver,
    onProgress: logUpload(world, app.bytes),
    onRelease: () => {
      sent = true;
      outputs.mayExist();
    },
  }).catch(async (error: unknown) => {
    await app.close().catch(() => undefined);
    throw error;
  });
  outputs.over(creation);
  if (creation.kind === 'over') logCause(world.log, creation.error);
  return { creation, app: factsOf(app, sent, world.signal) };
}

/** @param sent whether all of it was, at least once, whatever the service said then */
async function factsOf(app: OpenApp, sent: boolean, signal: AbortSignal): Promise<AppFacts> {
  // Tidying up must not lose a testset's results: what fails here leaves a temporary file at most.
  const sha256 = sent ? await app.digest(signal).catch(() => undefined) : undefined;
  await app.close().catch(() => undefined);
  return { name: app.name, bytes: app.bytes, ...(sha256 === undefined ? {} : { sha256 }) };
}

function asTestsetError(error: unknown): TestsetError {
  if (error instanceof TestsetError) return error;
  throw error;
}
