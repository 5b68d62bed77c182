import type { World } from '../world.ts';
import type { Service } from './client.ts';
import { HOPELESS, type Over } from './classify.ts';
import { MAINTENANCE, WRONG_PROJECT } from './codes.ts';
import { explain } from './explain.ts';
import { isDenied, type Refusal } from './reply.ts';

/** How long maintenance is waited for in all, and how often the service is asked meanwhile, in milliseconds (DESIGN §3). */
const MAINTENANCE_BUDGET_MS = 15 * 60_000;
const MAINTENANCE_LOOK_MS = 60_000;

const LIST = 'the list of scenarios';

/** Waits for maintenance to end; resolves to `false` when a quarter of an hour has been waited in all. */
export type MaintenanceGuard = () => Promise<boolean>;

/** Looks once a minute, with a question that costs nothing, whether the service answers again. */
export function guardMaintenance(service: Service, world: World, projectId: number): MaintenanceGuard {
  // Counted is what was waited, not what passed: a long upload between two times of maintenance is no maintenance.
  let waitedMs = 0;
  return async () => {
    while (waitedMs + MAINTENANCE_LOOK_MS <= MAINTENANCE_BUDGET_MS) {
      world.log.info('The service is under maintenance. Nothing was created. Next look in 60 s.');
      waitedMs += MAINTENANCE_LOOK_MS;
      await world.clock.sleep(MAINTENANCE_LOOK_MS, world.signal);
      if (world.signal.aborted) return true;
      const reply = await service.scenarios({ projectId }, world.signal);
      if (reply.kind === 'ok' || (reply.kind === 'code' && reply.envelope.code !== MAINTENANCE)) return true;
    }
    return false;
  };
}

/**
 * Asks for the project's scenarios before gigabytes are sent: a wrong key, project, certificate or proxy shows here within a second.
 * What it cannot tell for sure it leaves to the create.
 *
 * @returns why there is no point in going on; `undefined` when there may be
 */
export async function preflight(
  service: Service,
  world: World,
  projectId: number,
  maintenanceOver: MaintenanceGuard,
): Promise<Over | undefined> {
  for (;;) {
    const reply = await service.scenarios({ projectId }, world.signal);
    if (reply.kind === 'ok') return undefined;
    const error = explain(reply, LIST);
    if (reply.kind === 'code' && reply.envelope.code === MAINTENANCE) {
      if (!(await maintenanceOver())) return { kind: 'over', outcome: 'refused', error };
      continue;
    }
    world.log.debug(`The first look was not conclusive: ${error.message}`);
    const outcome = certainEnd(reply);
    return outcome && { kind: 'over', outcome, error };
  }
}

function certainEnd(refusal: Refusal): 'refused' | 'not-started' | undefined {
  if (refusal.kind === 'silence') return HOPELESS.includes(refusal.fault.kind) ? 'not-started' : undefined;
  if (isDenied(refusal)) return 'refused';
  return refusal.kind === 'code' && WRONG_PROJECT.includes(refusal.envelope.code) ? 'refused' : undefined;
}
