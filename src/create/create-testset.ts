import type { OpenApp } from '../app/open-app.ts';
import { messageOf, type TestsetError } from '../model/errors.ts';
import { listFirst, MAX_IN_LOG_LINE, nounFor, pluralize } from '../model/words.ts';
import type { Platform } from '../runtime/platform.ts';
import { stopReason } from '../runtime/runtime.ts';
import { whenAborted } from '../runtime/time-limits.ts';
import { addPause, backoffMs, describeRetry } from '../service/retry.ts';
import {
  classifyTry,
  createFailure,
  failedCreate,
  stoppedCreate,
  unknownStart,
  type CreateFailure,
  type CreateResult,
} from './classify.ts';
import type { RetryBudget } from './retry-budget.ts';
import type { ListContext } from './scenario-list.ts';
import type { TestsetRequest } from './testset-request.ts';

/** Keeps the outputs `testset-id` and `outcome` true while testsets are created: later steps read them even if this one is killed. */
export function createEarlyOutputs(platform: Pick<Platform, 'setOutput'>) {
  const ids: number[] = [];
  const uncertain = new Set<number>();
  /** Records that a testset may exist from now on, or what came of the try. @param scenario 0 for an automated test */
  return (scenario: number, create: { readonly kind: 'sent' } | ReturnType<typeof classifyTry>): void => {
    if ('id' in create && create.id !== undefined) {
      ids.push(create.id);
      platform.setOutput('testset-id', ids.join(','));
    }
    const isUncertain = create.kind === 'sent' || (create.kind === 'failed' && create.outcome === 'unknown-start');
    if (isUncertain) uncertain.add(scenario);
    else uncertain.delete(scenario);
    // A testset that is known is not over.
    const outcome = ids.length > 0 ? 'inconclusive' : 'not-started';
    platform.setOutput('outcome', uncertain.size > 0 ? 'unknown-start' : outcome);
  };
}

/** What the creates of a step share. */
export interface CreateContext extends ListContext {
  readonly recordCreate: ReturnType<typeof createEarlyOutputs>;
  readonly retryBudget: RetryBudget;
  /** Scenarios whose create was sent at least a minute ago and has no response, the oldest first. */
  readonly silentScenarios: Set<number>;
}

/** What is sent beside the request, and what happens while the response is awaited. */
export interface CreateOptions {
  /** Absent for a scenario test. */
  readonly app?: OpenApp;
  /** Called for each try, just before it can create a testset. */
  readonly onCommit?: () => void;
  /** Resolved 5 seconds after that without a response. */
  readonly unanswered?: PromiseWithResolvers<undefined>;
  /** Resolved after a minute without a response. */
  readonly silent?: PromiseWithResolvers<undefined>;
}

/** How long a stopped create waits for its response after the whole body was sent, in milliseconds (docs/design.md §3). */
const LAST_RESPONSE_MS = 3_000;
/** After so long without a response a receipt says that a testset may exist, in milliseconds: a runner that is lost leaves nothing else. */
const UNANSWERED_MS = 5_000;
/** After so long without a response a create is silent, and the log says so as often, in milliseconds. */
const SILENT_MS = 60_000;
/** How often a create is tried whose upload a proxy ends with 408. */
const MAX_SLOW_TRIES = 3;

/** Creates a testset at most once: it tries again only when the try before is known to have created nothing. Never fails. */
export async function createTestset(
  context: CreateContext,
  request: TestsetRequest,
  options: CreateOptions = {},
): Promise<CreateResult> {
  const creation = await createWithRetries(context, request, options).catch(failedCreate);
  context.recordCreate(request.scenario_id, creation);
  return creation;
}

async function createWithRetries(
  context: CreateContext,
  request: TestsetRequest,
  options: CreateOptions,
): Promise<CreateResult> {
  const { runtime, recordCreate, retryBudget, waits } = context;
  const { clock, log, signal, timeLeftMs } = runtime;
  let slowTries = 0;
  let lastError: TestsetError | undefined;
  for (let tries = 1; ; tries += 1) {
    const stopped = stopReason(runtime);
    if (stopped) return stoppedCreate(stopped, lastError);
    const result = await tryCreate(context, request, options, lastError);
    if (result.kind !== 'again') {
      if (result.kind === 'created' || result.outcome === 'rejected') retryBudget.reset();
      return result;
    }
    const { reason, error } = result;
    lastError = addPause(error, result.waitMs);
    recordCreate(request.scenario_id, result);
    const wait = waits[reason];
    if (wait) {
      const mayTryAgain = await wait(result.waitMs);
      retryBudget.reset();
      if (!mayTryAgain) return giveUp('rejected', lastError, tries);
      continue;
    }
    retryBudget.recordFailure(reason === 'name');
    if (reason === 'slow') slowTries += 1;
    const waitMs = Math.max(result.waitMs, backoffMs(tries, clock.random()));
    if (slowTries === MAX_SLOW_TRIES || retryBudget.isExhausted(waitMs)) return giveUp('not-started', lastError, tries);
    log.info(`${error.message} No testset was created. ${describeRetry(waitMs, runtime)}`);
    if (waitMs >= timeLeftMs()) return stoppedCreate('deadline', lastError);
    await clock.sleep(waitMs, signal);
  }
}

async function tryCreate(
  context: CreateContext,
  request: TestsetRequest,
  { app, onCommit, unanswered, silent }: CreateOptions,
  lastError: TestsetError | undefined,
): Promise<ReturnType<typeof classifyTry>> {
  const { service, runtime, recordCreate } = context;
  const { clock, signal, redact } = runtime;
  const done = new AbortController();
  const stop = new AbortController();
  // Loads form-data and its table of media types, 8 ms that a step which attaches does not need.
  const { createHeldBody } = await import('./create-body.ts');
  const end = AbortSignal.any([signal, stop.signal, done.signal]);
  const body = createHeldBody(JSON.stringify(request), app, clock, end, () => {
    recordCreate(request.scenario_id, { kind: 'sent' });
    onCommit?.();
    void watchSilence(context, request.scenario_id, done.signal, silent);
    void clock.sleep(UNANSWERED_MS, done.signal).then(() => {
      if (!done.signal.aborted) unanswered?.resolve(undefined);
    });
  });
  void whenAborted(AbortSignal.any([signal, done.signal])).then(async () => {
    if (body.isCommitted) await clock.sleep(LAST_RESPONSE_MS, done.signal);
    stop.abort();
  });
  const testsetName = redact(request.testset_name);
  const credentialsAccepted = service.hasAcceptedCredentials();
  try {
    const result = await service.sendCreate(body, stop.signal);
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

/** One line a minute for all silent creates. The response is worth the wait: it has the number of a testset that is paid for. */
async function watchSilence(
  { runtime, silentScenarios }: CreateContext,
  scenario: number,
  done: AbortSignal,
  silent: CreateOptions['silent'],
): Promise<void> {
  for (let minutes = 1; ; minutes += 1) {
    await runtime.clock.sleep(SILENT_MS, done);
    if (done.aborted) break;
    silent?.resolve(undefined);
    silentScenarios.add(scenario);
    const [oldest] = silentScenarios;
    const scenarios = `${nounFor(silentScenarios.size, 'scenario')} ${listFirst([...silentScenarios], MAX_IN_LOG_LINE)}`;
    const what = oldest === 0 ? 'app' : `create of ${scenarios}`;
    const first = silentScenarios.size > 1 ? 'the first ' : '';
    if (scenario === oldest)
      runtime.log.info(`The ${what} was sent, and the service has not answered ${first}for ${minutes} min.`);
  }
  silentScenarios.delete(scenario);
}

function giveUp(outcome: CreateFailure['outcome'], error: TestsetError, tries: number): CreateFailure {
  const message = `${error.message} Gave up after ${pluralize(tries, 'try', 'tries')}.`;
  return createFailure(outcome, error.rephrase(message));
}
