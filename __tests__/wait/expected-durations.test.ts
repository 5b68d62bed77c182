import { join } from 'node:path';
import { tmpdir } from 'node:os';

import { describe, expect, test } from '@jest/globals';

import type { History } from '../../src/model/history.ts';
import { openResultsFolder } from '../../src/results/results-folder.ts';
import type { Services } from '../../src/runtime/platform.ts';
import type { Service } from '../../src/service/client.ts';
import { expectDurations, type ExpectedDurations } from '../../src/wait/expected-durations.ts';
import { createProgress } from '../../src/wait/progress.ts';
import { waitForTestset } from '../../src/wait/wait.ts';
import { RUN } from '../support/platform.ts';
import { createEagerClock, createRuntime } from '../support/runtime.ts';

const MINUTE = 60_000;

/** The results of a device in runs 1, 2 and so on, by how many minutes it took. */
function took(device: string, minutes: readonly number[], scenario?: number): History {
  const results = minutes.map((each, at) => ({ run: at + 1, passed: true, seconds: each * 60 }));
  return { device, ...(scenario !== undefined && { scenario }), results };
}

/** Waits for a testset of nine devices, which all run until the service forbids to ask. @returns the minutes of the polls */
async function pollMinutes(
  setup: { readonly timeLimitMinutes?: number; readonly existed?: boolean; readonly scenario?: number },
  history: readonly History[] = [],
): Promise<readonly number[]> {
  const clock = createEagerClock();
  const runtime = createRuntime({ clock });
  const began = clock.now();
  const polls: number[] = [];
  const counts = { total: 9, pass: 0, fail: 0, error: 0, stop: 0 };
  const running = { complete: false, word: 'Running', counts, active: 9, preparing: 0, missingFields: [] };
  const status: Service['status'] = () => {
    polls.push((clock.now() - began) / MINUTE);
    return Promise.resolve(clock.now() - began < 40 * MINUTE ? { value: running } : { status: 403 });
  };
  const { existed = false, scenario } = setup;
  await waitForTestset(
    {
      service: { status } as Service,
      runtime,
      wait: true,
      folder: openResultsFolder(tmpdir(), join(tmpdir(), 'never-written')),
      progress: createProgress(runtime, 1),
      expected: expectTest(setup, () => Promise.resolve(history)),
    },
    { creation: Promise.resolve({ id: 5, announcedDevices: 9 }), existed, scenario },
  );
  return polls;
}

function expectTest(limit: { readonly timeLimitMinutes?: number }, find?: Services['findHistory']): ExpectedDurations {
  return expectDurations({ run: RUN, request: { kind: 'automated', name: 'Test', ...limit } }, find);
}

/** How many polls there are from one minute to another. */
function between(polls: readonly number[], from: number, to: number): number {
  return polls.filter((minute) => minute >= from && minute < to).length;
}

describe('several devices that all run are polled', () => {
  test('every 13 seconds around the end that `time-limit` announces', async () => {
    const polls = await pollMinutes({ timeLimitMinutes: 20 });
    expect(between(polls, 20, 22)).toBeGreaterThanOrEqual(9);
    expect(between(polls, 10, 18)).toBeLessThanOrEqual(11);
    expect(between(polls, 26, 34)).toBeLessThanOrEqual(11);
  });

  test('every 13 seconds around the end that earlier runs announce, each scenario by its own', async () => {
    const history = [took('A', [9, 10, 30]), took('B', [8, 8, 8]), took('A', [25], 7)];
    expect(between(await pollMinutes({}, history), 10, 12)).toBeGreaterThanOrEqual(9);
    const ofScenario = await pollMinutes({ scenario: 7 }, history);
    expect(between(ofScenario, 10, 12)).toBeLessThanOrEqual(3);
    expect(between(ofScenario, 25, 27)).toBeGreaterThanOrEqual(9);
  });

  test('less often when no end is known, as of a testset that existed before', async () => {
    expect(between(await pollMinutes({ timeLimitMinutes: 20, existed: true }), 20, 22)).toBeLessThanOrEqual(3);
    expect(between(await pollMinutes({ scenario: 8 }), 20, 22)).toBeLessThanOrEqual(3);
  });
});

test('earlier runs are searched once, and not if there is a limit and no estimate is needed', async () => {
  let searches = 0;
  const find = (): Promise<readonly History[]> => {
    searches += 1;
    return Promise.resolve([]);
  };
  expectTest({ timeLimitMinutes: 20 }, find).knownMs(undefined);
  expect(searches).toBe(0);
  const expected = expectTest({}, find);
  expected.knownMs(undefined);
  expected.knownMs(12);
  await expected.estimateMinutes();
  expect(searches).toBe(1);
});

describe('the estimate', () => {
  test('is half an hour if nothing is known', async () => {
    expect(await expectTest({}).estimateMinutes()).toBe(30);
  });

  test.each<[what: string, limit: number | undefined, history: readonly History[], minutes: number]>([
    ['there is a limit', 12, [], 10],
    ['the limit is between two values', 25, [], 30],
    ['earlier runs are known', 30, [took('A', [12, 14, 13]), took('B', [16, 17, 90])], 15],
    ['a device took longer than the longest value', undefined, [took('A', [400])], 120],
    ['a device took a second', undefined, [took('A', [1 / 60])], 5],
    ['durations are unknown', 20, [{ device: 'A', results: [{ run: 1, passed: true }] }], 20],
  ])('when %s', async (_what, limit, history, minutes) => {
    const request = limit === undefined ? {} : { timeLimitMinutes: limit };
    expect(await expectTest(request, () => Promise.resolve(history)).estimateMinutes()).toBe(minutes);
  });
});
