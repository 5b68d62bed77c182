import { expect, test } from '@jest/globals';

import type { ResultSource, TestsetReport } from '../../../src/model/report.ts';
import { sourceTable, testsetTable } from '../../../src/report/markdown/testsets.ts';
import {
  createReport,
  createTestset,
  inconclusive,
  mixed60,
  oneFailed,
  severalTestsets,
  unknownStarts,
  without,
} from '../../support/reports.ts';

test('a single testset has no table', () => {
  expect([...testsetTable(oneFailed(), Infinity)]).toEqual([]);
  expect([...testsetTable(createReport({ testsets: [] }), Infinity)]).toEqual([]);
});

test('several are listed with all their counts', () => {
  expect([...testsetTable(severalTestsets(), Infinity)].slice(2, -1)).toEqual([
    '<tr><td>251929</td><td>✅ Passed</td><td>4</td><td>4</td><td>0</td><td>0</td><td>0</td><td>0</td></tr>',
    '<tr><td>251930</td><td>❌ Failed</td><td>4</td><td>3</td><td>1</td><td>0</td><td>0</td><td>0</td></tr>',
    '<tr><td>none</td><td>✋ Refused</td><td>–</td><td>–</td><td>–</td><td>–</td><td>–</td><td>–</td></tr>',
  ]);
});

test('a testset that may have been created is not said to be none', () => {
  const lines = [...testsetTable(unknownStarts(), Infinity)];
  expect(lines[3]).toMatch(/^<tr><td>unknown · scenario 102<\/td><td>⚠️ Unknown start<\/td><td>–<\/td>/);
});

test('scenarios are named', () => {
  const testsets = [createTestset({ scenario: 12, scenarioName: 'Log <in>' }), createTestset({ scenario: 13 })];
  const lines = [...testsetTable(createReport({ testsets }), Infinity)];
  expect(lines[2]).toContain('<td>251929 · Log &lt;in&gt; (scenario 12)</td>');
  expect(lines[3]).toContain('<td>251929 · scenario 13</td>');
});

test.each([
  [2, 6, '<p>1 of 3 testsets not shown here.</p>'],
  [0, 1, '<p>3 of 3 testsets not shown here.</p>'],
])('with %i rows it counts what is not shown', (rows, length, sentence) => {
  const lines = [...testsetTable(severalTestsets(), rows)];
  expect(lines).toHaveLength(length);
  expect(lines.at(-1)).toBe(sentence);
});

function source(
  name: ResultSource['source'],
  passed: number,
  notPassed: number,
  state: ResultSource['state'] = 'read',
): ResultSource {
  return { source: name, state, passed, notPassed, why: state === 'unreadable' ? 'cut <off>' : '' };
}

function drawn(sources: readonly ResultSource[], testset: Partial<TestsetReport> = {}): string[] {
  return [...sourceTable(createReport({ testsets: [createTestset({ sources, ...testset })] }), Infinity)];
}

test('sources that agree have no table', () => {
  expect([...sourceTable(mixed60(), Infinity)]).toEqual([]);
  expect([...sourceTable(severalTestsets(), Infinity)]).toEqual([]);
  expect(drawn([])).toEqual([]);
});

test.each([
  ['one passed more', [source('status', 2, 0), source('xml', 1, 0), source('json', 2, 0)]],
  ['a document knows more that did not pass', [source('status', 2, 0), source('xml', 2, 1), source('json', 2, 0)]],
  ['one is absent', [source('status', 2, 0), source('xml', 2, 0), source('json', 0, 0, 'absent')]],
  ['one is absent and nothing passed', [source('status', 0, 1), source('xml', 0, 0, 'absent'), source('json', 0, 1)]],
  ['one cannot be read', [source('status', 2, 0), source('xml', 0, 0, 'unreadable'), source('json', 2, 0)]],
])('there is a table if %s', (_, sources) => {
  expect(drawn(sources)).toHaveLength(4 + sources.length);
  expect(drawn(sources, { status: 'Running' })).toEqual([]);
});

test('figures are side by side', () => {
  const lines = drawn([
    source('status', 1_200, 1),
    source('xml', 0, 0, 'unreadable'),
    source('bare_xml', 1_200, 0),
    source('json', 0, 0, 'absent'),
  ]);
  expect(lines.slice(3, -1)).toEqual([
    '<tr><td>Status</td><td>1,200</td><td>1</td><td>read</td></tr>',
    '<tr><td>XML</td><td>–</td><td>–</td><td>unreadable: cut &lt;off&gt;</td></tr>',
    '<tr><td>Bare XML</td><td>1,200</td><td>0</td><td>read</td></tr>',
    '<tr><td>JSON</td><td>–</td><td>–</td><td>not delivered</td></tr>',
  ]);
});

test('with several testsets the table names them, up to the number of rows', () => {
  const different = inconclusive().testsets;
  const unknown = without(different[0] ?? createTestset(), 'id');
  const report = createReport({ testsets: [...different, unknown, ...different] });
  expect([...sourceTable(report, Infinity)].slice(3, 7).map((line) => line.slice(0, 37))).toEqual([
    '<tr><td>251929</td><td>Status</td><td',
    '<tr><td>251929</td><td>XML</td><td>10',
    '<tr><td>251929</td><td>JSON</td><td>–',
    '<tr><td>none</td><td>Status</td><td>1',
  ]);
  expect([...sourceTable(report, 1)]).toHaveLength(7);
  expect([...sourceTable(report, 0)]).toEqual([]);
});
