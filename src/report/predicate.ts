import { canBeBelieved, type Report, type TestsetReport } from '../model/report.ts';
import { limitsData } from './data.ts';
import { unnamedDevices, type DeviceRun } from './devices.ts';
import { testsetSuffixes } from './junit-suites.ts';
import type { ReportView } from './view.ts';

/**
 * `predicate.json`: the predicate of an in-toto attestation, without its statement.
 * https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md
 *
 * @returns `undefined` unless the outcome is passed, failed or inconclusive
 */
export function predicateJson({ report, notPassed, excused, passed }: ReportView): string | undefined {
  const { outcome, run, request, limits, testsets } = report;
  if (outcome !== 'passed' && outcome !== 'failed' && outcome !== 'inconclusive') return undefined;
  const suffixes = testsetSuffixes(testsets);
  const suffixOf = (testset: TestsetReport): string => suffixes.get(testset) ?? '';
  const testName = ({ name, os, testset }: DeviceRun): string => `${name}${os && ` / ${os}`}${suffixOf(testset)}`;
  const unnamed = testsets.flatMap((each) =>
    unnamedDevices(each).map(({ device }) => ({
      name: device + suffixOf(each),
      isExcused: each.quarantine !== undefined,
    })),
  );
  const failedTests = new Set([
    ...notPassed.map(testName),
    ...unnamed.flatMap((each) => (each.isExcused ? [] : each.name)),
  ]);
  const warnedTests = new Set([
    ...excused.map(testName),
    ...unnamed.flatMap((each) => (each.isExcused ? each.name : [])),
  ]);
  const certain = new Set(testsets.filter(canBeBelieved));
  const passedTests = new Set(passed.filter(({ testset }) => certain.has(testset)).map(testName));
  // Two devices of the same name are one test, which passed only if both did.
  for (const name of [...failedTests, ...warnedTests]) passedTests.delete(name);
  const { kind, projectId, osType, timeLimitMinutes, useVo } = request;
  const predicate = {
    result: testResult(report),
    configuration: [
      {
        name: run.workflow,
        digest: { gitCommit: run.commit },
        annotations: {
          request: { kind, projectId, osType, timeLimitMinutes, useVo },
          limits: limitsData(limits),
          testsets: testsets.flatMap(({ id }) => id ?? []),
        },
      },
    ],
    url: run.url,
    passedTests: [...passedTests].sort(),
    // A device that failed within the limits has not passed, and so is not among them.
    warnedTests: [...warnedTests].filter((name) => !failedTests.has(name)).sort(),
    failedTests: [...failedTests].sort(),
  };
  return `${JSON.stringify(predicate)}\n`;
}

/** Warned: passed within the limits but not on all devices, or not in an earlier testset or attempt. */
function testResult({ outcome, counts, testsets }: Report): 'PASSED' | 'WARNED' | 'FAILED' {
  if (outcome !== 'passed') return 'FAILED';
  const passedAtOnce = ({ failedBefore, earlier }: TestsetReport): boolean =>
    failedBefore === undefined && earlier === undefined;
  const isClean = counts.pass === counts.total && testsets.every(passedAtOnce);
  return isClean ? 'PASSED' : 'WARNED';
}
