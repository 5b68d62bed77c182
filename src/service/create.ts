import { aborted } from '../runtime/time-limits.ts';
import type { OpenApp } from '../app/app-file.ts';
import type { Clock } from '../runtime/clock.ts';
import { messageOf, TestsetError } from '../model/errors.ts';
import { stopReason, type Runtime } from '../runtime/runtime.ts';
import { stoppedCreate, classifyAttempt, unknownStart, type AttemptResult } from './classify.ts';
import type { Service } from './client.ts';
import { holdBodyEnd } from './create-body.ts';
import { formatSeconds } from '../model/words.ts';
import type { MaintenanceWait } from './retry-budget.ts';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';
import { backoffMs } from './retry.ts';
import { buildMultipart } from './create-body.ts';

/** What is to be created. */
export interface CreateOptions {
  /** The `data` part as JSON text. */
  readonly json: string;
  readonly testsetName: string;
  /** Absent for a scenario test. */
  readonly app?: OpenApp;
  /** Resolves when the service is worth another try after maintenance; `false` when its budget is used up. */
  readonly maintenanceOver: MaintenanceWait;
  /** Shared by the creates of a step that has several. */
  readonly retryBudget?: RetryBudget;
  readonly onProgress?: (sentBytes: number) => void;
  /** Called for each attempt, the moment before a testset may come of it. */
  readonly onBodyEnd?: () => void;
  /** Called when there is proof that nothing came of an attempt. */
  readonly onNotCreated?: () => void;
}

/** How a create ended: exactly one testset that is known, or a reason why there is none or may be one. */
export type CreateResult = Exclude<AttemptResult, { kind: 'again' }>;

/** After the whole body was sent, a called-off create waits this long for its answer, in milliseconds (docs/design.md §3). */
const LAST_WORD_MS = 3_000;
/** How often a create is tried that the service puts off with 425 or 429. */
const LIMIT_TRIES = 4;

/**
 * Creates a testset at most once: another attempt follows only on proof that the one before created nothing.
 * It ends when a testset is known, when it cannot be, when nobody can say, or when `runtime.signal` aborts.
 */
export async function createTestset(service: Service, runtime: Runtime, wanted: CreateOptions): Promise<CreateResult> {
  const { retryBudget = createRetryBudget(runtime.clock), maintenanceOver } = wanted;
  let limited = 0;
  let last: TestsetError | undefined;
  for (let tries = 1; ; tries += 1) {
    const end = stopReason(runtime);
    if (end) return stoppedCreate(end, last);
    const result = await attemptOnce(service, runtime, wanted);
    if (result.kind !== 'again') {
      retryBudget.reset();
      return result;
    }
    last = result.error;
    wanted.onNotCreated?.();
    if (result.because === 'maintenance') {
      if (!(await maintenanceOver(result.waitMs))) return givenUp(result, tries);
      continue;
    }
    retryBudget.recordFailure(result.because === 'name');
    if (result.because === 'limit') limited += 1;
    const waitMs = Math.max(result.waitMs, backoffMs(tries, runtime.clock.random()));
    if (limited >= LIMIT_TRIES || retryBudget.isExhausted(waitMs)) return givenUp(result, tries);
    runtime.log.info(`${result.error.message} Nothing was created. Next try in ${formatSeconds(waitMs)}.`);
    await runtime.clock.sleep(waitMs, runtime.signal);
  }
}

async function attemptOnce(service: Service, runtime: Runtime, wanted: CreateOptions): Promise<AttemptResult> {
  const { clock, signal, redact } = runtime;
  const done = new AbortController();
  const stop = new AbortController();
  const body = holdBodyEnd(buildMultipart(wanted.json, wanted.app), wanted.app, {
    clock,
    signal: AbortSignal.any([signal, stop.signal, done.signal]),
    ...(wanted.onProgress && { onProgress: wanted.onProgress }),
    ...(wanted.onBodyEnd && { onRelease: wanted.onBodyEnd }),
  });
  void callOff(signal, done.signal, clock, () => body.released).then(() => {
    stop.abort();
  });
  const testsetName = redact(wanted.testsetName);
  try {
    const result = await service.create(body, stop.signal);
    const end = stopReason(runtime);
    return classifyAttempt({ result, released: body.released, testsetName, redact, ...(end && { stopped: end }) });
  } catch (error) {
    // Whatever broke here, the truth about the testset depends on nothing but whether the body's end has left.
    if (!body.released) throw error;
    return unknownStart(
      { testsetName },
      `The create was sent, and then this action failed: ${messageOf(error)}.`,
      error,
    );
  } finally {
    done.abort();
  }
}

/** Resolves when the request is to be ended: at once while nothing can have been created, else after the last word's time. */
async function callOff(signal: AbortSignal, over: AbortSignal, clock: Clock, released: () => boolean): Promise<void> {
  await aborted(AbortSignal.any([signal, over]));
  if (released()) await clock.sleep(LAST_WORD_MS, over);
}

/** A limit or maintenance that lasted too long is the service's no; anything else never reached it. */
function givenUp({ because, error }: Extract<AttemptResult, { kind: 'again' }>, tries: number): CreateResult {
  const message = `${error.message} Given up after ${tries} ${tries === 1 ? 'try' : 'tries'}; nothing was created.`;
  const outcome = because === 'limit' || because === 'maintenance' ? 'refused' : 'not-started';
  return { kind: 'not-created', outcome, error: new TestsetError(error.code, message, error.hint, error.cause) };
}
