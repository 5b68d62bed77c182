import { describe, expect, test } from '@jest/globals';

import { allUnnamedDevices, deviceRuns, splitDevice, unnamedDevices, worstFirst } from '../../src/report/devices.ts';
import type { TestResult } from '../../src/model/results.ts';
import { createReport, createTestcase, createTestset } from '../support/reports.ts';

describe('device runs', () => {
  const first = [
    createTestcase(0, { device: 'b', result: 'passed' }),
    createTestcase(1, { device: 'ä', result: 'failed' }),
    createTestcase(2, { device: 'z', result: 'failed' }),
    createTestcase(3, { device: 'a', result: 'skipped' }),
  ];
  const second = [
    createTestcase(4, { device: 'y', result: 'error' }),
    createTestcase(5, { device: 'Z', result: 'failed' }),
  ];
  const runs = deviceRuns(createReport({ testsets: [createTestset({}, first), createTestset({ id: 7 }, second)] }));

  test('are in document order, with their testset', () => {
    expect(runs.map(({ testset, testcase }) => `${testset.id ?? ''} ${testcase.device}`)).toEqual([
      '251929 b',
      '251929 ä',
      '251929 z',
      '251929 a',
      '7 y',
      '7 Z',
    ]);
  });

  test('are sorted worst first, then by name, independent of the language of the machine', () => {
    expect(worstFirst(runs).map(({ testcase }) => `${testcase.result} ${testcase.device}`)).toEqual([
      'failed Z',
      'failed z',
      'failed ä',
      'error y',
      'skipped a',
      'passed b',
    ]);
  });

  test('with equal names keep their order', () => {
    const equal = ['1', '2', '3'].map((url) => ({
      testset: createTestset(),
      testcase: createTestcase(0, { device: 'same', url }),
    }));
    expect(worstFirst(equal).map(({ testcase }) => testcase.url)).toEqual(['1', '2', '3']);
  });
});

describe('devices that no document names', () => {
  const counts = { total: 0, pass: 0, fail: 0, error: 0, stop: 0 };
  const none = { stopped: 0, unfinished: 0, notPassed: 0, unclear: 0 };
  const P: TestResult = 'passed';
  const F: TestResult = 'failed';

  test.each([
    ['all are named', { total: 2, pass: 2 }, [P, P], {}],
    ['one was stopped', { total: 2, pass: 1, stop: 1 }, [P], { stopped: 1 }],
    ['two did not finish', { total: 3, pass: 1 }, [P], { unfinished: 2 }],
    ['one of each', { total: 4, pass: 1, fail: 1, stop: 1 }, [P, F], { stopped: 1, unfinished: 1 }],
    ['failed or stopped is uncertain', { total: 3, pass: 1, fail: 1, stop: 1 }, [P], { notPassed: 2 }],
    ['more results than devices', { total: 2, pass: 1, stop: 3 }, [P], { notPassed: 1 }],
    ['one that passed is missing', { total: 3, pass: 3 }, [P, P], { unclear: 1 }],
    ['the same number with other results', { total: 2, pass: 2 }, [P, F], {}],
    ['the documents name more', { total: 1, pass: 1 }, [P, P], {}],
  ])('%s', (_, given, results, expected) => {
    const testcases = results.map((result, at) => createTestcase(at, { result }));
    const testset = createTestset({ counts: { ...counts, ...given } }, testcases);
    expect(unnamedDevices(testset)).toEqual({ ...none, ...expected });
  });

  test('are summed over the testsets', () => {
    const testsets = [{ total: 3, stop: 1 }, { total: 5 }].map((given) =>
      createTestset({ counts: { ...counts, pass: 1, ...given } }),
    );
    expect(allUnnamedDevices(createReport({ testsets }))).toEqual({ ...none, stopped: 1, unfinished: 5 });
  });

  test('are none without a document', () => {
    const testset = createTestset({ counts: { ...counts, total: 5, pass: 5 } }, []);
    const sources = testset.sources.filter(({ source }) => source === 'status');
    expect(unnamedDevices({ ...testset, sources })).toEqual(none);
  });
});

test.each([
  ['LGE Nexus_5X / ANDROID 8.1.0', 'LGE Nexus_5X', 'ANDROID 8.1.0'],
  ['Maker / Model / iOS 17', 'Maker / Model', 'iOS 17'],
  ['A/B', 'A/B', ''],
  [' / ANDROID 9', '/ ANDROID 9', ''],
  ['\u200b', 'unnamed device', ''],
  ['', 'unnamed device', ''],
  [`${'x'.repeat(10_000)} / iOS 17`, `${'x'.repeat(199)}…`, 'iOS 17'],
])('device name %# has two parts', (name, device, os) => {
  expect(splitDevice(name)).toEqual({ device, os });
});
