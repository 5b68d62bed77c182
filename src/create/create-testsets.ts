import type { AttachTarget, Inputs } from '../model/inputs.ts';
import type { Platform } from '../runtime/platform.ts';
import { createAppTest } from './app-test.ts';
import type { CreateContext } from './context.ts';
import { createEarlyOutputs } from './early-outputs.ts';
import type { CreatedTestsets } from './pending-testset.ts';
import { createScenarioTests } from './scenario-tests.ts';

/** Starts to create the testsets, or returns those to attach to. Why there is no testset is part of the value. */
export async function createTestsets(
  { service, runtime, resume }: Pick<CreateContext, 'service' | 'runtime' | 'resume'>,
  platform: Pick<Platform, 'setOutput' | 'tempDir'>,
  target: Inputs['target'],
): Promise<CreatedTestsets> {
  const outputs = createEarlyOutputs(platform);
  const context = { service, runtime, resume, outputs, tempDir: platform.tempDir };
  const isAttached = target.kind === 'attach';
  const created = isAttached ? attach(target) : await runtime.log.group('Create', () => create(context, target));
  for (const { origin, scenario = 0, creation } of created.testsets) {
    if (origin.kind !== 'created') outputs.finished(scenario, await creation);
  }
  return created;
}

async function create(
  context: CreateContext,
  target: Exclude<Inputs['target'], AttachTarget>,
): Promise<CreatedTestsets> {
  const isApp = target.kind === 'app';
  const created = await (isApp ? createAppTest(context, target) : createScenarioTests(context, target));
  context.resume.saveReceipts(created.testsets);
  return created;
}

function attach({ testsetIds }: AttachTarget): CreatedTestsets {
  const testsets = testsetIds.map((id) => ({
    origin: { kind: 'attached' } as const,
    creation: Promise.resolve({ kind: 'created', id, announcedDevices: 0 } as const),
  }));
  return { testsets };
}
