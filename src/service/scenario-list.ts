import type { TestsetError } from '../model/errors.ts';
import { stopReason, type Runtime } from '../runtime/runtime.ts';
import { stoppedCreate, PERMANENT_ERRORS, type NotCreated } from './classify.ts';
import type { ScenarioQuery, Service } from './client.ts';
import { WRONG_PROJECT } from './error-codes.ts';
import { explain } from './explain.ts';
import { formatSeconds } from '../model/words.ts';
import type { MaintenanceWait } from './retry-budget.ts';
import { FAILING_MS, isPermanent, isMaintenance, requestedDelayMs } from './reply.ts';
import { isUnauthorized, type ServiceFailure } from './reply.ts';
import { backoffMs } from './retry.ts';

/** What came of asking for a project's scenarios. */
export type ScenarioListResult =
  /** Each once, in the service's order. */
  | { readonly kind: 'listed'; readonly scenarios: readonly number[] }
  /** The list cannot be had; that says nothing about anything else. */
  | { readonly kind: 'unlisted'; readonly error: TestsetError; readonly refused: boolean }
  /** There is no point in asking the service for anything. */
  | NotCreated;

/** For how long to ask again for a list without which nothing can begin, in milliseconds: nothing runs yet that would be lost. */
export const LIST_RETRY_MS = 5 * 60_000;

/** How long to bear with a service that does not answer. */
export interface ListOptions {
  readonly maintenanceOver: MaintenanceWait;
  /** For how long to ask again, in milliseconds; 0: once. */
  readonly failingMs: number;
}

/**
 * Asks for a project's scenarios. It is the cheapest question there is, so it is asked before anything that costs: a wrong key, project,
 * certificate or proxy shows here within a second.
 */
export async function listScenarios(
  service: Service,
  runtime: Runtime,
  question: ScenarioQuery,
  { maintenanceOver, failingMs }: ListOptions,
): Promise<ScenarioListResult> {
  const { clock, log, signal } = runtime;
  const began = clock.now();
  let strange = 0;
  for (let failures = 1; ; failures += 1) {
    const reply = await service.scenarios(question, signal);
    if (reply.kind === 'ok') return { kind: 'listed', scenarios: [...new Set(reply.value)] };
    const end = stopReason(runtime);
    if (end) return stoppedCreate(end);

    const error = explain(reply, `the list of scenarios of project ${question.projectId}`);
    if (isMaintenance(reply)) {
      if (await maintenanceOver(requestedDelayMs(reply))) continue;
      return { kind: 'not-created', outcome: 'refused', error };
    }
    strange = isUnexpectedSuccess(reply) ? strange + 1 : 0;
    const isVain = strange >= MOST_STRANGE || isWrongHost(reply) || requestedDelayMs(reply) > FAILING_MS;
    const outcome = finalOutcome(reply) ?? (isVain ? 'not-started' : undefined);
    if (outcome) return { kind: 'not-created', outcome, error };
    const waitMs = Math.max(requestedDelayMs(reply), backoffMs(failures, clock.random()));
    const isFinal = isPermanent(reply) || (reply.kind === 'no-response' && reply.error.kind === 'too-large');
    if (isFinal || (strange === 0 && clock.now() + waitMs - began > failingMs)) {
      return { kind: 'unlisted', error, refused: reply.kind !== 'no-response' };
    }
    log.info(`${error.message} Next try in ${formatSeconds(waitMs)}.`);
    await clock.sleep(waitMs, signal);
  }
}

/** As often in a row may come what the service would never say, before it is believed that somebody else answers. */
const MOST_STRANGE = 3;

/** An answer that says all is well, and is none of the service's: a web page at a wrong address, or in front of the right one. */
function isUnexpectedSuccess(reply: ServiceFailure): boolean {
  return reply.kind === 'status' && !reply.isEnvelope && reply.status < 300;
}

/** Whoever knows nothing of such a question is not the service; an app and its secrets are not for them. */
function isWrongHost(reply: ServiceFailure): boolean {
  return reply.kind === 'status' && !reply.isEnvelope && isPermanent(reply);
}

/** Where scenarios are looked for, as in "in project 509 for ANDROID". */
export function describeQuery({ projectId, osType, query }: ScenarioQuery): string {
  return `in project ${projectId}${osType ? ` for ${osType}` : ''}${query ? ` with "${query}" in the name` : ''}`;
}

/** What no further request can mend: the credentials, the project, or a way that leads nowhere. */
function finalOutcome(refusal: ServiceFailure): 'refused' | 'not-started' | undefined {
  if (refusal.kind === 'no-response') return PERMANENT_ERRORS.includes(refusal.error.kind) ? 'not-started' : undefined;
  if (isUnauthorized(refusal)) return 'refused';
  return refusal.kind === 'code' && WRONG_PROJECT.includes(refusal.envelope.code) ? 'refused' : undefined;
}
