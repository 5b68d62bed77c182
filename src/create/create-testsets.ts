import type { AttachTarget, Inputs } from '../model/inputs.ts';
import type { Platform } from '../runtime/platform.ts';
import { createAppTest } from './app-test.ts';
import type { CreateContext } from './context.ts';
import { createEarlyOutputs, type EarlyOutputs } from './early-outputs.ts';
import type { CreatedTestsets } from './pending-testset.ts';
import { createScenarioTests } from './scenario-tests.ts';

/** Starts to create the testsets, or returns those to attach to. Why there is no testset is part of the value. */
export async function createTestsets(
  { service, runtime, resume }: Pick<CreateContext, 'service' | 'runtime' | 'resume'>,
  platform: Pick<Platform, 'setOutput' | 'tempDir'>,
  target: Inputs['target'],
): Promise<CreatedTestsets> {
  const outputs = createEarlyOutputs(platform);
  if (target.kind === 'attach') return attach(target, outputs);
  const context = { service, runtime, resume, outputs, tempDir: platform.tempDir };
  return runtime.log.group('Create', async () => {
    const created =
      target.kind === 'app' ? await createAppTest(context, target) : await createScenarioTests(context, target);
    resume.saveReceipts(created.testsets);
    return created;
  });
}

function attach({ testsetIds }: AttachTarget, outputs: EarlyOutputs): CreatedTestsets {
  const testsets = testsetIds.map((id) => {
    const creation = { kind: 'created', id, announcedDevices: 0 } as const;
    outputs.finished(0, creation);
    return { existed: true, creation: Promise.resolve(creation) };
  });
  return { testsets };
}
