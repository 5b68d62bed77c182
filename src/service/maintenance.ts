import type { World } from '../world.ts';
import type { Service } from './client.ts';
import { MAINTENANCE } from './codes.ts';
import { inSeconds } from './in-seconds.ts';
import { pauseMs } from './refusals.ts';

/** How long maintenance is waited for in all, and how often the service is asked meanwhile, in milliseconds (docs/design.md §3). */
const BUDGET_MS = 15 * 60_000;
const LOOK_MS = 60_000;

/**
 * Waits for maintenance to end; resolves to `false` when that would take more than a quarter of an hour in all.
 *
 * @param askedMs how long the service wants to be left alone at least, in milliseconds
 */
export type MaintenanceGuard = (askedMs: number) => Promise<boolean>;

/**
 * Looks once a minute, with a question that costs nothing, whether the service answers again. Whoever asks while another waits waits with
 * it: the minutes and the requests are spent once, however many testsets are held up.
 */
export function guardMaintenance(service: Service, world: World, projectId: number): MaintenanceGuard {
  // Counted is what was waited, not what passed: a long upload between two times of maintenance is no maintenance.
  let waitedMs = 0;
  let waiting: Promise<boolean> | undefined;
  const wait = async (askedMs: number): Promise<boolean> => {
    let waitMs = Math.max(LOOK_MS, askedMs);
    while (waitedMs + waitMs <= BUDGET_MS) {
      world.log.info(`The service is under maintenance. Next check in ${inSeconds(waitMs)}.`);
      waitedMs += waitMs;
      await world.clock.sleep(waitMs, world.signal);
      if (world.signal.aborted) return true;
      const reply = await service.scenarios({ projectId }, world.signal);
      if (reply.kind === 'ok' || (reply.kind === 'code' && reply.envelope.code !== MAINTENANCE)) return true;
      waitMs = Math.max(LOOK_MS, pauseMs(reply));
    }
    return false;
  };
  return (askedMs) => {
    waiting ??= wait(askedMs).finally(() => {
      waiting = undefined;
    });
    return waiting;
  };
}
