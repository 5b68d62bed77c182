import { describe, expect, test } from '@jest/globals';

import { consoleTable } from '../../src/report/console.ts';
import { displayWidth } from '../../src/report/console.ts';
import { logLine } from '../../src/runtime/log.ts';
import type { Report } from '../../src/model/report.ts';
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

function uncoloured(report: Report): string[] {
  return consoleTable(report).map((line) => logLine(line.map(({ text }) => ({ text }))));
}

describe('consoleTable', () => {
  test('names each unit test, worst first, then all counts', () => {
    expect(uncoloured(oneFailed())).toEqual([
      '· Result    Device                OS             Time     Page',
      '· ✗ failed  SAMSUNG GALAXY_NOTE9  ANDROID 9      28m 21s  https://app.example.com/#/main/testLab/tResult/summary/0?tid=879852',
      '· ✓ passed  Google Pixel_7        ANDROID 14     28m 22s  https://app.example.com/#/main/testLab/tResult/summary/0?tid=879853',
      '· ✓ passed  LGE Nexus_5X          ANDROID 8.1.0  28m 20s  https://app.example.com/#/main/testLab/tResult/summary/0?tid=879851',
      '· 3 devices: 2 passed · 1 failed · 0 with an error · 0 stopped · 0 not finished',
    ]);
  });

  test('colours the result and nothing else', () => {
    const coloured = consoleTable(oneFailed()).map((line) => line.map(({ colour }) => colour));
    expect(coloured).toEqual([
      ['grey', 'grey', 'grey', 'grey', 'grey'],
      ['red', undefined, undefined, undefined, undefined],
      ['green', undefined, undefined, undefined, undefined],
      ['green', undefined, undefined, undefined, undefined],
      [undefined],
    ]);
  });

  test('with several testsets says which', () => {
    const lines = uncoloured(severalTestsets());
    expect(lines[0]).toContain('Result    Testset  Device');
    expect(lines[1]).toContain('✗ failed  251930   Google Pixel_7');
    expect(lines.at(-1)).toContain('8 unit tests: 7 passed');
  });

  test('without unit tests there are only the counts', () => {
    expect(uncoloured(timedOut())).toEqual([
      '· 12 devices: 7 passed · 1 failed · 0 with an error · 0 stopped · 4 not finished',
    ]);
  });

  test('of what was never created there is no line at all', () => {
    expect(uncoloured(notCreated())).toEqual([]);
  });

  test('a word that differs from the counts is explained between both', () => {
    expect(uncoloured(calledErrors()).slice(-3)).toEqual([
      expect.stringMatching(/^· ✓ passed /),
      '· The status, which decides, counts 2 failed and 1 with an error; the result documents, and so the table, show 0 failed and 3 with an error.',
      '· 8 devices: 5 passed · 2 failed · 1 with an error · 0 stopped · 0 not finished',
    ]);
  });

  test('at most forty rows, and how many more', () => {
    const lines = uncoloured(many(1_500));
    expect(lines).toHaveLength(1 + 40 + 1 + 1);
    expect(lines.filter((line) => line.includes('✗ failed'))).toHaveLength(15);
    expect(lines[41]).toBe('· and 1,460 more devices: see the job summary and the result files');
  });

  test('when forty did not pass, none that passed is shown', () => {
    const lines = uncoloured(many(6_000));
    expect(lines.filter((line) => line.includes('✗ failed'))).toHaveLength(40);
    expect(lines.filter((line) => line.includes('✓ passed'))).toEqual([]);
  });

  test('columns are straight with wide letters', () => {
    const device = ['삼성 갤럭시 / 안드로이드 9', 'Pixel / ANDROID 14', '小米 / ANDROID 13'];
    const testcases = device.map((name, at) => createTestcase(at, { device: name, url: 'https://example.com/' }));
    const lines = uncoloured(createReport({ testsets: [createTestset({}, testcases)] })).slice(1, -1);
    expect(new Set(lines.map((line) => displayWidth(line.slice(0, line.indexOf('https:'))))).size).toBe(1);
  });

  test('no name and no address is longer than a line can hold', () => {
    const long = createTestcase(0, {
      device: `${'한'.repeat(300)} / ${'x'.repeat(300)}`,
      url: `https://example.com/${'x'.repeat(450)}`,
    });
    const report = createReport({ testsets: [createTestset({}, [long, createTestcase(1)])] });
    for (const line of uncoloured(report)) expect(line).not.toMatch(/https:.*…/);
    expect(uncoloured(report)[1]).toContain('tid=879852');
  });

  test('a testset or an address that is not known leaves a gap', () => {
    const testset = without(
      createTestset({
        suites: [{ name: 's', testcases: [{ device: 'Pixel', result: 'skipped' }] }],
      }),
      'id',
    );
    expect(uncoloured(createReport({ testsets: [testset, testset] }))[1]).toBe('· - skipped  -        Pixel');
  });

  test('hostile names stay on their line', () => {
    for (const line of uncoloured(hostile())) {
      expect(line).not.toMatch(/##\[|[\r\n]/);
      expect(line.startsWith('· ')).toBe(true);
    }
  });
});
