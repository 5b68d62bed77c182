import { describe, expect, test } from '@jest/globals';

import type { Service } from '../../src/service/client.ts';
import { NetworkError } from '../../src/service/http/network-error.ts';
import { createMaintenanceWait } from '../../src/service/retry-budget.ts';
import type { ServiceReply } from '../../src/service/reply.ts';
import { LIST_RETRY_MS, listScenarios, type ScenarioListResult } from '../../src/service/scenario-list.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { createEagerClock, createRuntime } from '../support/runtime.ts';

type List = ServiceReply<readonly number[]>;

const code = (number: number, retryAfterMs = 0): List => ({
  kind: 'code',
  retryAfterMs,
  status: 200,
  envelope: { code: number, message: 'Message', reason: '', data: {} },
});
const ok: List = { kind: 'ok', value: [] };
const silent = (kind: 'certificate' | 'dns' | 'proxy-credentials'): List => ({
  kind: 'no-response',
  error: new NetworkError(kind, 'x'),
});

/** A service that answers questions for scenarios from a list, its last answer for ever. */
function scripted(...replies: readonly List[]): { service: Service; asked: () => number } {
  let asked = 0;
  const no = (): never => {
    throw new Error('only scenarios are asked for here');
  };
  const service: Service = {
    status: no,
    result: no,
    create: no,
    close: no,
    scenarios: () => {
      asked += 1;
      return Promise.resolve(replies[Math.min(asked, replies.length) - 1] ?? ok);
    },
  };
  return { service, asked: () => asked };
}

function ask(service: Service, runtime: Runtime, failingMs = 0): Promise<ScenarioListResult> {
  const maintenanceOver = createMaintenanceWait(service, runtime, 509);
  return listScenarios(service, runtime, { projectId: 509 }, { maintenanceOver, failingMs });
}

async function look(service: Service, runtime: Runtime): Promise<string> {
  const listing = await ask(service, runtime);
  return listing.kind === 'not-created' ? `${listing.outcome}: ${listing.error.code}` : listing.kind;
}

describe('the look before the upload', () => {
  test.each<[string, List, string]>([
    ['a list', ok, 'listed'],
    ['401', { kind: 'status', status: 401 }, 'refused: credentials'],
    ['no such project', code(2001), 'refused: service-refused'],
    ['a project that is none', code(4051), 'refused: service-refused'],
    ['a bad certificate', silent('certificate'), 'not-started: untrusted'],
    ['a proxy that wants credentials', silent('proxy-credentials'), 'not-started: proxy'],
    ['a name server that does not answer', silent('dns'), 'unlisted'],
    ['trouble with the list alone', code(5005), 'unlisted'],
    ['404 that is none of the service', { kind: 'status', status: 404 }, 'not-started: service-refused'],
    ['a redirect', { kind: 'status', status: 301, location: 'https://elsewhere' }, 'not-started: redirected'],
    ['an envelope without a list', { kind: 'status', status: 200, isEnvelope: true }, 'unlisted'],
    ['HTTP 500', { kind: 'status', status: 500 }, 'unlisted'],
  ])('%s', async (_what, reply, expected) => {
    const { service, asked } = scripted(reply);
    expect(await look(service, createRuntime({ clock: createEagerClock() }))).toBe(expected);
    expect(asked()).toBe(1);
  });

  test('a web page is asked three times before it is taken for another address', async () => {
    const page: List = { kind: 'status', status: 200 };
    const runtime = createRuntime({ clock: createEagerClock() });
    const other = scripted(page);
    expect(await look(other.service, runtime)).toBe('not-started: service-refused');
    expect(other.asked()).toBe(3);
    const once = scripted(page, page, ok);
    expect(await look(once.service, runtime)).toBe('listed');
  });

  test('waits for maintenance to end, a look a minute', async () => {
    const clock = createEagerClock();
    const { service } = scripted(
      code(8000),
      code(8000),
      { kind: 'no-response', error: new NetworkError('reset', 'x') },
      ok,
    );
    expect(await look(service, createRuntime({ clock }))).toBe('listed');
    expect(clock.slept).toEqual([60_000, 60_000, 60_000]);
  });

  test('gives up when maintenance lasts for a quarter of an hour, in all', async () => {
    const clock = createEagerClock();
    const runtime = createRuntime({ clock });
    const { service, asked } = scripted(code(8000));
    expect(await look(service, runtime)).toBe('refused: maintenance');
    expect(clock.slept).toHaveLength(15);
    expect(asked()).toBe(16);
    const guard = createMaintenanceWait(service, runtime, 509);
    expect([await guard(0), await guard(0)]).toEqual([false, false]);
    expect(clock.slept).toHaveLength(30);
  });

  test('looks no earlier than the service wishes, and not at all when that is too late', async () => {
    const clock = createEagerClock();
    const runtime = createRuntime({ clock });
    const patient = scripted(code(8000, 90_000), ok);
    expect(await createMaintenanceWait(patient.service, runtime, 509)(400_000)).toBe(true);
    expect(clock.slept).toEqual([400_000, 90_000]);
    const late = scripted(ok);
    expect(await createMaintenanceWait(late.service, runtime, 509)(15 * 60_000 + 1)).toBe(false);
    expect(late.asked()).toBe(0);
  });

  test('does not wait for maintenance once the run is over', async () => {
    const { service, asked } = scripted(code(8000));
    const runtime = createRuntime({ clock: createEagerClock(), signal: AbortSignal.abort('cancelled') });
    expect(await createMaintenanceWait(service, runtime, 509)(0)).toBe(true);
    expect(asked()).toBe(0);
  });

  test('several that wait for maintenance to end wait together', async () => {
    const clock = createEagerClock();
    const runtime = createRuntime({ clock });
    const { service, asked } = scripted(code(8000), code(8000), ok);
    const guard = createMaintenanceWait(service, runtime, 509);
    expect(await Promise.all([guard(0), guard(0), guard(0)])).toEqual([true, true, true]);
    expect(asked()).toBe(3);
    expect(clock.slept).toHaveLength(3);
    expect(await guard(0)).toBe(true);
    expect(asked()).toBe(4);
  });
});

describe('a list without which nothing can begin', () => {
  const busy = { kind: 'status', status: 503 } as const;

  test('is asked for again, and names each scenario once', async () => {
    const clock = createEagerClock();
    const { service, asked } = scripted(busy, silent('dns'), { kind: 'ok', value: [5, 3, 5] });
    const listing = await ask(service, createRuntime({ clock }), LIST_RETRY_MS);
    expect(listing).toEqual({ kind: 'listed', scenarios: [5, 3] });
    expect(asked()).toBe(3);
    expect(clock.slept).toHaveLength(2);
  });

  test.each<[string, List, boolean, number]>([
    ['answers that it is busy', busy, true, 5],
    ['does not answer', silent('dns'), false, 5],
    ['has no list', code(5005), true, 1],
  ])('is done without when the service %s', async (_what, reply, refused, atLeast) => {
    const clock = createEagerClock();
    const { service, asked } = scripted(reply);
    expect(await ask(service, createRuntime({ clock }), LIST_RETRY_MS)).toMatchObject({ kind: 'unlisted', refused });
    expect(asked()).toBeGreaterThanOrEqual(atLeast);
    expect(clock.now() - 1_000_000).toBeLessThanOrEqual(LIST_RETRY_MS);
  });

  test('is never asked for earlier than the service wishes, nor when that is too late', async () => {
    const clock = createEagerClock();
    const wishes = (retryAfterMs: number): List => ({ ...busy, retryAfterMs });
    const patient = scripted(wishes(90_000), ok);
    expect(await ask(patient.service, createRuntime({ clock }), LIST_RETRY_MS)).toMatchObject({ kind: 'listed' });
    expect(clock.slept).toEqual([90_000]);
    const late = scripted(wishes(LIST_RETRY_MS + 1), ok);
    expect(await ask(late.service, createRuntime({ clock }), LIST_RETRY_MS)).toMatchObject({ kind: 'unlisted' });
    expect(late.asked()).toBe(1);
    const muchTooLate = scripted(wishes(15 * 60_000 + 1), ok);
    expect(await look(muchTooLate.service, createRuntime({ clock }))).toBe('not-started: service-refused');
  });

  test('is not asked for any more when the run is over', async () => {
    const { service, asked } = scripted(busy);
    const runtime = createRuntime({ clock: createEagerClock(), signal: AbortSignal.abort('cancelled') });
    expect(await ask(service, runtime, LIST_RETRY_MS)).toMatchObject({ kind: 'not-created', outcome: 'cancelled' });
    expect(asked()).toBe(1);
  });
});
