import { describe, expect, test } from '@jest/globals';
import { parted, unitTests } from '../../../src/report/device.ts';
import type { Detail } from '../../../src/report/fit.ts';
import { deviceTables } from '../../../src/report/markdown/devices.ts';
import type { Report } from '../../../src/report/report.ts';
import type { TestResult } from '../../../src/results/document.ts';
import { render } from '../../support/render.ts';
import { createReport, createTestcase, createTestset, severalTestsets, without } from '../../support/reports.ts';

const ALL: Detail = { passed: true, rows: Infinity };

function drawn(report: Report, detail = ALL): string {
  return [...deviceTables(report, parted(unitTests(report)), detail)].join('');
}

function oneTestset(results: readonly TestResult[], device = 'Pixel / ANDROID 14'): Report {
  const testcases = results.map((result, at) => createTestcase(at, { result, device }));
  return createReport({ testsets: [createTestset({}, testcases)] });
}

describe('deviceTables', () => {
  test.each<[string, number, TestResult[], number]>([
    ['ten that passed are in sight', 10, [], 0],
    ['eleven that passed are folded', 11, [], 1],
    ['one that passed is folded beside one that did not', 1, ['failed'], 1],
    ['one that passed is folded beside one that was skipped', 1, ['skipped'], 1],
    ['nothing is folded when nothing passed', 0, ['failed', 'error'], 0],
  ])('%s', (_, passed, others, folds) => {
    const page = render(drawn(oneTestset([...others, ...Array.from({ length: passed }, (): TestResult => 'passed')])));
    expect(page.tags.filter((tag) => tag === 'details')).toHaveLength(folds);
    expect(page.links).toHaveLength(passed + others.length);
  });

  test('no unit tests, no table', () => {
    expect(drawn(oneTestset([]))).toBe('');
  });

  test('a word stands beside every sign', () => {
    const text = render(drawn(oneTestset(['failed', 'error', 'skipped', 'passed']))).texts;
    expect(text).toEqual(expect.arrayContaining(['❌ failed', '⛔ error', '⏭️ skipped', '✅ passed']));
  });

  test('what is not known is a dash, and a device without a page is only text', () => {
    const report = createReport({ testsets: [createTestset({}, [{ device: 'Pixel', result: 'passed' }])] });
    expect(drawn(report)).toContain('<tr><td>Pixel</td><td></td><td>✅ passed</td><td>–</td></tr>');
  });

  test('a device that comes again is numbered', () => {
    expect(render(drawn(oneTestset(['failed', 'failed', 'passed']))).links.map(({ text }) => text)).toEqual([
      'Pixel',
      'Pixel (2)',
      'Pixel (3)',
    ]);
  });

  test('with several testsets, a column and the label say which', () => {
    const page = render(drawn(severalTestsets()));
    expect(page.texts).toContain('Testset');
    expect(page.links[0]).toMatchObject({ text: 'Google Pixel_7', spoken: 'Google Pixel_7, testset 251930' });
  });

  test('an identifier that is not known is not invented', () => {
    const testset = without(createTestset({}, [createTestcase(0)]), 'id');
    const page = render(drawn(createReport({ testsets: [testset, testset] })));
    expect(page.texts).toContain('none');
    expect(page.links.map(({ spoken }) => spoken)).toEqual(['LGE Nexus_5X', 'LGE Nexus_5X (2)']);
  });

  test.each<[Detail, string, number]>([
    [{ passed: false, rows: Infinity }, '1 unit test passed and is left out here, for length.', 2],
    [{ passed: false, rows: 1 }, '2 unit tests did not pass; only the first is named here, for length.', 1],
    [{ passed: false, rows: 0 }, '2 unit tests did not pass; none is named here, for length.', 0],
  ])('with %j it says what is left out', (detail, sentence, links) => {
    const page = render(drawn(oneTestset(['failed', 'passed', 'failed']), detail));
    expect(page.texts.join('')).toContain(`${sentence} report.json among the result files`);
    expect(page.links).toHaveLength(links);
  });
});
