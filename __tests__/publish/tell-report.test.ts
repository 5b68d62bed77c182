import { expect, test } from '@jest/globals';

import { logReport } from '../../src/publish/log-report.ts';
import type { Annotation } from '../../src/report/annotations.ts';
import type { Report } from '../../src/model/report.ts';
import { allPassed, createReport, createTestset, mixed60, oneFailed } from '../support/reports.ts';
import { createRecordingLog } from '../support/runtime.ts';

function tell(report: Report): { readonly lines: readonly string[]; readonly annotated: readonly Annotation[] } {
  const log = createRecordingLog();
  const annotated: Annotation[] = [];
  logReport(report, log, { annotate: (annotation) => annotated.push(annotation) });
  return { lines: log.lines, annotated };
}

test('the table is for everyone', () => {
  const { lines, annotated } = tell(allPassed());
  expect(lines.filter((line) => line.includes('Nexus_5X'))).toHaveLength(1);
  expect(annotated).toEqual([]);
});

test('a red one has annotations', () => {
  expect(tell(oneFailed()).annotated).toHaveLength(1);
});

test('a failure that was allowed has none', () => {
  expect(tell({ ...oneFailed(), outcome: 'passed' }).annotated).toEqual([]);
});

test('warnings come after the table', () => {
  expect(tell(mixed60()).lines.at(-1)).toBe('warning: The service took 3 tries to deliver the results.');
});

test('the same warning of hundreds of testsets is one line', () => {
  const testsets = Array.from({ length: 200 }, (_, at) => {
    const id = 251_929 + at;
    return createTestset({ id, warnings: [`Testset ${id} delivered no JSON results; the XML stands alone.`] }, []);
  });
  const { lines } = tell(createReport({ testsets }));
  expect(lines.filter((line) => line.startsWith('warning: '))).toEqual([
    'warning: Testset 251929 delivered no JSON results; the XML stands alone. ' +
      'The same goes for 199 other testsets: 251930, 251931, 251932 and 196 more.',
  ]);
});
