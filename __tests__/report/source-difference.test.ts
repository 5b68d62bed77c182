import { expect, test } from '@jest/globals';

import type { TestsetReport } from '../../src/model/report.ts';
import { explainDifference } from '../../src/report/source-difference.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import { allPassed, calledErrors, createReport, createTestset, mixed60, timedOut } from '../support/reports.ts';

/** A testset of three devices that are errors in the documents, of which the status counts `fail` as failed. */
function testset(id: number, fail: number): TestsetReport {
  const testcases = [1, 2, 3].map((at) => ({ device: `Pixel_${at}`, result: 'error' as const }));
  return createTestset({ id, counts: { total: 3, pass: 0, fail, error: 3 - fail, stop: 0 } }, testcases);
}

test.each([[allPassed()], [mixed60()], [timedOut()], [createReport({ testsets: [] })]])(
  'the same kinds need no explanation: %#',
  (report) => {
    expect(explainDifference(report)).toBeUndefined();
  },
);

test('another number of devices is a matter of the result sources', () => {
  const { counts } = testset(1, 1);
  expect(explainDifference({ testsets: [{ ...testset(1, 1), counts: { ...counts, error: 1, stop: 1 } }] })).toBe(
    undefined,
  );
});

test('other kinds for the same devices are explained once for all testsets', () => {
  expect(explainDifference(calledErrors())).toMatch(/2 failed and 1 with an error.* 0 failed and 3 with an error\.$/);
  const [same, first, second] = [testset(5, 0), testset(6, 1), testset(7, 2)];
  expect(explainDifference({ testsets: [same, first] })).toMatch(/testset 6, .* 1 failed and 2 /);
  expect(explainDifference({ testsets: [same, first, second] })).toMatch(
    /testsets 6, 7, .* 3 failed .* 0 failed and 6 /,
  );
  const many = Array.from({ length: 9 }, (_, at) => testset(at + 1, 1));
  expect(explainDifference({ testsets: many })).toMatch(/of 9 testsets, .* 9 failed/);
});

test('differences that cancel each other out need no explanation', () => {
  const testcases = [1, 2, 3].map((at) => ({ device: `Pixel_${at}`, result: 'failed' as const }));
  const other = createTestset({ id: 8, counts: { total: 3, pass: 0, fail: 2, error: 1, stop: 0 } }, testcases);
  expect(explainDifference({ testsets: [testset(6, 1), other] })).toBeUndefined();
});

test('the summary has the explanation directly above the devices', () => {
  const explanation = explainDifference(calledErrors()) ?? '';
  expect(summaryMarkdown(calledErrors())).toContain(
    `<p>${explanation}</p>\n\n<table>\n<tr><th scope="col">Device</th>`,
  );
});
