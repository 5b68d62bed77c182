import type { World } from '../world.ts';
import type { Service } from './client.ts';
import { MAINTENANCE } from './codes.ts';

/** How long maintenance is waited for in all, and how often the service is asked meanwhile, in milliseconds (DESIGN §3). */
const BUDGET_MS = 15 * 60_000;
const LOOK_MS = 60_000;

/** Waits for maintenance to end; resolves to `false` when a quarter of an hour has been waited in all. */
export type MaintenanceGuard = () => Promise<boolean>;

/**
 * Looks once a minute, with a question that costs nothing, whether the service answers again. Whoever asks while another waits waits with
 * it: the minutes and the requests are spent once, however many testsets are held up.
 */
export function guardMaintenance(service: Service, world: World, projectId: number): MaintenanceGuard {
  // Counted is what was waited, not what passed: a long upload between two times of maintenance is no maintenance.
  let waitedMs = 0;
  let waiting: Promise<boolean> | undefined;
  const wait = async (): Promise<boolean> => {
    while (waitedMs + LOOK_MS <= BUDGET_MS) {
      world.log.info('The service is under maintenance. Nothing was created. Next look in 60 s.');
      waitedMs += LOOK_MS;
      await world.clock.sleep(LOOK_MS, world.signal);
      if (world.signal.aborted) return true;
      const reply = await service.scenarios({ projectId }, world.signal);
      if (reply.kind === 'ok' || (reply.kind === 'code' && reply.envelope.code !== MAINTENANCE)) return true;
    }
    return false;
  };
  return () => {
    waiting ??= wait().finally(() => {
      waiting = undefined;
    });
    return waiting;
  };
}
