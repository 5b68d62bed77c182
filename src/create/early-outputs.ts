import type { Platform } from '../runtime/platform.ts';
import type { Outcome } from '../model/outcome.ts';
import type { CreateResult } from '../service/create.ts';

/** What outputs say of a testset that is being created: if the step is killed, a later one can still read it. */
export interface EarlyOutputs {
  /** The create has come so far that a testset may exist. */
  readonly mayExist: () => void;
  /** There is proof that it did not come to one, and the create may begin again. */
  readonly cameToNothing: () => void;
  /** The create is over. */
  readonly ended: (creation: CreateResult) => void;
}

/** So many identifiers are told one by one; beyond that in batches, because each time all of them are written once more. */
const ONE_BY_ONE = 256;
const BATCH = 16;

/** What the output `outcome` says of testsets that are known, and not judged yet. */
export const OUTCOME_BEFORE_VERDICT: Outcome = 'inconclusive';

/**
 * Keeps `testset-id` and `outcome` true while testsets are created, as far as is known (docs/design.md, outputs).
 *
 * @param testsets how many there are to be
 * @returns to be called for each of them before its create
 */
export function createEarlyOutputs(platform: Pick<Platform, 'setOutput'>, testsets: number): () => EarlyOutputs {
  const ids: number[] = [];
  const uncertain = new Set<object>();
  let ended = 0;
  let said: Outcome = 'not-started';

  const sayOutcome = (): void => {
    const known = ids.length > 0 ? OUTCOME_BEFORE_VERDICT : 'not-started';
    const word = uncertain.size > 0 ? 'unknown-start' : known;
    if (word !== said) platform.setOutput('outcome', word);
    said = word;
  };
  const sayIds = (): void => {
    const isDue = ids.length <= ONE_BY_ONE || ids.length % BATCH === 0 || ended === testsets;
    if (isDue) platform.setOutput('testset-id', ids.join(','));
  };
  return () => {
    const one = {};
    return {
      mayExist: () => {
        uncertain.add(one);
        sayOutcome();
      },
      cameToNothing: () => {
        uncertain.delete(one);
        sayOutcome();
      },
      ended: (creation) => {
        ended += 1;
        if (creation.kind === 'created' || creation.outcome !== 'unknown-start') uncertain.delete(one);
        if (creation.kind === 'created') ids.push(creation.id);
        if (ids.length > 0) sayIds();
        sayOutcome();
      },
    };
  };
}
