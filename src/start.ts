import { openApp, type OpenApp } from './app-file.ts';
import type { AppTarget, AttachTarget } from './inputs.ts';
import type { Office } from './office.ts';
import type { Outcome } from './outcome.ts';
import type { AppFacts } from './report/report.ts';
import { count } from './report/words.ts';
import { requestJson } from './request.ts';
import type { Service } from './service/client.ts';
import type { Creation } from './service/create.ts';
import { calledOff } from './service/classify.ts';
import { guardMaintenance, preflight } from './service/preflight.ts';
import { TestsetError } from './errors.ts';
import { logCause } from './log.ts';
import { logUpload } from './upload-progress.ts';
import { earlyEnd, type World } from './world.ts';

/** What a step has to follow: a creation for each testset, and the app that was sent, if any. */
export interface Start {
  readonly creations: readonly Creation[];
  /** Known some time after the testset: the digest is taken while the devices work. */
  readonly app?: Promise<AppFacts>;
}

/**
 * What the output `outcome` says from the moment on at which a testset may exist, and from when it is known: should the step end without
 * another word, killed or broken, this is what a later step reads.
 */
const UNCERTAIN: Outcome = 'unknown-start';
const UNJUDGED: Outcome = 'inconclusive';

/** Creates the testset, or takes up those that exist already. Nothing is thrown: why there is none is part of the value. */
export async function beginTestsets(
  service: Service,
  world: World,
  target: AppTarget | AttachTarget,
  office: Office,
): Promise<Start> {
  if (target.kind === 'attach') {
    office.setOutput('testset-id', target.testsetIds.join(','));
    office.setOutput('outcome', UNJUDGED);
    return { creations: target.testsetIds.map((id) => ({ kind: 'created', id })) };
  }
  return world.log.group('Upload', async () => {
    const { creation, app } = await startAutomatedTest(service, world, target, office);
    if (creation.kind === 'created') {
      office.setOutput('testset-id', `${creation.id}`);
      office.setOutput('outcome', UNJUDGED);
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
  office: Office,
): Promise<{ creation: Creation; app: Promise<AppFacts> }> {
  const unsent = Promise.resolve({ name: target.app.name, bytes: 0 });
  const maintenanceOver = guardMaintenance(service, world, target.projectId);
  const objection = await preflight(service, world, target.projectId, maintenanceOver);
  if (objection) return { creation: objection, app: unsent };

  const app = await openApp(target.app, office.tempDir, world.signal).catch(asTestsetError);
  if (app instanceof TestsetError) {
    const end = earlyEnd(world);
    const creation = end ? calledOff(end) : ({ kind: 'over', outcome: 'not-started', error: app } as const);
    return { creation, app: unsent };
  }
  const { createTestset } = await import('./service/create.ts');
  const creation = await createTestset(service, world, {
    json: requestJson(target),
    testsetName: target.testsetName,
    app,
    maintenanceOver,
    onProgress: logUpload(world, app.bytes),
    onRelease: () => {
      office.setOutput('outcome', UNCERTAIN);
    },
  });
  if (creation.kind === 'over' && creation.error.cause !== undefined) logCause(world.log, creation.error);
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
