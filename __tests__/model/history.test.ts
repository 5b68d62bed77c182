import { describe, expect, test } from '@jest/globals';

import { appendResults, markOf, type History, type NewResult, type PastResult } from '../../src/model/history.ts';

const results = (letters: string): PastResult[] =>
  Array.from(letters, (letter, at) => ({ run: at + 1, passed: letter === 'P' }));

const PASSED: NewResult = { passed: true };
const FLAKY: NewResult = { passed: true, flaky: true };
const FAILED: NewResult = { passed: false };
const SHORT: NewResult = { passed: true, seconds: 3 };
const LONG: NewResult = { passed: true, seconds: 20 };

test.each([
  ['', true, undefined],
  ['', false, undefined],
  ['P', true, undefined],
  ['F', true, 'fixed'],
  ['P', false, 'new'],
  ['PPPPPPPPPP', false, 'new'],
  ['F', false, 'still-failing'],
  ['PPPF', false, 'still-failing'],
  ['FP', false, 'new'],
  ['PFP', false, 'unsteady'],
  ['FPF', false, 'unsteady'],
  ['FPFPF', true, 'fixed'],
  ['FPFPP', true, undefined],
] as const)('after the results %p, passed: %p has the mark %p', (before, passed, mark) => {
  expect(markOf(passed, results(before))).toBe(mark);
});

describe('appendResults', () => {
  /** Device A passes in all of these runs. */
  const passIn = (before: readonly History[], first: number, last: number): readonly History[] => {
    const runs = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    return runs.reduce((history, run) => appendResults(history, run, [{ device: 'A', passed: true }]), before);
  };

  test('begins a history, and keeps the last ten results of a device', () => {
    const history = appendResults(passIn([], 1, 11), 12, [{ device: 'A', passed: false, seconds: 5 }]);
    const kept = [3, 4, 5, 6, 7, 8, 9, 10, 11].map((run) => ({ run, passed: true }));
    expect(history).toEqual([{ device: 'A', results: [...kept, { run: 12, passed: false, seconds: 5 }] }]);
  });

  test('sorts runs that overlapped by their number, and counts a run once', () => {
    const first = appendResults([], 7, [{ device: 'A', passed: true }]);
    const second = appendResults(first, 5, [{ device: 'A', passed: false }]);
    expect(second).toMatchObject([{ results: [{ run: 5 }, { run: 7 }] }]);
    const again = appendResults(second, 7, [{ device: 'A', passed: false }]);
    expect(again[0]?.results).toEqual([5, 7].map((run) => ({ run, passed: false })));
  });

  test('the same device in two scenarios, and a scenario as a whole, are different entries', () => {
    const history = appendResults([], 7, [
      { scenario: 1, passed: true },
      { scenario: 1, device: 'A', passed: true },
      { scenario: 2, device: 'A', passed: true },
    ]);
    expect(history).toHaveLength(3);
  });

  test('a device that was missing once keeps its history; one that is gone for ten runs is dropped', () => {
    const begun = appendResults([], 1, [{ device: 'gone', passed: true }]);
    expect(passIn(begun, 2, 10)).toMatchObject([{ device: 'gone' }, { device: 'A' }]);
    expect(passIn(begun, 2, 11)).toMatchObject([{ device: 'A' }]);
    expect(appendResults([{ device: 'empty', results: [] }], 1, [])).toEqual([]);
  });

  test('an overlapping run with an old number drops no device of the last ten runs', () => {
    const history = passIn(appendResults([], 2, [{ device: 'B', passed: true }]), 3, 11);
    const late = appendResults(history, 1, [{ device: 'late', passed: true }]);
    expect(late).toMatchObject([{ device: 'B' }, { device: 'A' }]);
  });

  test.each<[results: [NewResult, NewResult], PastResult]>([
    [[FLAKY, PASSED], { run: 7, passed: true, flaky: true }],
    [[PASSED, FLAKY], { run: 7, passed: true, flaky: true }],
    [[FLAKY, FAILED], { run: 7, passed: false }],
    [[FAILED, FLAKY], { run: 7, passed: false }],
    [[PASSED, { ...PASSED, seconds: 0 }], { run: 7, passed: true, seconds: 0 }],
    [[SHORT, LONG], { run: 7, passed: true, seconds: 20 }],
    [[LONG, SHORT], { run: 7, passed: true, seconds: 20 }],
    [[PASSED, FAILED], { run: 7, passed: false }],
    [[FAILED, PASSED], { run: 7, passed: false }],
  ])('%j of two devices of one name are the one result %j', (both, result) => {
    const subject = { scenario: 1, device: 'A' };
    const given = both.map((each) => ({ ...each, ...subject }));
    expect(appendResults([], 7, given)).toEqual([{ ...subject, results: [result] }]);
  });
});
