import { describe, expect, test } from '@jest/globals';

import { createRetryBudget, createWaits } from '../../src/create/retry-budget.ts';
import { createEagerClock, createRecordingLog, createRuntime } from '../support/runtime.ts';
import { codeReply, httpReply, networkReply } from '../support/replies.ts';
import { EMPTY_LIST, scriptScenarios, type ListReply } from './scripted-scenarios.ts';

const MINUTE = 60_000;

/** What happens, or how many milliseconds pass. */
type Event = 'no response so far' | 'failure' | 'name not found' | 'success' | number;

describe('the retry budget of the creates (docs/design.md §3)', () => {
  test.each<[what: string, events: readonly Event[], leftMs: number]>([
    ['is not used without failures', [], Infinity],
    ['is 15 minutes including the wait', ['failure'], 15 * MINUTE],
    ['starts with the first failure, not with the last', ['failure', 10 * MINUTE, 'failure'], 5 * MINUTE],
    ['ends with a success', ['failure', 14 * MINUTE, 'success'], Infinity],
    ['starts anew after a success', ['failure', 14 * MINUTE, 'success', 'failure'], 15 * MINUTE],
    ['is five minutes while no response came at all', ['no response so far', 'failure'], 5 * MINUTE],
    ['is one minute while the host name is not found', ['name not found'], MINUTE],
    ['is one minute from the first of several such failures', ['name not found', 50_000, 'name not found'], 10_000],
    ['is 15 minutes as soon as the name is found', ['name not found', MINUTE, 'failure'], 14 * MINUTE],
    ['is one minute when the name is not found any more', ['failure', 2 * MINUTE, 'name not found'], MINUTE],
    ['ends a minute after that', ['failure', 2 * MINUTE, 'name not found', MINUTE], 0],
    ['for names ends with a success, too', ['name not found', MINUTE, 'success'], Infinity],
  ])('%s', (_what, events, leftMs) => {
    let now = 5 * MINUTE;
    const hasResponded = () => !events.includes('no response so far');
    const budget = createRetryBudget({ now: () => now }, { hasResponded });
    for (const event of events) {
      if (typeof event === 'number') now += event;
      else if (event === 'success') budget.reset();
      else if (event !== 'no response so far') budget.recordFailure(event === 'name not found');
    }
    expect(budget.isExhausted(leftMs)).toBe(false);
    expect(budget.isExhausted(leftMs + 1)).toBe(leftMs < Infinity);
  });
});

/** Creates the waits of a step. @param replies of the service to list requests @param timeLeftMs until `timeout` */
function openWaits(replies: readonly ListReply[], timeLeftMs = Infinity) {
  const [clock, log] = [createEagerClock(), createRecordingLog()];
  const { service, queries } = scriptScenarios(...replies);
  const waits = createWaits(service, createRuntime({ clock, log, timeLeftMs: () => timeLeftMs }), 509);
  return { ...waits, queries, slept: clock.slept, log: log.lines };
}

describe('the wait for the end of maintenance', () => {
  const maintenance = codeReply(8000);

  test('checks once a minute until the service responds otherwise', async () => {
    const { maintenance: wait, queries, slept, log } = openWaits([maintenance, networkReply('reset'), EMPTY_LIST]);
    expect(await wait(0)).toBe(true);
    expect(queries).toEqual(Array(3).fill({ projectId: 509 }));
    expect(log.filter((line) => /maintenance.* 60 s/.test(line))).toHaveLength(3);
    expect(slept).toEqual([MINUTE, MINUTE, MINUTE]);
  });

  test.each([
    ['a response without a list', codeReply(0)],
    ['another error code', codeReply(4052)],
    ['rejected credentials', codeReply(4010, 0, 401)],
  ])('is over with %s, but not with a page of another server', async (_what, reply) => {
    const { maintenance: wait, slept } = openWaits([maintenance, httpReply(200), httpReply(403), reply]);
    expect(await wait(0)).toBe(true);
    expect(slept).toHaveLength(4);
  });

  test('ends after 15 minutes in total', async () => {
    const { maintenance: wait, slept } = openWaits([maintenance]);
    expect([await wait(0), await wait(0)]).toEqual([false, false]);
    expect(slept).toHaveLength(15);
  });

  test('checks no earlier than Retry-After, and never if that is too late', async () => {
    const { maintenance: wait, slept } = openWaits([codeReply(8000, 90_000), EMPTY_LIST]);
    expect(await wait(400_000)).toBe(true);
    expect(slept).toEqual([400_000, 90_000]);
    const late = openWaits([EMPTY_LIST]);
    expect(await late.maintenance(15 * MINUTE + 1)).toBe(false);
    expect(late.queries).toEqual([]);
  });

  test('is shared by several callers', async () => {
    const { maintenance: wait, queries, slept } = openWaits([maintenance, maintenance, EMPTY_LIST]);
    expect(await Promise.all([wait(0), wait(0), wait(0)])).toEqual([true, true, true]);
    expect([queries.length, slept.length]).toEqual([3, 3]);
    expect(await wait(0)).toBe(true);
    expect(queries).toHaveLength(4);
  });
});

describe('the wait for a device', () => {
  test('is 1, 3, 6 and 10 minutes in a step, whoever waits, and at least Retry-After', async () => {
    const { 'no-device': wait, slept, log } = openWaits([]);
    expect(await Promise.all([wait?.(0), wait?.(0)])).toEqual([true, true]);
    for (const minimumMs of [0, 400_000, 0]) expect(await wait?.(minimumMs)).toBe(true);
    expect(await wait?.(0)).toBe(false);
    expect(slept).toEqual([MINUTE, 3 * MINUTE, 400_000, 10 * MINUTE]);
    expect(log).toHaveLength(4);
    expect(log[0]).toBe('info: No free device (4081). No testset was created. Retrying in 60 s.');
  });

  test('is shorter at first while the service limits requests, and at least Retry-After', async () => {
    const { limit: wait, slept } = openWaits([], 40 * MINUTE);
    for (const minimumMs of [0, 0, 0, 30 * MINUTE, 0]) expect(await wait?.(minimumMs)).toBe(true);
    expect(slept.map((ms) => ms / 1000)).toEqual([5, 15, 60, 1800, 360]);
    expect([await wait?.(40 * MINUTE), await wait?.(0)]).toEqual([false, false]);
  });

  test('does not begin if `timeout` comes first', async () => {
    const { 'no-device': wait, slept, log } = openWaits([], MINUTE);
    expect(await wait?.(0)).toBe(false);
    expect(slept).toEqual([]);
    expect(log).toEqual([expect.stringMatching(/4081\).* Not retrying: `timeout` is reached in 60 s\.$/)]);
  });
});
