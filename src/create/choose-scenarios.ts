import { TestsetError } from '../model/errors.ts';
import type { ScenarioTarget } from '../model/inputs.ts';
import { formatNumber, listFirst, nounFor } from '../model/words.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { CreateFailure } from './classify.ts';
import type { Service } from '../service/client.ts';
import type { MaintenanceWait } from './retry-budget.ts';
import { CHECK_RETRY_MS, describeQuery, LIST_RETRY_MS, listScenarios } from './scenario-list.ts';

/** The scenarios to run, at least one and each once, or why none is run. */
export type Choice = { readonly kind: 'chosen'; readonly scenarios: readonly number[] } | CreateFailure;

const MAX_SHOWN = 10;

/** As many jobs as a matrix can have (docs/design.md, limits of GitHub). More testsets in one step may be a mistake. */
const WARN_ABOVE = 256;

/**
 * Turns the choice of scenarios into identifiers before anything is created. Identifiers are checked against the project's list; if the
 * list is not available, they are used as they are, with a warning.
 */
export async function chooseScenarios(
  service: Service,
  runtime: Runtime,
  { projectId, osType, which }: Pick<ScenarioTarget, 'projectId' | 'osType' | 'which'>,
  waitOutMaintenance: MaintenanceWait,
): Promise<Choice> {
  const query = { projectId, osType, query: which.kind === 'query' ? which.query : undefined };
  const failingMs = which.kind === 'ids' ? CHECK_RETRY_MS : LIST_RETRY_MS;
  const list = await listScenarios(service, runtime, query, waitOutMaintenance, failingMs);
  if (list.kind === 'failed') return list;
  const where = describeQuery(query);
  if (which.kind === 'ids') {
    if (list.kind === 'listed') return checkIds(which.ids, list.scenarios, where);
    runtime.log.warning(`Could not check the scenarios before the start. ${list.error.message}`);
    return { kind: 'chosen', scenarios: which.ids };
  }
  if (list.kind === 'unlisted') {
    return { kind: 'failed', outcome: list.refused ? 'refused' : 'not-started', error: list.error };
  }
  const { scenarios } = list;
  if (scenarios.length === 0) {
    const check = which.kind === 'query' ? 'Check the text and `os-type`.' : 'Check `project-id` and `os-type`.';
    return nothingToRun(`There is no scenario ${where}.`, check);
  }
  if (scenarios.length > WARN_ABOVE) {
    const count = formatNumber(scenarios.length);
    runtime.log.warning(
      `There are ${count} scenarios ${where}: this step creates ${count} testsets, and each of them is paid for. ` +
        'To run fewer, set `scenario-query` or `scenario-id`.',
    );
  }
  return { kind: 'chosen', scenarios };
}

function checkIds(ids: readonly number[], listed: readonly number[], where: string): Choice {
  const known = new Set(listed);
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return { kind: 'chosen', scenarios: ids };
  const [noun, verb] = [nounFor(missing.length, 'scenario'), nounFor(missing.length, 'does', 'do')];
  const found = listed.length > 0 ? ` Found: ${listFirst(listed, MAX_SHOWN)}.` : '';
  return nothingToRun(
    `\`scenario-id\`: ${noun} ${listFirst(missing, MAX_SHOWN)} ${verb} not exist ${where}.`,
    `Check the number and \`os-type\`.${found}`,
  );
}

function nothingToRun(message: string, check: string): CreateFailure {
  const hint = `${check} The list-scenarios action lists the scenarios of a project.`;
  return { kind: 'failed', outcome: 'not-started', error: new TestsetError({ code: 'bad-inputs', message, hint }) };
}
