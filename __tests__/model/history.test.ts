import { describe, expect, test } from '@jest/globals';

import { appendResults, markOf, typicalSeconds, type History, type PastResult } from '../../src/model/history.ts';

const results = (letters: string): PastResult[] =>
  Array.from(letters, (letter, at) => ({ run: at + 1, passed: letter === 'P' }));

describe('markOf', () => {
  test.each([
    ['', true, undefined],
    ['', false, undefined],
    ['P', true, undefined],
    ['F', true, 'fixed'],
    ['P', false, 'new'],
    ['PPPPPPPPPP', false, 'new'],
    ['F', false, 'still'],
    ['PPPF', false, 'still'],
    ['FP', false, 'new'],
    ['PFP', false, 'flaky'],
    ['FPF', false, 'flaky'],
    ['FPFPF', true, 'fixed'],
    ['FPFPP', true, undefined],
  ] as const)('after %p, passed: %p is %p', (before, passed, mark) => {
    expect(markOf(passed, results(before))).toBe(mark);
  });
});

describe('appendResults', () => {
  test('begins a history, and keeps the last ten results of a device', () => {
    let history: readonly History[] = [];
    for (let run = 1; run <= 12; run += 1) {
      history = appendResults(history, run, [{ device: 'A', passed: run % 2 === 0, seconds: run }]);
    }
    expect(history).toHaveLength(1);
    expect(history[0]?.results.map(({ run }) => run)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(history[0]?.results.at(-1)).toEqual({ run: 12, passed: true, seconds: 12 });
  });

  test('sorts runs that overlapped by their number, and counts a run once', () => {
    const first = appendResults([], 7, [{ device: 'A', passed: true }]);
    const second = appendResults(first, 5, [{ device: 'A', passed: false }]);
    const again = appendResults(second, 7, [{ device: 'A', passed: false }]);
    expect(again[0]?.results).toEqual([5, 7].map((run) => ({ run, passed: false })));
  });

  test.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])('two devices of the same name (%p, %p) are one entry: %p', (a, b, both) => {
    const history = appendResults([], 7, [
      { scenario: 1, device: 'A', passed: a, seconds: 5 },
      { scenario: 1, device: 'A', passed: b, seconds: 9 },
    ]);
    expect(history).toEqual([{ scenario: 1, device: 'A', results: [{ run: 7, passed: both, seconds: 9 }] }]);
  });

  test.each([
    ['once', [{ passed: true, flaky: true }], { passed: true, flaky: true }],
    ['as the first of its name', [{ passed: true, flaky: true }, { passed: true }], { passed: true, flaky: true }],
    ['as the second of its name', [{ passed: true }, { passed: true, flaky: true }], { passed: true, flaky: true }],
    ['beside one that failed', [{ passed: true, flaky: true }, { passed: false }], { passed: false }],
  ] as const)('a device that passed and failed in one run %s', (_what, devices, result) => {
    const history = appendResults(
      [],
      7,
      devices.map((each) => ({ device: 'A', ...each })),
    );
    expect(history).toStrictEqual([{ device: 'A', results: [{ run: 7, ...result }] }]);
  });

  test('a scenario as a whole has no device, and no duration if none is known', () => {
    expect(appendResults([], 7, [{ scenario: 1, passed: true }])).toStrictEqual([
      { scenario: 1, results: [{ run: 7, passed: true }] },
    ]);
    expect(appendResults([], 7, [{ device: 'A', passed: true, seconds: 0 }])).toStrictEqual([
      { device: 'A', results: [{ run: 7, passed: true, seconds: 0 }] },
    ]);
  });

  test('keeps the ten latest runs whatever the order in which they are added', () => {
    let history: readonly History[] = [];
    for (const run of [9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8]) {
      history = appendResults(history, run, [{ device: 'A', passed: true }]);
    }
    expect(history[0]?.results.map(({ run }) => run)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    history = appendResults(history, 2, [{ device: 'late', passed: true }]);
    expect(history.map(({ device }) => device)).toEqual(['A']);
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
    let history = appendResults([], 1, [{ device: 'gone', passed: true }]);
    for (let run = 2; run <= 10; run += 1) history = appendResults(history, run, [{ device: 'A', passed: true }]);
    expect(history.map(({ device }) => device)).toEqual(['gone', 'A']);
    history = appendResults(history, 11, [{ device: 'A', passed: true }]);
    expect(history.map(({ device }) => device)).toEqual(['A']);
  });
});

test.each<[string, readonly (readonly [run: number, seconds?: number])[][], number | undefined]>([
  ['no device', [], undefined],
  ['a device without durations', [[[1], [2]]], undefined],
  ['the longest device of one run', [[[1, 30]], [[1, 90]], [[1, 60]]], 90],
  [
    'the median of the runs',
    [
      [
        [1, 100],
        [2, 20],
        [3, 9],
      ],
    ],
    20,
  ],
  [
    'the median of the longest of each run',
    [
      [
        [1, 100],
        [2, 5],
      ],
      [
        [1, 3],
        [2, 20],
        [3, 30],
      ],
    ],
    30,
  ],
])('the typical duration of %s', (_what, devices, seconds) => {
  const history = devices.map((results, at) => ({
    device: `${at}`,
    results: results.map(([run, seconds]) => ({ run, passed: true, ...(seconds !== undefined && { seconds }) })),
  }));
  expect(typicalSeconds(history)).toBe(seconds);
});
