import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { worstFirst, deviceRuns } from '../../src/report/devices.ts';
import { createReport, createTestcase, createTestset } from '../support/reports.ts';

describe('a report’s unit tests', () => {
  const names = (tests: Iterable<{ testcase: { device: string; result: string; url?: string } }>): string[] =>
    Array.from(tests, ({ testcase }) => `${testcase.result} ${testcase.device}`);
  const cases = [
    createTestcase(0, { device: 'b', result: 'passed' }),
    createTestcase(1, { device: 'ä', result: 'failed', seconds: 10 }),
    createTestcase(2, { device: 'z', result: 'failed' }),
    createTestcase(3, { device: 'a', result: 'skipped' }),
  ];
  const more = [
    createTestcase(4, { device: 'y', result: 'error' }),
    createTestcase(5, { device: 'Z', result: 'failed' }),
  ];
  const report = createReport({ testsets: [createTestset({}, cases), createTestset({ id: 7 }, more)] });

  test('come in document order, with their testset', () => {
    const tests = deviceRuns(report).all;
    expect(tests.map(({ testset }) => testset.id)).toEqual([251_929, 251_929, 251_929, 251_929, 7, 7]);
    expect(names(tests)).toEqual(['passed b', 'failed ä', 'failed z', 'skipped a', 'error y', 'failed Z']);
  });

  test('are read worst first, then by name, whatever the language of the machine', () => {
    expect(names(worstFirst(deviceRuns(report).all))).toEqual([
      'failed Z',
      'failed z',
      'failed ä',
      'error y',
      'skipped a',
      'passed b',
    ]);
  });

  test('equal names stay in the order given', () => {
    const same = ['1', '2', '3'].map((url) => ({
      testset: createTestset(),
      testcase: createTestcase(0, { device: 'same', url }),
    }));
    expect(worstFirst(same).map(({ testcase }) => testcase.url)).toEqual(['1', '2', '3']);
  });

  test.each([0, 1, 2, 3, 5, 6])('the first %i are the same as without all the others', (few) => {
    const tests = deviceRuns(report).all;
    expect(worstFirst(tests, few)).toEqual(worstFirst(tests).slice(0, few));
  });

  test('the first few of many are those that stand first in the order of all', () => {
    const someTests = fc.array(fc.tuple(fc.constantFrom('passed', 'failed', 'error', 'skipped'), fc.nat(3)), {
      minLength: 20,
      maxLength: 60,
    });
    fc.assert(
      fc.property(someTests, fc.nat(30), (facts, few) => {
        const testcases = facts.map(([result, name], at) => createTestcase(at, { result, device: `D${String(name)}` }));
        const tests = deviceRuns(createReport({ testsets: [createTestset({}, testcases)] })).all;
        expect(worstFirst(tests, few)).toEqual(worstFirst(tests).slice(0, few));
      }),
    );
  });

  test('are gathered once, however often a report is drawn', () => {
    expect(deviceRuns({ ...report, artifact: { name: 'results', url: '' } })).toBe(deviceRuns(report));
  });

  test('are parted in the order given', () => {
    const { passed, notPassed } = deviceRuns(report);
    expect(names(passed)).toEqual(['passed b']);
    expect(names(notPassed)).toEqual(['failed ä', 'failed z', 'skipped a', 'error y', 'failed Z']);
  });
});
