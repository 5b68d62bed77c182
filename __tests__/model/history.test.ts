import { expect, test } from '@jest/globals';

import { markOf, type PastResult } from '../../src/model/history.ts';

const results = (letters: string): PastResult[] =>
  Array.from(letters, (letter, at) => ({ run: at + 1, passed: letter === 'P' }));

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
  ['PFP', false, 'new'],
  ['PFPPPPPP', false, 'new'],
  ['FFPP', false, 'new'],
  ['FPF', false, 'unsteady'],
  ['PFPFP', false, 'unsteady'],
  ['PFFP', false, 'unsteady'],
  ['FPFPF', true, 'fixed'],
  ['FPFPP', true, undefined],
] as const)('after the results %p, passed: %p has the mark %p', (before, passed, mark) => {
  expect(markOf(passed, results(before))).toBe(mark);
});
