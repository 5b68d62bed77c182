import { expect, test } from '@jest/globals';

import { annotateDevices, lastLine, logReport } from '../../src/publish/log-report.ts';
import type { Annotation } from '../../src/runtime/platform.ts';
import { NO_COUNTS } from '../../src/model/counts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { Report } from '../../src/model/report.ts';
import type { Complete, Testset } from '../../src/model/testset.ts';
import { allPassed, oneFailed, reportOf } from '../support/reports.ts';
import { createRecordingLog } from '../support/runtime.ts';
import { complete, device, devices, notCreated, unfinished } from '../support/testsets.ts';
import { createView } from '../../src/report/view.ts';

function logged(report: Report): { readonly lines: readonly string[]; readonly annotated: readonly Annotation[] } {
  const log = createRecordingLog();
  const annotated: Annotation[] = [];
  annotateDevices(createView(report), { annotate: (annotation) => annotated.push(annotation) });
  logReport(createView(report), log);
  return { lines: log.lines, annotated };
}

test('a green report has its heading and no annotations', () => {
  expect(logged(allPassed())).toEqual({ lines: ['info: 3 of 3 devices passed'], annotated: [] });
  expect(lastLine(createView(allPassed()))).toBeUndefined();
});

test('a started testset has its number and how to wait for it', () => {
  const [line] = logged(reportOf(unfinished('started'))).lines;
  expect(line).toMatch(/^info: Started · testset 251929 on 8 devices\. .*`testset-id: 251929`\. If /);
});

test('a red report has a table and annotations of what did not pass', () => {
  const { lines, annotated } = logged(oneFailed());
  expect(lines).toEqual([expect.stringMatching(/✗ failed.*SAMSUNG Galaxy_A54/)]);
  expect(annotated).toHaveLength(1);
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
    'the only device, of the only scenario',
    [complete(devices(4, { 2: 'failed' }), { scenario: 7 })],
    0,
    '1 of 4 devices failed. GOOGLE Pixel_8_Pro failed. Open the result page of the failed device.',
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

test('an allowed failure has no annotation, and warnings follow the table', () => {
  const warnings = ['The service took 3 tries to deliver the results.'];
  const { lines, annotated } = logged(
    reportOf(complete(devices(3, { 1: 'failed' }), { warnings }), { maxFailures: 1 }),
  );
  expect(annotated).toEqual([]);
  expect(lines).toContain('warning: The service took 3 tries to deliver the results.');
});
