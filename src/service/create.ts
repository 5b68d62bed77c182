import type { OpenApp } from '../app-file.ts';
import type { Clock } from '../clock.ts';
import { TestsetError } from '../errors.ts';
import type { EarlyEnd, World } from '../world.ts';
import type { Service } from './client.ts';
import { calledOff, classify, type Attempt, type Verdict } from './classify.ts';
import { holdBack } from './held-body.ts';
import { backoffMs } from './retry.ts';
import { layOutMultipart } from './upload.ts';

/** What is to be created. */
export interface Order {
  /** The `data` part as JSON text. */
  readonly json: string;
  readonly testsetName: string;
  /** Absent for a scenario test. */
  readonly app?: OpenApp;
  /** Resolves when the service is worth another try after maintenance; `false` when its budget is used up. */
  readonly maintenanceOver: () => Promise<boolean>;
  readonly onProgress?: (sentBytes: number) => void;
}

/** How a create ended: exactly one testset that is known, or a reason why there is none or may be one. */
export type Creation = Exclude<Verdict, { kind: 'again' }>;

/** After the whole body was sent, a called-off create waits this long for its answer, in milliseconds (DESIGN §3). */
const LAST_WORD_MS = 3_000;
/** For how long failures to connect are tried again, in milliseconds; a name that does not exist is given up sooner. */
const CONNECTION_BUDGET_MS = 15 * 60_000;
const NAME_BUDGET_MS = 60_000;
/** How often a create is tried that the service puts off with 425 or 429. */
const LIMIT_TRIES = 4;

/**
 * Creates a testset at most once: another attempt follows only on proof that the one before created nothing.
 * It ends when a testset is known, when it cannot be, when nobody can say, or when `world.signal` aborts.
 */
export async function createTestset(service: Service, world: World, order: Order): Promise<Creation> {
  const began = world.clock.now();
  let limited = 0;
  for (let failures = 1; ; failures += 1) {
    if (world.signal.aborted) return calledOff(earlyEnd(world.signal));
    const verdict = classify(await attemptOnce(service, world, order));
    if (verdict.kind !== 'again') return verdict;
    if (verdict.because === 'limit') limited += 1;
    if (verdict.because === 'maintenance') {
      if (!(await order.maintenanceOver())) return givenUp(verdict, failures);
      continue;
    }
    const waitMs = Math.max(verdict.waitMs, backoffMs(failures, world.clock.random()));
    const budgetMs = connectionBudget(verdict.error);
    if (limited >= LIMIT_TRIES || world.clock.now() - began + waitMs > budgetMs) return givenUp(verdict, failures);
    world.log.info(`${verdict.error.message} Nothing was created. Next try in ${String(Math.ceil(waitMs / 1000))} s.`);
    await world.clock.sleep(waitMs, world.signal);
  }
}

async function attemptOnce(service: Service, { clock, signal, redact }: World, order: Order): Promise<Attempt> {
  const over = new AbortController();
  const stop = new AbortController();
  const body = holdBack(layOutMultipart(order.json, order.app), order.app, {
    clock,
    signal: AbortSignal.any([signal, stop.signal, over.signal]),
    ...(order.onProgress && { onProgress: order.onProgress }),
  });
  void callOff(signal, over.signal, clock, () => body.released).then(() => {
    stop.abort();
  });
  const exchange = await service.create(body, stop.signal);
  const attempt = { exchange, released: body.released, testsetName: redact(order.testsetName), redact };
  over.abort();
  return signal.aborted ? { ...attempt, calledOff: earlyEnd(signal) } : attempt;
}

/** Resolves when the request is to be ended: at once while nothing can have been created, else after the last word's time. */
async function callOff(signal: AbortSignal, over: AbortSignal, clock: Clock, released: () => boolean): Promise<void> {
  await aborted(AbortSignal.any([signal, over]));
  if (released()) await clock.sleep(LAST_WORD_MS, over);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });
}

/** Why a signal that has aborted did so. */
export function earlyEnd(signal: AbortSignal): EarlyEnd {
  return signal.reason === 'deadline' ? 'deadline' : 'cancelled';
}

function connectionBudget(error: TestsetError): number {
  const { cause } = error;
  const nameless = typeof cause === 'object' && cause !== null && 'kind' in cause && cause.kind === 'name-not-found';
  return nameless ? NAME_BUDGET_MS : CONNECTION_BUDGET_MS;
}

/** A limit or maintenance that lasted too long is the service's no; anything else never reached it. */
function givenUp({ because, error }: Extract<Verdict, { kind: 'again' }>, tries: number): Creation {
  const message = `${error.message} Given up after ${tries} ${tries === 1 ? 'try' : 'tries'}; nothing was created.`;
  const outcome = because === 'connection' ? 'not-started' : 'refused';
  return { kind: 'over', outcome, error: new TestsetError(error.code, message, error.hint, error.cause) };
}
