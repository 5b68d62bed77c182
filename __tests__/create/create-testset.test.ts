import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { openApp } from '../../src/app/app-file.ts';
import { Secret } from '../../src/model/secret.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import { connectService, type MultipartBody, type Service } from '../../src/service/client.ts';
import { createTestset, type CreateResult } from '../../src/create/create-testset.ts';
import { createRetryBudget, type RetryBudget } from '../../src/create/retry-budget.ts';
import { declaredBytes, startOrigin, type Talk } from '../support/origin.ts';
import { createFastClock, createRuntime } from '../support/runtime.ts';

// docs/design.md §3; every row of the table is played in __tests__/soak/create-table.test.ts.

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'create-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const envelope = (code: number, data: object): string =>
  JSON.stringify({ data, result_code: code, result_msg: '', reason: '' });
const CREATED = envelope(0, { test_count: 3, testset_id: 251929 });
const MAINTENANCE = envelope(8000, {});
const waitOutMaintenance = () => Promise.resolve(true);

/** Real time without backoff: the end of the body is held back long enough for the server, which runs in this process. */
const REAL_TIME = createFastClock(1, () => 0);

interface Scene {
  readonly bytes?: number;
  /** For the hold and the backoff; the timeouts of the requests are always real. */
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  readonly timeLeftMs?: number;
  readonly waitOutMaintenance?: () => Promise<boolean>;
  readonly retryBudget?: RetryBudget;
  /** Called once, with the path of the file, when its first bytes are sent; the end of the body is held until it is done. */
  readonly changeFile?: (path: string) => Promise<void>;
}

interface Played {
  readonly creation: CreateResult;
  /** Creates that the server received completely. */
  readonly complete: number;
  readonly connections: number;
}

type Play = (talk: Talk, number: number, complete: Promise<void>) => void | Promise<void>;

/** Creates a testset with a file on a server that behaves as `play` says. */
async function create(play: Play, scene: Scene = {}): Promise<Played> {
  let received = 0;
  const origin = await startOrigin(async (talk, number) => {
    const complete = talk.head.then((head) => talk.body(declaredBytes(head)));
    void complete.then(() => {
      received += 1;
    });
    await play(talk, number, complete);
  });
  const path = join(folder, 'app.apk');
  await writeFile(path, Buffer.alloc(scene.bytes ?? 1_000, 'apk'));
  const app = await openApp({ path, name: 'app.apk', kind: 'file' }, folder, new AbortController().signal);
  const { clock = REAL_TIME } = scene;
  let changed: Promise<void> | undefined;
  const sleep: Clock['sleep'] = async (ms, signal) => {
    await changed;
    await clock.sleep(ms, signal);
  };
  const runtime = createRuntime({
    clock: { ...clock, sleep },
    ...(scene.signal && { signal: scene.signal }),
    timeLeftMs: () => scene.timeLeftMs ?? Infinity,
  });
  const access = { baseUrl: origin.url, userId: 'me', accessKey: new Secret('key') };
  const service = connectService(access, { ...runtime, clock: createFastClock(1) }, () => undefined);
  try {
    const creation = await createTestset(service, runtime, {
      json: '{"pid":509}',
      testsetName: 'Fix login #7',
      app,
      retryBudget: scene.retryBudget ?? createRetryBudget(clock, service),
      waitOutMaintenance: scene.waitOutMaintenance ?? waitOutMaintenance,
      onProgress: () => {
        changed ??= scene.changeFile?.(path);
      },
    });
    return { creation, complete: received, connections: origin.connections };
  } finally {
    service.close();
    await Promise.all([app.close(), origin.close()]);
  }
}

function inWords({ creation }: Played): string {
  return creation.kind === 'created' ? `created ${creation.id}` : `${creation.outcome}: ${creation.error.code}`;
}

/** Responds when the whole body has arrived. */
const respond =
  (body: string): Play =>
  async (talk, _number, complete) => {
    await complete;
    talk.answer(200, body);
  };

const readHalf = async (talk: Talk): Promise<void> => talk.body(Math.floor(declaredBytes(await talk.head) / 2));

test('a create sends the app once and returns the testset', async () => {
  expect(await create(respond(CREATED), { bytes: 8_000_000 })).toEqual({
    creation: { kind: 'created', id: 251929, announcedDevices: 3 },
    complete: 1,
    connections: 1,
  });
});

test.each([
  ['shrinks', (path: string) => truncate(path, 10)],
  ['grows', (path: string) => writeFile(path, 'more', { flag: 'a' })],
  ['is replaced', (path: string) => rm(path).then(() => writeFile(path, Buffer.alloc(3_000_000)))],
])('a create stops before its end is sent if the file %s', async (_what, changeFile) => {
  const played = await create(respond(CREATED), { bytes: 3_000_000, changeFile });
  expect(inWords(played)).toBe('not-started: app-file');
  expect(played.complete).toBe(0);
});

describe('a create that the run stops', () => {
  test.each([
    ['cancelled', 'cancelled: cancelled'],
    ['deadline', 'not-started: deadline'],
  ])('during the upload is not started (%s)', async (reason, expected) => {
    const stop = new AbortController();
    const play: Play = async (talk) => {
      await readHalf(talk);
      stop.abort(reason);
    };
    const played = await create(play, { bytes: 200_000, signal: stop.signal });
    expect(inWords(played)).toBe(expected);
    expect(played.complete).toBe(0);
  });

  test.each([
    ['waits a moment for the identifier', CREATED, 'created 251929'],
    ['is unknown without a response, and not repeated', undefined, 'unknown-start: unknown-start'],
  ])('after the upload %s', async (_what, body, expected) => {
    const cancel = new AbortController();
    const play: Play = async (talk, _number, complete) => {
      await complete;
      cancel.abort('cancelled');
      if (body !== undefined)
        setTimeout(() => {
          talk.answer(200, body);
        }, 50);
    };
    const played = await create(play, { signal: cancel.signal });
    expect(inWords(played)).toBe(expected);
    expect(played.connections).toBe(1);
  });
});

test('a create that could be retried only after `timeout` ends at once', async () => {
  const play: Play = async (talk, number, complete) => {
    if (number > 1) return respond(CREATED)(talk, number, complete);
    await readHalf(talk);
    talk.reset();
  };
  const played = await create(play, { bytes: 200_000, timeLeftMs: 0 });
  expect([inWords(played), played.connections]).toEqual(['not-started: deadline', 1]);
});

describe('a create is retried', () => {
  test('after an upload that took longer than the retry budget', async () => {
    let offsetMs = 0;
    const clock: Clock = { ...REAL_TIME, now: () => REAL_TIME.now() + offsetMs };
    const play: Play = async (talk, number, complete) => {
      if (number > 1) return respond(CREATED)(talk, number, complete);
      await readHalf(talk);
      offsetMs = 20 * 60_000;
      talk.reset();
    };
    expect(inWords(await create(play, { clock, bytes: 8_000_000 }))).toBe('created 251929');
  });

  test('three times if a proxy ends the upload as too slow', async () => {
    const play: Play = async (talk) => {
      await readHalf(talk);
      talk.answer(408, '');
    };
    const played = await create(play, { bytes: 200_000 });
    expect([inWords(played), played.connections]).toEqual(['not-started: service-refused', 3]);
  });

  test('for its whole time after maintenance', async () => {
    let now = 0;
    const clock: Clock = { ...REAL_TIME, now: () => now };
    const play: Play = async (talk, number, complete) => {
      if (number === 2) return respond(MAINTENANCE)(talk, number, complete);
      if (number > 3) return respond(CREATED)(talk, number, complete);
      await readHalf(talk);
      talk.reset();
    };
    const wait = () => {
      now += 15 * 60_000;
      return Promise.resolve(true);
    };
    expect(inWords(await create(play, { clock, bytes: 200_000, waitOutMaintenance: wait }))).toBe('created 251929');
  });

  test('until the maintenance budget is used up', async () => {
    const played = await create(respond(MAINTENANCE), { waitOutMaintenance: () => Promise.resolve(false) });
    expect(inWords(played)).toBe('refused: maintenance');
  });

  test('for five minutes if the address never responded', async () => {
    const play: Play = (talk) => {
      talk.reset();
    };
    // Not faster: a connection that takes 50 ms here must stay short compared with five minutes.
    const played = await create(play, { clock: createFastClock(500, () => 0.5) });
    expect(inWords(played)).toBe('not-started: unreachable');
    expect(played.connections).toBeGreaterThan(5);
  });
});

describe('the time that the creates of a step share for retries', () => {
  /** What a create says to the budget. @param failures that are still allowed */
  async function budgetCalls(play: Play, failures: number): Promise<readonly string[]> {
    const calls: string[] = [];
    const retryBudget: RetryBudget = {
      recordFailure: (isNameNotFound) => calls.push(isNameNotFound ? 'no name' : 'failure'),
      reset: () => calls.push('reset'),
      isExhausted: () => calls.length > failures,
    };
    await create(play, { retryBudget });
    return calls;
  }
  const reset: Play = (talk) => {
    talk.reset();
  };

  test.each([
    ['a testset is created', respond(CREATED)],
    ['a create is refused: the service is there', respond(envelope(4000, {}))],
  ])('starts anew when %s', async (_what, play) => {
    const fails: Play = (talk, number, complete) => (number === 1 ? reset : play)(talk, number, complete);
    expect(await budgetCalls(fails, 9)).toEqual(['failure', 'reset']);
  });

  test('does not start anew when it is over', async () => {
    expect(await budgetCalls(reset, 1)).toEqual(['failure', 'failure']);
  });
});

describe('a create during which this action fails', () => {
  const bug = new Error('a bug');

  /** Creates a testset with a service that throws after it has read `read` of the body. */
  function createBroken(read: (body: MultipartBody) => Promise<unknown>): Promise<CreateResult> {
    const unused = (): never => {
      throw new Error('only the create is used');
    };
    const create: Service['create'] = async (body) => {
      await read(body);
      throw bug;
    };
    const others = { scenarios: unused, status: unused, result: unused, close: unused };
    const service = { ...others, hasResponded: () => true, hasAcceptedCredentials: () => false, create };
    const retryBudget = createRetryBudget(REAL_TIME, service);
    const options = { json: '{"pid":509}', testsetName: 'n', waitOutMaintenance, retryBudget };
    return createTestset(service, createRuntime(), options);
  }

  test('is unknown from the moment at which the end of the body is handed over', async () => {
    const readUntilEnd = async (body: MultipartBody): Promise<void> => {
      // The loop does not ask for anything after the end, as a connection that breaks at this moment.
      for await (const chunk of body.stream()) if (Buffer.from(chunk).toString().endsWith('--\r\n')) return;
    };
    expect(await createBroken(readUntilEnd)).toMatchObject({ outcome: 'unknown-start', error: { cause: bug } });
  });

  test('throws before that moment', async () => {
    await expect(createBroken(() => Promise.resolve())).rejects.toBe(bug);
  });
});
