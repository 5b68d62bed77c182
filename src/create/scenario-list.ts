import { WRONG_PROJECT } from '../model/error-codes.ts';
import type { TestsetError } from '../model/errors.ts';
import { stopReason, type Runtime } from '../runtime/runtime.ts';
import { stoppedCreate, type CreateFailure } from './classify.ts';
import type { ScenarioQuery, Service } from '../service/client.ts';
import { explain } from '../service/explain.ts';
import {
  errorCodeIn,
  isFromService,
  isMaintenance,
  isNotReady,
  isRejection,
  isTooLarge,
  isUnauthorized,
  type ServiceFailure,
} from '../service/reply.ts';
import type { MaintenanceWait } from './retry-budget.ts';
import { addPause, backoffMs, createFailureTimer, describeRetry, MAX_FAILING_MS } from '../service/retry.ts';
import { joinPieces } from '../model/words.ts';

/** Why there is no scenario list. */
interface ListFailure extends CreateFailure {
  /** Set if a create may succeed all the same: the list failed, and nothing else is known to be wrong. */
  readonly isListOnly?: true;
}

/** Each identifier once, in the service's order. */
export interface ScenarioList {
  readonly scenarios: readonly number[];
}

/** How long to retry a scenario list that is required, in milliseconds. */
export const LIST_RETRY_MS = 5 * 60_000;
/** The same for a list that only checks: a create that fails in the same way may have created a testset. */
export const CHECK_RETRY_MS = 60_000;

/**
 * Lists a project's scenarios, before anything that costs: wrong credentials, projects, certificates and proxies show here at once.
 *
 * @param failingMs how long to retry, in milliseconds
 */
export async function listScenarios(
  service: Service,
  runtime: Runtime,
  query: ScenarioQuery,
  waitOutMaintenance: MaintenanceWait,
  failingMs: number,
): Promise<ScenarioList | ListFailure> {
  const { clock, log, signal } = runtime;
  const failing = createFailureTimer(clock);
  let lastError: TestsetError | undefined;
  let unexpected = 0;
  for (let tries = 1; ; tries += 1) {
    const reply = await service.scenarios(query, signal);
    if ('value' in reply) return { scenarios: [...new Set(reply.value)] };
    const stopped = stopReason(runtime);
    if (stopped) return stoppedCreate(stopped, lastError);

    const { retryAfterMs = 0 } = reply;
    const error = addPause(explain(reply, `the list of scenarios of project ${query.projectId}`), retryAfterMs);
    lastError = error;
    if (isMaintenance(reply)) {
      const isOver = await waitOutMaintenance(retryAfterMs);
      if (!isOver) return { outcome: 'refused', error };
      failing.reset();
      continue;
    }
    if (isRefused(reply)) return { outcome: 'refused', error };
    unexpected = isUnexpectedSuccess(reply) ? unexpected + 1 : 0;
    const isWrongAddress = isWrongHost(reply) || unexpected >= MAX_UNEXPECTED;
    if (isWrongAddress || isPermanent(reply) || retryAfterMs > MAX_FAILING_MS) return { outcome: 'not-started', error };

    failing.recordFailure();
    const leftMs = failing.leftMs(failingMs);
    let pauseMs = backoffMs(tries, clock.random());
    // One try comes at the very end, so that a long random pause does not cut the time short.
    if (leftMs > 0) pauseMs = Math.min(pauseMs, leftMs);
    const waitMs = Math.max(retryAfterMs, pauseMs);
    if (isFinal(reply) || (unexpected === 0 && waitMs > leftMs)) {
      const outcome = 'error' in reply ? 'not-started' : 'refused';
      return { outcome, error, isListOnly: true };
    }
    log.info(`${error.message} ${describeRetry(waitMs, runtime)}`);
    if (waitMs >= runtime.timeLeftMs()) return stoppedCreate('deadline', error);
    await clock.sleep(waitMs, signal);
  }
}

/** Whether a retry is unlikely to help: the request was rejected, or the service responded with something else. */
function isFinal(reply: ServiceFailure): boolean {
  if (isNotReady(reply)) return false;
  return isFromService(reply) || isRejection(reply) || isTooLarge(reply);
}

/** Unexpected successes in a row after which `base-url` is taken to be wrong. */
const MAX_UNEXPECTED = 3;

/** A 2xx response that is not the service's envelope, such as a login page. */
function isUnexpectedSuccess(reply: ServiceFailure): boolean {
  return 'status' in reply && !reply.envelope && reply.status < 300;
}

/** Every installation has the list, so a 404 means that `base-url` is wrong: stop before the app is uploaded to another server. */
function isWrongHost(reply: ServiceFailure): boolean {
  return isRejection(reply) && !isFromService(reply);
}

function isPermanent(reply: ServiceFailure): boolean {
  return 'error' in reply && reply.error.isPermanent;
}

function isRefused(reply: ServiceFailure): boolean {
  return isUnauthorized(reply) || WRONG_PROJECT.includes(errorCodeIn(reply));
}

/** Describes a query, as in "in project 509 for ANDROID". */
export function describeQuery({ projectId, osType, query }: ScenarioQuery): string {
  const system = osType && `for ${osType}`;
  const part = query && `with "${query}" in the name`;
  return joinPieces(' ', [`in project ${projectId}`, system, part]);
}
