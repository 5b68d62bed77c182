import { expect, test } from '@jest/globals';

import { sourceTable } from '../../../src/report/markdown/testsets.ts';
import type { TestsetReport, ResultSource } from '../../../src/model/report.ts';
import { createReport, createTestset, inconclusive, mixed60, severalTestsets, without } from '../../support/reports.ts';

const ALL = { passed: true, rows: Infinity };

function witness(
  source: ResultSource['source'],
  passed: number,
  notPassed: number,
  state: ResultSource['state'] = 'read',
): ResultSource {
  return { source, state, passed, notPassed, why: state === 'unreadable' ? 'cut <off>' : '' };
}

function drawn(sources: readonly ResultSource[], testset: Partial<TestsetReport> = {}): string[] {
  return [...sourceTable(createReport({ testsets: [createTestset({ sources, ...testset })] }), ALL)];
}

test('sources that bear each other out need no table', () => {
  expect([...sourceTable(mixed60(), ALL)]).toEqual([]);
  expect([...sourceTable(severalTestsets(), ALL)]).toEqual([]);
  expect(drawn([])).toEqual([]);
});

test.each([
  ['one passed more', [witness('status', 2, 0), witness('xml', 1, 0), witness('json', 2, 0)]],
  ['a document knows more that did not pass', [witness('status', 2, 0), witness('xml', 2, 1), witness('json', 2, 0)]],
  ['one is absent', [witness('status', 2, 0), witness('xml', 2, 0), witness('json', 0, 0, 'absent')]],
  [
    'one is absent and nothing passed',
    [witness('status', 0, 1), witness('xml', 0, 0, 'absent'), witness('json', 0, 1)],
  ],
  ['one cannot be read', [witness('status', 2, 0), witness('xml', 0, 0, 'unreadable'), witness('json', 2, 0)]],
  ['the status is missing', [witness('xml', 2, 0), witness('json', 2, 0)]],
])('there is a table when %s', (_, sources) => {
  expect(drawn(sources)).toHaveLength(4 + sources.length);
  expect(drawn(sources, { status: 'Running' })).toEqual([]);
});

test('figures stand side by side', () => {
  const lines = drawn([
    witness('status', 1_200, 1),
    witness('xml', 0, 0, 'unreadable'),
    witness('json', 0, 0, 'absent'),
  ]);
  expect(lines.slice(3, -1)).toEqual([
    '<tr><td>Status</td><td>1,200</td><td>1</td><td>read</td></tr>',
    '<tr><td>XML</td><td>–</td><td>–</td><td>unreadable: cut &lt;off&gt;</td></tr>',
    '<tr><td>JSON</td><td>–</td><td>–</td><td>not delivered</td></tr>',
  ]);
});

test('with several testsets the table says which, and takes no more than there is room for', () => {
  const doubtful = inconclusive().testsets;
  const unknown = without(doubtful[0] ?? createTestset(), 'id');
  const report = createReport({ testsets: [...doubtful, unknown, ...doubtful] });
  expect([...sourceTable(report, ALL)].slice(3, 7).map((line) => line.slice(0, 37))).toEqual([
    '<tr><td>251929</td><td>Status</td><td',
    '<tr><td>251929</td><td>XML</td><td>10',
    '<tr><td>251929</td><td>JSON</td><td>–',
    '<tr><td>none</td><td>Status</td><td>1',
  ]);
  expect([...sourceTable(report, { passed: false, rows: 1 })]).toHaveLength(7);
  expect([...sourceTable(report, { passed: false, rows: 0 })]).toEqual([]);
});
