import { describe, expect, test } from '@jest/globals';

import type { OpenApp } from '../../src/app/app-file.ts';
import { createTestset } from '../../src/create/create-testset.ts';
import type { EarlyOutputs } from '../../src/create/early-outputs.ts';
import { createRetryBudget, type RetryBudget } from '../../src/create/retry-budget.ts';
import { whenAborted } from '../../src/runtime/time-limits.ts';
import type { MultipartBody, Service } from '../../src/service/client.ts';
import { NetworkError, stoppedRequest, toTransferError } from '../../src/service/http/network-error.ts';
import type { HttpResult } from '../../src/service/http/request.ts';
import { createEagerClock, createRecordingLog, createRuntime } from '../support/runtime.ts';
import { appOf, serviceOf } from './scripted-scenarios.ts';

const MINUTE = 60_000;
const REQUEST = {
  pid: 509,
  testset_name: 'Fix login #7',
  os_type: 'ANDROID',
  scenario_id: 101,
  source_type: 'file',
} as const;

const respond = (status: number, code?: number, data: object = {}): HttpResult => ({
  status,
  headers: {},
  text: code === undefined ? '' : JSON.stringify({ data, result_code: code, result_msg: '', reason: '' }),
});
const CREATED = respond(200, 0, { test_count: 3, testset_id: 251929 });
const MAINTENANCE = respond(503, 8000);
const RESET: HttpResult = { error: new NetworkError('reset', 'it broke') };

/** What the service does with one create. */
type Play = (body: MultipartBody, stop: AbortSignal) => Promise<HttpResult>;

/** Reads as much of the body as there is, as the HTTP client does. */
async function readBody(body: MultipartBody): Promise<HttpResult | undefined> {
  try {
    for await (const chunk of body.stream()) expect(chunk.length).toBeGreaterThan(0);
    return undefined;
  } catch (error) {
    return { error: toTransferError(error) };
  }
}

/** Responds when the whole body has arrived, or while its end is held back. */
const after =
  (result: HttpResult): Play =>
  async (body) =>
    (await readBody(body)) ?? result;
const early =
  (result: HttpResult): Play =>
  () =>
    Promise.resolve(result);

interface Scene {
  readonly app?: OpenApp;
  readonly clock?: ReturnType<typeof createEagerClock>;
  readonly signal?: AbortSignal;
  readonly timeLeftMs?: number;
  readonly hasResponded?: boolean;
  readonly waitOutMaintenance?: () => Promise<boolean>;
  readonly retryBudget?: RetryBudget;
}

/** Creates a testset; the last play is repeated. @returns also what the early outputs were told, and `words` such as `created 251929` */
async function create(plays: readonly Play[], scene: Scene = {}) {
  let creates = 0;
  const { clock = createEagerClock(), signal, timeLeftMs = Infinity, hasResponded = true } = scene;
  const send: Service['create'] = (body, stop) => {
    creates += 1;
    const play = plays[Math.min(creates, plays.length) - 1];
    if (!play) throw new Error('there is no play');
    return play(body, stop);
  };
  const service = { ...serviceOf({ create: send }), hasResponded: () => hasResponded };
  const log = createRecordingLog();
  const runtime = createRuntime({ clock, log, timeLeftMs: () => timeLeftMs, ...(signal && { signal }) });
  const told: string[] = [];
  const tell = (what: string) => (scenario: number) => {
    told.push(`${what} ${scenario}`);
  };
  const outputs: EarlyOutputs = {
    markUncertain: tell('uncertain'),
    notCreated: tell('not created'),
    finished: tell('finished'),
  };
  const creation = await createTestset(
    { service, runtime, outputs },
    {
      request: REQUEST,
      app: scene.app,
      retryBudget: scene.retryBudget ?? createRetryBudget(clock, service),
      waitOutMaintenance: scene.waitOutMaintenance ?? (() => Promise.resolve(true)),
    },
  );
  const words = 'error' in creation ? `${creation.outcome}: ${creation.error.code}` : `created ${creation.id}`;
  return { creation, words, creates, told, log: log.lines };
}

test('a testset is created at once, and is uncertain while its response is awaited', async () => {
  const { creation, creates, told } = await create([after(CREATED)]);
  expect(creation).toEqual({ id: 251929, announcedDevices: 3 });
  expect(creates).toBe(1);
  expect(told).toEqual(['uncertain 101', 'finished 101']);
});

describe('a create stops before its end is sent', () => {
  test.each<[what: string, app: Partial<OpenApp>]>([
    ['if the file is changed', { change: () => Promise.resolve('the file was changed') }],
    [
      'if the file cannot be read',
      {
        chunks: () => {
          throw new Error('EIO');
        },
      },
    ],
  ])('%s', async (_what, app) => {
    expect(await create([after(CREATED)], { app: appOf(app) })).toMatchObject({
      words: 'not-started: app-file',
      told: ['finished 101'],
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
      return failed ?? CREATED;
    };
    const clock = createEagerClock();
    expect(await create([play], { signal: stop.signal, clock })).toMatchObject({ words, told: ['finished 101'] });
    expect(clock.slept).toEqual([]);
  });

  test('if a response has begun: it is read to its end, however slow it is', async () => {
    const clock = createEagerClock();
    const play: Play = async (body) => {
      const reading = readBody(body);
      body.responseStarted();
      await clock.sleep(10 * MINUTE);
      expect(body).toHaveProperty('isCommitted', false);
      void reading;
      return respond(413);
    };
    expect(await create([play], { clock })).toMatchObject({
      words: 'refused: service-refused',
      told: ['finished 101'],
    });
  });
});

describe('a create that the run stops after its end was sent', () => {
  test.each<[what: string, result: HttpResult | undefined, words: string]>([
    ['waits a moment for the identifier', CREATED, 'created 251929'],
    ['is unknown without a response, and not repeated', undefined, 'unknown-start: unknown-start'],
  ])('%s', async (_what, result, words) => {
    const [stop, clock] = [new AbortController(), createEagerClock()];
    let waitedMs = 0;
    const play: Play = async (body, stopped) => {
      await readBody(body);
      const sentAt = clock.now();
      stop.abort('cancelled');
      if (result) return result;
      await whenAborted(stopped);
      waitedMs = clock.now() - sentAt;
      return { error: stoppedRequest() };
    };
    expect(await create([play], { signal: stop.signal, clock })).toMatchObject({ words, creates: 1 });
    expect(waitedMs).toBe(result ? 0 : 3_000);
  });
});

describe('a create is retried', () => {
  test.each<[what: string, plays: readonly Play[], words: string, creates: number]>([
    ['after a reset', [early(RESET), after(CREATED)], 'created 251929', 2],
    ['at most four times if it is limited', [after(respond(429))], 'refused: rate-limited', 4],
    [
      'at most three times if a proxy ends the upload as too slow',
      [early(respond(408))],
      'not-started: service-refused',
      3,
    ],
    [
      'as often for each reason',
      [early(respond(408)), early(respond(408)), ...Array<Play>(3).fill(after(respond(429))), after(CREATED)],
      'created 251929',
      6,
    ],
    ['after maintenance', [after(MAINTENANCE), after(CREATED)], 'created 251929', 2],
  ])('%s', async (_what, plays, words, creates) => {
    expect(await create(plays)).toMatchObject({ words, creates });
  });

  test('no earlier than Retry-After says', async () => {
    const clock = createEagerClock();
    const { log } = await create([after({ ...respond(429), headers: { 'retry-after': '70' } }), after(CREATED)], {
      clock,
    });
    expect(clock.slept).toContain(70_000);
    expect(log).toEqual([expect.stringMatching(/No testset was created\. Retrying in 70 s\.$/)]);
  });

  test('for five minutes if the address never responded', async () => {
    const clock = createEagerClock();
    const began = clock.now();
    const played = await create([early(RESET)], { clock, hasResponded: false });
    expect(played.words).toBe('not-started: unreachable');
    expect(played.creation).toMatchObject({ error: { message: expect.stringMatching(/Gave up after \d+ tries\.$/) } });
    expect(clock.now() - began).toBeLessThanOrEqual(5 * MINUTE);
    expect(clock.now() - began).toBeGreaterThan(3 * MINUTE);
  });

  test('not if `timeout` comes first', async () => {
    const scene = { timeLeftMs: 2_000, clock: createEagerClock(0.5) };
    const played = await create([early(RESET), after(CREATED)], scene);
    expect(played).toMatchObject({ words: 'not-started: deadline', creates: 1 });
  });

  test('not if the maintenance budget is used up', async () => {
    const played = await create([after(MAINTENANCE)], { waitOutMaintenance: () => Promise.resolve(false) });
    expect(played).toMatchObject({ words: 'refused: maintenance', creates: 1 });
  });

  test('not if the run is stopped meanwhile, with the error of the last try', async () => {
    const stop = new AbortController();
    const waitOutMaintenance = () => {
      stop.abort('deadline');
      return Promise.resolve(true);
    };
    const { creation, creates } = await create([after(MAINTENANCE)], { signal: stop.signal, waitOutMaintenance });
    expect(creation).toMatchObject({
      outcome: 'not-started',
      error: { message: expect.stringContaining('maintenance') },
    });
    expect(creates).toBe(1);
  });
});

describe('the time that the creates of a step share for retries', () => {
  test.each<[what: string, plays: readonly Play[], calls: readonly string[]]>([
    ['starts anew when a testset is created', [early(RESET), after(CREATED)], ['failure', 'reset']],
    [
      'starts anew when a create is refused: the service is there',
      [early(RESET), after(respond(200, 4000))],
      ['failure', 'reset'],
    ],
    [
      'starts anew after maintenance',
      [early(RESET), after(MAINTENANCE), after(CREATED)],
      ['failure', 'reset', 'reset'],
    ],
    ['does not start anew after an unknown start', [early(RESET), after(RESET)], ['failure']],
    ['does not start anew when it is over', [early(RESET)], ['failure', 'failure']],
    [
      'is shorter for names that are not found',
      [early({ error: new NetworkError('name-not-found', 'no name') }), after(CREATED)],
      ['no name', 'reset'],
    ],
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
      return CREATED;
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
