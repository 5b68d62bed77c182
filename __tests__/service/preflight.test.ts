import { describe, expect, test } from '@jest/globals';
import type { Service } from '../../src/service/client.ts';
import { Fault } from '../../src/service/http/fault.ts';
import { guardMaintenance, preflight } from '../../src/service/preflight.ts';
import type { Reply } from '../../src/service/reply.ts';
import type { World } from '../../src/world.ts';
import { createEagerClock, createWorld } from '../support/world.ts';

type List = Reply<readonly number[]>;

const code = (number: number): List => ({
  kind: 'code',
  status: 200,
  envelope: { code: number, message: 'Message', reason: '', data: {} },
});
const ok: List = { kind: 'ok', value: [] };
const silent = (kind: 'certificate' | 'dns' | 'proxy-credentials'): List => ({
  kind: 'silence',
  fault: new Fault(kind, 'x'),
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

async function look(service: Service, world: World): Promise<string> {
  const end = await preflight(service, world, 509, guardMaintenance(service, world, 509));
  return end ? `${end.outcome}: ${end.error.code}` : 'go on';
}

describe('the look before the upload', () => {
  test.each<[string, List, string]>([
    ['a list', ok, 'go on'],
    ['401', { kind: 'status', status: 401 }, 'refused: credentials'],
    ['no such project', code(2001), 'refused: service-refused'],
    ['a project that is none', code(4051), 'refused: service-refused'],
    ['a bad certificate', silent('certificate'), 'not-started: untrusted'],
    ['a proxy that wants credentials', silent('proxy-credentials'), 'not-started: proxy'],
    ['a name server that does not answer', silent('dns'), 'go on'],
    ['trouble with the list alone', code(5005), 'go on'],
    ['404', { kind: 'status', status: 404 }, 'go on'],
  ])('%s', async (_what, reply, expected) => {
    const { service, asked } = scripted(reply);
    expect(await look(service, createWorld({ clock: createEagerClock() }))).toBe(expected);
    expect(asked()).toBe(1);
  });

  test('waits for maintenance to end, a look a minute', async () => {
    const clock = createEagerClock();
    const { service } = scripted(code(8000), code(8000), { kind: 'silence', fault: new Fault('reset', 'x') }, ok);
    expect(await look(service, createWorld({ clock }))).toBe('go on');
    expect(clock.slept).toEqual([60_000, 60_000, 60_000]);
  });

  test('gives up when maintenance lasts for a quarter of an hour, in all', async () => {
    const clock = createEagerClock();
    const world = createWorld({ clock });
    const { service, asked } = scripted(code(8000));
    expect(await look(service, world)).toBe('refused: maintenance');
    expect(clock.slept).toHaveLength(15);
    expect(asked()).toBe(16);
    const guard = guardMaintenance(service, world, 509);
    expect([await guard(), await guard()]).toEqual([false, false]);
    expect(clock.slept).toHaveLength(30);
  });

  test('does not wait for maintenance once the run is over', async () => {
    const { service, asked } = scripted(code(8000));
    const world = createWorld({ clock: createEagerClock(), signal: AbortSignal.abort('cancelled') });
    expect(await guardMaintenance(service, world, 509)()).toBe(true);
    expect(asked()).toBe(0);
  });
});
