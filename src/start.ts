import { UNJUDGED } from './early-outputs.ts';
import type { Inputs } from './inputs.ts';
import type { Office } from './office.ts';
import type { AppFacts } from './report/report.ts';
import type { Service } from './service/client.ts';
import type { Creation } from './service/create.ts';
import { startAppTest } from './start-app.ts';
import type { World } from './world.ts';

/** What a step has to follow: the testsets, and the app that was sent, if any. */
export interface Start {
  /** At least one. */
  readonly testsets: readonly Beginning[];
  /** Known some time after the testset: the digest is taken while the devices work. */
  readonly app?: Promise<AppFacts>;
}

/** A testset that begins, or is to be found. */
export interface Beginning {
  /** The scenario that it runs; absent for an automated test, and where it is not known. */
  readonly scenario?: number;
  /** Whether it existed before this step. */
  readonly attached: boolean;
  /** Never fails. */
  readonly creation: Promise<Creation>;
}

/** Begins to create the testsets, or takes up those that exist already. Nothing is thrown: why there is none is part of the value. */
export async function beginTestsets(
  service: Service,
  world: World,
  target: Inputs['target'],
  office: Office,
): Promise<Start> {
  switch (target.kind) {
    case 'attach':
      office.setOutput('testset-id', target.testsetIds.join(','));
      office.setOutput('outcome', UNJUDGED);
      return { testsets: target.testsetIds.map((id) => beginning({ kind: 'created', id }, true)) };
    case 'app':
      return world.log.group('Upload', async () => {
        const { creation, app } = await startAppTest(service, world, target, office);
        return { testsets: [beginning(creation, false)], app };
      });
    case 'scenarios':
      return world.log.group('Create', async () => {
        const { startScenarioTests } = await import('./start-scenarios.ts');
        const start = await startScenarioTests(service, world, target, office);
        if (start.kind === 'over') return { testsets: [beginning(start, false)] };
        return { testsets: start.creates.map((create) => ({ ...create, attached: false })) };
      });
  }
}

function beginning(creation: Creation, attached: boolean): Beginning {
  return { attached, creation: Promise.resolve(creation) };
}
