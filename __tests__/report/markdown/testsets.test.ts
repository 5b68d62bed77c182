import { expect, test } from '@jest/globals';

import { testsetTable } from '../../../src/report/markdown/testsets.ts';
import { createReport, createTestset, oneFailed, severalTestsets, unknownStarts } from '../../support/reports.ts';

test('one testset needs no table', () => {
  expect([...testsetTable(oneFailed(), { passed: true, rows: Infinity })]).toEqual([]);
  expect([...testsetTable(createReport({ testsets: [] }), { passed: true, rows: Infinity })]).toEqual([]);
});

test('several are listed with all their counts', () => {
  expect([...testsetTable(severalTestsets(), { passed: true, rows: Infinity })].slice(2, -1)).toEqual([
    '<tr><td>251929</td><td>✅ Passed</td><td>4</td><td>4</td><td>0</td><td>0</td><td>0</td><td>0</td></tr>',
    '<tr><td>251930</td><td>❌ Failed</td><td>4</td><td>3</td><td>1</td><td>0</td><td>0</td><td>0</td></tr>',
    '<tr><td>none</td><td>✋ Refused</td><td>–</td><td>–</td><td>–</td><td>–</td><td>–</td><td>–</td></tr>',
  ]);
});

test('where nobody knows whether there is one, it does not say that there is none', () => {
  const lines = [...testsetTable(unknownStarts(), { passed: true, rows: Infinity })];
  expect(lines[3]).toMatch(/^<tr><td>unknown · scenario 102<\/td><td>⚠️ Unknown start<\/td><td>–<\/td>/);
});

test('a scenario is named', () => {
  const testsets = [createTestset({ scenario: 12, scenarioName: 'Log <in>' }), createTestset({ scenario: 13 })];
  const lines = [...testsetTable(createReport({ testsets }), { passed: true, rows: Infinity })];
  expect(lines[2]).toContain('<td>251929 · Log &lt;in&gt; (scenario 12)</td>');
  expect(lines[3]).toContain('<td>251929 · scenario 13</td>');
});

test.each([
  [2, 6, '<p>1 of 3 testsets left out for length.</p>'],
  [0, 1, '<p>3 of 3 testsets left out for length.</p>'],
])('with %i rows it says what is left out', (rows, length, sentence) => {
  const lines = [...testsetTable(severalTestsets(), { passed: false, rows })];
  expect(lines).toHaveLength(length);
  expect(lines.at(-1)).toBe(sentence);
});
