import { expect, test } from '@jest/globals';

import type { Report } from '../../src/model/report.ts';
import { commentBody } from '../../src/report/comment.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import { render } from '../support/render.ts';
import { compared, many, oneFailed, reportOf, RUN } from '../support/reports.ts';
import { complete, devices } from '../support/testsets.ts';
import { createView } from '../../src/report/view.ts';

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
  const link = { href: RUN.url, text: 'run 42' };
  expect(render(commentBody(createView(report), '')).links).toContainEqual(expect.objectContaining(link));
  const run = { ...report.run, runNumber: 0, url: '', commit: '' };
  expect(textOf({ ...report, run })).toContain('and 12 more: the run');
});

test('of one testset has at most ten devices, those that count first', () => {
  const failed = devices(21).map((each) => ({ ...each, result: 'failed' as const }));
  const entry = { reason: 'r', owner: 'o', expires: '2026-12-15', line: 1 };
  const quarantine = failed.slice(0, 13).map(({ device }) => ({ ...entry, device }));
  const lines = linesOf(reportOf(complete(failed), { quarantine }));
  expect(lines.filter((line) => line.startsWith('❌ failed ·'))).toHaveLength(8);
  expect(lines.filter((line) => line.startsWith('🟨 quarantined ·'))).toHaveLength(2);
  expect(lines).toContain('and 11 more: run 42');
});

test('counts devices that no document names', () => {
  const counts = { total: 3, pass: 1, fail: 1, error: 0, stop: 1, initializing: 0 };
  const report = reportOf(complete(devices(2, { 1: 'failed' }), { counts }));
  expect(textOf(report)).toContain('1 that no result document names');
});

test('of 8 devices has at most half the length of the summary', () => {
  const view = createView(compared());
  expect(commentBody(view, '').length * 2).toBeLessThanOrEqual(summaryMarkdown(view).length);
});
