import { describe, expect, test } from '@jest/globals';

import { makeDevices, type DevicePlan } from '../../simulator/devices.ts';
import { createHandClock } from '../support/runtime.ts';
import { simulate } from '../support/simulate.ts';
import { ask, create, createScenario, DATA } from './support.ts';

const DEVICES: DevicePlan[] = [
  { name: 'A', result: 'pass', seconds: 10 },
  { name: 'B', result: 'fail', seconds: 20, startsAfter: 0 },
  { name: 'C', result: 'error', seconds: 1790, startsAfter: 10 },
  { name: 'D', result: 'stop', seconds: 1, startsAfter: 60 },
];

/** The counts so many seconds after the create; a missing one is 0. */
const TIMELINE: [seconds: number, word: string, counts: Readonly<Record<string, number>>][] = [
  [0, 'Running', { initializing: 3, running: 1 }],
  [4, 'Running', { initializing: 3, running: 1 }],
  [5, 'Running', { initializing: 2, running: 2 }],
  [10, 'Running', { initializing: 1, running: 3 }],
  [15, 'Running', { initializing: 1, running: 2, pass: 1 }],
  [20, 'Running', { initializing: 1, running: 1, pass: 1, fail: 1 }],
  [60, 'Running', { running: 2, pass: 1, fail: 1 }],
  [61, 'Running', { running: 1, pass: 1, fail: 1, stop: 1 }],
  [1799, 'Running', { running: 1, pass: 1, fail: 1, stop: 1 }],
  [1800, 'Complete', { pass: 1, fail: 1, stop: 1, error: 1 }],
  [9999, 'Complete', { pass: 1, fail: 1, stop: 1, error: 1 }],
];

function detail(counts: Readonly<Record<string, number>>): Record<string, number> {
  const names = ['initializing', 'running', 'pass', 'fail', 'error', 'stop'];
  return { total_test_cnt: 4, ...Object.fromEntries(names.map((name) => [`${name}_cnt`, counts[name] ?? 0])) };
}

describe('a testset', () => {
  test.each([1, 100])('runs for thirty minutes in virtual time, %i times as fast', async (timeScale) => {
    const clock = createHandClock();
    const simulator = await simulate({ clock, timeScale, plan: () => DEVICES });
    await create(simulator);
    let passed = 0;
    for (const [seconds, word, counts] of TIMELINE) {
      await clock.pass(((seconds - passed) * 1000) / timeScale);
      passed = seconds;
      const { envelope } = await ask(simulator, '/testset/251929');
      expect(envelope).toMatchObject({ data: { testset_status: word, testset_status_detail: detail(counts) } });
      const { envelope: result } = await ask(simulator, '/testset/251929/result?data_type=json');
      expect(result).toMatchObject({ result_code: word === 'Complete' ? 0 : 6002 });
    }
  });

  test('starts when it is created', async () => {
    const clock = createHandClock();
    const simulator = await simulate({ clock, plan: () => makeDevices({ total: 2, seconds: 55 }) });
    await create(simulator);
    await clock.pass(59_000);
    await create(simulator);
    await clock.pass(1_000);
    const words = await Promise.all([251929, 251930].map((id) => ask(simulator, `/testset/${id}`)));
    expect(words.map(({ envelope }) => envelope)).toMatchObject([
      { data: { testset_status: 'Complete' } },
      { data: { testset_status: 'Running', testset_status_detail: { initializing_cnt: 2 } } },
    ]);
  });

  test('ends at its time limit, without another result', async () => {
    const clock = createHandClock();
    const simulator = await simulate({ clock, plan: () => makeDevices({ total: 2, fail: 1, seconds: 1800 }) });
    await create(simulator, { ...DATA, time_limit: 10 });
    await clock.pass(604_000);
    const running = await ask(simulator, '/testset/251929');
    await clock.pass(1_000);
    const ended = await ask(simulator, '/testset/251929');
    expect([running.envelope, ended.envelope]).toMatchObject([
      { data: { testset_status: 'Running' } },
      { data: { testset_status: 'Complete', testset_status_detail: { pass_cnt: 1, fail_cnt: 1 } } },
    ]);
    expect((await ask(simulator, '/testset/251929/result?data_type=xml')).text).toContain('time=\\"600\\"');
  });

  test('runs on the devices that are planned for its request', async () => {
    const simulator = await simulate({
      plan: ({ scenarioId, osType }) => makeDevices({ total: scenarioId === 0 ? 6 : 1, osType }),
    });
    const automated = await create(simulator, { ...DATA, os_type: 'iOS' }, { name: 'app.ipa', bytes: 'x' });
    const scenario = await createScenario(simulator, { ...DATA, scenario_id: 101 });
    expect(automated.envelope).toMatchObject({ data: { test_count: 6 } });
    expect(scenario.envelope).toMatchObject({ data: { test_count: 1 } });
    const names = simulator.created.map(({ devices }) => devices.map(({ name }) => name));
    expect(new Set(names[0]).size).toBe(6);
    expect(names[0]?.every((name) => /^Apple \w+ \/ iOS 15$/.test(name))).toBe(true);
    expect(names[1]).toEqual(['SAMSUNG GALAXY_NOTE9 / ANDROID 9']);
  });
});
