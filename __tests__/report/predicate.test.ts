import { expect, test } from '@jest/globals';

import { NO_COUNTS, type Counts } from '../../src/model/counts.ts';
import { OUTCOMES } from '../../src/model/outcome.ts';
import type { Report } from '../../src/model/report.ts';
import type { Testset } from '../../src/model/testset.ts';
import { predicateJson } from '../../src/report/predicate.ts';
import { createView } from '../../src/report/view.ts';
import { contradiction, firstRun } from '../support/gallery/kinds.ts';
import { compared, hostile, reportOf, REQUEST, RUN } from '../support/reports.ts';
import { readPredicate, type TestResult } from '../support/test-result-predicate.ts';
import { complete, device, devices, EVERY_OUTCOME } from '../support/testsets.ts';

function predicateOf(report: Report): TestResult {
  return readPredicate(predicateJson(createView(report)) ?? '');
}

test('only three outcomes have a predicate, and only passed is not FAILED', () => {
  const results = OUTCOMES.map((outcome) => {
    const json = predicateJson(createView(reportOf(EVERY_OUTCOME[outcome])));
    return [outcome, json && readPredicate(json).result];
  });
  expect(results.filter(([, result]) => result !== undefined)).toEqual([
    ['inconclusive', 'FAILED'],
    ['failed', 'FAILED'],
    ['passed', 'PASSED'],
  ]);
});

const [NAME = '', OTHER = ''] = devices(2).map(({ device }) => device);
const quarantine = [{ reason: 'restarts', owner: 'Kim', expires: '2026-12-15', scenarios: [12] }];
const maxFailures = 2;
const unnamed = (counts: Partial<Counts>, scenario?: number): Testset =>
  complete(devices(1), { scenario, counts: { ...NO_COUNTS, total: 2, pass: 1, ...counts } });

test.each<[what: string, report: Report, passed: string, failed: readonly string[], warned?: readonly string[]]>([
  ['a device failed within the limits', reportOf(complete(devices(2, { 1: 'error' })), { maxFailures }), NAME, [OTHER]],
  [
    'no document names a device that was stopped',
    reportOf(unnamed({ stop: 1 }), { maxFailures }),
    NAME,
    ['Unnamed device 1'],
  ],
  [
    'its scenario is in quarantine',
    reportOf(unnamed({ fail: 1 }, 12), { quarantine }),
    `${NAME}, scenario 12`,
    [],
    ['Unnamed device 1, scenario 12'],
  ],
])('WARNED: %s', (_what, report, passed, failedTests, warnedTests = []) => {
  expect(predicateOf(report)).toMatchObject({ result: 'WARNED', passedTests: [passed], warnedTests, failedTests });
});

test('WARNED: a device did not pass before the retry', () => {
  const testsets = [
    complete(devices(2, { 0: 'failed' }), { scenario: 12 }),
    complete(devices(2), { scenario: 12, retry: 1 }),
  ];
  const [warnedTests, passedTests] = [[`${NAME}, scenario 12`], [`${OTHER}, scenario 12`]];
  expect(predicateOf(reportOf(testsets))).toMatchObject({ result: 'WARNED', warnedTests, passedTests });
});

test('says where and how it was tested, and nothing else of the request', () => {
  const request = { ...REQUEST, timeLimitMinutes: 5, callbackOrigin: 'https://intern.example.com' };
  expect(predicateOf(reportOf(complete(devices(1)), { request }))).toEqual({
    result: 'PASSED',
    configuration: [
      {
        name: RUN.workflow,
        digest: { gitCommit: RUN.commit },
        annotations: {
          request: { kind: 'automated', osType: 'ANDROID', projectId: 509, timeLimitMinutes: 5 },
          testsets: [251_929],
        },
      },
    ],
    url: RUN.url,
    passedTests: [NAME],
    warnedTests: [],
    failedTests: [],
  });
});

const [one, failing] = [complete(devices(1), { id: 7 }), complete(devices(1, { 0: 'failed' }), { id: 8 })];

test.each<[what: string, testsets: readonly Testset[], passed: readonly string[], failed: readonly string[]]>([
  [
    'names device and scenario',
    [
      { ...one, scenario: 12 },
      { ...failing, scenario: 13 },
    ],
    [`${NAME}, scenario 12`],
    [`${NAME}, scenario 13`],
  ],
  [
    'names the position of a testset, because its number changes with each run',
    [one, failing],
    [`${NAME}, testset 1 of 2`],
    [`${NAME}, testset 2 of 2`],
  ],
  [
    'did not pass if one of two devices of this name did not',
    [complete([device(0), device(0, { result: 'failed' }), device(0)])],
    [],
    [NAME],
  ],
  [
    'has not passed if only a document says so',
    [complete(devices(2), { counts: { total: 2, pass: 1, fail: 1, error: 0, stop: 0, initializing: 0 } })],
    [],
    [],
  ],
  ['has not passed if the testset is inconclusive', [EVERY_OUTCOME.inconclusive], [], []],
])('a test that a verifier looks for %s', (_what, testsets, passedTests, failedTests) => {
  expect(predicateOf(reportOf(testsets))).toMatchObject({ passedTests, failedTests });
});

test.each(Object.entries({ firstRun, hostile, contradiction, compared }))(
  'the report %s makes a predicate as specified',
  (_kind, make) => {
    const { result, failedTests } = predicateOf(make());
    expect(result).toBe('FAILED');
    expect(failedTests).not.toHaveLength(0);
  },
);
