import { distance } from 'fastest-levenshtein';

import { TestsetError } from '../model/errors.ts';
import type { ScenarioTarget } from '../model/inputs.ts';
import { listFirst, formatNumber } from '../model/words.ts';
import type { NotCreated } from '../service/classify.ts';
import type { Service } from '../service/client.ts';
import type { MaintenanceWait } from '../service/retry-budget.ts';
import { LIST_RETRY_MS, listScenarios, describeQuery } from '../service/scenario-list.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** The scenarios to run, at least one and each once, or why nothing is run. */
export type Choice = { readonly kind: 'chosen'; readonly scenarios: readonly number[] } | NotCreated;

/** Near ones that are named for a scenario that does not exist, and missing ones that are named at all. */
const MOST_NEAR = 3;
const MOST_MISSING = 10;

/**
 * As many jobs as a matrix holds (docs/design.md, limits of GitHub); more testsets than this in one step may be a mistake, so there is a
 * warning.
 */
const MANY = 256;

/**
 * Turns the choice of scenarios into their identifiers before anything is created: numbers are checked against the project's list, `all`
 * and a query are taken from it. Without the list, numbers are believed, with a warning.
 */
export async function chooseScenarios(
  service: Service,
  runtime: Runtime,
  target: Pick<ScenarioTarget, 'projectId' | 'osType' | 'which'>,
  maintenanceOver: MaintenanceWait,
): Promise<Choice> {
  const { projectId, osType, which } = target;
  const question = { projectId, osType, ...(which.kind === 'query' && { query: which.query }) };
  const failingMs = which.kind === 'ids' ? 0 : LIST_RETRY_MS;
  const listing = await listScenarios(service, runtime, question, { maintenanceOver, failingMs });
  if (listing.kind === 'not-created') return listing;
  if (listing.kind === 'listed') {
    const choice = fromList(listing.scenarios, target, describeQuery(question));
    if (choice.kind === 'chosen' && which.kind !== 'ids')
      warnOfMany(choice.scenarios.length, describeQuery(question), runtime);
    return choice;
  }
  if (which.kind !== 'ids') {
    return { kind: 'not-created', outcome: listing.refused ? 'refused' : 'not-started', error: listing.error };
  }
  runtime.log.warning(`The scenarios could not be checked before the start. ${listing.error.message}`);
  return { kind: 'chosen', scenarios: which.ids };
}

function fromList(listed: readonly number[], { which }: Pick<ScenarioTarget, 'which'>, where: string): Choice {
  if (which.kind !== 'ids') {
    if (listed.length > 0) return { kind: 'chosen', scenarios: listed };
    return notStarted(`There is no scenario ${where}.`);
  }
  const known = new Set(listed);
  const missing = which.ids.filter((id) => !known.has(id));
  if (missing.length === 0) return { kind: 'chosen', scenarios: which.ids };
  const named = missing.map((id, at) => (at < MOST_MISSING ? `${id}${nearWords(id, listed)}` : id));
  return notStarted(`scenario-id names what is no scenario ${where}: ${listFirst(named, MOST_MISSING)}.`);
}

/** Nobody counts what is chosen by a word, and every testset is paid for. */
function warnOfMany(scenarios: number, where: string, { log }: Pick<Runtime, 'log'>): void {
  if (scenarios <= MANY) return;
  const number = formatNumber(scenarios);
  log.warning(
    `There are ${number} scenarios ${where}: this step needs ${number} testsets, each of which is paid for. ` +
      'scenario-query and scenario-id choose fewer.',
  );
}

function notStarted(message: string): NotCreated {
  const hint = 'Nothing was started. Check os-type, too; the list-scenarios action tells which scenarios there are.';
  return { kind: 'not-created', outcome: 'not-started', error: new TestsetError('bad-inputs', message, hint) };
}

/** ` (near: 101, 110)`: those that take the fewest changes of a digit to be it. */
function nearWords(id: number, listed: readonly number[]): string {
  const near = listed
    .map((other) => ({ other, changes: distance(`${id}`, `${other}`) }))
    .filter(({ changes }) => changes <= 2)
    .sort((a, b) => a.changes - b.changes || Math.abs(a.other - id) - Math.abs(b.other - id));
  if (near.length === 0) return '';
  const named = near.slice(0, MOST_NEAR).map(({ other }) => other);
  return ` (near: ${named.join(', ')})`;
}
