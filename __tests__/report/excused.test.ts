import { describe, expect, test } from '@jest/globals';

import { retried } from '../support/gallery/kinds.ts';
import { NO_COUNTS } from '../../src/model/counts.ts';
import type { Report } from '../../src/model/report.ts';
import type { TestResult } from '../../src/model/results.ts';
import { reportOutputs } from '../../src/publish/outputs.ts';
import { annotations } from '../../src/report/annotations.ts';
import { junitXml } from '../../src/report/junit.ts';
import { reportPage } from '../../src/report/page.ts';
import { reportJson } from '../../src/report/report-json.ts';
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

const ENTRY = { reason: 'r', owner: 'o', expires: '2026-12-15', line: 1 };
/** A scenario of which all devices are quarantined. */
const all = (...given: Parameters<typeof complete>) =>
  reportOf(complete(given[0], { scenario: 7, ...given[1] }), { quarantine: [{ ...ENTRY, scenarios: [7] }] });
const counts = { ...NO_COUNTS, total: 3, pass: 1, error: 2 };

test.each<[what: string, report: Report, excused: number, named: number]>([
  ['a retry that failed', retried('failed'), 4, 4],
  ['a quarantined scenario without names', all(devices(1), { counts }), 2, 0],
  ['one with a stopped device', all(devices(3, { 1: 'failed', 2: 'skipped' })), 1, 1],
])('as many devices are excused in heading, output, page and report.json: %s', (_what, report, excused, named) => {
  const view = createView(report);
  const numbers = [...view.text.heading.matchAll(/(\d+) (?:flaky|quarantined)/g)].map(([, number]) => Number(number));
  expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(excused);
  expect(reportOutputs(report)['excused-count']).toBe(`${excused}`);
  expect(JSON.parse(reportJson(view))).toMatchObject({ counts: { excused } });
  const page = [...reportPage(view)].join('');
  expect(page).toContain(`${view.text.heading}</h1>`);
  expect(page.match(/data-kinds="[^"]*(?:flaky|quarantined)/g) ?? []).toHaveLength(named);
});

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
