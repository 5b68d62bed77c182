import { describe, expect, test } from '@jest/globals';

import { retried } from '../support/gallery/kinds.ts';
import { NO_COUNTS } from '../../src/model/counts.ts';
import type { Report } from '../../src/model/report.ts';
import type { Testcase, TestResult } from '../../src/model/results.ts';
import { annotations } from '../../src/report/annotations.ts';
import { junitXml } from '../../src/report/junit.ts';
import { createView } from '../../src/report/view.ts';
import { readXml, suitesIn } from '../support/junit.ts';
import { reportOf } from '../support/reports.ts';
import { complete, device, devices } from '../support/testsets.ts';

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

describe('a retry that passes, and a device that failed before it', () => {
  const before = (testcases: readonly Testcase[]) =>
    complete(testcases, { id: 5, scenario: 7, counts: { ...NO_COUNTS, total: 2, pass: 1, fail: 1 } });
  const retry = (testcases: readonly Testcase[]) => complete(testcases, { id: 6, scenario: 7, retry: 1 });
  const same = (result: TestResult): Testcase => device(0, { result });

  test.each<[what: string, before: readonly Testcase[], retry: readonly Testcase[], inJunit: number]>([
    ['that no document names', [device(0)], devices(2), 1],
    ['of the same name as another', [same('passed'), same('failed')], [same('passed'), same('passed')], 0],
  ])('%s, is in the heading and in junit.xml', (_what, first, second, inJunit) => {
    const report = reportOf([before(first), retry(second)]);
    expect(report.outcome).toBe('passed');
    expect(createView(report).text.heading).toMatch(/after a retry|1 flaky/);
    expect(junitOf(report)).toMatch(/testset 5|flakyFailure/i);
    expect(junitResults(report, 'Before the retry')).toEqual(Array(inJunit).fill('skipped'));
  });
});
