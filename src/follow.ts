import { messageOf, TestsetError } from './errors.ts';
import type { Gate } from './gate.ts';
import type { Collected } from './results/collected.ts';
import type { ResultsFolder } from './results/save.ts';
import type { Service } from './service/client.ts';
import type { Creation } from './service/create.ts';
import { watchTestset, type Ending } from './service/watch.ts';
import type { Progress } from './progress.ts';
import type { World } from './world.ts';

/** A testset from its start to what its results tell; what is absent was never reached. */
export interface Trial {
  readonly creation: Creation;
  readonly ending?: Ending;
  readonly collected?: Collected;
}

/** What following takes, beside the service and the world. */
export interface Trail {
  /** Whether the testsets existed before this step. */
  readonly attached: boolean;
  readonly wait: boolean;
  readonly gate: Gate;
  readonly folder: ResultsFolder;
  readonly progress: Progress;
}

/** Waits for a testset and, as soon as it is complete, brings its results home. */
export async function followTestset(service: Service, world: World, creation: Creation, trail: Trail): Promise<Trial> {
  const { attached, wait, gate, folder, progress } = trail;
  if (creation.kind !== 'created' || (!wait && !attached)) return { creation };
  const { id } = creation;
  const ending = await watchTestset(service, world, {
    testsetId: id,
    unitTests: creation.unitTests ?? 0,
    lookAtOnce: attached,
    once: !wait,
    gate,
    onStatus: (status) => {
      progress.heard(id, status);
    },
    onFailure: (error, failures) => {
      progress.failed(id, error, failures);
    },
  });
  if (ending.kind !== 'complete') return { creation, ending };
  const { collectResults } = await import('./results/collect.ts');
  const collecting = collectResults(service, world, {
    testsetId: id,
    unitTests: ending.status.counts.total,
    gate,
    redact: world.redact,
    save: (kind, text) => folder.saveResult(id, kind, text),
  });
  // One testset's results, however odd, must not take the verdicts of the others with them.
  const collected = await collecting.catch((error: unknown) => uncollected(error));
  return { creation, ending, collected };
}

function uncollected(error: unknown): Collected {
  const absent = { state: 'absent', passed: 0, notPassed: 0, why: '' } as const;
  return {
    documents: [
      { source: 'xml', ...absent },
      { source: 'json', ...absent },
    ],
    suites: [],
    warnings: [],
    problem: new TestsetError('unexpected', `${messageOf(error)}.`, 'Look at the testset in the service.', error),
    cancelled: false,
  };
}
