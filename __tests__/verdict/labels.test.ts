import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import type { TestResult } from '../../src/model/results.ts';
import { devicesOf } from '../../src/model/verdict.ts';
import { complete, judged } from '../support/testsets.ts';

const RESULTS = ['passed', 'failed', 'error', 'skipped', 'unknown'] as const;

function labels(documented: readonly TestResult[], [fail, error, stop]: readonly [number, number, number]): string[] {
  const testcases = documented.map((result, at) => ({ device: `Device ${String(at)}`, result }));
  const counts = { total: documented.length, pass: 0, fail, error, stop, initializing: 0 };
  return devicesOf(judged(complete(testcases, { counts }))).map(({ result }) => result);
}

test.each<[string, [number, number, number], string[], string]>([
  ['PEE', [2, 0, 0], ['passed', 'failed', 'failed'], 'only failures are counted'],
  ['PFF', [0, 2, 0], ['passed', 'error', 'error'], 'only errors are counted'],
  ['PE', [0, 0, 1], ['passed', 'stopped'], 'only stopped devices are counted'],
  ['FES', [1, 1, 1], ['failed', 'error', 'stopped'], 'the documents make the same split'],
  ['FE', [1, 1, 1], ['failed', 'error'], 'the stopped device is in no document'],
  ['EE', [1, 1, 0], ['failed', 'failed'], 'several kinds are counted, the documents have one'],
  ['EE', [1, 0, 0], ['failed', 'failed'], 'the documents have more than are counted'],
  ['FS', [1, 0, 0], ['failed', 'failed'], 'the documents have a stopped device more than are counted'],
  ['UU', [1, 0, 0], ['failed', 'failed'], 'the documents have more, and do not say how they ended'],
  ['UU', [2, 0, 0], ['failed', 'failed'], 'the status knows what the documents do not say'],
  ['FU', [1, 0, 1], ['failed', 'failed'], 'of one it is unknown how it ended'],
  ['S', [1, 0, 1], ['failed'], 'one that failed is in no document'],
  ['U', [0, 0, 1], ['stopped'], 'only a stopped device is counted, and the documents do not say it'],
  ['SS', [0, 0, 1], ['failed', 'failed'], 'the documents have more stopped devices than are counted'],
  ['UU', [0, 0, 1], ['failed', 'failed'], 'one was stopped, and the documents do not say which'],
  ['U', [0, 0, 0], ['failed'], 'none is counted, and it is unknown how it ended'],
  ['FE', [0, 0, 0], ['failed', 'error'], 'none is counted, so that the sources are compared'],
])('%s with counts %p is %p: %s', (documented, counts, expected) => {
  const results = Array.from(documented, (letter) => RESULTS['PFESU'.indexOf(letter)] ?? 'passed');
  expect(labels(results, counts)).toEqual(expected);
});

test('no label but failed occurs more often than the status counts it, unless it counts none at all', () => {
  const documented = fc.array(fc.constantFrom(...RESULTS), { maxLength: 6 });
  const number = fc.integer({ min: 0, max: 4 });
  fc.assert(
    fc.property(documented, fc.tuple(number, number, number), (results, counts) => {
      fc.pre(counts.some((count) => count > 0));
      const given = labels(results, counts);
      for (const [at, label] of ['error', 'stopped'].entries()) {
        expect(given.filter((each) => each === label).length).toBeLessThanOrEqual(counts[at + 1] ?? 0);
      }
    }),
  );
});
