import { TestsetError } from './errors.ts';
import type { ListInputs } from './inputs.ts';
import { count } from './report/words.ts';
import { connectService, type ScenarioQuestion } from './service/client.ts';
import type { ProxyFor } from './service/http/connect.ts';
import { guardMaintenance } from './service/maintenance.ts';
import { LIST_PATIENCE_MS, listScenarios, placeOf } from './service/scenario-list.ts';
import { earlyEnd, type EarlyEnd, type World } from './world.ts';

/** As many identifiers as a line of the log has room for. */
const MOST_SHOWN = 30;

/** The story of the second action: asks for a project's scenarios. @throws TestsetError when they cannot be had */
export async function findScenarios(inputs: ListInputs, world: World, proxyFor: ProxyFor): Promise<readonly number[]> {
  const service = connectService(inputs.service, world, proxyFor);
  try {
    const listing = await listScenarios(service, world, inputs, {
      maintenanceOver: guardMaintenance(service, world, inputs.projectId),
      failingMs: LIST_PATIENCE_MS,
    });
    if (listing.kind !== 'listed') throw endedEarly(earlyEnd(world)) ?? listing.error;
    tell(listing.scenarios, inputs, world);
    return listing.scenarios;
  } finally {
    service.close();
  }
}

function endedEarly(why: EarlyEnd | undefined): TestsetError | undefined {
  if (why === undefined) return undefined;
  const [code, message] =
    why === 'cancelled'
      ? (['cancelled', 'The run was cancelled before the scenarios were listed.'] as const)
      : (['deadline', 'The scenarios could not be listed in time.'] as const);
  return new TestsetError(code, message, 'Nothing was started.');
}

function tell(scenarios: readonly number[], question: ScenarioQuestion, { log }: World): void {
  const where = placeOf(question);
  if (scenarios.length === 0) {
    log.warning(`There is no scenario ${where}.`);
    return;
  }
  const more = scenarios.length > MOST_SHOWN ? ', and more' : '';
  log.info(`${count(scenarios.length, 'scenario')} ${where}: ${scenarios.slice(0, MOST_SHOWN).join(', ')}${more}`);
}
