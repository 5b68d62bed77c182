import { describe, expect, test } from '@jest/globals';

import { annotations } from '../../src/report/annotations.ts';
import type { Testcase } from '../../src/model/results.ts';
import {
  allPassed,
  compared,
  createReport,
  createTestcase,
  createTestset,
  hostile,
  many,
  without,
} from '../support/reports.ts';
import { createView } from '../../src/report/view.ts';

const failed = (testcases: readonly Testcase[]): ReturnType<typeof createReport> =>
  createReport({ outcome: 'failed', testsets: [createTestset({}, testcases)] });

describe('annotations', () => {
  test('a report that passed has none', () => {
    expect(annotations(createView(allPassed()))).toEqual([]);
  });

  test('each names the device, the result, the time, and where to look', () => {
    const testcase = createTestcase(0, {
      device: 'LGE Nexus_5X / ANDROID 8.1.0',
      result: 'failed',
      seconds: 1_817,
      url: 'https://example.com/1',
    });
    expect(annotations(createView(failed([testcase])))).toEqual([
      {
        title: 'LGE Nexus_5X',
        message: 'failed, after 30m 17s on ANDROID 8.1.0 in testset 251929: https://example.com/1',
      },
    ]);
  });

  test('what is not known is left out', () => {
    const testset = without(createTestset({}, [{ device: 'Pixel', result: 'skipped' }]), 'id');
    expect(annotations(createView(createReport({ testsets: [testset] })))).toEqual([
      { title: 'Pixel', message: 'stopped' },
    ]);
  });

  test('nine devices have one each', () => {
    const titles = annotations(
      createView(
        failed(Array.from({ length: 9 }, (_, at) => createTestcase(at, { result: 'error', device: `D${String(at)}` }))),
      ),
    );
    expect(titles.map(({ title }) => title)).toEqual(['D0', 'D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8']);
  });

  test('new failures are first, with their mark', () => {
    expect(annotations(createView(compared()))).toMatchObject([
      {
        title: 'SAMSUNG Galaxy_A54',
        message: expect.stringMatching(/^new, after 2m 43s on ANDROID 14 in testset 251929/),
      },
      { title: 'XIAOMI Redmi_Note_12', message: expect.stringMatching(/^flaky, /) },
    ]);
  });

  test('of more than nine, the ninth says how many more', () => {
    const all = annotations(createView(many(1_500)));
    expect(all).toHaveLength(9);
    expect(all.at(-1)).toEqual({
      title: '7 more devices did not pass',
      message: 'report.json in the result files lists all of them.',
    });
  });

  test('devices that no document names are counted', () => {
    const unnamed = (testcases: readonly Testcase[], stop: number): ReturnType<typeof annotations> => {
      const testset = createTestset({}, testcases);
      const counts = { ...testset.counts, total: testset.counts.total + stop, stop };
      return annotations(createView(createReport({ testsets: [{ ...testset, counts }] })));
    };
    const failures = (number: number): Testcase[] =>
      Array.from({ length: number }, (_, at) => createTestcase(at, { result: 'failed' }));
    expect(unnamed([], 1)).toEqual([
      { title: '1 device did not pass', message: "The service's result files do not list it." },
    ]);
    expect(unnamed(failures(8), 2).slice(8)).toEqual([
      { title: '2 more devices did not pass', message: "The service's result files do not list them." },
    ]);
    expect(unnamed(failures(9), 2)).toHaveLength(9);
    expect(unnamed(failures(9), 2).at(-1)).toEqual({
      title: '3 more devices did not pass',
      message: "report.json in the result files lists 1 of them; the service's result files do not list the others.",
    });
  });

  test('a scenario is named', () => {
    const testset = createTestset({ scenario: 12 }, [createTestcase(0, { result: 'failed' })]);
    expect(annotations(createView(createReport({ testsets: [testset] })))[0]?.message).toContain(
      'in testset 251929 · scenario 12: https://',
    );
  });

  test('titles are short, and texts are one line', () => {
    for (const { title, message } of annotations(createView(hostile()))) {
      expect(title.length).toBeLessThanOrEqual(80);
      expect(title + message).not.toMatch(/[\r\n\u2028\u202e\u200b]/);
      expect(message).not.toContain('javascript:');
    }
  });
});
