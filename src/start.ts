import { openApp, type OpenApp } from './app-file.ts';
import type { AppTarget, AttachTarget } from './inputs.ts';
import type { Office } from './office.ts';
import type { AppFacts } from './report/report.ts';
import { count } from './report/words.ts';
import { requestJson } from './request.ts';
import type { Service } from './service/client.ts';
import type { Creation } from './service/create.ts';
import { calledOff } from './service/classify.ts';
import { guardMaintenance, preflight } from './service/preflight.ts';
import { TestsetError } from './errors.ts';
import { logUpload } from './upload-progress.ts';
import type { World } from './world.ts';

/** What a step has to follow: a creation for each testset, and the app that was sent, if any. */
export interface Start {
  readonly creations: readonly Creation[];
  /** Known some time after the testset: the digest is taken while the devices work. */
  readonly app?: Promise<AppFacts>;
}

/** Creates the testset, or takes up those that exist already. Nothing is thrown: why there is none is part of the value. */
export async function beginTestsets(
  service: Service,
  world: World,
  target: AppTarget | AttachTarget,
  office: Office,
): Promise<Start> {
  if (target.kind === 'attach') {
    office.setOutput('testset-id', target.testsetIds.join(','));
    return { creations: target.testsetIds.map((id) => ({ kind: 'created', id })) };
  }
  return world.log.group('Upload', async () => {
    const { creation, app } = await startAutomatedTest(service, world, target, office.tempDir);
    if (creation.kind === 'created') {
      office.setOutput('testset-id', `${creation.id}`);
      world.log.info(
        `Testset ${creation.id} is created${creation.unitTests ? ` with ${count(creation.unitTests, 'unit test')}` : ''}.`,
      );
    }
    return { creations: [creation], app };
  });
}

/** Sends the app and creates its testset, at most once. */
async function startAutomatedTest(
  service: Service,
  world: World,
  target: AppTarget,
  tempDir: string,
): Promise<{ creation: Creation; app: Promise<AppFacts> }> {
  const unsent = Promise.resolve({ name: target.app.name, bytes: 0 });
  const maintenanceOver = guardMaintenance(service, world, target.projectId);
  const objection = await preflight(service, world, target.projectId, maintenanceOver);
  if (objection) return { creation: objection, app: unsent };

  const app = await openApp(target.app, tempDir, world.signal).catch(asTestsetError);
  if (world.signal.aborted && app instanceof TestsetError) {
    return { creation: calledOff(world.signal.reason === 'deadline' ? 'deadline' : 'cancelled'), app: unsent };
  }
  if (app instanceof TestsetError) {
    return { creation: { kind: 'over', outcome: 'not-started', error: app }, app: unsent };
  }
  const { createTestset } = await import('./service/create.ts');
  const creation = await createTestset(service, world, {
    json: requestJson(target),
    testsetName: target.testsetName,
    app,
    maintenanceOver,
    onProgress: logUpload(world, app.bytes),
  });
  return { creation, app: factsOf(app, creation, world.signal) };
}

async function factsOf(app: OpenApp, creation: Creation, signal: AbortSignal): Promise<AppFacts> {
  const sent = creation.kind === 'created' || creation.outcome === 'unknown-start';
  // Tidying up must not lose a testset's results: what fails here leaves a temporary file at most.
  const sha256 = sent ? await app.digest(signal).catch(() => undefined) : undefined;
  await app.close().catch(() => undefined);
  return { name: app.name, bytes: app.bytes, ...(sha256 === undefined ? {} : { sha256 }) };
}

function asTestsetError(error: unknown): TestsetError {
  if (error instanceof TestsetError) return error;
  throw error;
}
