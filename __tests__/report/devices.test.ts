import { describe, expect, test } from '@jest/globals';

import type { TestResult } from '../../src/model/results.ts';
import { countUnlistedDevices } from '../../src/report/devices.ts';
import { createView } from '../../src/report/view.ts';
import { NO_COUNTS } from '../../src/model/counts.ts';
import { past, reportOf } from '../support/reports.ts';
import { complete, device, judged, unfinished } from '../support/testsets.ts';

describe('device runs', () => {
  const run = (name: string, result: TestResult, seconds = 1) => ({ device: name, result, seconds });

  test('that did not pass are sorted by mark, by label, by name, whatever the language of the machine', () => {
    const failed = ['unsteady', 'still', 'unknown', 'new ä', 'new z', 'new Z'].map((device) => run(device, 'failed'));
    const testset = complete([...failed, run('new a', 'skipped')]);
    const isNew = ['new ä', 'new z', 'new Z', 'new a'].map((device) => past(device, 'FP'));
    const history = [past('unsteady', 'PFPF'), past('still', 'PF'), ...isNew];
    const { failed: shown } = createView(reportOf(testset, { history }));
    expect(shown.map(({ name, mark }) => `${name}: ${mark ?? '-'}`)).toEqual([
      ...['new Z: new', 'new z: new', 'new ä: new', 'new a: new'],
      ...['unknown: -', 'still: still-failing', 'unsteady: unsteady'],
    ]);
  });

  test('that passed are sorted by time, the slowest first', () => {
    const testset = complete([run('a', 'passed', 1), run('b', 'passed', 3), run('c', 'passed', 2)]);
    expect(createView(reportOf(testset)).passed.map(({ name }) => name)).toEqual(['b', 'c', 'a']);
  });

  test('of two with the same name are fixed only if both passed', () => {
    const history = ['one', 'both'].map((device) => past(device, 'PF'));
    const twins = [run('one', 'passed'), run('one', 'failed'), run('both', 'passed'), run('both', 'passed')];
    const { all, fixed } = createView(reportOf(complete(twins), { history }));
    expect(all.map(({ name, mark }) => `${name}: ${mark ?? '-'}`).sort()).toEqual([
      ...['both: fixed', 'both: fixed', 'one: -', 'one: still-failing'],
    ]);
    expect(fixed.map(({ name }) => name)).toEqual(['both', 'both']);
  });

  test('of another scenario have a history of their own', () => {
    const testset = complete([run('A', 'failed')], { scenario: 2 });
    const { failed } = createView(reportOf(testset, { history: [past('A', 'PP', 1)] }));
    expect(failed.map(({ past: earlier }) => earlier)).toEqual([undefined]);
  });
});

describe('devices that did not pass and that no document names', () => {
  const P: TestResult = 'passed';
  const F: TestResult = 'failed';

  test.each([
    ['all are named', { total: 2, pass: 2 }, [P, P], 0],
    ['one was stopped', { total: 2, pass: 1, stop: 1 }, [P], 1],
    ['two did not finish', { total: 3, pass: 1 }, [P], 2],
    ['one of each', { total: 4, pass: 1, fail: 1, stop: 1 }, [P, F], 2],
    ['there is no document', { total: 4, pass: 1, fail: 3 }, [], 3],
    ['documents contradict the counts', { total: 4, pass: 3, fail: 1 }, [P, P], 0],
    ['the documents name more', { total: 1, pass: 1 }, [P, P], 0],
  ])('%s', (_, given, results, expected) => {
    const testcases = results.map((result, at) => device(at, { result }));
    const counts = { ...NO_COUNTS, ...given };
    expect(countUnlistedDevices(judged(complete(testcases, { counts })))).toBe(expected);
  });

  test('are not known before the testset is complete', () => {
    const counts = { total: 5, pass: 1, fail: 0, error: 0, stop: 0, initializing: 0 };
    expect(countUnlistedDevices(judged(unfinished('timed-out', { counts })))).toBe(0);
  });
});
