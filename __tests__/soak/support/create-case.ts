import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openApp } from '../../../src/app/app-file.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import { Secret } from '../../../src/model/secret.ts';
import { aborted } from '../../../src/runtime/time-limits.ts';
import { connectService } from '../../../src/service/client.ts';
import { createTestset } from '../../../src/service/create.ts';
import type { ProxyFor } from '../../../src/runtime/platform.ts';
import { declaredBytes, startOrigin, type Talk } from '../../support/origin.ts';
import { createFastClock, createRuntime } from '../../support/runtime.ts';

/** From a small file to more than the machine's buffers hold, in bytes. */
export const SIZES = [1_000, 200_000, 64_000_000];
/** A clock so slow that the hold outlasts a busy moment of this machine. */
export const SLOW = 1 / 3;
/** A clock for a service that responds after the whole body, where the hold decides nothing. */
export const FAST = 100;
/** Both clocks ten times as fast as the machine's, for waits that requests keep as well. */
export const ONE_CLOCK = { speed: 10, wireSpeed: 10 };

/** What the service does on one connection. `whole` resolves when the last byte of the body has arrived. */
export type Behaviour = (talk: Talk, whole: Promise<void>) => void | Promise<void>;

/** One create and the service that it is sent to. */
export interface CreateCase {
  /** The size of the app, a sparse file. */
  readonly bytes: number;
  /** One for each connection; the last one for all that follow. */
  readonly behaviours: readonly Behaviour[];
  readonly tls?: 'localhost' | 'elsewhere';
  /** How the service is reached; absent: directly. */
  readonly route?: (service: URL) => Promise<Route>;
  /** How much faster than the machine's clock that of the create is: for the hold and the waits between tries. */
  readonly speed: number;
  /** The same for the timeouts of a request, which then begin when a whole body has arrived, so that a busy machine is not taken for a stalled network; 1 by default. */
  readonly wireSpeed?: number;
  readonly signal?: AbortSignal;
}

/** How a service is reached. */
export interface Route {
  readonly baseUrl: URL;
  readonly proxyFor?: ProxyFor;
  close?(): Promise<void>;
}

/** What came of a create. */
export interface CreateSummary {
  /** Such as `created 251929` or `refused: credentials`. */
  readonly result: string;
  /** Bodies that the service received to their last byte. */
  readonly whole: number;
  readonly connections: number;
  /** When the connections were made, in milliseconds of the create's clock. */
  readonly times: readonly number[];
}

/** Creates a testset with an app of zeros. */
export async function runCreate(test: CreateCase): Promise<CreateSummary> {
  const folder = await mkdtemp(join(tmpdir(), 'create-'));
  const path = join(folder, 'app.apk');
  const file = await open(path, 'w');
  await file.truncate(test.bytes);
  await file.close();
  const clock = createFastClock(test.speed, () => 0);
  const origin = await startService(test, clock);
  const app = await openApp({ path, name: 'app.apk', kind: 'file' }, folder, new AbortController().signal);
  const runtime = createRuntime({ clock, ...(test.signal && { signal: test.signal }) });
  const route: Route = (await test.route?.(origin.url)) ?? { baseUrl: origin.url };
  const access = { baseUrl: route.baseUrl, userId: 'me', accessKey: new Secret('key') };
  const wire = { ...runtime, clock: test.wireSpeed ? sleepAfter(origin.arrived, test.wireSpeed) : createFastClock(1) };
  const service = connectService(access, wire, route.proxyFor ?? (() => undefined));
  const wanted = {
    json: '{"pid":509}',
    testsetName: 'Fix login #7',
    app,
    waitForMaintenance: () => Promise.resolve(true),
  };
  try {
    const creation = await createTestset(service, runtime, wanted);
    const result =
      creation.kind === 'created' ? `created ${creation.id}` : `${creation.outcome}: ${creation.error.code}`;
    return { result, whole: origin.whole(), connections: origin.times.length, times: origin.times };
  } finally {
    service.close();
    await Promise.all([app.close(), route.close?.(), origin.close()]);
    await rm(folder, { recursive: true });
  }
}

/** A fast clock whose sleeps begin when `start` resolves. */
function sleepAfter(start: Promise<void>, speed: number): Clock {
  const clock = createFastClock(speed);
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    await Promise.race(signal ? [start, aborted(signal)] : [start]);
    await clock.sleep(ms, signal);
  };
  return { ...clock, sleep };
}

interface TestService {
  readonly url: URL;
  whole(): number;
  /** Resolves when the first whole body has arrived. */
  readonly arrived: Promise<void>;
  readonly times: readonly number[];
  close(): Promise<void>;
}

async function startService({ behaviours, tls }: CreateCase, clock: Clock): Promise<TestService> {
  let whole = 0;
  const first = Promise.withResolvers<undefined>();
  const times: number[] = [];
  const origin = await startOrigin(async (talk, number) => {
    times.push(clock.now());
    const arrived = talk.head.then((head) => talk.body(declaredBytes(head)));
    void arrived.then(() => {
      whole += 1;
      first.resolve(undefined);
    });
    await behaviours[Math.min(number, behaviours.length) - 1]?.(talk, arrived);
  }, tls);
  return { url: origin.url, whole: () => whole, arrived: first.promise, times, close: () => origin.close() };
}
