import { beforeAll, describe, expect, test } from '@jest/globals';

import { expectNoStackTrace, openSandbox } from '../support/sandbox.ts';
import { runAll } from './support/testbed.ts';
import { POINTS } from './support/cancel-points.ts';
import { findDifferences, type CancelResult } from './support/cancel.ts';

/** The runner kills a step after this time, in milliseconds; every stall lasts longer. */
const KILLED_MS = 10_000;

const ended = new Map<string, CancelResult | Error>();

/** Sends SIGINT as soon as there is a listener, and logs how many network modules are loaded by then. */
const SIGNAL_AT_ONCE = `data:text/javascript,${encodeURIComponent(`
  process.on('newListener', (name) => {
    if (name !== 'SIGINT') return;
    const loaded = process.moduleLoadList.filter((one) => /NativeModule (?:net|tls|http)$/.test(one));
    console.log('Loaded before: ' + loaded.length);
    process.nextTick(() => process.kill(process.pid, 'SIGINT'));
  });`)}`;

test('a signal is handled before the rest of the action is loaded', async () => {
  const sandbox = await openSandbox();
  const result = await sandbox.run({ nodeOptions: ['--import', SIGNAL_AT_ONCE] });
  expectNoStackTrace(result);
  expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'cancelled', 'testset-id': '' } });
  expect(result.stdout).toContain('Loaded before: 0\n');
  expect(sandbox.simulator.created).toEqual([]);
});

describe('a run that is cancelled', () => {
  beforeAll(() => runAll(POINTS, 2, ({ label }, how) => void ended.set(label, how)));

  test.each(POINTS)('$label, $signals', (point) => {
    const how = ended.get(point.label);
    if (!how || how instanceof Error) throw how ?? new Error('It was not played.');
    expect(findDifferences(point, how)).toEqual([]);
    expect(how.milliseconds).toBeLessThan(KILLED_MS);
  });
});
