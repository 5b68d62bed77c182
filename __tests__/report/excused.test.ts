import { describe, expect, test } from '@jest/globals';

import { KINDS } from '../support/gallery/kinds.ts';
import type { Report } from '../../src/model/report.ts';
import { annotations } from '../../src/report/annotations.ts';
import { failedDevices } from '../../src/publish/outputs.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { junitXml } from '../../src/report/junit.ts';
import { predicateJson } from '../../src/report/predicate.ts';
import { createView } from '../../src/report/view.ts';
import { readXml, suitesIn } from '../support/junit.ts';
import { without } from '../support/reports.ts';
import { schemaProblems } from '../support/report-json-schema.ts';
import { readPredicate } from '../support/test-result-predicate.ts';

function reportOf(kind: 'quarantined' | 'retry-passed' | 'retry-failed'): Report {
  const report = KINDS[kind]?.();
  if (!report) throw new Error(`there is no ${kind}`);
  return report;
}

const junitOf = (report: Report): string => [...junitXml(report, new Date())].join('');

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
  const report = reportOf('retry-passed');

  test('has no failure in junit.xml, and each flaky device once', () => {
    const xml = junitOf(report);
    expect(xml).not.toMatch(/<(failure|error|rerunFailure)\b/);
    expect(xml.match(/<flakyFailure /g)).toHaveLength(4);
    expect(xml.match(/<testcase /g)).toHaveLength(24);
    expect(junitResults(report, 'GOOGLE Pixel_8_Pro')).toEqual(['', '', 'skipped']);
    const results = suitesIn(readXml(xml)).flatMap(({ testcases }) => testcases.map(({ result }) => result));
    expect(results.filter((result) => result === 'passed')).toHaveLength(23);
  });

  test('is WARNED in predicate.json, with these devices', () => {
    const { result, failedTests, warnedTests, passedTests } = readPredicate(predicateJson(createView(report)) ?? '');
    expect({ result, failedTests }).toEqual({ result: 'WARNED', failedTests: [] });
    expect(warnedTests).toHaveLength(5);
    expect(passedTests.filter((name) => warnedTests.includes(name))).toEqual([]);
  });

  test('names them in `failed-devices`, but not as annotations', () => {
    expect(JSON.parse(failedDevices(report))).toMatchObject([{ excused: 'flaky' }, { excused: 'quarantined' }]);
    const view = createView(report);
    expect(annotations(view)).toEqual([]);
  });

  test('is as the schema of report.json describes it', () => {
    expect(schemaProblems(reportJson(without(without(report, 'artifact'), 'pageUrl')))).toEqual([]);
  });
});

test('a failure that counts is a failure beside its reruns, and an annotation', () => {
  const report = reportOf('retry-failed');
  expect(junitResults(report, 'XIAOMI Redmi_Note_12')).toEqual(['', 'failure,rerunFailure', '']);
  expect(annotations(createView(report))).toHaveLength(1);
});
