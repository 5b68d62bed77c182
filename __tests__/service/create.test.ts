import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer as bytesOf } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { openApp } from '../../src/app/app-file.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import { Secret } from '../../src/model/secret.ts';
import { connectService, type MultipartBody, type Service } from '../../src/service/client.ts';
import { createTestset, type CreateResult, type CreateOptions } from '../../src/service/create.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { declaredBytes, startOrigin, type Talk } from '../support/origin.ts';
import { createFastClock, createRecordingLog, createRuntime } from '../support/runtime.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'create-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const CREATED = JSON.stringify({
  data: { test_count: 3, testset_id: 251929 },
  result_code: 0,
  result_msg: '',
  reason: '',
});
const MAINTENANCE = JSON.stringify({
  data: {},
  result_code: 8000,
  result_msg: 'System Maintenance',
  reason: 'tonight',
});
const SIZES = [1_000, 200_000, 8_000_000];

/**
 * The hold must outlast a busy moment of this machine: a faster one would release the end before the server, which lives in the same
 * process, has had its say.
 */
const UNHURRIED = createFastClock(1, () => 0);

interface Scene {
  readonly bytes?: number;
  /** For what the create itself waits for: the hold, the back-off. By default the hold is as long as it is, and there is no back-off. */
  readonly clock?: Clock;
  /** For the limits of a request; real by default, so that a busy machine is not taken for a stalled network. */
  readonly wireClock?: Clock;
  readonly signal?: AbortSignal;
  readonly maintenanceOver?: () => Promise<boolean>;
  /** Called once, with the file's path, when its first bytes are sent; the create goes on to wait when it is done. */
  readonly meanwhile?: (path: string) => Promise<void>;
}

interface Outcome {
  readonly creation: CreateResult;
  /** Creates that a server received to their last byte. */
  readonly committed: number;
  readonly connections: number;
  readonly log: readonly string[];
}

type Play = (talk: Talk, number: number, whole: Promise<void>) => void | Promise<void>;

/** Creates a testset with a file on a server that plays as told. */
async function create(play: Play, scene: Scene = {}): Promise<Outcome> {
  let committed = 0;
  const origin = await startOrigin(async (talk, number) => {
    const whole = talk.head.then((head) => talk.body(declaredBytes(head)));
    void whole.then(() => {
      committed += 1;
    });
    await play(talk, number, whole);
  });
  const path = join(folder, 'app.apk');
  await writeFile(path, Buffer.alloc(scene.bytes ?? 1_000, 'apk'));
  const app = await openApp({ path, name: 'app.apk', kind: 'file' }, folder, new AbortController().signal);
  const log = createRecordingLog();
  let meddled: Promise<void> | undefined;
  const clock = scene.clock ?? UNHURRIED;
  const runtime: Runtime = createRuntime({
    log,
    clock: {
      ...clock,
      sleep: async (ms, signal) => meddled?.then(() => clock.sleep(ms, signal)) ?? clock.sleep(ms, signal),
    },
    ...(scene.signal && { signal: scene.signal }),
  });
  const access = { baseUrl: origin.url, userId: 'me', accessKey: new Secret('key') };
  const service = connectService(access, { ...runtime, clock: scene.wireClock ?? createFastClock(1) }, () => undefined);
  const order: CreateOptions = {
    json: '{"pid":509}',
    testsetName: 'Fix login #7',
    app,
    maintenanceOver: scene.maintenanceOver ?? (() => Promise.resolve(true)),
    onProgress: () => {
      meddled ??= scene.meanwhile?.(path);
    },
  };
  try {
    const creation = await createTestset(service, runtime, order);
    return { creation, committed, connections: origin.connections, log: log.lines };
  } finally {
    service.close();
    await Promise.all([app.close(), origin.close()]);
  }
}

function inWords({ creation }: Outcome): string {
  return creation.kind === 'created' ? `created ${creation.id}` : `${creation.outcome}: ${creation.error.code}`;
}

/** First trouble, then a server as it should be. */
function once(trouble: Play): Play {
  return async (talk, number, whole) => {
    if (number === 1) {
      await trouble(talk, number, whole);
      return;
    }
    await whole;
    talk.answer(200, CREATED);
  };
}

const half = async (talk: Talk): Promise<void> => {
  const bytes = declaredBytes(await talk.head);
  await talk.body(Math.floor(bytes / 2));
};

describe.each(SIZES)('a create of %i bytes', (bytes) => {
  test('that is accepted', async () => {
    const outcome = await create(
      async (talk, _number, whole) => {
        await whole;
        talk.answer(200, CREATED);
      },
      { bytes },
    );
    expect(outcome).toMatchObject({
      creation: { kind: 'created', id: 251929, unitTests: 3 },
      committed: 1,
      connections: 1,
    });
  });

  test.each<[string, Play]>([
    [
      'a reset before anything is read',
      (talk) => {
        talk.reset();
      },
    ],
    [
      'a reset in the middle',
      async (talk) => {
        await half(talk);
        talk.reset();
      },
    ],
    [
      'a close in the middle',
      async (talk) => {
        await half(talk);
        talk.socket.end();
      },
    ],
    [
      'a 503 in the middle',
      async (talk) => {
        await half(talk);
        talk.answer(503, 'busy');
      },
    ],
    [
      'a 408 in the middle',
      async (talk) => {
        await half(talk);
        talk.answer(408, '');
      },
    ],
    [
      'a 429 in the middle',
      async (talk) => {
        await half(talk);
        talk.answer(429, '', { 'retry-after': '1' });
      },
    ],
    [
      'a 429 at the end',
      async (talk, _number, whole) => {
        await whole;
        talk.answer(429, '');
      },
    ],
    [
      'maintenance',
      async (talk, _number, whole) => {
        await whole;
        talk.answer(200, MAINTENANCE);
      },
    ],
  ])('is repeated after %s', async (_what, trouble) => {
    const outcome = await create(once(trouble), { bytes });
    expect(inWords(outcome)).toBe('created 251929');
    expect(outcome.connections).toBe(2);
  });

  test.each<[string, Play, string]>([
    [
      'an early 401',
      async (talk) => {
        await half(talk);
        talk.answer(401, 'no');
      },
      'refused: credentials',
    ],
    [
      'an early 413',
      async (talk) => {
        await talk.head;
        talk.answer(413, 'too large');
      },
      'refused: service-refused',
    ],
    [
      'a redirect',
      async (talk, _number, whole) => {
        await whole;
        talk.answer(302, '', { location: 'https://elsewhere.example/' });
      },
      'refused: redirected',
    ],
    [
      'a close after the end',
      async (talk, _number, whole) => {
        await whole;
        talk.socket.end();
      },
      'unknown-start: unknown-start',
    ],
    [
      'a reset after the end',
      async (talk, _number, whole) => {
        await whole;
        talk.reset();
      },
      'unknown-start: unknown-start',
    ],
    [
      'a 502 after the end',
      async (talk, _number, whole) => {
        await whole;
        talk.answer(502, '<html>');
      },
      'unknown-start: unknown-start',
    ],
    [
      'HTML after the end',
      async (talk, _number, whole) => {
        await whole;
        talk.answer(200, '<html>');
      },
      'unknown-start: unknown-start',
    ],
    [
      'an answer cut off within the id',
      async (talk, _number, whole) => {
        await whole;
        talk.say('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"data":{"testset_id": 2519');
        talk.socket.end();
      },
      'unknown-start: unknown-start',
    ],
  ])('is never repeated after %s', async (_what, play, expected) => {
    const outcome = await create(play, { bytes });
    expect(inWords(outcome)).toBe(expected);
    expect(outcome.connections).toBe(1);
  });

  test('whose answer is cut off behind the id goes on with that id', async () => {
    const outcome = await create(
      async (talk, _number, whole) => {
        await whole;
        talk.say('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"data":{"testset_id": 251929, "tes');
        talk.socket.end();
      },
      { bytes },
    );
    expect(inWords(outcome)).toBe('created 251929');
    expect(outcome.connections).toBe(1);
  });
});

describe('a create', () => {
  test('that gets no answer ends as unknown within the stall limit', async () => {
    const outcome = await create(async (_talk, _number, whole) => whole, { wireClock: createFastClock(100) });
    expect(inWords(outcome)).toBe('unknown-start: unknown-start');
    expect(outcome.committed).toBe(1);
  });

  test.each([
    ['shrinks', (path: string) => truncate(path, 10)],
    ['grows', (path: string) => writeFile(path, 'more', { flag: 'a' })],
    ['is replaced', (path: string) => rm(path).then(() => writeFile(path, Buffer.alloc(3_000_000)))],
  ])('is called off when the file %s', async (_what, meanwhile) => {
    const outcome = await create(async (_talk, _number, whole) => whole, {
      bytes: 3_000_000,
      clock: createFastClock(1),
      meanwhile,
    });
    expect(inWords(outcome)).toBe('not-started: app-file');
    expect(outcome.committed).toBe(0);
  });

  test.each(['cancelled', 'deadline'] as const)(
    'that is called off in the upload (%s) was not started',
    async (why) => {
      const ends = new AbortController();
      const outcome = await create(
        async (talk) => {
          await half(talk);
          ends.abort(why);
        },
        { bytes: 200_000, signal: ends.signal },
      );
      expect(inWords(outcome)).toBe(why === 'cancelled' ? 'cancelled: cancelled' : 'not-started: deadline');
      expect(outcome.committed).toBe(0);
    },
  );

  test('that is cancelled after its end waits a moment for the id', async () => {
    const ends = new AbortController();
    const late = await create(
      async (talk, _number, whole) => {
        await whole;
        ends.abort('cancelled');
        setTimeout(() => {
          talk.answer(200, CREATED);
        }, 50);
      },
      { signal: ends.signal },
    );
    expect(inWords(late)).toBe('created 251929');
  });

  test('that is cancelled after its end and gets no answer is unknown', async () => {
    const ends = new AbortController();
    const never = await create(
      async (_talk, _number, whole) => {
        await whole;
        ends.abort('cancelled');
      },
      { signal: ends.signal },
    );
    expect(inWords(never)).toBe('unknown-start: unknown-start');
    expect(never.connections).toBe(1);
  });

  test('is tried again after an upload that took longer than the whole budget', async () => {
    let laterMs = 0;
    const clock: Clock = { ...UNHURRIED, now: () => UNHURRIED.now() + laterMs };
    const outcome = await create(
      once(async (talk) => {
        await half(talk);
        laterMs = 20 * 60_000;
        talk.reset();
      }),
      { clock, bytes: 8_000_000 },
    );
    expect(inWords(outcome)).toBe('created 251929');
  });

  test('of which this action loses track is unknown once its end has left, and an error before', async () => {
    const no = (): never => {
      throw new Error('only a create is asked for here');
    };
    const bug = new Error('a bug');
    const broken = (read: (body: MultipartBody) => Promise<unknown>): Promise<CreateResult> => {
      const create: Service['create'] = async (body) => {
        await read(body);
        throw bug;
      };
      const service = { scenarios: no, status: no, result: no, close: no, create };
      const wanted = { json: '{"pid":509}', testsetName: 'n', maintenanceOver: () => Promise.resolve(true) };
      return createTestset(service, createRuntime(), wanted);
    };
    expect(await broken((body) => bytesOf(body.stream()))).toMatchObject({
      outcome: 'unknown-start',
      error: { cause: bug },
    });
    await expect(broken(() => Promise.resolve())).rejects.toBe(bug);
  });

  test('is put off at most four times by a limit', async () => {
    const outcome = await create(
      async (talk, _number, whole) => {
        await whole;
        talk.answer(429, '');
      },
      { clock: createFastClock(1000) },
    );
    expect(inWords(outcome)).toBe('refused: rate-limited');
    expect(outcome.connections).toBe(4);
  });

  test('is refused when maintenance outlasts its budget', async () => {
    const outcome = await create(
      async (talk, _number, whole) => {
        await whole;
        talk.answer(200, MAINTENANCE);
      },
      { maintenanceOver: () => Promise.resolve(false) },
    );
    expect(inWords(outcome)).toBe('refused: maintenance');
  });

  test('is not started when nobody can be reached for fifteen minutes', async () => {
    const outcome = await create(
      (talk) => {
        talk.reset();
      },
      // Not faster: a connection that takes this machine 50 ms must stay short beside a quarter of an hour.
      { clock: createFastClock(500, () => 0.5) },
    );
    expect(inWords(outcome)).toBe('not-started: unreachable');
    expect(outcome.connections).toBeGreaterThan(5);
    expect(outcome.creation.kind === 'not-created' && outcome.creation.error.message).toMatch(
      /Given up after \d+ tries; nothing was created\.$/,
    );
  });
});
