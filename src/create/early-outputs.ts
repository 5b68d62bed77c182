import type { Outcome } from '../model/outcome.ts';
import type { Platform } from '../runtime/platform.ts';
import type { CreateResult } from './classify.ts';

/** Keeps the outputs `testset-id` and `outcome` true while testsets are created: later steps read them even if this one is killed. */
export interface EarlyOutputs {
  /** From now on a testset may exist. @param scenario 0 for an automated test, here and below */
  markUncertain(scenario: number): void;
  /** The create certainly made no testset, and may be repeated. */
  notCreated(scenario: number): void;
  finished(scenario: number, creation: CreateResult): void;
}

/** Starts without testsets. */
export function createEarlyOutputs(platform: Pick<Platform, 'setOutput'>): EarlyOutputs {
  const ids: number[] = [];
  const uncertain = new Set<number>();

  const setOutcome = (): void => {
    // A testset that is known is not over.
    let outcome: Outcome = ids.length > 0 ? 'inconclusive' : 'not-started';
    if (uncertain.size > 0) outcome = 'unknown-start';
    platform.setOutput('outcome', outcome);
  };
  return {
    markUncertain: (scenario) => {
      uncertain.add(scenario);
      setOutcome();
    },
    notCreated: (scenario) => {
      uncertain.delete(scenario);
      setOutcome();
    },
    finished: (scenario, creation) => {
      if (creation.id !== undefined) {
        ids.push(creation.id);
        platform.setOutput('testset-id', ids.join(','));
      }
      const isUncertain = creation.kind === 'failed' && creation.outcome === 'unknown-start';
      if (!isUncertain) uncertain.delete(scenario);
      setOutcome();
    },
  };
}
