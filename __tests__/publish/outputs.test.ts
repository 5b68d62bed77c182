import { describe, expect, test } from '@jest/globals';

import { emptyOutputs, failedDevices, reportOutputs } from '../../src/publish/outputs.ts';
import * as reports from '../support/reports.ts';

const { allPassed, createReport, createTestcase, createTestcases, createTestset, ended, endedWithoutId } = reports;
const { oneFailed, reportOf, timedOut, without } = reports;

const COUNTS = ['total', 'pass', 'fail', 'error', 'stop', 'running', 'excused'];
const TEXTS = [
  ...['testset-id', 'kept-testset-id', 'retry-testset-id', 'status'],
  ...['results-dir', 'junit-file', 'predicate-file', 'report-url', 'artifact-id', 'artifact-url', 'artifact-digest'],
  ...['app-sha256', 'app-identifier', 'app-version', 'app-build'],
];
const EMPTY = {
  ...Object.fromEntries(TEXTS.map((name) => [name, ''])),
  ...Object.fromEntries(COUNTS.map((kind) => [`${kind}-count`, '0'])),
  'failed-devices': '[]',
  duration: '0',
};

test('without a report or a testset, counts are 0, the list is empty, and so is everything else', () => {
  const report = createReport({ outcome: 'not-started', testsets: [], durationSeconds: 0 });
  for (const outputs of [emptyOutputs('not-started'), reportOutputs(without(report, 'app'))]) {
    expect(outputs).toEqual({ ...EMPTY, outcome: 'not-started' });
  }
});

test('a report has every output but those of files and artifacts', () => {
  const failed = { device: 'LGE Nexus_5X', result: 'failed', url: 'https://d/1', seconds: 90 } as const;
  const flaky = { device: 'SONY Xperia', result: 'failed', excused: 'flaky' } as const;
  const named = { identifier: 'com.example', version: '3.2.1', build: '321' };
  const report = createReport({
    outcome: 'failed',
    app: { name: 'Wallet.apk', bytes: 5, sha256: 'c0ffee', inspection: { osType: 'ANDROID', ...named } },
    testsets: [
      createTestset({ id: 11, origin: { kind: 'kept', attempt: 1 } }),
      createTestset({ id: 13, retry: 2, earlier: [createTestset({ id: 10 }), createTestset({ id: 12, retry: 1 })] }),
      createTestset({
        id: 14,
        scenario: 3,
        origin: { kind: 'kept', attempt: 1 },
        suites: [{ name: 'Pay', testcases: [failed, flaky] }],
      }),
      createTestset({ id: undefined, suites: [], retry: 1 }),
    ],
    counts: { total: 24, pass: 12, fail: 5, error: 3, stop: 1 },
    durationSeconds: 90,
  });
  const { 'failed-devices': devices, ...others } = reportOutputs(report);
  expect(others).toEqual({
    ...without(EMPTY, 'failed-devices'),
    outcome: 'failed',
    status: 'Complete',
    'testset-id': '11,13,14',
    'kept-testset-id': '11,14',
    'retry-testset-id': '12,13',
    'total-count': '24',
    'pass-count': '12',
    'fail-count': '5',
    'error-count': '3',
    'stop-count': '1',
    'running-count': '3',
    'excused-count': '1',
    'app-sha256': 'c0ffee',
    'app-identifier': 'com.example',
    'app-version': '3.2.1',
    'app-build': '321',
    duration: '90',
  });
  expect(JSON.parse(devices ?? '')).toEqual([
    { testset: 14, scenario: 3, device: 'LGE Nexus_5X', result: 'failed', url: 'https://d/1', seconds: 90 },
    { testset: 14, scenario: 3, device: 'SONY Xperia', result: 'failed', url: null, seconds: null, excused: 'flaky' },
  ]);
});

test.each([
  [
    'no testset was created',
    [endedWithoutId('refused'), endedWithoutId('not-started'), endedWithoutId('cancelled')],
    '',
  ],
  ['one of two given testsets is not known', [ended('refused', { status: 'Unknown' }), allPassed()], 'Running'],
  ['one of two was created, and runs', [endedWithoutId('refused'), timedOut()], 'Running'],
  ['one of two is complete', [allPassed(), timedOut()], 'Running'],
  ['one of two was created, and is complete', [endedWithoutId('refused'), allPassed()], 'Complete'],
  ['one of two may have been created', [endedWithoutId('unknown-start'), allPassed()], 'Running'],
  ['all are complete', [allPassed(), oneFailed()], 'Complete'],
])('status, if %s', (_, reports, status) => {
  const testsets = reports.flatMap((report) => report.testsets);
  expect(reportOutputs(createReport({ testsets }))).toMatchObject({ status, 'app-version': '', 'app-build': '' });
});

describe('failedDevices', () => {
  test('has the devices that did not pass, with null for what is not known', () => {
    const url = 'https://example.com/1';
    const failed = createTestcase(0, { device: 'A', result: 'failed', url, seconds: 5 });
    const testsets = [
      createTestset({ scenario: 12 }, [failed, createTestcase(1)]),
      createTestset({}, [{ device: 'B', result: 'skipped' }]),
    ];
    expect(JSON.parse(failedDevices(createReport({ testsets })))).toEqual([
      { testset: 251_929, scenario: 12, device: 'A', result: 'failed', url, seconds: 5 },
      { testset: 251_929, scenario: null, device: 'B', result: 'stopped', url: null, seconds: null },
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
