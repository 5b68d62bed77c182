import { describe, expect, test } from '@jest/globals';

import { retried } from '../support/gallery/kinds.ts';
import type { Report } from '../../src/model/report.ts';
import type { TestResult } from '../../src/model/results.ts';
import { annotations } from '../../src/report/annotations.ts';
import { junitXml } from '../../src/report/junit.ts';
import { createView } from '../../src/report/view.ts';
import { readXml, suitesIn } from '../support/junit.ts';
import { reportOf } from '../support/reports.ts';
import { complete, device } from '../support/testsets.ts';

const junitOf = (report: Report): string => [...junitXml(createView(report))].join('');

/** The results of the testcases with a name that contains `device`, as other readers of JUnit see them. */
function junitResults(report: Report, device: string): readonly string[] {
  const testcases = junitOf(report).match(/<testcase [^]*?(?:\/>\n|<\/testcase>)/g) ?? [];
  return testcases
    .filter((testcase) => testcase.includes(`name="${device}`))
    .map((testcase) =>
      [...testcase.matchAll(/<(failure|error|skipped|[a-z]+Failure|[a-z]+Error)\b/g)].map(([, name]) => name).join(),
    );
}

describe('a step that passed with devices that do not count', () => {
  const report = retried('passed');

  test('has no failure in junit.xml, and each flaky device once', () => {
    const xml = junitOf(report);
    expect(xml).not.toMatch(/<(failure|error|rerunFailure)\b/);
    expect(xml.match(/<flakyFailure /g)).toHaveLength(4);
    expect(xml.match(/<testcase /g)).toHaveLength(24);
    expect(junitResults(report, 'GOOGLE Pixel_8_Pro')).toEqual(['', '', 'skipped']);
    const results = suitesIn(readXml(xml)).flatMap(({ testcases }) => testcases.map(({ result }) => result));
    expect(results.filter((result) => result === 'passed')).toHaveLength(23);
  });

  test('has no annotations', () => {
    expect(annotations(createView(report))).toEqual([]);
  });
});

test('a failure that counts is a failure beside its reruns, and an annotation', () => {
  const report = retried('failed');
  expect(junitResults(report, 'XIAOMI Redmi_Note_12')).toEqual(['', 'failure,rerunFailure', '']);
  expect(annotations(createView(report))).toHaveLength(1);
});

test('a retry that passes, and one of two devices of a name that failed before it, is in the heading and in junit.xml', () => {
  const runs = (...results: readonly TestResult[]) => results.map((result) => device(0, { result }));
  const before = complete(runs('passed', 'failed'), { id: 5, scenario: 7 });
  const report = reportOf([before, complete(runs('passed', 'passed'), { id: 6, scenario: 7, retry: 1 })]);
  expect(report.outcome).toBe('passed');
  expect(createView(report).text.heading).toMatch(/after a retry/);
  expect(junitOf(report)).toMatch(/flakyFailure/);
  expect(junitResults(report, 'Before the retry')).toEqual([]);
});
