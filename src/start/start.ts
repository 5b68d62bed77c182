import type { Inputs } from '../inputs.ts';
import type { Adopted, AppFacts } from '../report/report.ts';
import type { Creation } from '../service/create.ts';
import { UNJUDGED } from './early-outputs.ts';
import { startAppTest } from './start-app.ts';
import type { StartTools } from './start-tools.ts';
import type { StartedTestset } from './started-testset.ts';
import { tellNotCreated } from './tell-not-created.ts';

/** What a step has to follow: the testsets, and the app that was sent, if any. */
export interface Start {
  /** At least one. */
  readonly testsets: readonly StartedTestset[];
  /** Whether it is known by now that there is no testset, so that there is nothing to wait for. */
  readonly isOver: boolean;
  /** Testsets of an earlier attempt that were taken up. */
  readonly adopted: readonly Adopted[];
  /** Known some time after the testset: the digest is taken while the devices work. */
  readonly app?: Promise<AppFacts>;
}

/** Begins to create the testsets, or takes up those that exist already. Nothing is thrown: why there is none is part of the value. */
export async function startTestsets(tools: StartTools, target: Inputs['target']): Promise<Start> {
  const { world, host } = tools;
  switch (target.kind) {
    case 'attach':
      host.setOutput('testset-id', target.testsetIds.join(','));
      host.setOutput('outcome', UNJUDGED);
      return {
        testsets: target.testsetIds.map((id) => startedTestset({ kind: 'created', id }, true)),
        isOver: false,
        adopted: [],
      };
    case 'app':
      return world.log.group('Upload', async () => {
        const { creation, app, adopted } = await startAppTest(tools, target);
        const testsets = [startedTestset(creation, adopted !== undefined)];
        await tellNotCreated(testsets, world.log);
        return { testsets, isOver: creation.kind === 'no-testset', app, adopted: adopted ? [adopted] : [] };
      });
    case 'scenarios':
      return world.log.group('Create', async () => {
        const { startScenarioTests } = await import('./start-scenarios.ts');
        const start = await startScenarioTests(tools, target);
        if (start.kind === 'begun') return { testsets: start.testsets, isOver: false, adopted: start.adopted };
        const testsets = [startedTestset(start, false)];
        await tellNotCreated(testsets, world.log);
        return { testsets, isOver: true, adopted: [] };
      });
  }
}

function startedTestset(creation: Creation, existed: boolean): StartedTestset {
  return { existed, creation: Promise.resolve(creation) };
}
