import type { PendingTestset } from '../create/pending-testset.ts';
import { capitalize, listFirst, nounFor } from '../model/words.ts';
import type { Log } from '../runtime/log.ts';

/** Testsets that may exist come first: a person has to search the service for them. */
const KINDS = [
  ['unknown whether a testset was created', true],
  ['no testset was created', false],
] as const;
const MAX_SCENARIOS_SHOWN = 20;

/** Logs creates that failed, and why, as soon as all creates are over: waiting for the other testsets can take hours. */
export async function logFailedCreates(testsets: readonly PendingTestset[], log: Pick<Log, 'info'>): Promise<void> {
  const creations = await Promise.all(
    testsets.map(async ({ scenario, creation }) => ({ scenario, ...(await creation) })),
  );
  const failed = creations.filter((creation) => creation.kind === 'failed');
  for (const [what, isUnknown] of KINDS) {
    const alike = failed.filter(({ outcome }) => (outcome === 'unknown-start') === isUnknown);
    for (const [reason, creates] of Map.groupBy(alike, ({ error }) => error.message)) {
      log.info(`${withScenarios(creates, what)}. ${reason}`);
    }
  }
}

/** `Scenarios 101, 102 and 30 more: no testset was created`; without scenarios `No testset was created`. */
function withScenarios(creates: readonly { readonly scenario: number | undefined }[], what: string): string {
  const scenarios = creates.flatMap(({ scenario }) => scenario ?? []);
  if (scenarios.length === 0) return capitalize(what);
  const noun = nounFor(scenarios.length, 'Scenario');
  return `${noun} ${listFirst(scenarios, MAX_SCENARIOS_SHOWN)}: ${what}`;
}
