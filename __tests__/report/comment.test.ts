import { expect, test } from '@jest/globals';

import type { Device, Report } from '../../src/model/report.ts';
import { commentBody } from '../../src/report/comment.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import { render } from '../support/render.ts';
import * as reports from '../support/reports.ts';
import { createView } from '../../src/report/view.ts';

const { compared, createReport, createTestcase, createTestset, many, oneFailed } = reports;

const textOf = (report: Report): string =>
  render(commentBody(createView(report), ''))
    .texts.join('')
    .replaceAll('\u200b', '');

const linesOf = (report: Report): readonly string[] =>
  textOf(report)
    .replaceAll('\u00a0', ' ')
    .split(/\s*\n\s*/)
    .filter(Boolean);

test('begins with its marker and the verdict', () => {
  const marker = '<!-- run-testset: App / test -->';
  const start = `${marker}\n\n### ❌ 2 of 8 devices did not pass\n\n`;
  expect(commentBody(createView(compared()), marker).slice(0, start.length)).toBe(start);
});

test('lists what did not pass and what is fixed, one item each', () => {
  expect(linesOf(compared())).toEqual([
    '❌ 2 of 8 devices did not pass',
    '5m 16s · compared with main, run 41: 1 new · 1 flaky · 1 fixed · 40s slower',
    '❌ new · SAMSUNG Galaxy_A54 · ANDROID 14 · passed 10 of 10 before',
    '❌ flaky · XIAOMI Redmi_Note_12 · ANDROID 13 · passed 5 of 10 before',
    '✅ fixed · LGE Nexus_5X · ANDROID 8.1.0 · passed 6 of 10 before',
    'Commit 0123456 · run 42 · testset 251929',
  ]);
});

test('has no list if all passed', () => {
  const last = 'Commit 0123456 · run 42 · testset 251929';
  expect(linesOf(reports.allPassed())).toEqual(['✅ All 3 devices passed', '31m 42s', last]);
});

test('of several scenarios lists those that did not pass', () => {
  expect(linesOf(reports.scenarios())).toEqual([
    '❌ 1 of 3 scenarios failed, 1 was not accepted',
    '1 of 8 device runs did not pass · 31m 42s',
    '❌ failed · scenario 13, 1 of 4 devices: Google Pixel_7',
    expect.stringMatching(/^🚫 not accepted · scenario 14: No device .* Run it again with scenario-id: 14\.$/u),
    'Commit 0123456 · run 42',
  ]);
});

test('names fixed devices if all passed', () => {
  const { testsets, ...report } = compared();
  const devices = testsets.flatMap(({ suites }) => suites.flatMap(({ testcases }) => testcases));
  const passed = createTestset(
    {},
    devices.map((device) => ({ ...device, result: 'passed' })),
  );
  const text = textOf({ ...report, outcome: 'passed', testsets: [passed], counts: passed.counts });
  expect(text).toContain('2 fixed (XIAOMI Redmi_Note_12, LGE Nexus_5X)');
  expect(text).not.toContain('❌');
});

test('says that there is no earlier run, where one was looked for', () => {
  expect(textOf({ ...oneFailed(), noBaselineOn: 'main' })).toContain('no earlier run on main to compare with');
  expect(textOf(oneFailed())).not.toContain('earlier run');
});

test('has at most ten items, then a link to the run', () => {
  const report = many(2_200);
  expect(textOf(report).match(/❌ failed/g)).toHaveLength(10);
  expect(textOf(report)).toContain('and 12 more: run 42');
  const link = { href: createReport().run.url, text: 'run 42' };
  expect(render(commentBody(createView(report), '')).links).toContainEqual(expect.objectContaining(link));
  const run = { ...report.run, runNumber: 0, url: '', commit: '' };
  expect(textOf({ ...report, run })).toContain('and 12 more: the run');
});

test('of one testset has at most ten devices, those that count first', () => {
  const failed = Array.from({ length: 8 }, (_, at): Device => ({ ...createTestcase(at), result: 'failed' }));
  const excused = Array.from({ length: 13 }, (_, at): Device => {
    return { ...createTestcase(at + 8), result: 'failed', excused: 'quarantined' };
  });
  const suites = [{ name: 'S', testcases: [...excused, ...failed] }];
  const testset = createTestset({ outcome: 'failed', suites });
  const lines = linesOf(createReport({ outcome: 'failed', testsets: [testset] }));
  expect(lines.filter((line) => line.startsWith('❌ failed ·'))).toHaveLength(8);
  expect(lines.filter((line) => line.startsWith('quarantined ·'))).toHaveLength(2);
  expect(lines).toContain('and 11 more: run 42');
});

test('counts devices that no document names', () => {
  expect(textOf(reports.mixed60())).toContain('1 that no result document names');
});

test('of 8 devices has at most half the length of the summary', () => {
  const view = createView(compared());
  expect(commentBody(view, '').length * 2).toBeLessThanOrEqual(summaryMarkdown(view).length);
});
