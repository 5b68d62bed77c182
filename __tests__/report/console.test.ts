import { describe, expect, test } from '@jest/globals';

import type { Report } from '../../src/model/report.ts';
import { consoleTable } from '../../src/report/console.ts';
import { logLine } from '../../src/runtime/log.ts';
import { many, reportOf } from '../support/reports.ts';
import { complete, device } from '../support/testsets.ts';
import { createView } from '../../src/report/view.ts';

function linesOf(report: Report): string[] {
  return consoleTable(createView(report)).map((line) => logLine(line.map(({ text }) => ({ text }))));
}

describe('the table at the end of the log', () => {
  test('has at most fifty rows, then how many more there are', () => {
    const lines = linesOf(many(6_700));
    expect(lines).toHaveLength(51);
    expect(lines.at(-1)).toBe('· … 17 more: see report.json');
  });

  test('has straight columns', () => {
    const names = ['Pixel / ANDROID 14', 'SAMSUNG Galaxy_A54 / ANDROID 9', 'iPhone / iOS 18'];
    const facts = { result: 'failed', url: 'https://example.com/' } as const;
    const lines = linesOf(reportOf(complete(names.map((name) => ({ device: name, ...facts })))));
    expect(new Set(lines.map((line) => line.indexOf('https:'))).size).toBe(1);
  });

  test('leaves out an address that a line cannot hold', () => {
    const name = `${'한'.repeat(300)} / ${'x'.repeat(300)}`;
    const long = device(0, { device: name, result: 'failed', url: `https://example.com/${'x'.repeat(450)}` });
    expect(linesOf(reportOf(complete([long])))[0]).not.toContain('https:');
  });
});
