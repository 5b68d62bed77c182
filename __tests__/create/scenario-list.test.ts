import { describe, expect, test } from '@jest/globals';

import type { Service } from '../../src/service/client.ts';
import { NetworkError, type NetworkErrorKind } from '../../src/service/http/network-error.ts';
import { createMaintenanceWait } from '../../src/create/retry-budget.ts';
import { CHECK_RETRY_MS, LIST_RETRY_MS, listScenarios } from '../../src/create/scenario-list.ts';
import { createEagerClock, createRuntime } from '../support/runtime.ts';
import { codeReply, EMPTY_LIST, scriptScenarios, type ListReply } from './scripted-scenarios.ts';

const http = (status: number): ListReply => ({ status });
const failed = (kind: NetworkErrorKind): ListReply => ({ error: new NetworkError(kind, 'it broke') });

interface Options {
  readonly clock?: ReturnType<typeof createEagerClock>;
  readonly signal?: AbortSignal;
  readonly failingMs?: number;
  readonly timeLeftMs?: number;
}

function list(service: Service, options: Options = {}): ReturnType<typeof listScenarios> {
  const { clock = createEagerClock(), failingMs = CHECK_RETRY_MS, signal, timeLeftMs = Infinity } = options;
  const runtime = createRuntime({ clock, timeLeftMs: () => timeLeftMs, ...(signal && { signal }) });
  return listScenarios(service, runtime, { projectId: 509 }, createMaintenanceWait(service, runtime, 509), failingMs);
}

/** Such as `listed` or `refused: credentials`. */
async function listInWords(service: Service, options: Options = {}): Promise<string> {
  const result = await list(service, options);
  if (!('error' in result)) return 'listed';
  return result.isListOnly ? 'unlisted' : `${result.outcome}: ${result.error.code}`;
}

describe('the check before a create', () => {
  test.each<[string, ListReply, string]>([
    ['a list', EMPTY_LIST, 'listed'],
    ['401', http(401), 'refused: credentials'],
    ['an unknown project', codeReply(2001), 'refused: service-refused'],
    ['an invalid project', codeReply(4051), 'refused: service-refused'],
    ['an untrusted certificate', failed('certificate'), 'not-started: untrusted'],
    ['wrong proxy credentials', failed('proxy-credentials'), 'not-started: proxy'],
    ['an internal error of the list', codeReply(5005), 'unlisted'],
    ['a list that is too large', failed('too-large'), 'unlisted'],
    ['404 without an envelope', http(404), 'not-started: service-refused'],
    ['a redirect', { status: 301, location: 'https://elsewhere' }, 'not-started: redirected'],
    ['an envelope without a list', codeReply(0), 'unlisted'],
  ])('takes one request: %s', async (_what, reply, expected) => {
    const { service, requests } = scriptScenarios(reply);
    expect(await listInWords(service)).toBe(expected);
    expect(requests()).toBe(1);
  });

  test.each<[string, ListReply]>([
    ['HTTP 502', http(502)],
    ['HTTP 503', http(503)],
    ['HTTP 504', http(504)],
    ['a broken connection', failed('reset')],
    ['no connection', failed('refused')],
    ['data that is not there yet', codeReply(6003)],
  ])('is repeated for a minute, and then leaves the rest to the create: %s', async (_what, reply) => {
    // A long random pause does not cut the minute short.
    const clock = createEagerClock(0.9);
    const began = clock.now();
    const { service, requests } = scriptScenarios(reply);
    expect(await listInWords(service, { clock })).toBe('unlisted');
    expect(requests()).toBeGreaterThan(2);
    expect(clock.now() - began).toBe(60_000);
    expect(await listInWords(scriptScenarios(reply, reply, EMPTY_LIST).service)).toBe('listed');
  });

  test('pauses before it asks again for a list in place of a web page, also after its minute', async () => {
    const clock = createEagerClock(0.9);
    const { service } = scriptScenarios(...Array<ListReply>(5).fill(http(503)), http(200));
    expect(await listInWords(service, { clock })).toBe('not-started: service-refused');
    expect(Math.min(...clock.slept)).toBeGreaterThan(0);
  });

  test('treats a web page as a wrong address after three requests', async () => {
    const page = http(200);
    const wrong = scriptScenarios(page);
    expect(await listInWords(wrong.service)).toBe('not-started: service-refused');
    expect(wrong.requests()).toBe(3);
    expect(await listInWords(scriptScenarios(page, page, EMPTY_LIST).service)).toBe('listed');
  });

  test('waits for the end of maintenance, at most 15 minutes', async () => {
    const clock = createEagerClock();
    expect(await listInWords(scriptScenarios(codeReply(8000), EMPTY_LIST).service, { clock })).toBe('listed');
    expect(clock.slept).toEqual([60_000]);
    expect(await listInWords(scriptScenarios(codeReply(8000)).service)).toBe('refused: maintenance');
  });

  test('says that it waited for maintenance when the time is over, and how long it was asked to wait', async () => {
    const { service } = scriptScenarios(codeReply(8000, 120_000), failed('stopped'));
    const stop = new AbortController();
    const sleep = (): Promise<void> => {
      stop.abort('deadline');
      return Promise.resolve();
    };
    const result = await list(service, { clock: { ...createEagerClock(), sleep }, signal: stop.signal });
    expect(result).toMatchObject({
      outcome: 'not-started',
      error: {
        message: expect.stringMatching(/`timeout`.*maintenance.*2m/),
        hint: expect.not.stringContaining('network'),
      },
    });
  });
});

describe('a scenario list that is required', () => {
  const busy = { status: 503 } as const;
  const failingMs = LIST_RETRY_MS;

  test('is retried, and has each scenario once', async () => {
    const { service, requests } = scriptScenarios(busy, failed('no-connection'), { value: [5, 3, 5] });
    expect(await list(service, { failingMs })).toEqual({ scenarios: [5, 3] });
    expect(requests()).toBe(3);
  });

  test('is retried no earlier than Retry-After, and not if that is too late', async () => {
    const clock = createEagerClock();
    const busyFor = (retryAfterMs: number): ListReply => ({ ...busy, retryAfterMs });
    const { service } = scriptScenarios(busyFor(90_000), EMPTY_LIST);
    expect(await listInWords(service, { clock, failingMs })).toBe('listed');
    expect(clock.slept).toEqual([90_000]);
    const late = scriptScenarios(busyFor(LIST_RETRY_MS + 1), EMPTY_LIST);
    expect(await listInWords(late.service, { failingMs })).toBe('unlisted');
    expect(late.requests()).toBe(1);
    const muchTooLate = scriptScenarios(busyFor(15 * 60_000 + 1), EMPTY_LIST);
    expect(await listInWords(muchTooLate.service)).toBe('not-started: service-refused');
  });

  test('is not retried, and nothing is waited for, if `timeout` comes before the next request', async () => {
    const clock = createEagerClock();
    const { service } = scriptScenarios({ ...busy, retryAfterMs: 60_000 }, EMPTY_LIST);
    expect(await listInWords(service, { clock, failingMs, timeLeftMs: 40_000 })).toBe('not-started: deadline');
    expect(clock.slept).toEqual([]);
  });
});
