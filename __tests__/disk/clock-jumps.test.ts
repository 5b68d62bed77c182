import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, expect, test } from '@jest/globals';

import type { ActionUse } from '../support/run-action.ts';
import { expectNoStackTrace, openSandbox, commandMessages, type Sandbox } from '../support/sandbox.ts';

const JUMPING: Pick<ActionUse, 'nodeOptions'> = {
  nodeOptions: ['--import', pathToFileURL(join(import.meta.dirname, 'support', 'jumping-date.mjs')).href],
};

/** In seconds. */
const A_DAY = 86_400;

let sandbox: Sandbox;
afterEach(() => sandbox.close());

test('a time of day that jumps by a day at every poll changes nothing', async () => {
  sandbox = await openSandbox();
  const result = await sandbox.run(JUMPING);
  expectNoStackTrace(result);
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'pass-count': '3' } });
  expect(commandMessages(result, 'warning')).toStrictEqual([]);
  expect(Number(result.outputs['duration'])).toBeGreaterThanOrEqual(10);
  expect(Number(result.outputs['duration'])).toBeLessThan(A_DAY);
  expect(sandbox.simulator.created).toHaveLength(1);
});

test('a Retry-After date is compared with the time of the service', async () => {
  const until = new Date(Date.now() + 40_000).toUTCString();
  const busy = { kind: 'response', status: 429, headers: { 'retry-after': until } } as const;
  sandbox = await openSandbox({ faults: [{ on: 'create', do: busy }] });
  const result = await sandbox.run(JUMPING);
  expectNoStackTrace(result);
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
  const pause = Number(/Retrying in (\d+) s/.exec(result.stdout)?.[1]);
  expect(pause).toBeGreaterThan(20);
  expect(pause).toBeLessThanOrEqual(41);
});
