import type { Report } from '../model/report.ts';
import { idsOf } from '../model/testset.ts';
import { type TestVerdict, type DeviceRun, testsetKey } from '../model/verdict.ts';
import { joinPieces } from '../model/words.ts';
import { listUnnamed } from './devices.ts';
import { testsetSuffixes } from './junit-suites.ts';
import type { ReportView } from './view.ts';

/** What a test is named by. */
interface TestName extends Pick<DeviceRun, 'name' | 'os'> {
  readonly testset: Pick<TestVerdict, 'scenario' | 'id'>;
}

/**
 * `predicate.json`: the predicate of an in-toto attestation, without its statement.
 * https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md
 *
 * @returns `undefined` unless the outcome is passed, failed or inconclusive
 */
export function predicateJson({ report, notPassed, excused, passed }: ReportView): string | undefined {
  const { outcome, run, request, testsets } = report;
  if (outcome !== 'passed' && outcome !== 'failed' && outcome !== 'inconclusive') return undefined;
  const suffixes = testsetSuffixes(testsets);
  const nameTest = ({ name, os, testset }: TestName): string =>
    joinPieces(' / ', [name, os]) + (suffixes.get(testsetKey(testset)) ?? '');
  const failedTests = new Set(notPassed.map(nameTest));
  const warnedTests = new Set(excused.map(nameTest));
  for (const testset of testsets) {
    const tests = testset.excuse ? warnedTests : failedTests;
    for (const { device } of listUnnamed(testset)) tests.add(nameTest({ name: device, os: '', testset }));
  }
  const passedTests = new Set(passed.filter(({ isDoubtful }) => !isDoubtful).map(nameTest));
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
          testsets: idsOf(testsets),
        },
      },
    ],
    url: run.url,
    passedTests: [...passedTests].sort(),
    // A device that failed within `max-failures` has not passed, and so is not among them.
    warnedTests: [...warnedTests].filter((name) => !failedTests.has(name)).sort(),
    failedTests: [...failedTests].sort(),
  };
  return `${JSON.stringify(predicate)}\n`;
}

/** Warned: passed within `max-failures` but not on all devices, or not in an earlier testset. */
function testResult({ outcome, counts, testsets }: Report): 'PASSED' | 'WARNED' | 'FAILED' {
  if (outcome !== 'passed') return 'FAILED';
  if (counts.pass === counts.total && testsets.every(({ earlier }) => earlier.length === 0)) return 'PASSED';
  return 'WARNED';
}
