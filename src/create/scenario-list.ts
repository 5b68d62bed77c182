import { CODES } from '../model/error-codes.ts';
import type { TestsetError } from '../model/errors.ts';
import { joinPieces } from '../model/words.ts';
import { stopReason, type Runtime } from '../runtime/runtime.ts';
import type { ScenarioQuery, Service } from '../service/client.ts';
import { FAILURES } from '../service/failures.ts';
import { NetworkError } from '../service/http/network-error.ts';
import { addPause, backoffMs, createFailureTimer, describeRetry, MAX_FAILING_MS } from '../service/retry.ts';
import { createFailure, stoppedCreate, type CreateFailure } from './classify.ts';
import type { RetryWaits } from './retry-budget.ts';

/** What a request for the scenarios of a project needs. */
export interface ListContext {
  readonly service: Service;
  readonly runtime: Runtime;
  readonly waits: RetryWaits;
}

interface ListFailure extends CreateFailure {
  /** Set if a create may succeed all the same: the list failed, and nothing else is known to be wrong. */
  readonly isListOnly?: true;
}

/** Each identifier once, in the service's order. */
export interface ScenarioList {
  readonly kind: 'list';
  readonly scenarios: readonly number[];
}

/** How long to retry a scenario list that is required, in milliseconds. */
export const LIST_RETRY_MS = 5 * 60_000;
/** The same for a list that only checks: a create that fails in the same way may have created a testset. */
export const CHECK_RETRY_MS = 60_000;

/**
 * Lists a project's scenarios, before anything that costs: wrong credentials, projects, certificates and proxies show here at once.
 * @param failingMs how long one request may take, and how long to retry from the start on
 */
export async function listScenarios(
  { service, runtime, waits }: ListContext,
  query: ScenarioQuery,
  failingMs: number,
): Promise<ScenarioList | ListFailure> {
  const { clock, log, signal } = runtime;
  const failing = createFailureTimer(clock);
  failing.recordFailure();
  let lastError: TestsetError | undefined;
  let unexpected = 0;
  for (let tries = 1; ; tries += 1) {
    const reply = await service.fetchScenarios(query, signal, failingMs);
    if (reply.kind === 'value') return { kind: 'list', scenarios: [...new Set(reply.value)] };
    const stopped = stopReason(runtime);
    if (stopped) return stoppedCreate(stopped, lastError);

    const { retryAfterMs } = reply;
    const error = addPause(reply.error, retryAfterMs);
    lastError = error;
    const isWrongProject = [CODES.unknownProject, CODES.wrongParameter].some((code) => code === error.rejection?.code);
    const next = isWrongProject ? 'rejected' : FAILURES[reply.kind].list;
    if (next === 'maintenance') {
      const isOver = await waits.maintenance(retryAfterMs);
      if (!isOver) return createFailure('rejected', error);
      failing.reset();
      continue;
    }
    if (next === 'rejected') return createFailure('rejected', error);
    unexpected = next === 'unexpected' ? unexpected + 1 : 0;
    const isWrongAddress = next === 'not-started' || unexpected >= MAX_UNEXPECTED;
    if (isWrongAddress || retryAfterMs > MAX_FAILING_MS) return createFailure('not-started', error);

    failing.recordFailure();
    const leftMs = failing.leftMs(failingMs);
    let pauseMs = backoffMs(tries, clock.random());
    // One try comes at the very end, so that a long random pause does not cut the time short.
    if (leftMs > 0) pauseMs = Math.min(pauseMs, leftMs);
    const waitMs = Math.max(retryAfterMs, pauseMs);
    if (next === 'unlisted' || (next === 'again' && waitMs > leftMs)) {
      const isFromService = error.rejection !== undefined || service.hasAcceptedCredentials();
      const failure = createFailure(error.cause instanceof NetworkError ? 'not-started' : 'rejected', error);
      // A gateway in front of a service that is down, or another server: it would get the app for nothing. With `Retry-After` it may end.
      const isForeign =
        next === 'again' && !isFromService && !(error.cause instanceof NetworkError) && retryAfterMs === 0;
      return isForeign ? createFailure('not-started', error) : { ...failure, isListOnly: true };
    }
    log.info(`${error.message} ${describeRetry(waitMs, runtime)}`);
    if (waitMs >= runtime.timeLeftMs()) return stoppedCreate('deadline', error);
    await clock.sleep(waitMs, signal);
  }
}

/** Successes in a row that are not the service's, after which `base-url` is taken to be wrong. */
const MAX_UNEXPECTED = 3;

/** Describes a query, as in "in project 509 for ANDROID". */
export function describeQuery({ projectId, osType, query }: ScenarioQuery): string {
  const system = osType && `for ${osType}`;
  const part = query && `with "${query}" in the name`;
  return joinPieces(' ', [`in project ${projectId}`, system, part]);
}
