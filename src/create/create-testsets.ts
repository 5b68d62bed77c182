import type { Inputs } from '../model/inputs.ts';
import type { ResumedTestset, AppInfo } from '../model/report.ts';
import type { CreateResult } from '../service/create.ts';
import type { CreateContext, PendingTestset } from './context.ts';
import { createAppTest } from './app-test.ts';
import { OUTCOME_BEFORE_VERDICT } from './early-outputs.ts';
import { logFailedCreates } from './failed-creates.ts';

/** What a step has to follow: the testsets, and the app that was sent, if any. */
export interface CreatedTestsets {
  /** At least one. */
  readonly testsets: readonly PendingTestset[];
  /** Whether it is known by now that there is no testset, so that there is nothing to wait for. */
  readonly isOver: boolean;
  /** Testsets of an earlier attempt that were taken up. */
  readonly resumed: readonly ResumedTestset[];
  /** Known some time after the testset: the digest is taken while the devices work. */
  readonly app?: Promise<AppInfo>;
}

/** Begins to create the testsets, or takes up those that exist already. Nothing is thrown: why there is none is part of the value. */
export async function createTestsets(tools: CreateContext, target: Inputs['target']): Promise<CreatedTestsets> {
  const { runtime, platform } = tools;
  switch (target.kind) {
    case 'attach':
      platform.setOutput('testset-id', target.testsetIds.join(','));
      platform.setOutput('outcome', OUTCOME_BEFORE_VERDICT);
      return {
        testsets: target.testsetIds.map((id) => pendingTestset({ kind: 'created', id }, true)),
        isOver: false,
        resumed: [],
      };
    case 'app':
      return runtime.log.group('Upload', async () => {
        const { creation, app, resumed } = await createAppTest(tools, target);
        const testsets = [pendingTestset(creation, resumed !== undefined)];
        await logFailedCreates(testsets, runtime.log);
        return { testsets, isOver: creation.kind === 'not-created', app, resumed: resumed ? [resumed] : [] };
      });
    case 'scenarios':
      return runtime.log.group('Create', async () => {
        const { createScenarioTests } = await import('./scenario-tests.ts');
        const start = await createScenarioTests(tools, target);
        if (start.kind === 'begun') return { testsets: start.testsets, isOver: false, resumed: start.resumed };
        const testsets = [pendingTestset(start, false)];
        await logFailedCreates(testsets, runtime.log);
        return { testsets, isOver: true, resumed: [] };
      });
  }
}

function pendingTestset(creation: CreateResult, existed: boolean): PendingTestset {
  return { existed, creation: Promise.resolve(creation) };
}
