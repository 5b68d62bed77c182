import { describe, expect, test } from '@jest/globals';

import { OUTCOMES } from '../../src/model/outcome.ts';
import type { Report, TestsetReport } from '../../src/model/report.ts';
import { predicateJson } from '../../src/report/predicate.ts';
import * as reports from '../support/reports.ts';
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

test.each([
  ['a device failed within the limits', 2, ['SAMSUNG GALAXY_NOTE9 / ANDROID 9']],
  ['no document names the device that was stopped', 1, ['Unnamed device 1']],
])('WARNED: %s', (_what, named, failedTests) => {
  const testcases = [createTestcase(0), createTestcase(1, { result: 'error' })].slice(0, named);
  const counts = { total: 2, pass: 1, fail: 0, error: 0, stop: 1 };
  const report = createReport({ testsets: [createTestset({ counts }, testcases)] });
  expect(predicateOf(report)).toMatchObject({
    result: 'WARNED',
    passedTests: ['LGE Nexus_5X / ANDROID 8.1.0'],
    warnedTests: [],
    failedTests,
  });
});

test.each<[what: string, first: Partial<TestsetReport>]>([
  ['in an earlier attempt', { failedBefore: { attempt: 1, testsetId: 5, outcome: 'failed' } }],
  ['before its retry', { earlier: [createTestset({ id: 5, outcome: 'failed' })] }],
])('WARNED: one of two testsets did not pass %s', (_what, first) => {
  const report = createReport({ testsets: [createTestset(first), createTestset({ id: 6 })] });
  expect(predicateOf(report)).toMatchObject({ result: 'WARNED', failedTests: [] });
});

test('WARNED: no document names the devices of a scenario in quarantine, nor a system', () => {
  const quarantine = { reason: 'restarts', owner: 'Kim', expires: '2026-12-15' };
  const counts = { total: 2, pass: 1, fail: 0, error: 1, stop: 0 };
  const testsets = [createTestset({ counts, quarantine }, [createTestcase(0, { device: 'Nexus' })])];
  expect(predicateOf(createReport({ testsets }))).toMatchObject({
    result: 'WARNED',
    passedTests: ['Nexus'],
    warnedTests: ['Unnamed device 1'],
    failedTests: [],
  });
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
    passedTests: ['LGE Nexus_5X / ANDROID 8.1.0'],
    warnedTests: [],
    failedTests: [],
  });
});

describe('a test that a verifier looks for', () => {
  const passed = createTestcase(0);
  const failed = createTestcase(0, { result: 'failed' });

  test('names device and scenario', () => {
    const testsets = [createTestset({ scenario: 12 }, [passed]), createTestset({ scenario: 13 }, [failed])];
    expect(predicateOf(createReport({ outcome: 'failed', testsets }))).toMatchObject({
      passedTests: ['LGE Nexus_5X / ANDROID 8.1.0, scenario 12'],
      failedTests: ['LGE Nexus_5X / ANDROID 8.1.0, scenario 13'],
    });
  });

  test('names the position of a testset, because its number changes with each run', () => {
    const testsets = [createTestset({ id: 7 }, [passed]), createTestset({ id: 8 }, [failed])];
    expect(predicateOf(createReport({ outcome: 'failed', testsets }))).toMatchObject({
      passedTests: ['LGE Nexus_5X / ANDROID 8.1.0, testset 1 of 2'],
      failedTests: ['LGE Nexus_5X / ANDROID 8.1.0, testset 2 of 2'],
    });
  });

  test('did not pass if one of two devices of this name did not', () => {
    const testsets = [createTestset({ outcome: 'failed' }, [passed, failed, passed])];
    expect(predicateOf(createReport({ outcome: 'failed', testsets }))).toMatchObject({
      passedTests: [],
      failedTests: ['LGE Nexus_5X / ANDROID 8.1.0'],
    });
  });

  test('has not passed if only a document says so', () => {
    const counts = { total: 2, pass: 1, fail: 1, error: 0, stop: 0 };
    const contradicted = createTestset({ outcome: 'failed', counts }, [passed, createTestcase(1)]);
    const report = createReport({ outcome: 'failed', testsets: [contradicted] });
    expect(predicateOf(report).passedTests).toEqual([]);
    const shared = createTestset({ outcome: 'inconclusive' }, [passed]);
    expect(predicateOf(createReport({ outcome: 'inconclusive', testsets: [shared] })).passedTests).toEqual([]);
  });
});

test.each(['mixed60', 'severalTestsets', 'hostile', 'inconclusive', 'compared'] as const)(
  'the report %s makes a predicate as specified',
  (name) => {
    const report: Report = { ...reports[name](), outcome: 'failed' };
    const { result, failedTests } = predicateOf(report);
    expect(result).toBe('FAILED');
    expect(failedTests).not.toHaveLength(0);
  },
);
