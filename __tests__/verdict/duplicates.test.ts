import { describe, expect, test } from '@jest/globals';

import type { Testset } from '../../src/model/testset.ts';
import { findDuplicates } from '../../src/verdict/duplicates.ts';
import { complete, devices, notCreated } from '../support/testsets.ts';
import type { Testcase } from '../../src/model/results.ts';

const sharedBy = (...testsets: readonly Testset[]) => testsets.map(findDuplicates(testsets));

const hasShared = (...testsets: readonly Testset[]) => sharedBy(...testsets).map(({ length }) => length > 0);

const testset = (id: number, testcases: readonly Testcase[] = []): Testset => complete(testcases, { id });

test('testsets with the same identifier share it; those without one share nothing', () => {
  const shared = sharedBy(testset(5), testset(6), testset(5), notCreated('rejected'), notCreated('rejected'));
  const sentence = 'The service returned testset 5 for more than one scenario.';
  expect(shared).toEqual([[sentence], [], [sentence], [], []]);
});

describe('testsets with identical results', () => {
  const linked = devices(2).map((each, at) => ({ ...each, url: `https://app.example.com/${at}` }));

  test('and links are named', () => {
    const other = linked.map((each) => ({ ...each, url: `${each.url}7` }));
    const sentence = 'Testsets 5, 6 have identical results and result links.';
    expect(sharedBy(testset(5, linked), testset(7, other), testset(6, linked))).toEqual([[sentence], [], [sentence]]);
    expect(sharedBy(testset(5, linked))).toEqual([[]]);
  });

  test('are found however those ended that did not pass', () => {
    const [one, another] = (['failed', 'skipped'] as const).map((result, id) =>
      testset(
        id,
        linked.map((each, at) => (at === 1 ? { ...each, result } : each)),
      ),
    );
    expect(one && another && hasShared(one, another)).toEqual([true, true]);
  });

  test.each([
    ['without links', linked.map((each) => ({ ...each, url: undefined }))],
    ['without devices', []],
  ])('but %s may be equal by chance', (_what, testcases) => {
    expect(hasShared(testset(5, testcases), testset(6, testcases))).toEqual([false, false]);
  });

  test('are not those in which another device passed', () => {
    const [one, another] = [0, 1].map((failing) =>
      testset(
        failing,
        linked.map((each, at) => (at === failing ? { ...each, result: 'failed' as const } : each)),
      ),
    );
    expect(one && another && hasShared(one, another)).toEqual([false, false]);
  });
});
