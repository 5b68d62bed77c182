import { expect, test } from '@jest/globals';

import { createView } from '../../src/report/view.ts';
import { past, reportOf } from '../support/reports.ts';
import { complete, device, devices } from '../support/testsets.ts';

test('a device that failed within a second has no mark: it did not run', () => {
  const testcases = [0, 0.9, 1].map((seconds, at) => device(at, { result: 'failed', seconds }));
  const history = testcases.map((each) => past(each.device, 'PPPPP'));
  const report = reportOf(complete(testcases), { history });
  const runs = report.testsets.flatMap(({ suites }) => suites.flatMap(({ testcases: all }) => all));
  expect(runs.map(({ mark }) => mark)).toEqual([undefined, undefined, 'new']);
});

test('every list of a report has the same device runs, with their marks and the quarantine that has ended', () => {
  const history = [past(device(0).device, 'PF'), past(device(1).device, 'PP')];
  const expired = [{ reason: 'r', owner: 'o', expires: '2026-11-24', device: 'SAMSUNG*', line: 1 }];
  const report = reportOf(complete(devices(3, { 1: 'failed' })), { history, expired });
  const runs = report.testsets.flatMap(({ suites }) => suites.flatMap(({ testcases }) => testcases));
  expect(runs.map(({ mark }) => mark)).toEqual(['fixed', 'new', undefined]);
  expect(runs.map(({ past: earlier }) => earlier?.length)).toEqual([2, 2, undefined]);
  expect(runs.map((run) => run.expired?.line)).toEqual([undefined, 1, undefined]);
  const { all, failed } = createView(report);
  expect(new Set(all)).toEqual(new Set(runs));
  expect(failed[0]).toBe(runs[1]);
});
