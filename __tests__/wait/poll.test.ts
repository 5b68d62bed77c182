import { describe, expect, test } from '@jest/globals';

import type { Counts } from '../../src/model/counts.ts';
import { whenAborted } from '../../src/runtime/time-limits.ts';
import type { Service } from '../../src/service/client.ts';
import { createPolling, type PollOptions } from '../../src/wait/poll.ts';
import type { ServiceReply } from '../../src/service/reply.ts';
import type { Status } from '../../src/model/testset.ts';
import { serviceOf } from '../create/scripted-scenarios.ts';
import { codeReply as code, httpReply as http, networkReply as failed } from '../support/replies.ts';
import { BLOCKED, valueReply } from '../support/replies.ts';
import { createEagerClock, createHandClock, createRuntime } from '../support/runtime.ts';
import { statusOf } from '../support/testsets.ts';

const MINUTE = 60_000;
type Reply = ServiceReply<Status>;

function status(word: string, counts: Partial<Counts> = {}): Reply {
  return valueReply(statusOf(word, { total: 3, ...counts }));
}

const reset = failed('reset');
/** "Not ready", one poll every 13 s or more. */
const NINE_MINUTES = Array<Reply>(36).fill(code(6003));

/** A service that returns these replies to status requests, the last one again and again. */
function scripted(replies: readonly Reply[]) {
  let polls = 0;
  const fetchStatus: Service['fetchStatus'] = (_testset, signal) => {
    polls += 1;
    if (signal.aborted) return Promise.resolve(failed('stopped'));
    const reply = replies[Math.min(polls, replies.length) - 1];
    if (!reply) throw new Error('There is no reply.');
    return Promise.resolve(reply);
  };
  return { service: serviceOf({ fetchStatus }), polls: () => polls };
}

const OPTIONS: PollOptions = { testsetId: 7, announcedDevices: 3, origin: 'created', once: false };

/** Polls a testset. @returns also the delays, and how many minutes all of them took */
async function poll(replies: readonly Reply[], options: Partial<PollOptions> = {}) {
  const clock = createEagerClock();
  const began = clock.now();
  const { service, polls } = scripted(replies);
  const all = { ...OPTIONS, ...options };
  const result = await createPolling(service, createRuntime({ clock }), all)();
  return { result, polls: polls(), slept: clock.slept, minutes: (clock.now() - began) / MINUTE };
}

describe('polling', () => {
  test('ends with the first Complete, after the delays of the table', async () => {
    const running = [status('Running', { pass: 1 }), status('Running', { pass: 2 })];
    const { result, slept } = await poll([...running, status('Complete', { pass: 3 })]);
    expect(result).toMatchObject({ kind: 'ended', status: { counts: { pass: 3 } } });
    expect(slept).toEqual([22_000, 22_000, 15_000]);
  });

  test.each([
    [0, 15_000],
    [1, 15_000],
    [2, 22_000],
  ])('starts after the delay for %i devices', async (announcedDevices, delayMs) => {
    expect((await poll([status('Complete')], { announcedDevices })).slept).toEqual([delayMs]);
  });

  test.each<[what: string, replies: readonly Reply[]]>([
    ['an error code after a status', [status('Running'), code(5002)]],
    ['401, 403 and 404 after a status', [status('Running'), http(401), http(403), http(404)]],
    ['401 and 403 of a testset that was just created', [http(401), http(403)]],
    ['rejections of one that was just created', [...Array<Reply>(3).fill(http(404)), code(5002), code(4053)]],
    ['five resets', Array<Reply>(5).fill(reset)],
    ['an untrusted certificate of a testset that was just created', [failed('certificate')]],
    ['an untrusted certificate after a status', [status('Running'), failed('certificate')]],
    ['ten minutes of maintenance', Array<Reply>(10).fill(code(8000))],
    ['nine minutes of "not ready", a 503 and five minutes', [...NINE_MINUTES, http(503), ...NINE_MINUTES.slice(16)]],
    ['"not ready" after eleven minutes of 503', [...Array<Reply>(18).fill(http(503)), code(6003)]],
    ['five requests that a firewall blocked', Array<Reply>(5).fill(BLOCKED)],
  ])('continues after %s', async (_what, replies) => {
    const all = [...replies, status('Complete')];
    expect(await poll(all)).toMatchObject({ result: { kind: 'ended' }, polls: all.length });
  });

  test.each([
    ['resets', [reset], 'unreachable'],
    ['404', [http(404)], 'service-rejected'],
    ['401 after a status', [status('Running', { pass: 1 }), http(401)], 'credentials'],
  ])('ends after fifteen minutes of failures in a row: %s', async (_what, replies, problem) => {
    const { result, slept, minutes } = await poll(replies);
    const reasons = [{ sentence: 'Its status could not be read.' }, {}];
    const message = expect.stringMatching(/\. Gave up after \d+ failed polls in a row\.$/);
    expect(result).toMatchObject({ ending: { outcome: 'timed-out', problem: { code: problem, message }, reasons } });
    const failingMinutes = minutes - slept.slice(0, replies.length).reduce((sum, ms) => sum + ms, 0) / MINUTE;
    expect(failingMinutes).toBeGreaterThanOrEqual(15);
    expect(failingMinutes).toBeLessThan(17);
  });
});

describe('polling a testset that existed before', () => {
  const [STARTED, TIMED_OUT] = [{ ending: { outcome: 'started' } }, { ending: { outcome: 'timed-out' } }];

  test('starts at once', async () => {
    const { result, slept } = await poll([status('Complete')], { origin: 'attached' });
    expect(result.kind).toBe('ended');
    expect(slept).toEqual([]);
  });

  test.each<[what: string, once: boolean, replies: readonly Reply[], result: object, polls: number]>([
    ['ends with the first status, after retries', true, [reset, http(503), status('Running')], STARTED, 3],
    ['ends with an untrusted certificate', true, [failed('certificate')], TIMED_OUT, 1],
    ['ends with a refused connection', true, [failed('refused')], TIMED_OUT, 1],
    ['ends with an untrusted certificate', false, [failed('certificate')], TIMED_OUT, 1],
    ['retries a refused connection', false, [failed('refused'), status('Complete')], { kind: 'ended' }, 2],
  ])('%s (once: %s)', async (_what, once, replies, result, polls) => {
    expect(await poll(replies, { origin: 'attached', once })).toMatchObject({ result, polls });
  });

  test.each<[what: string, replies: readonly Reply[], polls: number]>([
    ['401', [http(401)], 1],
    ['403', [http(403)], 1],
    ['three error codes', [code(5002)], 3],
    ['three times code 4053', [code(4053)], 3],
    ['three 404', [http(404)], 3],
    ['three redirects', [http(302)], 3],
  ])('is rejected after %s without a status before', async (_what, replies, expected) => {
    const ended = await poll(replies, { origin: 'attached' });
    expect(ended).toMatchObject({ result: { ending: { outcome: 'rejected' } }, polls: expected });
  });

  test.each<[what: string, replies: readonly Reply[]]>([
    ['"not ready" twice and then an error code', [code(6003), code(6003), code(5002)]],
    ['"not ready" twice and then 404', [code(6002), code(6003), http(404)]],
    ['"not ready" between two and two error codes', [code(5002), http(404), code(6003), code(5002), code(5002)]],
    ['an error code after a status', [status('Running'), code(5002), code(5002), code(5002)]],
  ])('continues after %s', async (_what, replies) => {
    const all = [...replies, status('Complete')];
    const ended = await poll(all, { origin: 'attached' });
    expect(ended).toMatchObject({ result: { kind: 'ended' }, polls: all.length });
  });

  test('is rejected after ten minutes of "no data"', async () => {
    const { result, minutes } = await poll([code(6003)], { origin: 'attached' });
    expect(result).toMatchObject({ ending: { outcome: 'rejected', problem: { code: 'service-rejected' } } });
    expect(minutes).toBeGreaterThanOrEqual(10);
    expect(minutes).toBeLessThan(11);
  });

  test('that ends at the first poll does not count polls', async () => {
    const { result } = await poll([failed('certificate')], { origin: 'attached' });
    expect(result).toMatchObject({ ending: { problem: { message: expect.not.stringContaining('Gave up') } } });
  });

  test('once ends as rejected after a minute of "no data"', async () => {
    const { result, minutes } = await poll([code(6003)], { origin: 'attached', once: true });
    expect(result).toMatchObject({ ending: { outcome: 'rejected' } });
    expect(minutes).toBeGreaterThanOrEqual(1);
    expect(minutes).toBeLessThan(1.5);
  });
});

describe('at the end of the run', () => {
  test('a cancel allows no more poll', async () => {
    const [clock, cancel] = [createHandClock(), new AbortController()];
    const { service, polls } = scripted([status('Running')]);
    const result = createPolling(service, createRuntime({ clock, signal: cancel.signal }), OPTIONS)();
    await clock.pass(15_000);
    cancel.abort('cancelled');
    expect(await result).toMatchObject({ ending: { outcome: 'cancelled', reasons: [] } });
    expect([polls(), clock.sleepers]).toEqual([0, 0]);
  });

  test('a poll in flight at the deadline ends, and the last one has three seconds', async () => {
    const [clock, deadline] = [createHandClock(), new AbortController()];
    let polls = 0;
    const fetchStatus: Service['fetchStatus'] = async (_testset, signal) => {
      polls += 1;
      await whenAborted(signal);
      return failed('stopped');
    };
    const runtime = createRuntime({ clock, signal: deadline.signal });
    const result = createPolling(serviceOf({ fetchStatus }), runtime, { ...OPTIONS, origin: 'attached' })();
    deadline.abort('deadline');
    await clock.pass(0);
    expect([polls, clock.sleepers]).toEqual([2, 1]);
    await clock.pass(3_000);
    expect(await result).toMatchObject({
      ending: {
        outcome: 'timed-out',
        reasons: [{ sentence: '`timeout` was reached before the service returned a status of the testset.' }],
      },
    });
  });

  test('a testset that the last poll finds complete is complete', async () => {
    const { service } = scripted([status('Complete')]);
    const poll = createPolling(service, createRuntime({ signal: AbortSignal.abort('deadline') }), OPTIONS);
    const result = await poll();
    expect(result.kind).toBe('ended');
  });
});
