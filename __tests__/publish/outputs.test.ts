import { describe, expect, test } from '@jest/globals';

import { emptyOutputs, reportOutputs } from '../../src/publish/outputs.ts';
import type { Report } from '../../src/model/report.ts';
import { reportOf, without } from '../support/reports.ts';
import { complete, device, devices, notCreated, unfinished } from '../support/testsets.ts';

const COUNTS = ['total', 'pass', 'fail', 'error', 'stop', 'excused'];
const TEXTS = [
  ...['testset-id', 'retry-testset-id'],
  ...['results-dir', 'junit-file', 'report-url', 'artifact-id', 'artifact-url'],
  'app-sha256',
];
const EMPTY = {
  ...Object.fromEntries(TEXTS.map((name) => [name, ''])),
  ...Object.fromEntries(COUNTS.map((kind) => [`${kind}-count`, '0'])),
  'failed-devices': '[]',
  duration: '0',
};

test('without a report or a testset, counts are 0, the list is empty, and so is everything else', () => {
  const report = reportOf([], { durationSeconds: 0 });
  for (const outputs of [emptyOutputs('not-started'), reportOutputs(without(report, 'app'))]) {
    expect(outputs).toEqual({ ...EMPTY, outcome: 'not-started' });
  }
});

test('a report has every output but those of files and artifacts', () => {
  const failed = { device: 'LGE Nexus_5X', result: 'failed', url: 'https://d/1', seconds: 90 } as const;
  const flaky = { device: 'SONY Xperia', result: 'failed', url: undefined } as const;
  const testsets = [
    complete(devices(2, { 0: 'failed' }), { id: 9, scenario: 1 }),
    complete(devices(2), { id: 11, scenario: 1, retry: 1 }),
    complete(
      [
        { ...failed, url: undefined },
        { ...flaky, result: 'passed' },
      ],
      { id: 10, scenario: 2 },
    ),
    complete([{ ...failed, url: undefined }, flaky], { id: 12, scenario: 2, retry: 1 }),
    complete([failed, flaky], { id: 13, scenario: 2, retry: 2 }),
    unfinished('timed-out', { id: 14, scenario: 3, counts: { total: 7, pass: 1, error: 2, stop: 1 } }),
  ];
  const report = reportOf(testsets, {
    app: { kind: 'sent', name: 'Wallet.apk', bytes: 5, sha256: 'c0ffee' },
    durationSeconds: 89.6,
  });
  const { 'failed-devices': failures, ...others } = reportOutputs(report);
  expect(others).toEqual({
    ...without(EMPTY, 'failed-devices'),
    outcome: 'timed-out',
    'testset-id': '11,13,14',
    'retry-testset-id': '11,12,13',
    'total-count': '11',
    'pass-count': '3',
    'fail-count': '2',
    'error-count': '2',
    'stop-count': '1',
    'excused-count': '2',
    'app-sha256': 'c0ffee',
    duration: '90',
  });
  expect(JSON.parse(failures ?? '')).toEqual([
    { testset: 13, scenario: 2, device: 'LGE Nexus_5X', result: 'failed', url: 'https://d/1', seconds: 90 },
    { testset: 13, scenario: 2, device: 'SONY Xperia', result: 'failed', url: null, seconds: null, excused: 'flaky' },
  ]);
});

test('a retry of which the number is not known is not among the retries', () => {
  const retry = notCreated('unknown-start', { scenario: 1, retry: 1 });
  const report = reportOf([complete(devices(2, { 0: 'failed' }), { scenario: 1 }), retry]);
  expect(reportOutputs(report)).toMatchObject({ outcome: 'unknown-start', 'retry-testset-id': '' });
});

describe('failed-devices', () => {
  const failedDevices = (report: Report): string => reportOutputs(report)['failed-devices'] ?? '';

  test('drops entries from the end, as Windows allows it for a variable: 30,000 characters are left', () => {
    const listOf = (names: readonly string[]): string =>
      failedDevices(
        reportOf(complete(names.map((name) => device(0, { device: name, result: 'failed', url: undefined })))),
      );
    // With 130 characters each and a comma after it, 229 entries fill the list.
    const name = '한'.repeat(131 - listOf(['한']).length + '[]'.length);
    const names = Array<string>(229).fill(name);
    expect(listOf([...names, '한'])).toHaveLength(30_000);
    expect(listOf([...names.slice(1), `${name}한`])).toHaveLength(30_000 - 131);
  });
});
