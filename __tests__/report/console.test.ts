import { describe, expect, test } from '@jest/globals';

import type { Report } from '../../src/model/report.ts';
import { consoleTable, displayWidth } from '../../src/report/console.ts';
import { logLine } from '../../src/runtime/log.ts';
import {
  calledErrors,
  createReport,
  createTestcase,
  createTestset,
  hostile,
  many,
  notCreated,
  oneFailed,
  severalTestsets,
  timedOut,
  without,
} from '../support/reports.ts';

function linesOf(report: Report): string[] {
  return consoleTable(report).map((line) => logLine(line.map(({ text }) => ({ text }))));
}

describe('the table in the log', () => {
  test('has a row for each device, worst first, then all counts', () => {
    const page = 'https://app.example.com/#/main/testLab/tResult/summary/0?tid=';
    expect(linesOf(oneFailed())).toEqual([
      '· Result    Device                OS             Time     Page',
      `· ✗ failed  SAMSUNG GALAXY_NOTE9  ANDROID 9      28m 21s  ${page}879852`,
      `· ✓ passed  Google Pixel_7        ANDROID 14     28m 22s  ${page}879853`,
      `· ✓ passed  LGE Nexus_5X          ANDROID 8.1.0  28m 20s  ${page}879851`,
      '· 3 devices: 2 passed · 1 failed · 0 with an error · 0 stopped · 0 not finished',
    ]);
  });

  test('colours only the heads and the results', () => {
    const colours = consoleTable(oneFailed()).map((line) => line.flatMap(({ colour }) => colour ?? []));
    expect(colours).toEqual([Array(5).fill('grey'), ['red'], ['green'], ['green'], []]);
  });

  test('names the testset if there are several', () => {
    const lines = linesOf(severalTestsets());
    expect(lines[0]).toContain('Result    Testset  Device');
    expect(lines[1]).toContain('✗ failed  251930   Google Pixel_7');
    expect(lines.at(-1)).toContain('8 device runs: 7 passed');
  });

  test('has only counts if there are no results, and nothing if there are no devices', () => {
    expect(linesOf(timedOut())).toEqual([expect.stringMatching(/^· 12 devices: 7 passed /)]);
    expect(linesOf(notCreated())).toEqual([]);
  });

  test('explains results that differ from the counts', () => {
    expect(linesOf(calledErrors()).at(-2)).toMatch(/2 failed and 1 with an error/);
  });

  test('has forty rows at most, and says how many more devices there are', () => {
    const lines = linesOf(many(1_500));
    expect(lines).toHaveLength(1 + 40 + 1 + 1);
    expect(lines.filter((line) => line.includes('✗ failed'))).toHaveLength(15);
    expect(lines[41]).toMatch(/^· and 1,460 more devices: /);
  });

  test('aligns its columns with wide characters', () => {
    const names = ['삼성 갤럭시 / 안드로이드 9', 'Pixel / ANDROID 14', '小米 / ANDROID 13'];
    const testcases = names.map((device, at) => createTestcase(at, { device, url: 'https://example.com/' }));
    const lines = linesOf(createReport({ testsets: [createTestset({}, testcases)] })).slice(1, -1);
    expect(new Set(lines.map((line) => displayWidth(line.slice(0, line.indexOf('https:'))))).size).toBe(1);
  });

  test('leaves out an address that would be cut', () => {
    const device = `${'한'.repeat(300)} / ${'x'.repeat(300)}`;
    const long = createTestcase(0, { device, url: `https://example.com/${'x'.repeat(450)}` });
    const lines = linesOf(createReport({ testsets: [createTestset({}, [long, createTestcase(1)])] }));
    expect(lines.filter((line) => /https:.*…/.test(line))).toEqual([]);
    expect(lines[1]).toContain('tid=879852');
  });

  test('has gaps for what is not known', () => {
    const suites = [{ name: 's', testcases: [{ device: 'Pixel', result: 'skipped' as const }] }];
    const testset = without(createTestset({ suites }), 'id');
    expect(linesOf(createReport({ testsets: [testset, testset] }))[1]).toBe('· - skipped  -        Pixel');
  });

  test('keeps hostile names on their line', () => {
    for (const line of linesOf(hostile())) {
      expect(line).not.toMatch(/##\[|[\r\n]/);
      expect(line.startsWith('· ')).toBe(true);
    }
  });
});

test.each([
  ['', 0],
  ['Pixel 7', 7],
  ['e\u0301', 1],
  ['삼성', 4],
  ['\u1100\u1161\u11a8', 2],
  ['小米', 4],
  ['カナ', 4],
  ['ｶﾅ', 2],
  ['👍🏽', 2],
  ['✓✗', 2],
])('%j takes %i columns', (text, width) => {
  expect(displayWidth(text)).toBe(width);
});
