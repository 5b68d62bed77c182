import { describe, expect, test } from '@jest/globals';

import type { Counts } from '../../src/model/counts.ts';
import type { Service } from '../../src/service/client.ts';
import { NetworkError } from '../../src/service/http/network-error.ts';
import type { ServiceReply } from '../../src/service/reply.ts';
import { pollTestset, type PollResult, type PollOptions } from '../../src/service/poll.ts';
import type { Status } from '../../src/service/wire.ts';
import { createEagerClock, createHandClock, createRuntime } from '../support/runtime.ts';

const MINUTE = 60_000;

function status(word: string, counts: Partial<Counts> = {}): ServiceReply<Status> {
  const value = {
    complete: word === 'Complete',
    word,
    counts: { total: 3, pass: 0, fail: 0, error: 0, stop: 0, ...counts },
    busy: 0,
    gaps: [],
  };
  return { kind: 'ok', value };
}

function code(number: number, retryAfterMs?: number): ServiceReply<Status> {
  const envelope = { code: number, message: 'Message', reason: 'reason', data: {} };
  return { kind: 'code', status: 200, envelope, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

const http = (number: number): ServiceReply<Status> => ({ kind: 'status', status: number });
const silent: ServiceReply<Status> = { kind: 'no-response', error: new NetworkError('reset', 'cut') };

/** A service that answers status questions from a list, its last answer for ever. */
function scripted(replies: readonly ServiceReply<Status>[]): { service: Service; looks: () => number } {
  let looks = 0;
  const no = (): never => {
    throw new Error('only the status is asked for here');
  };
  const next = (): Promise<ServiceReply<Status>> => {
    const reply = replies[Math.min(looks, replies.length - 1)];
    looks += 1;
    return reply ? Promise.resolve(reply) : no();
  };
  return { service: { scenarios: no, result: no, create: no, close: no, status: next }, looks: () => looks };
}

function plan(overrides: Partial<PollOptions> = {}): PollOptions {
  return {
    testsetId: 7,
    unitTests: 3,
    pollImmediately: false,
    once: false,
    onStatus: () => undefined,
    onFailure: () => undefined,
    ...overrides,
  };
}

async function watched(
  replies: readonly ServiceReply<Status>[],
  overrides: Partial<PollOptions> = {},
): Promise<{ ending: PollResult; looks: number; slept: readonly number[] }> {
  const clock = createEagerClock();
  const { service, looks } = scripted(replies);
  const ending = await pollTestset(service, createRuntime({ clock }), plan(overrides));
  return { ending, looks: looks(), slept: clock.slept };
}

describe('the wait for one testset', () => {
  test('ends with the first Complete, after the delays of the table', async () => {
    const { ending, slept } = await watched([
      status('Running', { pass: 1 }),
      status('Running', { pass: 2 }),
      status('Complete', { pass: 3 }),
    ]);
    expect(ending).toMatchObject({ kind: 'complete', status: { counts: { pass: 3 } } });
    expect(slept).toEqual([20_000, 20_000, 15_000]);
  });

  test('looks at once when attaching', async () => {
    const { ending, slept } = await watched([status('Complete')], { pollImmediately: true });
    expect(ending.kind).toBe('complete');
    expect(slept).toEqual([]);
  });

  test('with one look, ends with the first status that was heard', async () => {
    const { ending, looks } = await watched([silent, http(503), status('Running', { pass: 1 })], {
      pollImmediately: true,
      once: true,
    });
    expect(ending).toMatchObject({ kind: 'running', why: 'polled-once', status: { counts: { pass: 1 } } });
    expect(looks).toBe(3);
  });

  test.each([
    ['401', [http(401)], 1],
    ['403 after a good answer', [status('Running'), http(403)], 2],
    ['a code that no good answer came before', [code(5002)], 3],
    ['404 that no good answer came before', [http(404)], 3],
    ['a redirect that no good answer came before', [http(302)], 3],
  ])('%s ends it as refused', async (_what, replies, tries) => {
    const { ending, looks } = await watched(replies);
    expect(ending.kind).toBe('refused');
    expect(looks).toBe(tries);
  });

  test.each([
    ['an error code after a good answer', [status('Running'), code(5002), status('Complete')]],
    ['five resets', [silent, silent, silent, silent, silent, status('Complete')]],
    ['five times 500', [http(500), http(500), http(500), http(500), http(500), status('Complete')]],
    ['five times 429', [http(429), http(429), http(429), http(429), status('Complete')]],
    ['not ready for nine minutes', [...Array.from({ length: 36 }, () => code(6003)), status('Complete')]],
    ['maintenance for ten minutes', [...Array.from({ length: 10 }, () => code(8000)), status('Complete')]],
  ])('%s does not end it', async (_what, replies) => {
    const { ending, looks } = await watched(replies);
    expect(ending.kind).toBe('complete');
    expect(looks).toBe(replies.length);
  });

  test('gives up after fifteen minutes of failed looks in a row, and says why', async () => {
    const { ending, slept } = await watched([status('Running', { pass: 1 }), silent]);
    expect(ending).toMatchObject({
      kind: 'running',
      why: 'failing',
      status: { counts: { pass: 1 } },
      error: { code: 'unreachable' },
    });
    const failing = slept.slice(2).reduce((sum, ms) => sum + ms, 0);
    expect(failing).toBeGreaterThanOrEqual(15 * MINUTE);
    expect(failing).toBeLessThan(17 * MINUTE);
  });

  test('a testset that has no data for ten minutes is refused, and after three looks where only one was wanted', async () => {
    const patient = await watched([code(6003)]);
    expect(patient.ending).toMatchObject({ kind: 'refused', error: { code: 'service-refused' } });
    const waited = patient.slept.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThan(10 * MINUTE);
    expect(waited).toBeLessThan(11 * MINUTE);
    const hasty = await watched([code(6003)], { once: true, pollImmediately: true });
    expect(hasty).toMatchObject({ ending: { kind: 'refused' }, looks: 3 });
  });

  test('never undercuts Retry-After', async () => {
    const { slept } = await watched([code(8000, 100_000), status('Complete')]);
    expect(slept.at(-1)).toBe(100_000);
  });

  test('takes a last look at the deadline, and ends at once on a cancel', async () => {
    const clock = createHandClock();
    const { service, looks } = scripted([status('Running')]);
    const ends = new AbortController();
    const wait = pollTestset(service, createRuntime({ clock, signal: ends.signal }), plan());
    await clock.pass(15_000);
    expect(looks()).toBe(0);
    ends.abort('deadline');
    expect(await wait).toMatchObject({ kind: 'running', why: 'deadline', status: { word: 'Running' } });
    expect(looks()).toBe(1);

    const cancel = new AbortController();
    const other = pollTestset(service, createRuntime({ clock, signal: cancel.signal }), plan());
    cancel.abort('cancelled');
    expect(await other).toEqual({ kind: 'running', why: 'cancelled' });
    expect(looks()).toBe(1);
    expect(clock.sleepers).toBe(0);
  });

  test('a testset that is found complete by the last look is complete', async () => {
    const { service } = scripted([status('Complete')]);
    const signal = AbortSignal.abort('deadline');
    const ending = await pollTestset(service, createRuntime({ signal }), plan());
    expect(ending.kind).toBe('complete');
  });
});
