import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { worstOutcome } from '../../src/model/outcome.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { junitXml } from '../../src/report/junit.ts';
import type { Report, RunInfo, TestsetReport } from '../../src/model/report.ts';
import type { TestResult } from '../../src/model/results.ts';
import { createReport, createTestcase, createTestset } from '../support/reports.ts';

/** The run to which all jobs belong. */
export const RUN: RunInfo = createReport().run;

/** A complete scenario test with these results; its outcome follows from them unless `overrides` has another. */
export function scenarioTestset(
  scenario: number,
  results: readonly TestResult[] = ['passed', 'passed'],
  overrides: Partial<TestsetReport> = {},
): TestsetReport {
  const url = `https://app.example.com/testset/${5000 + scenario}`;
  const testcases = results.map((result, at) => createTestcase(at, { result, url: `${url}/${at}` }));
  const outcome = results.every((result) => result === 'passed') ? 'passed' : 'failed';
  const reasons = outcome === 'passed' ? [] : [{ sentence: 'Too many.' }];
  return createTestset({ id: 5000 + scenario, scenario, outcome, reasons, ...overrides }, testcases);
}

/** The report of a job with these testsets. */
export function jobReport(testsets: readonly TestsetReport[], overrides: Partial<Report> = {}): Report {
  const outcome = worstOutcome(testsets.map((testset) => testset.outcome));
  const red = { sentence: `The job ${outcome}.`, hint: 'Fix it.' };
  return createReport({
    outcome,
    ...(outcome === 'passed' ? {} : red),
    request: { kind: 'scenario', name: 'Nightly #42', osType: 'ANDROID', projectId: 509 },
    testsets,
    ...overrides,
  });
}

/** The report of a job whose scenarios all passed. */
export function passedReport(scenarios: readonly number[], overrides: Partial<Report> = {}): Report {
  return jobReport(
    scenarios.map((scenario) => scenarioTestset(scenario)),
    overrides,
  );
}

/** The same report in another attempt. */
export function inAttempt(attempt: number, report: Report): Report {
  return { ...report, run: { ...report.run, attempt } };
}

/** Writes the files of a job's results folder. */
export async function leave(folder: string, report: Report): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'report.json'), reportJson(report));
  await writeFile(join(folder, 'junit.xml'), junitXml(report, new Date()));
}
