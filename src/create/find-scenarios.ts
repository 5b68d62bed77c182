import { TestsetError } from '../model/errors.ts';
import type { ListInputs } from '../model/inputs.ts';
import { listFirst, pluralize } from '../model/words.ts';
import type { ProxyFor } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { connectService, type ScenarioQuery } from '../service/client.ts';
import { createMaintenanceWait } from './retry-budget.ts';
import { describeQuery, LIST_RETRY_MS, listScenarios } from './scenario-list.ts';

const MAX_SHOWN = 30;

/** Lists the scenarios of a project for the list-scenarios action. @throws TestsetError if there is no list */
export async function findScenarios(
  inputs: ListInputs,
  runtime: Runtime,
  proxyFor: ProxyFor,
): Promise<readonly number[]> {
  const service = connectService(inputs.service, runtime, proxyFor);
  try {
    const waitOutMaintenance = createMaintenanceWait(service, runtime, inputs.projectId);
    const list = await listScenarios({ service, runtime, waitOutMaintenance }, inputs, LIST_RETRY_MS);
    if (list.kind === 'failed') throw describeError(list.error);
    logScenarios(list.scenarios, inputs, runtime);
    return list.scenarios;
  } finally {
    service.close();
  }
}

/** The same error with what it means for the list, and without words about testsets. */
function describeError(error: TestsetError): TestsetError {
  if (error.code !== 'cancelled') return error.rephrase(`${error.message} No scenarios were listed.`);
  const message = 'The run was cancelled before the scenarios were listed.';
  return new TestsetError({ code: 'cancelled', message, hint: 'Run the job again.' });
}

function logScenarios(scenarios: readonly number[], query: ScenarioQuery, { log }: Runtime): void {
  const where = describeQuery(query);
  if (scenarios.length === 0) log.warning(`There is no scenario ${where}.`);
  else log.info(`${pluralize(scenarios.length, 'scenario')} ${where}: ${listFirst(scenarios, MAX_SHOWN)}`);
}
