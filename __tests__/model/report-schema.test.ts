import { describe, expect, test } from '@jest/globals';

import { KINDS } from '../../scripts/demo/kinds.ts';
import { InvalidReport, parseReport } from '../../src/model/report-schema.ts';
import type { Report } from '../../src/model/report.ts';
import { isAllowed, schemaProblems } from '../support/report-json-schema.ts';
import * as reports from '../support/reports.ts';
import { reportJson } from '../../src/report/report-json.ts';

const { createReport, createTestset, REPORTS, scenarios, without } = reports;

function allFields(): Report {
  const failedBefore = { attempt: 1, testsetId: 251_900, outcome: 'failed' } as const;
  const project = { osType: 'iOS', projectId: 1, callbackOrigin: 'https://example.com' } as const;
  return createReport({
    request: { kind: 'automated', name: '', ...project, timeLimitMinutes: 5, useVo: false },
    limits: { fail: Infinity, error: 3, stop: 0 },
    resumed: [{ testsetId: 251_929, attempt: 1 }],
    rerun: 'keep-passed',
    testsets: [createTestset({ passedInAttempt: 2, failedBefore })],
  });
}

/** Without what is not read. */
function kept(report: Report): object {
  const { app, history = [], testsets } = report;
  const read = testsets.map((each) => ({ ...each, reasons: each.reasons.map(({ sentence }) => ({ sentence })) }));
  return {
    ...without(without(without(report, 'app'), 'artifact'), 'comparison'),
    testsets: read,
    ...(app && { app: { name: app.name, bytes: app.bytes } }),
    history,
  };
}

test.each(Object.entries({ ...REPORTS, allFields }))('a report that this action wrote is read back: %s', (_, make) => {
  expect(parseReport(reportJson(make()))).toStrictEqual(kept(make()));
});

const app = { name: 'app.apk', bytes: 1, sent: true, sha256: 'f2ca' } as const;
const noBaseline = (): Report => createReport({ app, noBaselineOn: 'main' });
const ALL = { ...REPORTS, ...KINDS, allFields, noBaseline };

test.each(Object.entries(ALL))('docs/report.schema.json describes every field of %s', (_name, make) => {
  // The artifacts are published after the file is written.
  const stored = without(without(make(), 'artifact'), 'pageUrl');
  expect(schemaProblems(reportJson(stored))).toEqual([]);
});

/** The report with another value in one place; `undefined` takes it away. */
function withValue(path: readonly (string | number)[], value: unknown): string {
  const report = JSON.parse(reportJson(scenarios())) as object;
  const parent = path.slice(0, -1).reduce((whole, key) => Reflect.get(whole, key) as object, report);
  Reflect.set(parent, path.at(-1) ?? '', value);
  return JSON.stringify(report);
}

describe('anything else is rejected, with the place, and by the JSON Schema', () => {
  test.each<[path: readonly (string | number)[], value: unknown]>([
    [['outcome'], 'green'],
    [['sentence'], undefined],
    [['sentence'], 'x'.repeat(100_001)],
    [['hint'], 5],
    [['run', 'runId'], 1_658_821_493],
    [['run', 'attempt'], '1'],
    [['run', 'attempt'], 0],
    [['run', 'attempt'], undefined],
    [['request', 'kind'], 'other'],
    [['request', 'osType'], 'android'],
    [['request', 'useVo'], 1],
    [['limits', 'fail'], 'some'],
    [['limits', 'stop'], null],
    [['durationSeconds'], -1],
    [['app'], 'app.apk'],
    [['history'], {}],
    [['history'], [{ device: 'A', results: [{ run: 1, passed: 'yes' }] }]],
    [['counts', 'pass'], 0.5],
    [['testsets'], {}],
    [['testsets', 1, 'id'], 'x'],
    [['testsets', 0, 'status'], 'Done'],
    [['testsets', 0, 'counts'], null],
    [['testsets', 1, 'reasons', 0], 1],
    [['testsets', 1, 'reasons', 0], null],
    [['testsets', 0, 'sources', 0, 'source'], 'html'],
    [['testsets', 0, 'suites', 0, 'name'], null],
    [['testsets', 0, 'suites', 0, 'devices', 2, 'result'], 'ok'],
    [['testsets', 0, 'suites', 0, 'devices', 2, 'seconds'], '5'],
  ])('%j = %#', (path, value) => {
    expect(() => parseReport(withValue(path, value))).toThrow(InvalidReport);
    expect(() => parseReport(withValue(path, value))).toThrow(`invalid at ${path.join('.')}`);
    expect(isAllowed(withValue(path, value))).toBe(false);
  });

  test.each([1, 2, undefined])('schema %p', (version) => {
    expect(() => parseReport(withValue(['schema'], version))).toThrow('unknown schema version');
    expect(isAllowed(withValue(['schema'], version))).toBe(false);
  });

  test.each(['', '{', '[]', 'null', '"report"', '<testsuites/>', '{"schema":3}'])('%j', (json) => {
    expect(() => parseReport(json)).toThrow(InvalidReport);
  });

  test('a text with more levels than the stack has room for', () => {
    const levels = 100_000;
    const json = `{"schema":3,"deep":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(() => parseReport(json)).toThrow(InvalidReport);
  });

  test('a text that is cut off anywhere', () => {
    const whole = reportJson(scenarios()).trimEnd();
    for (let end = 0; end < whole.length; end += 37) {
      expect(() => parseReport(whole.slice(0, end))).toThrow(InvalidReport);
    }
  });
});
