import { describe, expect, test } from '@jest/globals';

import { reportJson } from '../../src/report/report-json.ts';
import { sourcesOf } from '../../src/model/testset.ts';
import type { Report } from '../../src/model/report.ts';
import * as reports from '../support/reports.ts';

const { compared, createReport, createTestset, without } = reports;

function written(report: Report): unknown {
  return JSON.parse(reportJson(report));
}

describe('reportJson', () => {
  test('holds the whole report', () => {
    const report = reports.inconclusive();
    const { sentence, hint, run, app, request, counts } = report;
    const sources = report.testsets.flatMap(sourcesOf);
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
    const refused = createTestset({ id: undefined, suites: [], problem });
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
