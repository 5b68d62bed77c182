import { describe, expect, test } from '@jest/globals';

import { NetworkError } from '../../src/service/http/network-error.ts';
import { createMaintenanceWait, createRetryBudget } from '../../src/create/retry-budget.ts';
import { createEagerClock, createRecordingLog, createRuntime } from '../support/runtime.ts';
import { codeReply, EMPTY_LIST, scriptScenarios } from './scripted-scenarios.ts';

const SECOND = 1_000;
const MINUTE = 60_000;

type Event =
  | readonly ['failure' | 'name not found' | 'success' | 'no response so far']
  | readonly ['time passes', ms: number]
  /** Whether a retry after so many milliseconds is too late. */
  | readonly ['exhausted?', waitMs: number, expected: boolean];

describe('the retry budget of the creates (docs/design.md §3)', () => {
  test.each<[what: string, events: readonly Event[]]>([
    ['is not used without failures', [['exhausted?', 99 * MINUTE, false]]],
    [
      'is 15 minutes including the wait',
      [['failure'], ['exhausted?', 15 * MINUTE, false], ['exhausted?', 15 * MINUTE + 1, true]],
    ],
    [
      'starts with the first failure, not with the last',
      [
        ['failure'],
        ['time passes', 10 * MINUTE],
        ['failure'],
        ['exhausted?', 5 * MINUTE, false],
        ['exhausted?', 5 * MINUTE + 1, true],
      ],
    ],
    [
      'starts anew after a success',
      [
        ['failure'],
        ['time passes', 14 * MINUTE],
        ['success'],
        ['exhausted?', 99 * MINUTE, false],
        ['failure'],
        ['exhausted?', 15 * MINUTE, false],
      ],
    ],
    [
      'is five minutes while no response came at all',
      [['no response so far'], ['failure'], ['exhausted?', 5 * MINUTE, false], ['exhausted?', 5 * MINUTE + 1, true]],
    ],
    [
      'is one minute while the host name is not found',
      [['name not found'], ['exhausted?', MINUTE, false], ['exhausted?', MINUTE + 1, true]],
    ],
    [
      'is one minute from the first of several such failures',
      [
        ['name not found'],
        ['time passes', 50 * SECOND],
        ['name not found'],
        ['exhausted?', 10 * SECOND, false],
        ['exhausted?', 10 * SECOND + 1, true],
      ],
    ],
    [
      'is 15 minutes from the first failure as soon as the name is found',
      [
        ['name not found'],
        ['time passes', 50 * SECOND],
        ['failure'],
        ['exhausted?', MINUTE, false],
        ['exhausted?', 14 * MINUTE + 11 * SECOND, true],
      ],
    ],
    [
      'is one minute from the moment at which the name is not found any more',
      [
        ['failure'],
        ['time passes', 2 * MINUTE],
        ['name not found'],
        ['exhausted?', MINUTE, false],
        ['time passes', MINUTE],
        ['exhausted?', 1, true],
      ],
    ],
    [
      'for names starts anew after a success, too',
      [['name not found'], ['time passes', MINUTE], ['success'], ['exhausted?', 99 * MINUTE, false]],
    ],
  ])('%s', (_what, events) => {
    let now = 5 * MINUTE;
    const hasResponded = () => !events.some(([event]) => event === 'no response so far');
    const budget = createRetryBudget({ now: () => now }, { hasResponded });
    const answers: boolean[] = [];
    for (const event of events) {
      if (event[0] === 'time passes') now += event[1];
      else if (event[0] === 'success') budget.reset();
      else if (event[0] === 'exhausted?') answers.push(budget.isExhausted(event[1]));
      else if (event[0] !== 'no response so far') budget.recordFailure(event[0] === 'name not found');
    }
    expect(answers).toEqual(events.flatMap((event) => (event[0] === 'exhausted?' ? [event[2]] : [])));
  });
});

describe('the wait for the end of maintenance', () => {
  const maintenance = codeReply(8000);
  const withoutList = { status: 200, envelope: { code: 0, message: '', reason: '', data: {} } } as const;
  const noResponse = { error: new NetworkError('reset', 'it broke') } as const;

  test('checks once a minute until the service responds otherwise', async () => {
    const clock = createEagerClock();
    const log = createRecordingLog();
    const { service, queries } = scriptScenarios(maintenance, noResponse, EMPTY_LIST);
    expect(await createMaintenanceWait(service, createRuntime({ clock, log }), 509)(0)).toBe(true);
    expect(queries).toEqual(Array(3).fill({ projectId: 509 }));
    expect(log.lines.filter((line) => /maintenance.* 60 s/.test(line))).toHaveLength(3);
    expect(clock.slept).toEqual([MINUTE, MINUTE, MINUTE]);
  });

  test.each([
    ['a response without a list', withoutList],
    ['another error code', codeReply(4052)],
  ])('is over with %s, but not with a page of another server', async (_what, reply) => {
    const { service } = scriptScenarios(maintenance, { status: 200 }, reply);
    const clock = createEagerClock();
    expect(await createMaintenanceWait(service, createRuntime({ clock }), 509)(0)).toBe(true);
    expect(clock.slept).toHaveLength(3);
  });

  test('ends after 15 minutes in total', async () => {
    const clock = createEagerClock();
    const { service } = scriptScenarios(maintenance);
    const waitOutMaintenance = createMaintenanceWait(service, createRuntime({ clock }), 509);
    expect([await waitOutMaintenance(0), await waitOutMaintenance(0)]).toEqual([false, false]);
    expect(clock.slept).toHaveLength(15);
  });

  test('checks no earlier than Retry-After, and never if that is too late', async () => {
    const clock = createEagerClock();
    const runtime = createRuntime({ clock });
    const { service } = scriptScenarios(codeReply(8000, 90_000), EMPTY_LIST);
    expect(await createMaintenanceWait(service, runtime, 509)(400_000)).toBe(true);
    expect(clock.slept).toEqual([400_000, 90_000]);
    const late = scriptScenarios(EMPTY_LIST);
    expect(await createMaintenanceWait(late.service, runtime, 509)(15 * MINUTE + 1)).toBe(false);
    expect(late.requests()).toBe(0);
  });

  test('is shared by several callers', async () => {
    const clock = createEagerClock();
    const { service, requests } = scriptScenarios(maintenance, maintenance, EMPTY_LIST);
    const waitOutMaintenance = createMaintenanceWait(service, createRuntime({ clock }), 509);
    const waits = [waitOutMaintenance(0), waitOutMaintenance(0), waitOutMaintenance(0)];
    expect(await Promise.all(waits)).toEqual([true, true, true]);
    expect([requests(), clock.slept.length]).toEqual([3, 3]);
    expect(await waitOutMaintenance(0)).toBe(true);
    expect(requests()).toBe(4);
  });
});
