import { expect, test } from '@jest/globals';

import { attempt, logReport } from '../../src/publish/log-report.ts';
import type { Annotation } from '../../src/report/annotations.ts';
import type { Report } from '../../src/model/report.ts';
import { allPassed, createReport, createTestset, mixed60, oneFailed } from '../support/reports.ts';
import { createRecordingLog } from '../support/runtime.ts';

function logged(report: Report): { readonly lines: readonly string[]; readonly annotated: readonly Annotation[] } {
  const log = createRecordingLog();
  const annotated: Annotation[] = [];
  logReport(report, log, { annotate: (annotation) => annotated.push(annotation) });
  return { lines: log.lines, annotated };
}

test('a green report has a table and no annotations', () => {
  const { lines, annotated } = logged(allPassed());
  expect(lines.filter((line) => line.includes('Nexus_5X'))).toHaveLength(1);
  expect(annotated).toEqual([]);
});

test('a red report has annotations', () => {
  expect(logged(oneFailed()).annotated).toHaveLength(1);
});

test('an allowed failure has none', () => {
  expect(logged({ ...oneFailed(), outcome: 'passed' }).annotated).toEqual([]);
});

test('warnings follow the table', () => {
  expect(logged(mixed60()).lines.at(-1)).toBe('warning: The service took 3 tries to deliver the results.');
});

test('the same warning of many testsets is one line', () => {
  const testsets = Array.from({ length: 200 }, (_, at) => {
    const id = 251_929 + at;
    return createTestset({ id, warnings: [`Testset ${id} delivered no JSON results.`] }, []);
  });
  const { lines } = logged(createReport({ testsets }));
  expect(lines.filter((line) => line.startsWith('warning: '))).toEqual([
    'warning: Testset 251929 delivered no JSON results. ' +
      'The same applies to 199 other testsets: 251930, 251931, 251932 and 196 more.',
  ]);
});

test('a failure is a warning, and its value is undefined', async () => {
  const log = createRecordingLog();
  const fail = (): string => {
    throw new Error('the disk is full');
  };
  expect(await attempt(log, 'Not written', fail)).toBeUndefined();
  expect(await attempt(log, 'Not sent', () => Promise.reject<string>(new Error('reset')))).toBeUndefined();
  expect(await attempt(log, 'Not logged', () => 'value')).toBe('value');
  expect(log.lines).toEqual(['warning: Not written: the disk is full', 'warning: Not sent: reset']);
});
