import { TestsetError } from '../model/errors.ts';
import type { ScenarioTarget } from '../model/inputs.ts';
import { formatNumber, joinPieces, listFirst, nounFor } from '../model/words.ts';
import { createFailure, type CreateFailure } from './classify.ts';
import {
  CHECK_RETRY_MS,
  describeQuery,
  LIST_RETRY_MS,
  listScenarios,
  type ListContext,
  type ScenarioList,
} from './scenario-list.ts';

const MAX_SCENARIOS = 10;

/** More testsets than this, without a list of them, may be a mistake. */
const WARN_ABOVE = 256;

/** Chooses at least one scenario, each once, before anything is created. Without a list to check them, identifiers are used with a warning. */
export async function chooseScenarios(
  context: ListContext,
  { projectId, osType, which }: Pick<ScenarioTarget, 'projectId' | 'osType' | 'which'>,
): Promise<ScenarioList | CreateFailure> {
  const query = { projectId, osType, query: which.kind === 'query' ? which.query : undefined };
  const list = await listScenarios(context, query, which.kind === 'ids' ? CHECK_RETRY_MS : LIST_RETRY_MS);
  const where = describeQuery(query);
  if (which.kind === 'ids') {
    if (list.kind === 'list') return checkIds(which.ids, list.scenarios, where);
    if (!list.isListOnly) return list;
    context.runtime.log.warning(`Could not check the scenarios before the start. ${list.error.message}`);
    return { kind: 'list', scenarios: which.ids };
  }
  if (list.kind === 'failed') return list;
  const { length } = list.scenarios;
  if (length === 0) return nothingToRun(`There is no scenario ${where}.`, adviseOnQuery(query.query));
  if (length > WARN_ABOVE) {
    const count = formatNumber(length);
    context.runtime.log.warning(
      `There are ${count} scenarios ${where}: this step creates ${count} testsets, and each of them is paid for. ` +
        'To run fewer, set `scenario-query` or `scenario-id`.',
    );
  }
  return list;
}

/** What to do if a project has no scenario with this in its name. */
export function adviseOnQuery(query?: string): string {
  if (query === undefined) return 'Check `project-id` and `os-type`.';
  if (/^(["']).*\1$/.test(query)) return 'Remove the quotes.';
  if (/^(?:[\d\s,]+|all)$/i.test(query)) return 'Numbers of scenarios, and `all`, belong in `scenario-id`.';
  return 'Check the text (`*` and commas are part of it, and letter case may count) and `os-type`.';
}

function checkIds(ids: readonly number[], listed: readonly number[], where: string): ScenarioList | CreateFailure {
  const known = new Set(listed);
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return { kind: 'list', scenarios: ids };
  const noun = nounFor(missing.length, 'scenario');
  const verb = nounFor(missing.length, 'does', 'do');
  const found = listed.length > 0 && `Found: ${listFirst(listed, MAX_SCENARIOS)}.`;
  return nothingToRun(
    `\`scenario-id\`: ${noun} ${listFirst(missing, MAX_SCENARIOS)} ${verb} not exist ${where}.`,
    joinPieces(' ', ['Check the number and `os-type`.', found]),
  );
}

function nothingToRun(message: string, check: string): CreateFailure {
  const hint = `${check} The list-scenarios action lists the scenarios of a project.`;
  return createFailure('not-started', new TestsetError({ code: 'bad-inputs', message, hint }));
}
