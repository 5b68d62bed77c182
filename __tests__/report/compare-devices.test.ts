import { describe, expect, test } from '@jest/globals';

import { compareDevices, type DeviceResult, type BaselineReport } from '../../src/report/compare-devices.ts';
import type { Report } from '../../src/model/report.ts';
import type { Testcase, TestResult } from '../../src/model/results.ts';
import { createReport, createTestset } from '../support/reports.ts';

const RUN_URL = 'https://github.com/octo-org/octo-app/actions/runs/1';

function before(...devices: readonly DeviceResult[]): BaselineReport {
  return { runUrl: RUN_URL, seconds: 600, devices };
}

function now(results: Readonly<Record<string, TestResult>>, scenario?: number): Report {
  const testcases = Object.entries(results).map(([device, result]): Testcase => ({ device, result }));
  const testset = createTestset(scenario === undefined ? {} : { scenario }, testcases);
  return createReport({ testsets: [testset], durationSeconds: 500 });
}

describe('compareDevices', () => {
  test('lists newly failing, fixed and still failing devices in the order of the report', () => {
    const previous = before(
      { name: 'E', passed: false },
      { name: 'D', passed: true },
      { name: 'C', passed: false },
      { name: 'B', passed: true },
      { name: 'A', passed: true },
    );
    const report = now({ A: 'failed', B: 'skipped', C: 'error', D: 'passed', E: 'passed' });
    expect(compareDevices(previous, report)).toStrictEqual({
      newlyFailing: ['A', 'B'],
      fixed: ['E'],
      stillFailing: ['C'],
      secondsBefore: 600,
      secondsNow: 500,
      runUrl: RUN_URL,
    });
  });

  test('a device that is in one of the runs only is in no list', () => {
    const previous = before({ name: 'A', passed: true }, { name: 'gone', passed: false });
    expect(compareDevices(previous, now({ A: 'passed', new: 'failed' }))).toMatchObject({
      newlyFailing: [],
      fixed: [],
      stillFailing: [],
    });
  });

  test.each([
    ['no device is in both', before({ name: 'A', passed: true }), now({ B: 'failed' })],
    ['the report has none', before({ name: 'A', passed: true }), now({})],
    ['the earlier run has none', before(), now({ A: 'failed' })],
    ['they ran other scenarios', before({ name: 'A', scenario: 1, passed: true }), now({ A: 'failed' }, 2)],
  ])('there is no comparison if %s', (_case, previous, report) => {
    expect(compareDevices(previous, report)).toBeUndefined();
  });

  test('the same device in two scenarios is two', () => {
    const previous = before({ name: 'A', scenario: 1, passed: true }, { name: 'A', scenario: 2, passed: false });
    const testsets = [now({ A: 'failed' }, 1), now({ A: 'passed' }, 2)].flatMap((report) => report.testsets);
    expect(compareDevices(previous, createReport({ testsets }))).toMatchObject({
      newlyFailing: ['A'],
      fixed: ['A'],
      stillFailing: [],
    });
  });

  test.each([
    [true, false],
    [false, true],
  ])('a device that passed once (%s, %s) and failed once has failed', (first, second) => {
    const previous = before({ name: 'A', passed: first }, { name: 'A', passed: second });
    expect(compareDevices(previous, now({ A: 'passed' }))).toMatchObject({ fixed: ['A'] });
  });

  test('an unknown duration is absent', () => {
    const { runUrl, devices } = before({ name: 'A', passed: true });
    expect(compareDevices({ runUrl, devices }, now({ A: 'passed' }))).not.toHaveProperty('secondsBefore');
  });
});
