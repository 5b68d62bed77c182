import { beforeAll, describe, expect, test } from '@jest/globals';

import { expectNoStackTrace, openSandbox } from '../support/sandbox.ts';
import { runAll, type CancelCase } from './support/testbed.ts';
import { POINTS } from './support/cancel-points.ts';
import { findDifferences, type CancelResult, type Signals } from './support/cancel.ts';

/** The runner sends SIGTERM after 7.5 s, when all of these runs have ended; here it comes after half a second. */
const SIGNALS: Readonly<Record<string, Signals>> = {
  SIGINT: { first: 'SIGINT' },
  'SIGINT, then SIGTERM': { first: 'SIGINT', then: { signal: 'SIGTERM', afterMs: 500 } },
  'SIGINT twice': { first: 'SIGINT', then: { signal: 'SIGINT', afterMs: 20 } },
  SIGKILL: { first: 'SIGKILL' },
};

/** Where a cancel is most delicate; `npm run cancel-times` plays every point. */
const ROWS = [
  ['scenario list: the connection is silent', 'SIGINT twice'],
  ['upload: its end is held back', 'SIGKILL'],
  ['terminator sent: no response, committed', 'SIGINT, then SIGTERM'],
  ['right after the response', 'SIGINT'],
  ['scenarios: half created, the other has no response', 'SIGINT'],
  ['artifact: no response', 'SIGINT, then SIGTERM'],
  ['asleep, and then nothing of GitHub answers', 'SIGINT'],
] as const;

const CASES = ROWS.map(([label, sent]): CancelCase & { readonly title: string } => {
  const [point, signals] = [POINTS.find((one) => one.label === label), SIGNALS[sent]];
  if (!point || !signals) throw new Error(`There is no ${label} with ${sent}.`);
  return { title: `${label}, ${sent}`, point, signals };
});

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
  beforeAll(() => runAll(CASES, 2, ({ title }, how) => void ended.set(title, how)), 120_000);

  test.each(CASES)('$title', ({ title, point, signals }) => {
    const how = ended.get(title);
    if (!how || how instanceof Error) throw how ?? new Error('It was not played.');
    expect(findDifferences(point, signals, how)).toEqual([]);
    expect(how.milliseconds).toBeLessThan(KILLED_MS);
  });
});
