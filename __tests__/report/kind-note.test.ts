import { expect, test } from '@jest/globals';

import { summaryMarkdown } from '../../src/report/summary.ts';
import { explainDifference } from '../../src/report/source-difference.ts';
import type { TestsetReport } from '../../src/model/report.ts';
import { allPassed, calledErrors, createReport, createTestset, mixed60, timedOut } from '../support/reports.ts';

const NOTE =
  'The status, which decides, counts 2 failed and 1 with an error; the result documents, and so the table, show 0 failed and 3 with an error.';

/** A testset of three unit tests that the documents call errors, of which the status calls so many failed. */
function testset(id: number, fail: number): TestsetReport {
  const testcases = [1, 2, 3].map((at) => ({ device: `Pixel_${at}`, result: 'error' as const }));
  return createTestset({ id, counts: { total: 3, pass: 0, fail, error: 3 - fail, stop: 0 } }, testcases);
}

test.each([[allPassed()], [mixed60()], [timedOut()], [createReport({ testsets: [] })]])(
  'where the words are the same there is no note',
  (report) => {
    expect(explainDifference(report)).toBeUndefined();
  },
);

test('another number is no matter of words', () => {
  const { counts } = testset(1, 1);
  const report = createReport({ testsets: [{ ...testset(1, 1), counts: { ...counts, error: 1, stop: 1 } }] });
  expect(explainDifference(report)).toBeUndefined();
});

test('other words for the same unit tests are explained once for all testsets', () => {
  expect(explainDifference(calledErrors())).toBe(NOTE);
  const [agreed, first, second] = [testset(5, 0), testset(6, 1), testset(7, 2)];
  expect(explainDifference({ testsets: [agreed, first] })).toMatch(
    /^The status of testset 6, which decides, counts 1 failed and 2 /,
  );
  expect(explainDifference({ testsets: [agreed, first, second] })).toMatch(
    /^The status of testsets 6, 7, which decides, counts 3 failed and 3 with an error; .* show 0 failed and 6 /,
  );
  const many = Array.from({ length: 9 }, (_, at) => testset(at + 1, 1));
  expect(explainDifference({ testsets: many })).toMatch(/^The status of 9 testsets, which decides, counts 9 failed/);
});

test('two testsets that make up for each other need no explanation', () => {
  const other = createTestset({ id: 8, counts: { total: 3, pass: 0, fail: 2, error: 1, stop: 0 } }, [
    ...[1, 2, 3].map((at) => ({ device: `Pixel_${at}`, result: 'failed' as const })),
  ]);
  expect(explainDifference({ testsets: [testset(6, 1), other] })).toBeUndefined();
});

test('in the summary it stands directly above the devices, and nowhere else', () => {
  const summary = summaryMarkdown(calledErrors());
  expect(summary).toContain(`<p>${NOTE}</p>\n\n<table>\n<tr><th scope="col">Device</th>`);
  expect(summary.split('The status, which decides')).toHaveLength(2);
});
