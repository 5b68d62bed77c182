import { expect, test } from '@jest/globals';

import { describeResumed, groupWarnings } from '../../src/report/notes.ts';
import { createView } from '../../src/report/view.ts';
import type { Warning } from '../../src/model/testset.ts';
import { reportOf } from '../support/reports.ts';
import { complete, devices } from '../support/testsets.ts';

test('a notice names the resumed testsets, their attempts, and the input', () => {
  const resumed = [10, 2, 2].map((attempt, index) => ({ testsetId: 5 + index, attempt }));
  expect([resumed.slice(0, 1), resumed].map(describeResumed)).toEqual([
    'Attempt 10 ended without a result: this step waits for testset 5 instead of creating a new one. Set `resume: false` to create new testsets.',
    'Attempts 2, 10 ended without a result: this step waits for testsets 5, 6, 7 instead of creating new ones. Set `resume: false` to create new testsets.',
  ]);
});

test('notes are about what was resumed, the step, testsets before a retry that did not pass, and warnings', () => {
  const testsets = [{}, { 1: 'failed' }, {}] as const;
  const scenario = testsets.map((results, retry) =>
    complete(devices(2, results), {
      id: retry,
      scenario: 7,
      retry,
      announcedDevices: retry + 1,
      warnings: [`It ${retry} was slow.`],
    }),
  );
  const resumed = [{ testsetId: 0, attempt: 1 }];
  const before = 'Scenario 7, before the retry (testset 1): 1 of 2 devices failed.';
  const all = [describeResumed(resumed), 'One.', before, 'It 2 was slow.'];
  expect(createView(reportOf(scenario, { resumed, notes: ['One.'] })).notes).toEqual(all);
  expect(createView(reportOf(scenario.slice(0, 1))).notes).toEqual(['It 0 was slow.']);
});

type Given = Parameters<typeof groupWarnings>[0][number];

const of = (id: number, ...warnings: readonly (string | Warning)[]): Given => ({
  id,
  warnings: warnings.map((warning) => (typeof warning === 'string' ? { sentence: warning } : warning)),
});

const lacks = (id: number): Warning => ({ topic: 'json', sentence: `Testset ${id} delivered no JSON results.` });

const LACKS = lacks(1).sentence;
const SAME = 'The same applies to';

test.each<[string, readonly Given[], readonly string[]]>([
  ['one', [of(1, lacks(1))], [LACKS]],
  ['different ones', [of(1, lacks(1), 'It was slow.'), of(6)], [LACKS, 'It was slow.']],
  ['two of a topic', [of(1, lacks(1)), of(6, lacks(6))], [`${LACKS} ${SAME} 1 other testset: 6.`]],
  [
    'many',
    [1, 2, 3, 4, 5, 6].map((at) => of(at, lacks(at))),
    [`${LACKS} ${SAME} 5 other testsets: 2, 3, 4 and 2 more.`],
  ],
  ['without a topic', [of(5, 'Slow.'), of(6, 'Slow.')], [`Slow. ${SAME} 1 other testset: 6.`]],
  ['different numbers', [of(5, 'Testset 5 fell.'), of(6, 'Testset 6 fell.')], ['Testset 5 fell.', 'Testset 6 fell.']],
  ['the same one twice', [of(1, lacks(1), lacks(1))], [LACKS]],
  ['without a testset', [of(5, 'Odd.'), { warnings: [{ sentence: 'Odd.' }] }], ['Odd.']],
])('warnings are grouped: %s', (_what, testsets, lines) => {
  expect(groupWarnings(testsets)).toEqual(lines);
});
