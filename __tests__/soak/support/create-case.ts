import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openApp } from '../../../src/app/app-file.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import { Secret } from '../../../src/model/secret.ts';
import { connectService } from '../../../src/service/client.ts';
import { createTestset } from '../../../src/create/create-testset.ts';
import { createEarlyOutputs } from '../../../src/create/early-outputs.ts';
import type { TestsetRequest } from '../../../src/create/request.ts';
import { createRetryBudget } from '../../../src/create/retry-budget.ts';
import type { ProxyFor } from '../../../src/runtime/platform.ts';
import { declaredBytes, startOrigin, type Talk } from '../../support/origin.ts';
import { inVirtualTime } from '../../support/in-virtual-time.ts';
import { createRuntime } from '../../support/runtime.ts';

/** The identifier of the testset that {@link accept} creates. */
export const ID = 251929;

/** A response of the service. */
export const envelope = (code: number, data: object = {}): string =>
  JSON.stringify({ data, result_code: code, result_msg: '', reason: '' });

/** The response to a create. */
export const CREATED = envelope(0, { test_count: 3, testset_id: ID });

/** Accepts the create. */
export const accept: Behaviour = async (talk, whole) => {
  await whole;
  talk.answer(200, CREATED);
};

/** Of an app: in one chunk, and in several, in bytes. */
export const SIZES = [1_000, 200_000];
/** More than the machine's buffers hold, for what happens while an app is sent, in bytes. */
export const LARGE = 40_000_000;

/** What the service does on one connection. `whole` resolves when the last byte of the body has arrived; `clock` is that of the create. */
export type Behaviour = (talk: Talk, whole: Promise<void>, clock: Clock) => unknown;

/** One create and the service that it is sent to. */
export interface CreateCase {
  /** The size of the app, a sparse file. */
  readonly bytes: number;
  /** One for each connection; the last one for all that follow. */
  readonly behaviours: readonly Behaviour[];
  readonly tls?: 'localhost' | 'elsewhere';
  /** How the service is reached; absent: directly. */
  readonly route?: (service: URL) => Promise<Route>;
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

const REQUEST: TestsetRequest = {
  pid: 509,
  testset_name: 'Fix login #7',
  os_type: 'ANDROID',
  scenario_id: 0,
  source_type: 'file',
};

/** Creates a testset with an app of zeros, in virtual time. */
export function runCreate(test: CreateCase): Promise<CreateSummary> {
  return inVirtualTime((clock) => run(test, clock), 0);
}

async function run(test: CreateCase, clock: Clock): Promise<CreateSummary> {
  const folder = await mkdtemp(join(tmpdir(), 'create-'));
  const path = join(folder, 'app.apk');
  const file = await open(path, 'w');
  await file.truncate(test.bytes);
  await file.close();
  const origin = await startService(test, clock);
  const app = await openApp({ path, name: 'app.apk', kind: 'file' }, folder, new AbortController().signal);
  const runtime = createRuntime({ clock });
  const route: Route = (await test.route?.(origin.url)) ?? { baseUrl: origin.url };
  const access = { baseUrl: route.baseUrl, userId: 'me', accessKey: new Secret('key') };
  const service = connectService(access, runtime, route.proxyFor ?? (() => undefined));
  const wanted = {
    request: REQUEST,
    app,
    retryBudget: createRetryBudget(runtime.clock, service),
    waitOutMaintenance: () => Promise.resolve(true),
  };
  try {
    const creation = await createTestset(
      { service, runtime, outputs: createEarlyOutputs({ setOutput: () => undefined }) },
      wanted,
    );
    const result = 'error' in creation ? `${creation.outcome}: ${creation.error.code}` : `created ${creation.id}`;
    return { result, whole: origin.whole(), connections: origin.times.length, times: origin.times };
  } finally {
    service.close();
    await Promise.all([app.close(), route.close?.(), origin.close()]);
    await rm(folder, { recursive: true });
  }
}

interface TestService {
  readonly url: URL;
  whole(): number;
  readonly times: readonly number[];
  close(): Promise<void>;
}

async function startService({ behaviours, tls }: CreateCase, clock: Clock): Promise<TestService> {
  let whole = 0;
  const times: number[] = [];
  const origin = await startOrigin(async (talk, number) => {
    times.push(clock.now());
    const arrived = talk.head.then((head) => talk.body(declaredBytes(head)));
    void arrived.then(() => {
      whole += 1;
    });
    await behaviours[Math.min(number, behaviours.length) - 1]?.(talk, arrived, clock);
  }, tls);
  return { url: origin.url, whole: () => whole, times, close: () => origin.close() };
}
