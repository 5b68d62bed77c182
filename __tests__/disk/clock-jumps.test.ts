import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from '@jest/globals';

import type { ActionUse } from '../support/run-action.ts';
import { expectNoStackTrace, openSandbox, commandMessages } from '../support/sandbox.ts';

const JUMPING: Pick<ActionUse, 'nodeOptions'> = {
  nodeOptions: ['--import', pathToFileURL(join(import.meta.dirname, 'support', 'jumping-date.mjs')).href],
};

/** In seconds. */
const A_DAY = 86_400;

test('a time of day that jumps by a day at every poll changes nothing', async () => {
  const sandbox = await openSandbox();
  const result = await sandbox.run(JUMPING);
  expectNoStackTrace(result);
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'pass-count': '3' } });
  expect(commandMessages(result, 'warning')).toStrictEqual([]);
  expect(Number(result.outputs['duration'])).toBeGreaterThanOrEqual(10);
  expect(Number(result.outputs['duration'])).toBeLessThan(A_DAY);
  expect(sandbox.simulator.created).toHaveLength(1);
});
