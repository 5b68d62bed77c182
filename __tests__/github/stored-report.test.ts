import { describe, expect, test } from '@jest/globals';

import type { Report } from '../../src/model/report.ts';
import { parseReport } from '../../src/github/stored-report.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { createView } from '../../src/report/view.ts';
import { KINDS, scenarios3 } from '../support/gallery/kinds.ts';
import { isAllowed, schemaProblems } from '../support/report-json-schema.ts';
import { reportOf } from '../support/reports.ts';
import { MAX_SECONDS } from '../../src/model/results.ts';
import { complete, device, devices } from '../support/testsets.ts';

function allFields(): Report {
  const project = { osType: 'iOS', projectId: 1, callbackOrigin: 'https://example.com' } as const;
  return reportOf(complete(devices(1)), {
    request: { kind: 'automated', name: '', ...project, timeLimitMinutes: 5, useVo: false },
    resumed: [{ testsetId: 251_929, attempt: 1 }],
    history: [{ device: device(0).device, results: [{ run: 41, passed: true, flaky: true, seconds: MAX_SECONDS }] }],
  });
}

const app = { kind: 'sent', name: 'app.apk', bytes: 1, sent: true, sha256: 'f2ca' } as const;
const noBaseline = (): Report => reportOf(complete(devices(1)), { app, noBaselineOn: 'main' });
const ALL = { ...KINDS, allFields, noBaseline };

test.each(Object.entries(ALL))('docs/report.schema.json describes every field of %s', (_name, make) => {
  expect(schemaProblems(reportJson(createView(make())))).toEqual([]);
});

test.each(Object.entries(ALL))('a report that this action wrote is read back: %s', (_name, make) => {
  const json = reportJson(createView(make()));
  const read = parseReport(json);
  expect(read).toBeDefined();
  // What is not known is absent in one, and `undefined` in the other.
  expect(JSON.parse(json)).toMatchObject(JSON.parse(JSON.stringify(read)) as object);
});

test('an app that is stored in the project is read, which has neither name nor size', () => {
  const json = withValue(['app'], { storedInProject: 509, sourceType: 'file' });
  expect(parseReport(json)).toHaveProperty('app', { name: undefined, bytes: undefined });
});

type Path = readonly (string | number)[];

/** The report with another value in one place; `undefined` takes it away. */
function withValue(path: Path, value: unknown): string {
  const report = JSON.parse(reportJson(createView(scenarios3()))) as object;
  const parent = path.slice(0, -1).reduce((whole, key) => Reflect.get(whole, key) as object, report);
  Reflect.set(parent, path.at(-1) ?? '', value);
  return JSON.stringify(report);
}

describe('a report is not read, and the JSON Schema does not allow it', () => {
  test.each<[path: Path, value: unknown]>([
    [['schema'], 2],
    [['schema'], undefined],
    [['run', 'job'], 5],
    [['run', 'job'], 'x'.repeat(100_001)],
    [['run', 'attempt'], 0],
    [['run', 'attempt'], undefined],
    [['request', 'kind'], 'other'],
    [['request', 'osType'], 'android'],
    [['durationSeconds'], -1],
    [['durationSeconds'], 1e308],
    [['app'], 'app.apk'],
    [['history'], {}],
    [['history'], [{ device: 'A', results: [{ run: 1, passed: 'yes' }] }]],
    [['history'], [{ device: 'A', results: [{ run: 1, passed: true, seconds: 1e308 }] }]],
    [['testsets'], {}],
    [['testsets', 1, 'scenario'], 0.5],
    [['testsets', 0, 'outcome'], 'green'],
    [['testsets', 0, 'suites', 0, 'devices', 2, 'result'], 'ok'],
    [['testsets', 0, 'suites', 0, 'devices', 2, 'seconds'], '5'],
    [['testsets', 0, 'suites', 0, 'devices', 2, 'seconds'], 1e308],
  ])('with %j = %#', (path, value) => {
    expect(parseReport(withValue(path, value))).toBeUndefined();
    expect(isAllowed(withValue(path, value))).toBe(false);
  });
});

describe('only the JSON Schema does not allow a report', () => {
  test.each<[path: Path, value: unknown]>([
    [['outcome'], 'green'],
    [['heading'], undefined],
    [['next'], 5],
    [['run', 'workflow'], 1_658_821_493],
    [['request', 'useVo'], 1],
    [['counts', 'pass'], 0.5],
    [['testsets', 1, 'id'], 'x'],
    [['testsets', 0, 'status'], 5],
    [['testsets', 0, 'counts'], null],
    [['testsets', 1, 'reasons', 0], 1],
    [['testsets', 0, 'suites', 0, 'name'], null],
  ])('with %j = %#', (path, value) => {
    expect(parseReport(withValue(path, value))).toEqual(parseReport(withValue(['schema'], 1)));
    expect(isAllowed(withValue(path, value))).toBe(false);
  });
});

describe('no report is', () => {
  test.each(['', '{', '[]', 'null', '"report"', '<testsuites/>', '{"schema":1}'])('%j', (json) => {
    expect(parseReport(json)).toBeUndefined();
  });

  test('a text with more levels than the stack has room for, or that is cut off anywhere', () => {
    const levels = 100_000;
    expect(parseReport(`{"schema":1,"deep":${'['.repeat(levels)}${']'.repeat(levels)}}`)).toBeUndefined();
    const whole = reportJson(createView(scenarios3())).trimEnd();
    for (let end = 0; end < whole.length; end += 37) expect(parseReport(whole.slice(0, end))).toBeUndefined();
  });
});
