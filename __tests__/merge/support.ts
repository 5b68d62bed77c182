import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { worstOutcome } from '../../src/model/outcome.ts';
import { reportJson } from '../../src/report/data.ts';
import { junitParts, junitXml } from '../../src/report/junit.ts';
import type { Report, RunInfo, TestsetReport } from '../../src/model/report.ts';
import type { TestResult } from '../../src/model/results.ts';
import { createReport, createTestcase, createTestset } from '../support/reports.ts';

/** The run to which all jobs belong. */
export const RUN: RunInfo = createReport().run;

/** A complete scenario test whose devices ended so; it passed only when all of them did, unless something else is given. */
export function scenarioTestset(
  scenario: number,
  results: readonly TestResult[] = ['passed', 'passed'],
  overrides: Partial<TestsetReport> = {},
): TestsetReport {
  const testcases = results.map((result, at) => createTestcase(at, { result }));
  const outcome = results.every((result) => result === 'passed') ? 'passed' : 'failed';
  return createTestset(
    { id: 5000 + scenario, scenario, outcome, reasons: outcome === 'passed' ? [] : ['Too many.'], ...overrides },
    testcases,
  );
}

/** What a job reports that ran such testsets. */
export function jobReport(testsets: readonly TestsetReport[], overrides: Partial<Report> = {}): Report {
  const outcome = worstOutcome(testsets.map((testset) => testset.outcome));
  const red = { sentence: `The job ${outcome}.`, hint: 'Mend it.' };
  return createReport({
    outcome,
    ...(outcome === 'passed' ? {} : red),
    request: { kind: 'scenario', name: 'Nightly #42', osType: 'ANDROID', projectId: 509 },
    testsets,
    ...overrides,
  });
}

/** The same as jobReport, of scenarios whose devices all passed. */
export function passedReport(scenarios: readonly number[], overrides: Partial<Report> = {}): Report {
  return jobReport(
    scenarios.map((scenario) => scenarioTestset(scenario)),
    overrides,
  );
}

/** Of the same report, another attempt. */
export function inAttempt(attempt: number, report: Report): Report {
  return { ...report, run: { ...report.run, attempt } };
}

/** Leaves in a folder what the first action leaves in its results folder: `junit.xml` only where there are results. */
export async function leave(folder: string, report: Report): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'report.json'), textOf(report));
  const parts = junitParts(report);
  if (parts.length > 0) await writeFile(join(folder, 'junit.xml'), [...junitXml(parts)].join(''));
}

/** A report as the first action writes it. */
export function textOf(report: Report): string {
  return [...reportJson(report)].join('');
}
