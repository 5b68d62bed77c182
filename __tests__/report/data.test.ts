import { describe, expect, test } from '@jest/globals';

import { failedDevices, reportJson } from '../../src/report/data.ts';
import type { Report } from '../../src/model/report.ts';
import * as reports from '../support/reports.ts';

const { compared, createReport, createTestcase, createTestcases, createTestset, reportOf, without } = reports;

function written(report: Report): unknown {
  return JSON.parse(reportJson(report));
}

describe('reportJson', () => {
  test('holds the whole report', () => {
    const report = reports.inconclusive();
    const { sentence, hint, run, app, request, counts } = report;
    const { sources } = report.testsets[0] ?? {};
    expect(written(report)).toMatchObject({
      schema: 3,
      outcome: 'inconclusive',
      sentence,
      hint,
      run,
      app,
      request,
      counts,
      durationSeconds: 1_902,
      limits: { fail: 0, error: 0, stop: 0 },
      testsets: [{ id: 251_929, scenario: null, status: 'Complete', outcome: 'inconclusive', sources, problem: null }],
    });
  });

  test('has every device of every testset in document order, with null for what is not known', () => {
    const known = { device: 'A', result: 'passed', url: 'https://example.com/', seconds: 5, message: 'm' } as const;
    const unknown = { device: 'B', result: 'not-passed', url: null, seconds: null, message: null };
    const suites = [
      { name: 'one', testcases: [known] },
      { name: 'none', testcases: [] },
      { name: 'two', testcases: [{ device: 'B', result: 'not-passed' as const }] },
    ];
    const problem = { code: 'credentials', message: 'No.', hint: 'Yes.' } as const;
    const refused = without(createTestset({ suites: [], problem }), 'id');
    const shown = [
      { name: 'one', devices: [known] },
      { name: 'none', devices: [] },
      { name: 'two', devices: [unknown] },
    ];
    expect(written(createReport({ testsets: [createTestset({ suites, scenario: 12 }), refused] }))).toMatchObject({
      testsets: [
        { scenario: 12, suites: shown },
        { id: null, suites: [], problem },
      ],
    });
  });

  test('a limit of any is that word, and no app is null', () => {
    const report = without(createReport({ limits: { fail: Infinity, error: 2, stop: Infinity } }), 'app');
    expect(written(report)).toMatchObject({ app: null, limits: { fail: 'any', error: 2, stop: 'any' } });
  });

  test('has the history and the baseline, or the branch without one', () => {
    const { comparison, history } = compared();
    expect(written(compared())).toMatchObject({ comparison, history });
    expect(written({ ...createReport(), noBaselineOn: 'main' })).toMatchObject({ noBaselineOn: 'main', history: [] });
  });
});

describe('failedDevices', () => {
  test('has the devices that did not pass, with null for what is not known', () => {
    const url = 'https://example.com/1';
    const failed = createTestcase(0, { device: 'A', result: 'failed', url, seconds: 5 });
    const testsets = [
      createTestset({ scenario: 12 }, [failed, createTestcase(1)]),
      without(createTestset({}, [{ device: 'B', result: 'skipped' }]), 'id'),
    ];
    expect(JSON.parse(failedDevices(createReport({ testsets })))).toEqual([
      { testset: 251_929, scenario: 12, device: 'A', result: 'failed', url, seconds: 5 },
      { testset: null, scenario: null, device: 'B', result: 'stopped', url: null, seconds: null },
    ]);
  });

  test('drops entries from the end, counted in bytes', () => {
    const testcase = createTestcase(0, { device: '한'.repeat(100), result: 'failed' });
    const report = reportOf(Array<typeof testcase>(10).fill(testcase));
    const all = failedDevices(report);
    const bytes = Buffer.byteLength(all);
    expect(failedDevices(report, bytes)).toBe(all);
    expect(JSON.parse(failedDevices(report, bytes - 1))).toHaveLength(9);
    expect(failedDevices(report, 100)).toBe('[]');
  });

  test('stays within 500 KB', () => {
    const bytes = Buffer.byteLength(failedDevices(reportOf(createTestcases(5_000, () => 'failed'))));
    expect(bytes).toBeLessThanOrEqual(500_000);
    expect(bytes).toBeGreaterThan(499_000);
  });
});
