import { describe, expect, test } from '@jest/globals';

import type { OpenApp } from '../../src/app/open-app.ts';
import { createFailure } from '../../src/create/classify.ts';
import { createEarlyOutputs, createTestset, type CreateContext } from '../../src/create/create-testset.ts';
import { createRetryBudget, type RetryBudget } from '../../src/create/retry-budget.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import { whenAborted } from '../../src/runtime/time-limits.ts';
import type { MultipartBody, Service } from '../../src/service/client.ts';
import { stoppedRequest, toTransferError } from '../../src/service/http/network-error.ts';
import type { HttpResponse, HttpResult } from '../../src/service/http/request.ts';
import { createPlatform } from '../support/platform.ts';
import { noResponse, response } from '../support/replies.ts';
import { createEagerClock, createRecordingLog, createRuntime } from '../support/runtime.ts';
import { appOf, serviceOf } from './scripted-scenarios.ts';

const MINUTE = 60_000;
const SCENARIO = { scenario_id: 101, source_type: 'file' } as const;
const REQUEST = { ...SCENARIO, pid: 509, testset_name: 'Fix login #7', os_type: 'ANDROID' } as const;

const respond = (status: number, code?: number, data: object = {}): HttpResponse =>
  response(status, code === undefined ? '' : JSON.stringify({ data, result_code: code, result_msg: '', reason: '' }));

/** What the service does with one create. */
type Play = (body: MultipartBody, stop: AbortSignal, clock: Clock) => Promise<HttpResult>;

/** Reads as much of the body as there is, as the HTTP client does. */
async function readBody(body: MultipartBody): Promise<HttpResult | undefined> {
  try {
    for await (const chunk of body.stream()) expect(chunk.length).toBeGreaterThan(0);
    return undefined;
  } catch (error) {
    return noResponse(toTransferError(error));
  }
}

/** Responds when the whole body has arrived, or while its end is held back. */
function after(result: HttpResult): Play {
  return async (body) => (await readBody(body)) ?? result;
}
function early(result: HttpResult): Play {
  return () => Promise.resolve(result);
}

const IDENTIFIED = respond(200, 0, { test_count: 3, testset_id: 251929 });
const CREATED = after(IDENTIFIED);
const MAINTENANCE = after(respond(503, 8000));
const NO_DEVICE = after(respond(200, 4081));
const LIMITED = after(respond(429));
const TOO_SLOW = early(respond(408));
const RESET = noResponse('reset');

interface Scene {
  readonly app?: Partial<OpenApp>;
  /** Stops the run. */
  readonly stop?: AbortController;
  readonly timeLeftMs?: number;
  readonly hasResponded?: boolean;
  /** Whether there may be another try after a wait. */
  readonly wait?: () => Promise<boolean>;
  readonly retryBudget?: RetryBudget;
}

/** Creates a testset; the last play is repeated. @returns also what the early outputs were told, and `words` such as `created 251929` */
async function create(plays: readonly Play[], scene: Scene = {}) {
  let creates = 0;
  const {
    stop = new AbortController(),
    timeLeftMs = Infinity,
    hasResponded = true,
    wait = () => Promise.resolve(true),
  } = scene;
  const [clock, log] = [createEagerClock(), createRecordingLog()];
  const began = clock.now();
  const send: Service['sendCreate'] = (body, stopped) => {
    creates += 1;
    const play = plays[Math.min(creates, plays.length) - 1];
    if (!play) throw new Error('there is no play');
    return play(body, stopped, clock);
  };
  const service = serviceOf({ sendCreate: send, hasResponded: () => hasResponded });
  const told: string[] = [];
  const recordCreate: CreateContext['recordCreate'] = (scenario, { kind }) => told.push(`${kind} ${scenario}`);
  const runtime = createRuntime({ clock, log, signal: stop.signal, timeLeftMs: () => timeLeftMs });
  const retryBudget = scene.retryBudget ?? createRetryBudget(clock, service);
  const app = scene.app && appOf(scene.app);
  const waits = { maintenance: wait, 'no-device': wait, limit: wait };
  const context = { service, runtime, recordCreate, retryBudget, waits, silentScenarios: new Set<number>() };
  const creation = await createTestset(context, REQUEST, { app });
  const words = creation.kind === 'failed' ? `${creation.outcome}: ${creation.error.code}` : `created ${creation.id}`;
  return { creation, words, creates, told, log: log.lines, slept: clock.slept, tookMs: clock.now() - began };
}

test('a testset is created at once, and is uncertain while its response is awaited', async () => {
  const { creation, creates, told } = await create([CREATED]);
  expect(creation).toEqual({ kind: 'created', id: 251929, announcedDevices: 3 });
  expect(creates).toBe(1);
  expect(told).toEqual(['sent 101', 'created 101']);
});

describe('a create stops before its end is sent', () => {
  const unreadable = (): never => {
    throw new Error('EIO');
  };

  test.each<[what: string, app: Partial<OpenApp>]>([
    ['the file was changed while it was being sent', { change: () => Promise.resolve('the file was changed') }],
    ['EIO', { chunks: unreadable }],
  ])('if the app cannot be sent: %s', async (why, app) => {
    const error = { code: 'app-file', message: `The upload stopped: ${why}.` };
    expect(await create([CREATED], { app })).toMatchObject({
      creation: { outcome: 'not-started', error },
      told: ['failed 101'],
    });
  });

  test.each([
    ['cancelled', 'cancelled: cancelled'],
    ['deadline', 'not-started: deadline'],
  ])('if the run is stopped (%s)', async (reason, words) => {
    const stop = new AbortController();
    const play: Play = async (body, stopped) => {
      stop.abort(reason);
      const failed = await readBody(body);
      await whenAborted(stopped);
      return failed ?? IDENTIFIED;
    };
    expect(await create([play], { stop })).toMatchObject({ words, told: ['failed 101'], slept: [] });
  });

  test('if a response has begun: it is read to its end, however slow it is', async () => {
    const play: Play = async (body, _stopped, clock) => {
      void readBody(body);
      body.responseStarted();
      await clock.sleep(10 * MINUTE);
      expect(body).toHaveProperty('isCommitted', false);
      return respond(413);
    };
    expect(await create([play])).toMatchObject({ words: 'rejected: service-rejected', told: ['failed 101'] });
  });
});

test.each([
  ['created if its identifier comes within a moment', IDENTIFIED, 'created 251929'],
  ['unknown without a response, and not repeated', undefined, 'unknown-start: unknown-start'],
])('a create that the run stops after its end was sent is %s', async (_what, result, words) => {
  const stop = new AbortController();
  const play: Play = async (body, stopped) => {
    await readBody(body);
    stop.abort('cancelled');
    if (!result) await whenAborted(stopped);
    return result ?? noResponse(stoppedRequest());
  };
  const { slept, ...created } = await create([play], { stop });
  expect(created).toMatchObject({ words, creates: 1 });
  expect(slept).toContain(3_000);
});

describe('a create is retried', () => {
  const tooLong = () => Promise.resolve(false);

  test.each<[what: string, plays: readonly Play[], words: string, creates: number, scene?: Scene]>([
    ['after a reset', [early(RESET), CREATED], 'created 251929', 2],
    ['after a limit', [LIMITED, LIMITED, CREATED], 'created 251929', 3],
    ['not after too much of it', [LIMITED], 'rejected: rate-limited', 1, { wait: tooLong }],
    ['at most three times if a proxy ends it as too slow', [TOO_SLOW], 'not-started: service-rejected', 3],
    ['as often for each reason', [TOO_SLOW, TOO_SLOW, early(RESET), early(RESET), CREATED], 'created 251929', 5],
    ['after maintenance', [MAINTENANCE, CREATED], 'created 251929', 2],
    ['not after too much of it', [MAINTENANCE], 'rejected: maintenance', 1, { wait: tooLong }],
    ['when a device may be available', [NO_DEVICE, NO_DEVICE, CREATED], 'created 251929', 3],
    ['not for ever', [NO_DEVICE], 'rejected: service-rejected', 1, { wait: tooLong }],
    ['not if `timeout` comes first', [early(RESET), CREATED], 'not-started: unreachable', 1, { timeLeftMs: 2_000 }],
  ])('%s', async (_what, plays, words, creates, scene = {}) => {
    expect(await create(plays, scene)).toMatchObject({ words, creates });
  });

  test('for five minutes if the address never responded', async () => {
    const { words, tookMs } = await create([early(RESET)], { hasResponded: false });
    expect(words).toBe('not-started: unreachable');
    expect(tookMs).toBeLessThanOrEqual(5 * MINUTE);
    expect(tookMs).toBeGreaterThan(3 * MINUTE);
  });

  test.each([
    ['1 try', [LIMITED]],
    ['2 tries', [early(RESET), LIMITED]],
  ])('as often as its error says: %s', async (tries, plays) => {
    const { creation, log } = await create(plays, { wait: tooLong });
    expect(creation).toMatchObject({ error: { message: expect.stringMatching(`Gave up after ${tries}\\.$`) } });
    const line: unknown = expect.stringMatching(/^info: .*it broke\. No testset was created\. Retrying in 2 s\.$/);
    expect(log).toEqual(plays.slice(1).map(() => line));
  });

  test('no earlier than Retry-After', async () => {
    const { slept } = await create([early({ ...respond(503), headers: { 'retry-after': '90' } }), CREATED]);
    expect(slept[0]).toBe(90_000);
  });

  test('not if the run is stopped meanwhile, with the error of the last try', async () => {
    const stop = new AbortController();
    const wait = () => {
      stop.abort('deadline');
      return Promise.resolve(true);
    };
    const { creation, creates } = await create([MAINTENANCE], { stop, wait });
    const error = { message: expect.stringContaining('maintenance') };
    expect(creation).toMatchObject({ outcome: 'not-started', error });
    expect(creates).toBe(1);
  });
});

describe('the time that the creates of a step share for retries', () => {
  const noName = early(noResponse('name-not-found'));
  const rejected = after(respond(200, 4000));

  test.each<[what: string, plays: readonly Play[], calls: readonly string[]]>([
    ['starts anew when a testset is created', [early(RESET), CREATED], ['failure', 'reset']],
    ['starts anew when a create is rejected: the service is there', [early(RESET), rejected], ['failure', 'reset']],
    ['starts anew after maintenance', [early(RESET), MAINTENANCE, CREATED], ['failure', 'reset', 'reset']],
    ['starts anew after code 4081', [early(RESET), NO_DEVICE, CREATED], ['failure', 'reset', 'reset']],
    ['does not start anew after an unknown start', [early(RESET), after(RESET)], ['failure']],
    ['does not start anew when it is over', [early(RESET)], ['failure', 'failure']],
    ['is shorter for names that are not found', [noName, CREATED], ['no name', 'reset']],
  ])('%s', async (_what, plays, expected) => {
    const calls: string[] = [];
    const retryBudget: RetryBudget = {
      recordFailure: (isNameNotFound) => calls.push(isNameNotFound ? 'no name' : 'failure'),
      reset: () => calls.push('reset'),
      isExhausted: () => calls.length > 1,
    };
    await create(plays, { retryBudget });
    expect(calls).toEqual(expected);
  });
});

describe('a create during which this action fails', () => {
  const bug = new Error('a bug');

  test('is unknown from the moment at which the end of the body is handed over', async () => {
    const play: Play = async (body) => {
      // The loop does not ask for anything after the end, as a connection that breaks at this moment.
      for await (const chunk of body.stream()) if (Buffer.from(chunk).toString().endsWith('--\r\n')) throw bug;
      return IDENTIFIED;
    };
    expect((await create([play])).creation).toMatchObject({
      outcome: 'unknown-start',
      error: { cause: bug, message: expect.stringContaining('a bug'), hint: expect.stringContaining('Fix login #7') },
    });
  });

  test('is not started before that moment', async () => {
    const { words } = await create([() => Promise.reject(bug)]);
    expect(words).toBe('not-started: unexpected');
  });
});

describe('the early outputs', () => {
  const error = new TestsetError({ code: 'unknown-start', message: 'Cut off.', hint: 'Look for it.' });

  test('the testset of an uncertain create is an output at once, and the outcome stays unknown-start', () => {
    const platform = createPlatform('');
    const record = createEarlyOutputs(platform);
    record(101, { kind: 'sent' });
    record(101, { ...createFailure('unknown-start', error), id: 5 });
    record(102, { kind: 'created', id: 6, announcedDevices: 3 });
    expect(platform.outputs).toEqual({ 'testset-id': '5,6', outcome: 'unknown-start' });
  });

  test('a create that is tried again is uncertain from its next try on', () => {
    const platform = createPlatform('');
    const record = createEarlyOutputs(platform);
    const again = { kind: 'again', reason: 'slow', error, waitMs: 0 } as const;
    const shown = [{ kind: 'sent' } as const, again, { kind: 'sent' } as const].map((create) => {
      record(0, create);
      return platform.outputs['outcome'];
    });
    expect(shown).toEqual(['unknown-start', 'not-started', 'unknown-start']);
  });
});
