import type { TestsetError } from '../errors.ts';
import { earlyEnd, type World } from '../world.ts';
import { calledOff, HOPELESS, type NoTestset } from './classify.ts';
import type { ScenarioQuestion, Service } from './client.ts';
import { WRONG_PROJECT } from './codes.ts';
import { explain } from './explain.ts';
import { inSeconds } from './in-seconds.ts';
import type { MaintenanceGuard } from './maintenance.ts';
import { FAILING_MS, isDefinite, isMaintenance, pauseMs } from './refusals.ts';
import { isDenied, type Refusal } from './reply.ts';
import { backoffMs } from './retry.ts';

/** What came of asking for a project's scenarios. */
export type Listing =
  /** Each once, in the service's order. */
  | { readonly kind: 'listed'; readonly scenarios: readonly number[] }
  /** The list cannot be had; that says nothing about anything else. */
  | { readonly kind: 'unlisted'; readonly error: TestsetError; readonly refused: boolean }
  /** There is no point in asking the service for anything. */
  | NoTestset;

/** For how long to ask again for a list without which nothing can begin, in milliseconds: nothing runs yet that would be lost. */
export const LIST_PATIENCE_MS = 5 * 60_000;

/** How long to bear with a service that does not answer. */
export interface ListPatience {
  readonly maintenanceOver: MaintenanceGuard;
  /** For how long to ask again, in milliseconds; 0: once. */
  readonly failingMs: number;
}

/**
 * Asks for a project's scenarios. It is the cheapest question there is, so it is asked before anything that costs: a wrong key, project,
 * certificate or proxy shows here within a second.
 */
export async function listScenarios(
  service: Service,
  world: World,
  question: ScenarioQuestion,
  { maintenanceOver, failingMs }: ListPatience,
): Promise<Listing> {
  const { clock, log, signal } = world;
  const began = clock.now();
  let strange = 0;
  for (let failures = 1; ; failures += 1) {
    const reply = await service.scenarios(question, signal);
    if (reply.kind === 'ok') return { kind: 'listed', scenarios: [...new Set(reply.value)] };
    const end = earlyEnd(world);
    if (end) return calledOff(end);

    const error = explain(reply, `the list of scenarios of project ${question.projectId}`);
    if (isMaintenance(reply)) {
      if (await maintenanceOver(pauseMs(reply))) continue;
      return { kind: 'no-testset', outcome: 'refused', error };
    }
    strange = isStrange(reply) ? strange + 1 : 0;
    const isVain = strange >= MOST_STRANGE || isAnotherAddress(reply) || pauseMs(reply) > FAILING_MS;
    const outcome = certainEnd(reply) ?? (isVain ? 'not-started' : undefined);
    if (outcome) return { kind: 'no-testset', outcome, error };
    const waitMs = Math.max(pauseMs(reply), backoffMs(failures, clock.random()));
    const isFinal = isDefinite(reply) || (reply.kind === 'silence' && reply.fault.kind === 'too-large');
    if (isFinal || (strange === 0 && clock.now() + waitMs - began > failingMs)) {
      return { kind: 'unlisted', error, refused: reply.kind !== 'silence' };
    }
    log.info(`${error.message} Next try in ${inSeconds(waitMs)}.`);
    await clock.sleep(waitMs, signal);
  }
}

/** As often in a row may come what the service would never say, before it is believed that somebody else answers. */
const MOST_STRANGE = 3;

/** An answer that says all is well, and is none of the service's: a web page at a wrong address, or in front of the right one. */
function isStrange(reply: Refusal): boolean {
  return reply.kind === 'status' && !reply.isEnvelope && reply.status < 300;
}

/** Whoever knows nothing of such a question is not the service; an app and its secrets are not for them. */
function isAnotherAddress(reply: Refusal): boolean {
  return reply.kind === 'status' && !reply.isEnvelope && isDefinite(reply);
}

/** Where scenarios are looked for, as in "in project 509 for ANDROID". */
export function placeOf({ projectId, osType, query }: ScenarioQuestion): string {
  return `in project ${projectId}${osType ? ` for ${osType}` : ''}${query ? ` with "${query}" in the name` : ''}`;
}

/** What no further request can mend: the credentials, the project, or a way that leads nowhere. */
function certainEnd(refusal: Refusal): 'refused' | 'not-started' | undefined {
  if (refusal.kind === 'silence') return HOPELESS.includes(refusal.fault.kind) ? 'not-started' : undefined;
  if (isDenied(refusal)) return 'refused';
  return refusal.kind === 'code' && WRONG_PROJECT.includes(refusal.envelope.code) ? 'refused' : undefined;
}
