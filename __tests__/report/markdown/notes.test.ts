import { expect, test } from '@jest/globals';

import { noteCount, noteLines } from '../../../src/report/markdown/notes.ts';
import type { Report } from '../../../src/model/report.ts';
import { allPassed, createReport, createTestset, mixed60, oneFailed, severalTestsets } from '../../support/reports.ts';

function notes(report: Report, rows = Infinity): string[] {
  return [...noteLines(report, { passed: true, rows })];
}

test('nothing to say, nothing said', () => {
  expect(notes(allPassed())).toEqual([]);
  expect(noteCount(allPassed())).toBe(0);
});

test('warnings are told', () => {
  expect(notes(mixed60())).toEqual([
    '<ul>',
    '<li>Warning: The service took 3 tries to deliver the results.</li>',
    '</ul>',
  ]);
});

test('what may have passed and is in no document is told', () => {
  const passed = (total: number): Report =>
    createReport({ testsets: [createTestset({ counts: { total, pass: total, fail: 0, error: 0, stop: 0 } })] });
  expect(notes(passed(2))).toContain('<li>1 device that the status counts is not in the result documents.</li>');
  expect(notes(passed(3))).toContain('<li>2 devices that the status counts are not in the result documents.</li>');
});

test('what the sentence above says is not said again', () => {
  const sentence = 'It failed: one unit test failed.';
  const testset = createTestset({ reasons: [sentence, 'Another reason.'] });
  expect(notes({ ...oneFailed(), sentence, testsets: [testset] })).toEqual([
    '<ul>',
    '<li>Another reason.</li>',
    '</ul>',
  ]);
});

test('trouble is told once, with its testset where there are several', () => {
  const problem = { code: 'credentials', message: 'The key is wrong.', hint: 'Mend it.' } as const;
  expect(notes(createReport({ testsets: [createTestset({ problem })] }))).toContain(
    '<li>The key is wrong. Mend it.</li>',
  );
  const reasons = ['The key is wrong.'];
  const several = createReport({
    testsets: [createTestset({ problem, reasons }), ...severalTestsets().testsets.slice(2)],
  });
  expect(notes(several).slice(1, 3)).toEqual([
    '<li>Testset 251929: The key is wrong.</li>',
    expect.stringMatching(/^<li>The service refused the new testset: /),
  ]);
});

test.each([
  [1, ['<ul>', '<li>a</li>', '</ul>', '<p>2 remarks left out for length.</p>']],
  [0, ['<p>3 remarks left out for length.</p>']],
])('with %i rows it says how many are left out', (rows, lines) => {
  expect(notes(createReport({ testsets: [createTestset({ reasons: ['a', 'b', 'c'] })], sentence: '' }), rows)).toEqual(
    lines,
  );
});
