import { expect, test } from '@jest/globals';

import { allUnnamedDevices, unnamedDevices } from '../../src/report/devices.ts';
import type { TestResult } from '../../src/model/results.ts';
import { createReport, createTestcase, createTestset } from '../support/reports.ts';

const counts = { total: 0, pass: 0, fail: 0, error: 0, stop: 0 };
const P: TestResult = 'passed';
const F: TestResult = 'failed';

const none = { stopped: 0, unfinished: 0, notPassed: 0, unclear: 0 };

test.each([
  ['all are named', { total: 2, pass: 2 }, [P, P], {}],
  ['one was stopped', { total: 2, pass: 1, stop: 1 }, [P], { stopped: 1 }],
  ['two never finished', { total: 3, pass: 1 }, [P], { unfinished: 2 }],
  ['one of each', { total: 4, pass: 1, fail: 1, stop: 1 }, [P, F], { stopped: 1, unfinished: 1 }],
  ['which of the bad ones is missing cannot be told', { total: 3, pass: 1, fail: 1, stop: 1 }, [P], { notPassed: 2 }],
  ['more ended than there were', { total: 2, pass: 1, stop: 3 }, [P], { notPassed: 1 }],
  ['one that passed is missing', { total: 3, pass: 3 }, [P, P], { unclear: 1 }],
  ['as many are named, though not as the status counts them', { total: 2, pass: 2 }, [P, F], {}],
  ['the documents name more', { total: 1, pass: 1 }, [P, P], {}],
])('%s', (_, given, results, expected) => {
  const testset = createTestset(
    {},
    results.map((result, at) => createTestcase(at, { result })),
  );
  expect(unnamedDevices({ ...testset, counts: { ...counts, ...given } })).toEqual({ ...none, ...expected });
});

test('testsets are summed up', () => {
  const some = [{ total: 3, stop: 1 }, { total: 5 }].map((given) =>
    createTestset({ counts: { ...counts, pass: 1, ...given } }),
  );
  expect(allUnnamedDevices(createReport({ testsets: some }))).toEqual({ ...none, stopped: 1, unfinished: 5 });
  expect(allUnnamedDevices(createReport({ testsets: [] }))).toEqual(none);
});

test('without a document nothing is missing from it', () => {
  const testset = createTestset({ counts: { ...counts, total: 5, pass: 5 } }, []);
  const sources = testset.sources.filter(({ source }) => source === 'status');
  expect(unnamedDevices({ ...testset, sources })).toEqual(none);
});
