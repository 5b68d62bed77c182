import { adviseOnQuery } from './create/choose-scenarios.ts';
import { createWaits } from './create/retry-budget.ts';
import { describeQuery, LIST_RETRY_MS, listScenarios } from './create/scenario-list.ts';
import { readInput } from './github/runner.ts';
import { createInputReader, InputErrors, type InputContext, type RawInputs } from './inputs/input-reader.ts';
import { readServiceAccess } from './inputs/service-access.ts';
import { TestsetError } from './model/errors.ts';
import type { ListInputs } from './model/inputs.ts';
import { listFirst, pluralize } from './model/words.ts';
import type { ProxyFor } from './runtime/platform.ts';
import type { Runtime } from './runtime/runtime.ts';
import { connectService } from './service/client.ts';
import type { LastLine, Step } from './step/step.ts';

/** The outputs of the action list-scenarios before there is a list. */
export const NO_SCENARIOS = { 'scenario-id': '[]', 'scenario-count': '0' };

const MAX_LISTED = 30;

/** https://docs.github.com/en/actions/reference/limits */
const MAX_MATRIX_JOBS = 256;

/** The action list-scenarios. @throws InputErrors, TestsetError if there is no list */
export async function runListScenarios({ context, runtime, platform }: Step): Promise<LastLine> {
  const scenarios = await findScenarios(readListInputs(readInput, context), runtime, context.proxyFor);
  platform.setOutput('scenario-id', JSON.stringify(scenarios));
  platform.setOutput('scenario-count', `${scenarios.length}`);
  return undefined;
}

const LIST_INPUTS = ['base-url', 'user-id', 'access-key', 'project-id', 'os-type', 'scenario-query'];

/** Reads the inputs of the action that lists scenarios. @throws InputErrors with everything that is wrong */
export function readListInputs(raw: RawInputs, context: InputContext): ListInputs {
  const reader = createInputReader(raw, context, LIST_INPUTS);
  const service = readServiceAccess(reader, context);
  const projectId = reader.value('project-id', true);
  const osType = reader.value('os-type');
  const query = reader.value('scenario-query');
  reader.warnOfUnknown();
  if (!service || projectId === undefined || reader.errors.length > 0)
    throw new InputErrors(reader.errors, 'No scenarios were listed.');
  return { service, projectId, osType, query };
}

/** Lists the scenarios of a project. @throws TestsetError if there is no list */
export async function findScenarios(
  inputs: ListInputs,
  runtime: Runtime,
  proxyFor: ProxyFor,
): Promise<readonly number[]> {
  const service = connectService(inputs.service, runtime, proxyFor);
  try {
    const waits = createWaits(service, runtime, inputs.projectId);
    const list = await listScenarios({ service, runtime, waits }, inputs, LIST_RETRY_MS);
    if (list.kind === 'failed') throw describeError(list.error);
    const { scenarios } = list;
    const where = describeQuery(inputs);
    if (scenarios.length === 0) runtime.log.warning(`There is no scenario ${where}. ${adviseOnQuery(inputs.query)}`);
    else runtime.log.info(`${pluralize(scenarios.length, 'scenario')} ${where}: ${listFirst(scenarios, MAX_LISTED)}`);
    if (scenarios.length > MAX_MATRIX_JOBS) {
      const most = `These are more than the ${MAX_MATRIX_JOBS} jobs that a matrix can have`;
      runtime.log.warning(`${most}. Set \`scenario-query\`, or use the list as \`scenario-id\` of one step.`);
    }
    return scenarios;
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
