import { describe, expect, test } from '@jest/globals';

import { allUnnamedDevices, deviceRuns, hasPassed, worstFirst } from '../../../src/report/devices.ts';
import { deviceTables, type Detail } from '../../../src/report/markdown/devices.ts';
import type { Report } from '../../../src/model/report.ts';
import type { TestResult } from '../../../src/model/results.ts';
import { render } from '../../support/render.ts';
import { createReport, createTestcase, createTestset, severalTestsets, without } from '../../support/reports.ts';

const ALL: Detail = { passed: true, rows: Infinity };

function drawn(report: Report, detail = ALL): string {
  const runs = deviceRuns(report);
  const notPassed = worstFirst(runs.filter((run) => !hasPassed(run)));
  const devices = { passed: runs.filter(hasPassed), notPassed, unnamed: allUnnamedDevices(report) };
  return [...deviceTables(report, devices, detail, 'Look elsewhere.')].join('');
}

function oneTestset(results: readonly TestResult[], device = 'Pixel / ANDROID 14'): Report {
  const testcases = results.map((result, at) => createTestcase(at, { result, device }));
  return createReport({ testsets: [createTestset({}, testcases)] });
}

describe('deviceTables', () => {
  test.each<[string, number, TestResult[], number]>([
    ['ten that passed are not folded', 10, [], 0],
    ['eleven that passed are folded', 11, [], 1],
    ['one that passed is folded if one did not', 1, ['failed'], 1],
    ['one that passed is folded if one was skipped', 1, ['skipped'], 1],
    ['nothing is folded if nothing passed', 0, ['failed', 'error'], 0],
  ])('%s', (_, passed, others, folds) => {
    const page = render(drawn(oneTestset([...others, ...Array.from({ length: passed }, (): TestResult => 'passed')])));
    expect(page.tags.filter((tag) => tag === 'details')).toHaveLength(folds);
    expect(page.links).toHaveLength(passed + others.length);
  });

  test('without devices there is no table', () => {
    expect(drawn(oneTestset([]))).toBe('');
  });

  test('every icon has a word', () => {
    const text = render(drawn(oneTestset(['failed', 'error', 'skipped', 'passed']))).texts;
    expect(text).toEqual(expect.arrayContaining(['❌ failed', '⛔ error', '⏭️ skipped', '✅ passed']));
  });

  test('what is not known is a dash, and a device without a page is only text', () => {
    const report = createReport({ testsets: [createTestset({}, [{ device: 'Pixel', result: 'passed' }])] });
    expect(drawn(report)).toContain('<tr><td>Pixel</td><td>–</td><td>✅ passed</td><td>–</td></tr>');
  });

  test('a repeated device is numbered', () => {
    expect(render(drawn(oneTestset(['failed', 'failed', 'passed']))).links.map(({ text }) => text)).toEqual([
      'Pixel',
      'Pixel (2)',
      'Pixel (3)',
    ]);
  });

  test('with several testsets, a column and the label name the testset', () => {
    const page = render(drawn(severalTestsets()));
    expect(page.texts).toContain('Testset');
    expect(page.links[0]).toMatchObject({ text: 'Google Pixel_7', spoken: 'Google Pixel_7, testset 251930' });
  });

  test('an unknown identifier is none', () => {
    const testset = without(createTestset({}, [createTestcase(0)]), 'id');
    const page = render(drawn(createReport({ testsets: [testset, testset] })));
    expect(page.texts).toContain('none');
    expect(page.links.map(({ spoken }) => spoken)).toEqual(['LGE Nexus_5X', 'LGE Nexus_5X (2)']);
  });

  test('with a scenario, the column names it', () => {
    const testset = createTestset({ scenario: 12, scenarioName: 'Log <in>' }, [
      createTestcase(0, { result: 'failed' }),
    ]);
    const page = render(drawn(createReport({ testsets: [testset, createTestset()] })));
    expect(page.texts).toContain('251929 · Log <in> (scenario 12)');
  });

  test('devices that no document names are sorted by their result', () => {
    const report = oneTestset(['skipped', 'passed', 'failed', 'error']);
    const [testset = createTestset()] = report.testsets;
    const counts = { total: 9, pass: 1, fail: 1, error: 2, stop: 2 };
    const text = render(drawn({ ...report, testsets: [{ ...testset, counts: { ...counts, error: 1 } }] })).texts;
    expect(text.filter((words) => /^[❌⛔⏹⏭⌛❔]/u.test(words))).toEqual([
      '❌ failed',
      '⛔ error',
      '❔ not passed',
      '⏭️ skipped',
    ]);
    const stopped = createTestset({ counts: { ...counts, total: 4, error: 0, fail: 0 } }, [createTestcase(0)]);
    const rows = drawn(createReport({ testsets: [stopped] })).split('\n');
    expect(rows[2]).toBe('<tr><td>2 devices that no document names</td><td>–</td><td>⏹️ stopped</td><td>–</td></tr>');
    expect(rows[3]).toBe(
      '<tr><td>1 device that no document names</td><td>–</td><td>⌛ not finished</td><td>–</td></tr>',
    );
    const several = drawn(createReport({ testsets: [stopped, stopped] })).split('\n');
    expect(several[2]).toBe(
      '<tr><td>–</td><td>4 device runs that no document names</td><td>–</td><td>⏹️ stopped</td><td>–</td></tr>',
    );
  });

  test.each<[Detail, string, number]>([
    [{ passed: false, rows: Infinity }, '1 device that passed is', 2],
    [{ passed: false, rows: 1 }, '1 more device that did not pass and 1 device that passed are', 1],
    [{ passed: false, rows: 0 }, '2 devices that did not pass and 1 device that passed are', 0],
  ])('with %j it counts what is not shown', (detail, sentence, links) => {
    const page = render(drawn(oneTestset(['failed', 'passed', 'failed']), detail));
    expect(page.texts.join('')).toContain(`${sentence} not shown here. Look elsewhere.`);
    expect(page.links).toHaveLength(links);
  });

  test('devices that no document names count as not shown', () => {
    const stopped = createTestset({ counts: { total: 8, pass: 1, fail: 1, error: 0, stop: 6 } }, [
      createTestcase(0),
      createTestcase(1, { result: 'failed' }),
    ]);
    expect(drawn(createReport({ testsets: [stopped] }), { passed: false, rows: 1 })).toContain(
      '<p>6 more devices that did not pass and 1 device that passed are not shown',
    );
  });
});
