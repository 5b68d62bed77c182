import { describe, expect, test } from '@jest/globals';

import { declaredBytes, startOrigin } from '../support/origin.ts';
import { createHandClock } from '../support/runtime.ts';
import { simulate } from '../support/simulate.ts';
import { ask, create, DATA, until } from './support.ts';

/** Starts a server for callbacks that responds with this status; 0 resets the connection. @returns also head and length of the body of each call */
async function startHook(status: number) {
  const calls: [string, number][] = [];
  const origin = await startOrigin(async (talk) => {
    const head = await talk.head;
    await talk.body(declaredBytes(head));
    calls.push([head, talk.bodyBytes]);
    if (status === 0) talk.reset();
    else talk.answer(status, 'thanks');
  });
  return Object.assign(origin, { calls });
}

describe('a callback', () => {
  test.each([500, 0])('is sent once, with the XML, when the testset is complete (response %i)', async (status) => {
    const hook = await startHook(status);
    const clock = createHandClock();
    const simulator = await simulate({ clock, timeScale: 10 });
    const callback = `${hook.url.href}done?token=abc`;
    await create(simulator, { ...DATA, callback });
    await clock.pass(6_499);
    await ask(simulator, '/testset/251929');
    expect(hook.calls).toEqual([]);
    await clock.pass(1);
    await until(() => simulator.callbacks.length > 0);
    expect(simulator.callbacks).toEqual([{ testsetId: 251929, url: callback, status }]);
    const [head] = hook.calls[0] ?? [''];
    expect(head).toMatch(/^POST \/done\?token=abc HTTP\/1\.1\r\n/);
    expect(head).toContain('content-type: application/xml');
    expect(hook.calls).toEqual([[head, simulator.engine.documents(251929).xml.length]]);
    await hook.close();
  });

  test('is not sent to another machine', async () => {
    const clock = createHandClock();
    const simulator = await simulate({ clock });
    await create(simulator, { ...DATA, callback: 'https://hooks.example.com/done' });
    await ask(simulator, '/testset/251929');
    expect(clock.sleepers).toBe(0);
  });
});
