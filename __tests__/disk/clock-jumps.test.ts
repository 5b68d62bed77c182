import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, expect, test } from '@jest/globals';

import type { ActionUse } from '../support/run-action.ts';
import { expectNoStackTrace, openSandbox, told, type Stage } from '../support/sandbox.ts';

const JUMPING: Pick<ActionUse, 'nodeOptions'> = {
  nodeOptions: ['--import', pathToFileURL(join(import.meta.dirname, 'support', 'jumping-date.mjs')).href],
};

/** In seconds. */
const A_DAY = 86_400;

let stage: Stage;
afterEach(() => stage.close());

test('a time of day that jumps by a day at every look changes nothing', async () => {
  stage = await openSandbox();
  const result = await stage.run(JUMPING);
  expectNoStackTrace(result);
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'pass-count': '3' } });
  expect(told(result, 'warning')).toStrictEqual([]);
  expect(Number(result.outputs['duration'])).toBeGreaterThanOrEqual(10);
  expect(Number(result.outputs['duration'])).toBeLessThan(A_DAY);
  expect(stage.simulator.created).toHaveLength(1);
});

test('a pause until a time of day is taken against the time of the service', async () => {
  const until = new Date(Date.now() + 40_000).toUTCString();
  const busy = { kind: 'response', status: 429, headers: { 'retry-after': until } } as const;
  stage = await openSandbox({ faults: [{ on: 'create', do: busy }] });
  const result = await stage.run(JUMPING);
  expectNoStackTrace(result);
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
  const pause = Number(/Retrying in (\d+) s/.exec(result.stdout)?.[1]);
  expect(pause).toBeGreaterThan(20);
  expect(pause).toBeLessThanOrEqual(41);
});
