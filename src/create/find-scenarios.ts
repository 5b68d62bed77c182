import { TestsetError } from '../model/errors.ts';
import type { ListInputs } from '../model/inputs.ts';
import { pluralize } from '../model/words.ts';
import { stopReason, type StopReason, type Runtime } from '../runtime/runtime.ts';
import { connectService, type ScenarioQuery } from '../service/client.ts';
import type { ProxyFor } from '../service/http/connect.ts';
import { createMaintenanceWait } from '../service/retry-budget.ts';
import { LIST_RETRY_MS, listScenarios, describeQuery } from '../service/scenario-list.ts';

/** As many identifiers as a line of the log has room for. */
const MOST_SHOWN = 30;

/** The story of the second action: asks for a project's scenarios. @throws TestsetError when they cannot be had */
export async function findScenarios(
  inputs: ListInputs,
  runtime: Runtime,
  proxyFor: ProxyFor,
): Promise<readonly number[]> {
  const service = connectService(inputs.service, runtime, proxyFor);
  try {
    const listing = await listScenarios(service, runtime, inputs, {
      maintenanceOver: createMaintenanceWait(service, runtime, inputs.projectId),
      failingMs: LIST_RETRY_MS,
    });
    if (listing.kind !== 'listed') throw endedEarly(stopReason(runtime)) ?? listing.error;
    tell(listing.scenarios, inputs, runtime);
    return listing.scenarios;
  } finally {
    service.close();
  }
}

function endedEarly(why: StopReason | undefined): TestsetError | undefined {
  if (why === undefined) return undefined;
  const [code, message] =
    why === 'cancelled'
      ? (['cancelled', 'The run was cancelled before the scenarios were listed.'] as const)
      : (['deadline', 'The scenarios could not be listed in time.'] as const);
  return new TestsetError(code, message, 'Nothing was started.');
}

function tell(scenarios: readonly number[], question: ScenarioQuery, { log }: Runtime): void {
  const where = describeQuery(question);
  if (scenarios.length === 0) {
    log.warning(`There is no scenario ${where}.`);
    return;
  }
  const more = scenarios.length > MOST_SHOWN ? ', and more' : '';
  log.info(`${pluralize(scenarios.length, 'scenario')} ${where}: ${scenarios.slice(0, MOST_SHOWN).join(', ')}${more}`);
}

/** GitHub's limit for the jobs that one matrix may have. */
const MOST_CHUNKS = 256;

/**
 * Parts a list of identifiers, in its order, into chunks of at most `size`, each written as the input `scenario-id` takes it. Where that
 * would be more chunks than a matrix may have jobs, the chunks are larger. None of them is empty.
 */
export function inChunks(identifiers: readonly number[], size: number): readonly string[] {
  const length = Math.max(size, Math.ceil(identifiers.length / MOST_CHUNKS));
  const chunks: string[] = [];
  for (let at = 0; at < identifiers.length; at += length) chunks.push(identifiers.slice(at, at + length).join(','));
  return chunks;
}
