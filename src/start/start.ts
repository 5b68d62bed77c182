import type { Host } from '../host.ts';
import type { Inputs } from '../inputs.ts';
import type { Adopted, AppFacts } from '../report/report.ts';
import type { Service } from '../service/client.ts';
import type { Creation } from '../service/create.ts';
import type { World } from '../world.ts';
import type { Adoption } from './adoption.ts';
import { UNJUDGED } from './early-outputs.ts';
import { startAppTest } from './start-app.ts';
import type { StartedTestset } from './started-testset.ts';

/** What a step has to follow: the testsets, and the app that was sent, if any. */
export interface Start {
  /** At least one. */
  readonly testsets: readonly StartedTestset[];
  /** Testsets of an earlier attempt that were taken up. */
  readonly adopted: readonly Adopted[];
  /** Known some time after the testset: the digest is taken while the devices work. */
  readonly app?: Promise<AppFacts>;
}

/** Begins to create the testsets, or takes up those that exist already. Nothing is thrown: why there is none is part of the value. */
export async function startTestsets(
  service: Service,
  world: World,
  target: Inputs['target'],
  host: Host,
  adoption: Adoption,
): Promise<Start> {
  switch (target.kind) {
    case 'attach':
      host.setOutput('testset-id', target.testsetIds.join(','));
      host.setOutput('outcome', UNJUDGED);
      return { testsets: target.testsetIds.map((id) => startedTestset({ kind: 'created', id }, true)), adopted: [] };
    case 'app':
      return world.log.group('Upload', async () => {
        const { creation, app, adopted } = await startAppTest(service, world, target, host, adoption);
        return { testsets: [startedTestset(creation, adopted !== undefined)], app, adopted: adopted ? [adopted] : [] };
      });
    case 'scenarios':
      return world.log.group('Create', async () => {
        const { startScenarioTests } = await import('./start-scenarios.ts');
        const start = await startScenarioTests(service, world, target, host, adoption);
        if (start.kind === 'over') return { testsets: [startedTestset(start, false)], adopted: [] };
        return { testsets: start.testsets, adopted: start.adopted };
      });
  }
}

function startedTestset(creation: Creation, existed: boolean): StartedTestset {
  return { existed, creation: Promise.resolve(creation) };
}
