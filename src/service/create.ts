import { aborted } from '../aborted.ts';
import type { OpenApp } from '../app/app-file.ts';
import type { Clock } from '../clock.ts';
import { messageOf, TestsetError } from '../errors.ts';
import { earlyEnd, type World } from '../world.ts';
import { calledOff, classify, unknownStart, type AttemptResult } from './classify.ts';
import type { Service } from './client.ts';
import { holdBack } from './held-body.ts';
import { inSeconds } from './in-seconds.ts';
import type { MaintenanceGuard } from './maintenance.ts';
import { createOutage, type Outage } from './outage.ts';
import { backoffMs } from './retry.ts';
import { layOutMultipart } from './upload.ts';

/** What is to be created. */
export interface CreatePlan {
  /** The `data` part as JSON text. */
  readonly json: string;
  readonly testsetName: string;
  /** Absent for a scenario test. */
  readonly app?: OpenApp;
  /** Resolves when the service is worth another try after maintenance; `false` when its budget is used up. */
  readonly maintenanceOver: MaintenanceGuard;
  /** Shared by the creates of a step that has several. */
  readonly outage?: Outage;
  readonly onProgress?: (sentBytes: number) => void;
  /** Called for each attempt, the moment before a testset may come of it. */
  readonly onRelease?: () => void;
  /** Called when there is proof that nothing came of an attempt. */
  readonly onNothing?: () => void;
}

/** How a create ended: exactly one testset that is known, or a reason why there is none or may be one. */
export type Creation = Exclude<AttemptResult, { kind: 'again' }>;

/** After the whole body was sent, a called-off create waits this long for its answer, in milliseconds (docs/design.md §3). */
const LAST_WORD_MS = 3_000;
/** How often a create is tried that the service puts off with 425 or 429. */
const LIMIT_TRIES = 4;

/**
 * Creates a testset at most once: another attempt follows only on proof that the one before created nothing.
 * It ends when a testset is known, when it cannot be, when nobody can say, or when `world.signal` aborts.
 */
export async function createTestset(service: Service, world: World, wanted: CreatePlan): Promise<Creation> {
  const { outage = createOutage(world.clock), maintenanceOver } = wanted;
  let limited = 0;
  let last: TestsetError | undefined;
  for (let tries = 1; ; tries += 1) {
    const end = earlyEnd(world);
    if (end) return calledOff(end, last);
    const result = await attemptOnce(service, world, wanted);
    if (result.kind !== 'again') {
      outage.ended();
      return result;
    }
    last = result.error;
    wanted.onNothing?.();
    if (result.because === 'maintenance') {
      if (!(await maintenanceOver(result.waitMs))) return givenUp(result, tries);
      continue;
    }
    outage.failed(result.because === 'name');
    if (result.because === 'limit') limited += 1;
    const waitMs = Math.max(result.waitMs, backoffMs(tries, world.clock.random()));
    if (limited >= LIMIT_TRIES || outage.exhausted(waitMs)) return givenUp(result, tries);
    world.log.info(`${result.error.message} Nothing was created. Next try in ${inSeconds(waitMs)}.`);
    await world.clock.sleep(waitMs, world.signal);
  }
}

async function attemptOnce(service: Service, world: World, wanted: CreatePlan): Promise<AttemptResult> {
  const { clock, signal, redact } = world;
  const done = new AbortController();
  const stop = new AbortController();
  const body = holdBack(layOutMultipart(wanted.json, wanted.app), wanted.app, {
    clock,
    signal: AbortSignal.any([signal, stop.signal, done.signal]),
    ...(wanted.onProgress && { onProgress: wanted.onProgress }),
    ...(wanted.onRelease && { onRelease: wanted.onRelease }),
  });
  void callOff(signal, done.signal, clock, () => body.released).then(() => {
    stop.abort();
  });
  const testsetName = redact(wanted.testsetName);
  try {
    const exchange = await service.create(body, stop.signal);
    const end = earlyEnd(world);
    return classify({ exchange, released: body.released, testsetName, redact, ...(end && { calledOff: end }) });
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
function givenUp({ because, error }: Extract<AttemptResult, { kind: 'again' }>, tries: number): Creation {
  const message = `${error.message} Given up after ${tries} ${tries === 1 ? 'try' : 'tries'}; nothing was created.`;
  const outcome = because === 'limit' || because === 'maintenance' ? 'refused' : 'not-started';
  return { kind: 'no-testset', outcome, error: new TestsetError(error.code, message, error.hint, error.cause) };
}
