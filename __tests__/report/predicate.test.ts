import { expect, test } from '@jest/globals';

import { OUTCOMES, worstOutcome } from '../../src/model/outcome.ts';
import type { Report } from '../../src/model/report.ts';
import type { TestVerdict } from '../../src/model/verdict.ts';
import { predicateJson } from '../../src/report/predicate.ts';
import * as reports from '../support/reports.ts';
import type { GivenTestset } from '../support/reports.ts';
import { readPredicate, type TestResult } from '../support/test-result-predicate.ts';
import { createView } from '../../src/report/view.ts';

const { createReport, createTestcase, createTestset } = reports;

function predicateOf(report: Report): TestResult {
  return readPredicate(predicateJson(createView(report)) ?? '');
}

test('only three outcomes have a predicate, and only passed is not FAILED', () => {
  const results = OUTCOMES.map((outcome) => {
    const json = predicateJson(createView(createReport({ outcome })));
    return [outcome, json && readPredicate(json).result];
  });
  expect(results.filter(([, result]) => result !== undefined)).toEqual([
    ['inconclusive', 'FAILED'],
    ['failed', 'FAILED'],
    ['passed', 'PASSED'],
  ]);
});

const passed = createTestcase(0);
const failed = createTestcase(0, { result: 'failed' });
const NAME = 'LGE Nexus_5X / ANDROID 8.1.0';
const oneStopped = { total: 2, pass: 1, fail: 0, error: 0, stop: 1 };
const quarantine = { reason: 'restarts', owner: 'Kim', expires: '2026-12-15' };

const red = (id: number, given: GivenTestset = {}): TestVerdict =>
  createTestset({ id, outcome: 'failed', ...given }, [failed]);

test.each<[what: string, testset: TestVerdict, failedTests: readonly string[], warnedTests?: readonly string[]]>([
  [
    'a device failed within the limits',
    createTestset({}, [passed, createTestcase(1, { result: 'error' })]),
    ['SAMSUNG GALAXY_NOTE9 / ANDROID 9'],
  ],
  ['no document names a device that was stopped', createTestset({ counts: oneStopped }), ['Unnamed device 1']],
  ['it did not pass earlier', createTestset({ failedBefore: { attempt: 1, testsetId: 5, outcome: 'failed' } }), []],
  ['its scenario is in quarantine', createTestset({ counts: oneStopped, quarantine }), [], ['Unnamed device 1']],
])('WARNED: %s', (_what, testset, failedTests, warnedTests = []) => {
  const report = createReport({ testsets: [testset], limits: { fail: 0, error: 1, stop: 1 } });
  const tests = { passedTests: [NAME], warnedTests, failedTests };
  expect(predicateOf(report)).toMatchObject({ result: 'WARNED', ...tests });
});

test('WARNED: one of two testsets did not pass before its retry', () => {
  const testsets = [createTestset({ earlier: [red(5)] }), createTestset({ id: 6 })];
  expect(predicateOf(createReport({ testsets })).result).toBe('WARNED');
});

test('says where and how it was tested, and nothing else of the request', () => {
  const request = { ...createReport().request, timeLimitMinutes: 5, callbackOrigin: 'https://intern.example.com' };
  const limits = { fail: 2, error: 0, stop: Infinity };
  expect(predicateOf(createReport({ request, limits }))).toEqual({
    result: 'PASSED',
    configuration: [
      {
        name: 'App',
        digest: { gitCommit: '0123456789abcdef0123456789abcdef01234567' },
        annotations: {
          request: { kind: 'automated', osType: 'ANDROID', projectId: 509, timeLimitMinutes: 5 },
          limits: { fail: 2, error: 0, stop: 'any' },
          testsets: [251_929],
        },
      },
    ],
    url: 'https://github.com/octo-org/octo-app/actions/runs/1658821493',
    passedTests: [NAME],
    warnedTests: [],
    failedTests: [],
  });
});

test.each<[what: string, testsets: readonly TestVerdict[], passed: readonly string[], failed: readonly string[]]>([
  [
    'names device and scenario',
    [createTestset({ scenario: 12 }), red(8, { scenario: 13 })],
    [`${NAME}, scenario 12`],
    [`${NAME}, scenario 13`],
  ],
  [
    'names the position of a testset, because its number changes with each run',
    [createTestset({ id: 7 }), red(8)],
    [`${NAME}, testset 1 of 2`],
    [`${NAME}, testset 2 of 2`],
  ],
  [
    'did not pass if one of two devices of this name did not',
    [createTestset({ outcome: 'failed' }, [passed, failed, passed])],
    [],
    [NAME],
  ],
  [
    'has not passed if only a document says so',
    [createTestset({ outcome: 'failed', counts: { ...oneStopped, fail: 1, stop: 0 } }, [passed, createTestcase(1)])],
    [],
    [],
  ],
  ['has not passed if the testset is inconclusive', [createTestset({ outcome: 'inconclusive' })], [], []],
])('a test that a verifier looks for %s', (_what, testsets, passedTests, failedTests) => {
  const outcome = worstOutcome(testsets.map((testset) => testset.outcome));
  expect(predicateOf(createReport({ outcome, testsets }))).toMatchObject({ passedTests, failedTests });
});

test.each(['mixed60', 'hostile', 'inconclusive', 'compared'] as const)(
  'the report %s makes a predicate as specified',
  (name) => {
    const { result, failedTests } = predicateOf(reports[name]());
    expect(result).toBe('FAILED');
    expect(failedTests).not.toHaveLength(0);
  },
);
