import type { OpenApp } from '../app/app-file.ts';
import { messageOf, type TestsetError } from '../model/errors.ts';
import { pluralize } from '../model/words.ts';
import { stopReason } from '../runtime/runtime.ts';
import { whenAborted } from '../runtime/time-limits.ts';
import { addPause, backoffMs, describeRetry } from '../service/retry.ts';
import {
  classifyTry,
  failedCreate,
  stoppedCreate,
  unknownStart,
  type CreateFailure,
  type CreateResult,
  type RetryReason,
} from './classify.ts';
import type { CreateContext } from './context.ts';
import type { TestsetRequest } from './request.ts';
import type { SharedLimits } from './retry-budget.ts';

/** What to create, and callbacks for its progress. */
interface CreateOptions extends SharedLimits {
  readonly request: TestsetRequest;
  /** Absent for a scenario test. */
  readonly app?: OpenApp;
  readonly onProgress?: (sentBytes: number) => void;
  /** Called for each try, just before it can create a testset. */
  readonly onCommit?: () => void;
}

type SendContext = Pick<CreateContext, 'service' | 'runtime' | 'outputs'>;

/** How long a stopped create waits for its response after the whole body was sent, in milliseconds (docs/design.md §3). */
const LAST_RESPONSE_MS = 3_000;
/** How often a create is tried that the service delays with 425 or 429 (`limit`), or whose upload a proxy ends with 408 (`slow`). */
const MAX_TRIES: Readonly<Partial<Record<RetryReason, number>>> = { limit: 4, slow: 3 };

/** Creates a testset at most once: it tries again only when the try before is known to have created nothing. Never fails. */
export async function createTestset(context: SendContext, options: CreateOptions): Promise<CreateResult> {
  const creation = await createWithRetries(context, options).catch(failedCreate);
  context.outputs.finished(options.request.scenario_id, creation);
  return creation;
}

async function createWithRetries(context: SendContext, options: CreateOptions): Promise<CreateResult> {
  const { clock, log, signal, timeLeftMs } = context.runtime;
  const { retryBudget, waitOutMaintenance } = options;
  const triesFor = new Map<RetryReason, number>();
  let lastError: TestsetError | undefined;
  for (let tries = 1; ; tries += 1) {
    const stopped = stopReason(context.runtime);
    if (stopped) return stoppedCreate(stopped, lastError);
    const result = await tryCreate(context, options, lastError);
    if (result.kind !== 'again') {
      if (result.kind === 'created' || result.outcome === 'refused') retryBudget.reset();
      return result;
    }
    const { reason, error } = result;
    lastError = addPause(error, result.waitMs);
    context.outputs.notCreated(options.request.scenario_id);
    if (reason === 'maintenance') {
      const isOver = await waitOutMaintenance(result.waitMs);
      if (!isOver) return giveUp(reason, lastError, tries);
      retryBudget.reset();
      continue;
    }
    retryBudget.recordFailure(reason === 'name');
    const triesForReason = (triesFor.get(reason) ?? 0) + 1;
    triesFor.set(reason, triesForReason);
    const waitMs = Math.max(result.waitMs, backoffMs(tries, clock.random()));
    const isLast = triesForReason === MAX_TRIES[reason];
    if (isLast || retryBudget.isExhausted(waitMs)) return giveUp(reason, lastError, tries);
    log.info(`${error.message} No testset was created. ${describeRetry(waitMs, context.runtime)}`);
    if (waitMs >= timeLeftMs()) return stoppedCreate('deadline', lastError);
    await clock.sleep(waitMs, signal);
  }
}

async function tryCreate(
  { service, runtime, outputs }: SendContext,
  { request, app, onProgress, onCommit }: CreateOptions,
  lastError: TestsetError | undefined,
): Promise<ReturnType<typeof classifyTry>> {
  const { clock, signal, redact } = runtime;
  const done = new AbortController();
  const stop = new AbortController();
  // Loads form-data and its table of media types, 8 ms that a step which attaches does not need.
  const { createHeldBody } = await import('./create-body.ts');
  const body = createHeldBody(JSON.stringify(request), app, {
    clock,
    signal: AbortSignal.any([signal, stop.signal, done.signal]),
    onProgress,
    onCommit: () => {
      outputs.markUncertain(request.scenario_id);
      onCommit?.();
    },
  });
  void whenAborted(AbortSignal.any([signal, done.signal])).then(async () => {
    if (body.isCommitted) await clock.sleep(LAST_RESPONSE_MS, done.signal);
    stop.abort();
  });
  const testsetName = redact(request.testset_name);
  const credentialsAccepted = service.hasAcceptedCredentials();
  try {
    const result = await service.create(body, stop.signal);
    const { isCommitted } = body;
    const stopped = stopReason(runtime);
    return classifyTry({ result, isCommitted, stopped, lastError, testsetName, redact, credentialsAccepted });
  } catch (error) {
    if (!body.isCommitted) throw error;
    // A bug of this action: a testset may exist all the same.
    const message = `This action failed after it sent the create: ${messageOf(error)}.`;
    return unknownStart({ testsetName }, { message, cause: error });
  } finally {
    done.abort();
  }
}

function giveUp(reason: RetryReason, error: TestsetError, tries: number): CreateFailure {
  const message = `${error.message} Gave up after ${pluralize(tries, 'try', 'tries')}.`;
  const outcome = reason === 'limit' || reason === 'maintenance' ? 'refused' : 'not-started';
  return { kind: 'failed', outcome, error: error.rephrase(message) };
}
