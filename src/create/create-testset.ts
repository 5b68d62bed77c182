import type { OpenApp } from '../app/app-file.ts';
import { messageOf, type TestsetError } from '../model/errors.ts';
import { pluralize } from '../model/words.ts';
import { stopReason, type Runtime } from '../runtime/runtime.ts';
import { whenAborted } from '../runtime/time-limits.ts';
import { stoppedCreate, classifyAttempt, unknownStart, type AttemptResult, type RetryReason } from './classify.ts';
import type { Service } from '../service/client.ts';
import type { SharedRetries } from './retry-budget.ts';
import { addPause, backoffMs, describeRetry } from '../service/retry.ts';

/** What to create, and callbacks for its progress. */
interface CreateOptions extends SharedRetries {
  /** The `data` part as JSON text. */
  readonly json: string;
  readonly testsetName: string;
  /** Absent for a scenario test. */
  readonly app?: OpenApp;
  readonly onProgress?: (sentBytes: number) => void;
  /** Called for each attempt, just before it can create a testset. */
  readonly onCommit?: () => void;
  /** Called when an attempt is known to have created nothing. */
  readonly onNotCreated?: () => void;
}

/** How a create ended: with one known testset, or with the reason why there is none or may be one. */
export type CreateResult = Exclude<AttemptResult, { kind: 'retry' }>;

/** How long a stopped create waits for its response after the whole body was sent, in milliseconds (docs/design.md §3). */
const LAST_RESPONSE_MS = 3_000;
/** How often a create is tried that the service delays with 425 or 429 (`limit`), or whose upload a proxy ends with 408 (`slow`). */
const MAX_TRIES: Readonly<Partial<Record<RetryReason, number>>> = { limit: 4, slow: 3 };

/** Creates a testset at most once: it retries only when the attempt before is known to have created nothing. */
export async function createTestset(service: Service, runtime: Runtime, options: CreateOptions): Promise<CreateResult> {
  const { retryBudget, waitOutMaintenance } = options;
  const triesFor = new Map<RetryReason, number>();
  let lastError: TestsetError | undefined;
  for (let tries = 1; ; tries += 1) {
    const stopped = stopReason(runtime);
    if (stopped) return stoppedCreate(stopped, lastError);
    const result = await tryCreate(service, runtime, options, lastError);
    if (result.kind !== 'retry') {
      if (result.kind === 'created' || result.outcome === 'refused') retryBudget.reset();
      return result;
    }
    const { reason, error } = result;
    lastError = addPause(error, result.waitMs);
    options.onNotCreated?.();
    if (reason === 'maintenance') {
      if (!(await waitOutMaintenance(result.waitMs))) return giveUp(reason, lastError, tries);
      retryBudget.reset();
      continue;
    }
    retryBudget.recordFailure(reason === 'name');
    const triesBefore = triesFor.get(reason) ?? 0;
    triesFor.set(reason, triesBefore + 1);
    const waitMs = Math.max(result.waitMs, backoffMs(tries, runtime.clock.random()));
    const isLast = triesBefore + 1 >= (MAX_TRIES[reason] ?? Infinity);
    if (isLast || retryBudget.isExhausted(waitMs)) return giveUp(reason, lastError, tries);
    runtime.log.info(`${error.message} No testset was created. ${describeRetry(waitMs, runtime)}`);
    if (waitMs >= runtime.timeLeftMs()) return stoppedCreate('deadline', lastError);
    await runtime.clock.sleep(waitMs, runtime.signal);
  }
}

async function tryCreate(
  service: Service,
  runtime: Runtime,
  options: CreateOptions,
  lastError: TestsetError | undefined,
): Promise<AttemptResult> {
  const { clock, signal, redact } = runtime;
  const done = new AbortController();
  const stop = new AbortController();
  // Loads form-data and its table of media types, 8 ms that a step which attaches does not need.
  const { createHeldBody } = await import('./create-body.ts');
  const body = createHeldBody(options.json, options.app, {
    clock,
    signal: AbortSignal.any([signal, stop.signal, done.signal]),
    onProgress: options.onProgress,
    onCommit: options.onCommit,
  });
  void whenAborted(AbortSignal.any([signal, done.signal])).then(async () => {
    if (body.isCommitted) await clock.sleep(LAST_RESPONSE_MS, done.signal);
    stop.abort();
  });
  const testsetName = redact(options.testsetName);
  try {
    const credentialsAccepted = service.hasAcceptedCredentials();
    const result = await service.create(body, stop.signal);
    const [stopped, { isCommitted }] = [stopReason(runtime), body];
    return classifyAttempt({ result, isCommitted, stopped, lastError, testsetName, redact, credentialsAccepted });
  } catch (error) {
    if (!body.isCommitted) throw error;
    // A bug of this action: a testset may exist all the same.
    const message = `This action failed after it sent the create: ${messageOf(error)}.`;
    return unknownStart({ testsetName }, { message, cause: error });
  } finally {
    done.abort();
  }
}

function giveUp(reason: RetryReason, error: TestsetError, tries: number): CreateResult {
  const message = `${error.message} Gave up after ${pluralize(tries, 'try', 'tries')}.`;
  const outcome = reason === 'limit' || reason === 'maintenance' ? 'refused' : 'not-started';
  return { kind: 'failed', outcome, error: error.rephrase(message) };
}
