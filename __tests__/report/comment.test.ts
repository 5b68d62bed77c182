import { expect, test } from '@jest/globals';

import type { Report } from '../../src/model/report.ts';
import { commentBody } from '../../src/report/comment.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import { render } from '../support/render.ts';
import * as reports from '../support/reports.ts';
import type { GivenRun } from '../support/reports.ts';
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

test('begins with its marker', () => {
  const marker = '<!-- run-testset: App / test -->';
  expect(commentBody(createView(compared()), marker).startsWith(`${marker}\n\n### `)).toBe(true);
});

test('says nothing of an earlier run that was not looked for', () => {
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
  const failed = Array.from({ length: 8 }, (_, at): GivenRun => ({ ...createTestcase(at), result: 'failed' }));
  const excused = Array.from({ length: 13 }, (_, at): GivenRun => {
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
