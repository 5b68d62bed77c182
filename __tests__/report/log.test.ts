import { describe, expect, test } from '@jest/globals';

import { lastLine, logReport } from '../../src/report/log.ts';
import { NO_COUNTS } from '../../src/model/counts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { Report } from '../../src/model/report.ts';
import type { Complete, Testset } from '../../src/model/testset.ts';
import { allPassed, many, reportOf } from '../support/reports.ts';
import { createRecordingLog } from '../support/runtime.ts';
import { complete, device, devices, notCreated, unfinished } from '../support/testsets.ts';
import { createView } from '../../src/report/view.ts';

function logged(report: Report): readonly string[] {
  const log = createRecordingLog();
  logReport(createView(report), log);
  return log.lines;
}

test('a green report has its heading', () => {
  expect(logged(allPassed())).toEqual(['info: 3 of 3 devices passed']);
  expect(lastLine(createView(allPassed()))).toBeUndefined();
});

test('a started testset has its number and how to wait for it', () => {
  const [line] = logged(reportOf(unfinished('started')));
  expect(line).toMatch(/^info: Started · testset 251929 on 8 devices\. .*`testset-id: 251929`\. If /);
});

describe('the table', () => {
  test('has at most fifty rows, then how many more there are', () => {
    const lines = logged(many(6_700));
    expect(lines).toHaveLength(51);
    expect(lines.at(-1)).toBe('info: [{"text":"… 17 more: see report.json"}]');
  });

  test('has straight columns', () => {
    const names = ['Pixel / ANDROID 14', 'SAMSUNG Galaxy_A54 / ANDROID 9', 'iPhone / iOS 18'];
    const facts = { result: 'failed', url: 'https://example.com/' } as const;
    const lines = logged(reportOf(complete(names.map((name) => ({ device: name, ...facts })))));
    expect(new Set(lines.map((line) => line.indexOf('https:'))).size).toBe(1);
  });

  test('leaves out an address that a line cannot hold', () => {
    const name = `${'한'.repeat(300)} / ${'x'.repeat(300)}`;
    const long = device(0, { device: name, result: 'failed', url: `https://example.com/${'x'.repeat(450)}` });
    expect(logged(reportOf(complete([long])))[0]).not.toContain('https:');
  });
});

const rejection = { code: 4000, reason: 'app file of the scenario is missing' };
const REJECTED = new TestsetError({ code: 'service-rejected', message: 'm', hint: 'Check it.', rejection });
const inScenario = (scenario: number, results: Parameters<typeof devices>[1]): Complete =>
  complete(devices(2, results), { scenario });

const ENDED = { reason: 'r', owner: 'o', expires: '2026-11-24', device: 'SAMSUNG*', line: 1 };

test.each<[what: string, testsets: readonly Testset[], maxFailures: number, line: string]>([
  [
    'the only device',
    [complete(devices(2, { 0: 'error' }))],
    0,
    '1 of 2 devices failed. SAMSUNG Galaxy_S24 had an error, its quarantine ended on 2026-11-24. Open the result page of the failed device.',
  ],
  [
    'the device of which the quarantine ended',
    [complete(devices(4, { 1: 'failed', 2: 'failed' }))],
    0,
    '2 of 4 devices failed. SAMSUNG Galaxy_A54 failed, its quarantine ended on 2026-11-24. Open the result page of each failed device.',
  ],
  [
    'the only device, and its scenario',
    [inScenario(7, {}), complete(devices(4, { 2: 'failed' }), { scenario: 8 })],
    0,
    '1 of 2 scenarios failed · 1 of 6 device runs failed. GOOGLE Pixel_8_Pro failed in scenario 8. Open the result page of the failed device.',
  ],
  [
    'no device if another one has no name',
    [complete(devices(3, { 2: 'failed' }), { counts: { ...NO_COUNTS, total: 4, pass: 2, fail: 2 } })],
    0,
    '2 of 4 devices failed. Open the result page of the failed device.',
  ],
  [
    'no device if none is to blame',
    [complete([device(2, { result: 'failed' })])],
    1,
    'Inconclusive · no device passed · The device failed. At least one device must pass, whatever `max-failures` and quarantine allow. Open the result page of the failed device.',
  ],
  [
    'a scenario once',
    [inScenario(7, {}), notCreated('rejected', { scenario: 1042, error: REJECTED })],
    0,
    '1 of 2 scenarios rejected. Scenario 1042: The service said: app file of the scenario is missing. Check it.',
  ],
  [
    'the limit',
    [3, 4].map((place) => complete(devices(6, { 2: 'error', [place]: 'failed' }), { scenario: place })),
    1,
    '2 of 2 scenarios failed · 4 of 12 device runs failed. `max-failures` is 1. Open the result page of each failed device.',
  ],
])('the last line names %s', (_what, testsets, maxFailures, line) => {
  expect(lastLine(createView(reportOf(testsets, { maxFailures, expired: [ENDED] })))).toBe(line);
});

test('warnings follow the table', () => {
  const warnings = ['The service took 3 tries to deliver the results.'];
  const lines = logged(reportOf(complete(devices(3, { 1: 'failed' }), { warnings }), { maxFailures: 1 }));
  expect(lines[0]).toContain('✗ failed');
  expect(lines).toContain('warning: The service took 3 tries to deliver the results.');
});
