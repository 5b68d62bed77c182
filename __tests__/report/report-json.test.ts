import { describe, expect, test } from '@jest/globals';

import { reportJson } from '../../src/report/report-json.ts';
import { TestsetError } from '../../src/model/errors.ts';
import { REPORT_BEGINNING, type Report } from '../../src/model/report.ts';
import { createView } from '../../src/report/view.ts';
import { compared, reportOf } from '../support/reports.ts';
import { complete, devices, notCreated, suiteOf } from '../support/testsets.ts';
import { contradiction, KINDS } from '../support/gallery/kinds.ts';

function written(report: Report): unknown {
  return JSON.parse(reportJson(createView(report)));
}

describe('reportJson', () => {
  test('holds the whole report', () => {
    const report = contradiction();
    const { headCommit, ...run } = report.run;
    const { request, counts } = report;
    const { heading, why, next } = createView(report).text;
    expect(run.commit).not.toBe(headCommit);
    expect(written(report)).toMatchObject({
      schema: 1,
      outcome: 'inconclusive',
      heading,
      why,
      next,
      run,
      app: { name: 'Wallet.apk', bytes: 6_400_000, sent: true, sha256: expect.stringMatching(/^5e59f42af4e8/) },
      request,
      counts,
      durationSeconds: 316,
      testsets: [{ id: 251_929, scenario: null, status: 'Complete', outcome: 'inconclusive', problem: null }],
    });
  });

  test('has every device of every testset in document order, with null for what is not known', () => {
    const known = { device: 'A', result: 'passed', url: 'https://example.com/', seconds: 5, message: 'm' } as const;
    const unknown = { device: 'B', result: 'failed', url: null, seconds: null, message: null };
    const error = new TestsetError({ code: 'credentials', message: 'No.', hint: 'Yes.' });
    const suites = [suiteOf([known], 'one'), suiteOf([], 'none'), suiteOf([{ device: 'B', result: 'unknown' }], 'two')];
    const counts = { total: 3, pass: 1, fail: 1, error: 1, stop: 0, initializing: 0 };
    const shown = [
      { name: 'one', devices: [known] },
      { name: 'none', devices: [] },
      { name: 'two', devices: [unknown] },
    ];
    const testsets = [complete([], { suites, counts, scenario: 12 }), notCreated('rejected', { error })];
    expect(written(reportOf(testsets))).toMatchObject({
      testsets: [
        { scenario: 12, suites: shown },
        { id: null, suites: [], problem: { code: 'credentials', message: 'No.', hint: 'Yes.' } },
      ],
    });
  });

  test.each(Object.entries(KINDS))('of %s begins so that a later run knows it', (_name, make) => {
    expect(reportJson(createView(make()))).toMatch(REPORT_BEGINNING);
  });

  test('has the history and the baseline, or the branch without one', () => {
    const { comparison, history } = compared();
    expect(written(compared())).toMatchObject({ comparison, history });
    expect(written(reportOf(complete(devices(1)), { noBaselineOn: 'main' }))).toMatchObject({
      noBaselineOn: 'main',
      history: [],
    });
  });

  test('has no field that is not named in it', () => {
    const known = reportOf(complete(devices(1)));
    expect(written({ ...known, ...{ internal: 1 } })).toEqual(written(known));
  });
});
