import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openApp } from '../../../src/app/app-file.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import { Secret } from '../../../src/model/secret.ts';
import { connectService } from '../../../src/service/client.ts';
import { createTestset } from '../../../src/service/create.ts';
import type { ProxyFor } from '../../../src/service/http/connect.ts';
import { declaredBytes, startOrigin, type Talk } from '../../support/origin.ts';
import { createFastClock, createRuntime } from '../../support/runtime.ts';

/** From a small file to more than the machine's buffers hold, in bytes. */
export const SIZES = [1_000, 200_000, 64_000_000];
/** A speed so slow that the hold outlasts a busy moment of this machine. */
export const PATIENT = 1 / 3;
/** A speed for origins that speak after the whole body, so that the hold decides nothing. */
export const QUICK = 100;
/** Both clocks alike, for waits that the wire keeps to as well; ten times as fast as the machine's. */
export const ONE_CLOCK = { speed: 10, wireSpeed: 10 };

/** What an origin does on one connection. `whole` resolves when the last byte of the body has come. */
export type Play = (talk: Talk, whole: Promise<void>) => void | Promise<void>;

/** One create, and what it meets. */
export interface Scene {
  /** The size of the app, a sparse file. */
  readonly bytes: number;
  /** Played on the connections in order; from the end of the list on, the last one again. */
  readonly plays: readonly Play[];
  readonly tls?: 'localhost' | 'elsewhere';
  /** How the origin is reached; absent: directly. */
  readonly way?: (origin: URL) => Promise<Way>;
  /** How much faster than the machine's the create's own clock goes: the hold and the waits between attempts. */
  readonly speed: number;
  /** The same for the limits of a request; by default real, so that a busy machine is not taken for a stalled network. */
  readonly wireSpeed?: number;
  readonly signal?: AbortSignal;
}

/** A way to an origin. */
export interface Way {
  readonly baseUrl: URL;
  readonly proxyFor?: ProxyFor;
  close?(): Promise<void>;
}

/** What came of it. */
export interface CreateResult {
  /** Such as `created 251929` or `refused: credentials`. */
  readonly words: string;
  /** Bodies that an origin has received to their last byte. */
  readonly whole: number;
  readonly connections: number;
  /** When each connection was made, in milliseconds of the create's clock. */
  readonly times: readonly number[];
}

/** Creates a testset with a file of zeros on an origin that plays as told. */
export async function playCreate(scene: Scene): Promise<CreateResult> {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'));
  const path = join(folder, 'app.apk');
  const file = await open(path, 'w');
  await file.truncate(scene.bytes);
  await file.close();
  const clock = createFastClock(scene.speed, () => 0);
  const table = await openTable(scene, clock);
  const app = await openApp({ path, name: 'app.apk', kind: 'file' }, folder, new AbortController().signal);
  const runtime = createRuntime({ clock, ...(scene.signal && { signal: scene.signal }) });
  const way: Way = (await scene.way?.(table.url)) ?? { baseUrl: table.url };
  const access = { baseUrl: way.baseUrl, userId: 'me', accessKey: new Secret('key') };
  const wire = { ...runtime, clock: createFastClock(scene.wireSpeed ?? 1) };
  const service = connectService(access, wire, way.proxyFor ?? (() => undefined));
  const wanted = {
    json: '{"pid":509}',
    testsetName: 'Fix login #7',
    app,
    maintenanceOver: () => Promise.resolve(true),
  };
  try {
    const creation = await createTestset(service, runtime, wanted);
    const words =
      creation.kind === 'created' ? `created ${creation.id}` : `${creation.outcome}: ${creation.error.code}`;
    return { words, whole: table.whole(), connections: table.times.length, times: table.times };
  } finally {
    service.close();
    await Promise.all([app.close(), way.close?.(), table.close()]);
    await rm(folder, { recursive: true });
  }
}

interface Table {
  readonly url: URL;
  whole(): number;
  readonly times: readonly number[];
  close(): Promise<void>;
}

async function openTable({ plays, tls }: Scene, clock: Clock): Promise<Table> {
  let whole = 0;
  const times: number[] = [];
  const origin = await startOrigin(async (talk, number) => {
    times.push(clock.now());
    const arrived = talk.head.then((head) => talk.body(declaredBytes(head)));
    void arrived.then(() => {
      whole += 1;
    });
    await plays[Math.min(number, plays.length) - 1]?.(talk, arrived);
  }, tls);
  return { url: origin.url, whole: () => whole, times, close: () => origin.close() };
}
