import { describe, expect, test } from '@jest/globals';

import { readReport } from '../../src/merge/read-report.ts';
import { InvalidShape } from '../../src/merge/shape.ts';
import type { Report } from '../../src/model/report.ts';
import {
  allPassed,
  compared,
  createReport,
  hostile,
  inconclusive,
  mixed60,
  oneFailed,
  scenarios,
  severalTestsets,
  timedOut,
  without,
} from '../support/reports.ts';
import { textOf } from './support.ts';

const ALL = { allPassed, oneFailed, mixed60, severalTestsets, timedOut, inconclusive, scenarios, compared, hostile };

/** Without what a merged report has no use for. */
function kept(report: Report): object {
  return without(without(without(report, 'app'), 'artifact'), 'comparison');
}

describe('what the first action wrote is read as it was meant', () => {
  test.each(Object.entries(ALL))('%s', (_name, make) => {
    expect(readReport(textOf(make()))).toStrictEqual(kept(make()));
  });

  test('every field of the request, limits without end, and what was resumed', () => {
    const report = createReport({
      request: {
        kind: 'automated',
        name: '',
        osType: 'iOS',
        projectId: 1,
        timeLimitMinutes: 5,
        useVo: false,
        callbackOrigin: 'https://example.com',
      },
      limits: { fail: Infinity, error: 3, stop: 0 },
      resumed: [{ testsetId: 251_929, attempt: 1 }],
    });
    expect(readReport(textOf(report))).toStrictEqual(kept(report));
  });

  test('of a testset that is not there, nothing is made up', () => {
    const [testset] = readReport(textOf(scenarios())).testsets.slice(-1);
    expect(testset).not.toHaveProperty('id');
    expect(testset).toMatchObject({ scenario: 14, outcome: 'refused' });
  });
});

/** The report with another value in one place; `undefined` takes it away. */
function withValue(path: readonly (string | number)[], value: unknown): string {
  return JSON.stringify(changed(JSON.parse(textOf(scenarios())), path, value));
}

function changed(whole: unknown, [key, ...others]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(whole)) return whole.map((item: unknown, at) => (at === key ? changed(item, others, value) : item));
  const entries: [string, unknown][] = typeof whole === 'object' && whole !== null ? Object.entries(whole) : [];
  return { ...Object.fromEntries(entries), [key]: changed(entries.find(([name]) => name === key)?.[1], others, value) };
}

describe('what somebody else wrote is refused, and says where', () => {
  test.each<[path: readonly (string | number)[], value: unknown, message: string]>([
    [['schema'], 2, 'it is of another version'],
    [['schema'], undefined, 'schema is no number'],
    [['outcome'], 'green', 'outcome is none of its words'],
    [['sentence'], undefined, 'sentence is no text'],
    [['hint'], 5, 'hint is no text'],
    [['run', 'runId'], 1_658_821_493, 'run.runId is no text'],
    [['run', 'attempt'], '1', 'run.attempt is no number'],
    [['request', 'kind'], 'other', 'request.kind is none of its words'],
    [['request', 'osType'], 'android', 'request.osType is none of its words'],
    [['request', 'useVo'], 1, 'request.useVo is neither true nor false'],
    [['limits', 'fail'], 'some', 'limits.fail is no number'],
    [['limits', 'stop'], null, 'limits.stop is no number'],
    [['durationSeconds'], -1, 'durationSeconds is no number'],
    [['counts', 'pass'], 0.5, 'counts.pass is no whole number'],
    [['testsets'], {}, 'testsets is no list'],
    [['testsets', 1, 'id'], 'x', 'testsets[1].id is no number'],
    [['testsets', 0, 'status'], 'Done', 'testsets[0].status is none of its words'],
    [['testsets', 0, 'counts'], null, 'testsets[0].counts is no object'],
    [['testsets', 0, 'reasons'], [1], 'testsets[0].reasons[0] is no text'],
    [['testsets', 0, 'sources', 0, 'source'], 'html', 'testsets[0].sources[0].source is none of its words'],
    [['testsets', 0, 'suites', 0, 'name'], null, 'testsets[0].suites[0].name is no text'],
    [['testsets', 0, 'suites', 0, 'devices', 2, 'result'], 'ok', 'testsets[0].suites[0].devices[2].result is none'],
    [
      ['testsets', 0, 'suites', 0, 'devices', 2, 'seconds'],
      '5',
      'testsets[0].suites[0].devices[2].seconds is no number',
    ],
  ])('%j = %j', (path, value, message) => {
    expect(() => readReport(withValue(path, value))).toThrow(InvalidShape);
    expect(() => readReport(withValue(path, value))).toThrow(message);
  });

  test.each(['', '{', '[]', 'null', '"report"', '<testsuites/>'])('%j', (json) => {
    expect(() => readReport(json)).toThrow(InvalidShape);
  });

  test('what was cut short, wherever', () => {
    const whole = textOf(scenarios()).trimEnd();
    for (let end = 0; end < whole.length; end += 37) {
      expect(() => readReport(whole.slice(0, end))).toThrow(InvalidShape);
    }
  });
});
