import { expect, test } from '@jest/globals';

import { annotateDevices, tryOrWarn, lastLine, logReport } from '../../src/publish/log-report.ts';
import type { Annotation } from '../../src/runtime/platform.ts';
import { NO_COUNTS } from '../../src/model/counts.ts';
import type { Report } from '../../src/model/report.ts';
import type { Complete } from '../../src/model/testset.ts';
import { contradiction, timedOut } from '../support/gallery/kinds.ts';
import { allPassed, compared, oneFailed, reportOf } from '../support/reports.ts';
import { createRecordingLog } from '../support/runtime.ts';
import { complete, devices, unfinished } from '../support/testsets.ts';
import { createView } from '../../src/report/view.ts';

function logged(report: Report): { readonly lines: readonly string[]; readonly annotated: readonly Annotation[] } {
  const log = createRecordingLog();
  const annotated: Annotation[] = [];
  annotateDevices(createView(report), { annotate: (annotation) => annotated.push(annotation) });
  logReport(createView(report), log);
  return { lines: log.lines, annotated };
}

test('a green report has its title and no annotations', () => {
  expect(logged(allPassed())).toEqual({ lines: ['info: All 3 devices passed'], annotated: [] });
  expect(lastLine(createView(allPassed()))).toBeUndefined();
});

test('a started testset has its number and how to wait for it', () => {
  const report = reportOf(unfinished('started'));
  expect(logged(report)).toEqual({ lines: [`info: ${report.sentence} ${report.hint}`], annotated: [] });
});

test('a red report has a table and annotations of what did not pass', () => {
  const { lines, annotated } = logged(oneFailed());
  expect(lines).toEqual([expect.stringMatching(/✗ failed.*SAMSUNG Galaxy_A54/)]);
  expect(annotated).toHaveLength(1);
});

test('the last line is the title, or what happened and what to do next', () => {
  expect(lastLine(createView(compared()))).toBe(
    '2 of 8 devices did not pass: 1 is new, 1 is unsteady. Open the result page of each device that did not pass.',
  );
  for (const report of [timedOut(), contradiction()]) {
    expect(lastLine(createView(report))).toBe(`${report.sentence} ${report.hint}`);
  }
});

const OPEN = /Open the result page of (?:the|each) device that did not pass\.$/;
const inScenario = (scenario: number, results: Parameters<typeof devices>[1]): Complete =>
  complete(devices(2, results), { scenario });

test.each<[what: string, testsets: readonly Complete[], maxFailures: number, line: string]>([
  ['the only device', [complete(devices(2, { 0: 'error' }))], 0, 'SAMSUNG Galaxy_S24 had an error (1 of 2 devices).'],
  [
    'the sum over several scenarios',
    [inScenario(7, { 0: 'failed' }), inScenario(8, { 1: 'failed' })],
    1,
    '2 of 2 scenarios failed. `max-failures` allows 1 in all.',
  ],
  [
    'the scenario of the only device',
    [inScenario(7, {}), inScenario(8, { 1: 'failed' })],
    0,
    'SAMSUNG Galaxy_A54 failed in scenario 8 (1 of 4 device runs).',
  ],
])('the last line names %s', (_what, testsets, maxFailures, line) => {
  const view = createView(reportOf(testsets, { maxFailures }));
  expect(lastLine(view)).toMatch(OPEN);
  expect(lastLine(view)?.replace(OPEN, '').trim()).toBe(line);
});

test('the last line says what the service counts, and where to look, if no document names the devices', () => {
  const counts = { ...NO_COUNTS, total: 8, pass: 6, stop: 2 };
  const report = reportOf(complete([], { counts }));
  expect(lastLine(createView(report))).toMatch(
    /^2 of 8 devices did not pass\. The service counts 2 stopped devices\. /,
  );
  expect(lastLine(createView(report))).toContain(report.hint);
});

test('an allowed failure has no annotation, and warnings follow the table', () => {
  const warnings = ['The service took 3 tries to deliver the results.'];
  const { lines, annotated } = logged(
    reportOf(complete(devices(3, { 1: 'failed' }), { warnings }), { maxFailures: 1 }),
  );
  expect(annotated).toEqual([]);
  expect(lines).toContain('warning: The service took 3 tries to deliver the results.');
});

test('a failure is a warning, and its value is undefined', async () => {
  const log = createRecordingLog();
  const fail = (): string => {
    throw new Error('the disk is full');
  };
  expect(await tryOrWarn(log, 'Not written', fail)).toBeUndefined();
  expect(await tryOrWarn(log, 'Not sent', () => Promise.reject<string>(new Error('reset')))).toBeUndefined();
  expect(await tryOrWarn(log, 'Not logged', () => 'value')).toBe('value');
  expect(log.lines).toEqual(['warning: Not written: the disk is full', 'warning: Not sent: reset']);
});
