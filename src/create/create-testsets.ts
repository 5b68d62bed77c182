import type { AttachTarget, Inputs } from '../model/inputs.ts';
import type { Platform } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from '../service/client.ts';
import { createAppTest } from './app-test.ts';
import { createEarlyOutputs } from './create-testset.ts';
import type { CreatedTestsets } from './pending-testset.ts';
import type { Resume } from './resume.ts';
import { createRetryBudget, createWaits } from './retry-budget.ts';
import { createScenarioTests } from './scenario-tests.ts';

/** Starts to create the testsets, or returns those to attach to. Why there is no testset is part of the value. */
export async function createTestsets(
  service: Service,
  runtime: Runtime,
  platform: Pick<Platform, 'setOutput' | 'tempDir'>,
  resume: Resume,
  target: Inputs['target'],
): Promise<CreatedTestsets> {
  const recordCreate = createEarlyOutputs(platform);
  const create = async (wanted: Exclude<Inputs['target'], AttachTarget>): Promise<CreatedTestsets> => {
    const retryBudget = createRetryBudget(runtime.clock, service);
    const waits = createWaits(service, runtime, wanted.projectId);
    const context = { service, runtime, recordCreate, retryBudget, waits, silentScenarios: new Set<number>() };
    if (wanted.kind === 'scenarios') return createScenarioTests(context, resume, wanted);
    return createAppTest(context, resume, wanted, platform.tempDir);
  };
  const isAttached = target.kind === 'attach';
  const created = isAttached ? attach(target) : await runtime.log.group('Create', () => create(target));
  for (const { origin, scenario = 0, creation } of created.testsets) {
    if (origin !== 'created') recordCreate(scenario, await creation);
  }
  return created;
}

function attach({ testsetIds }: AttachTarget): CreatedTestsets {
  const testsets = testsetIds.map((id) => ({
    origin: 'attached' as const,
    creation: Promise.resolve({ kind: 'created', id, announcedDevices: 0 } as const),
  }));
  return { testsets };
}
