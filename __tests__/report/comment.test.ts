import { describe, expect, test } from '@jest/globals';

import type { Report } from '../../src/model/report.ts';
import { commentBody } from '../../src/report/comment.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import { render } from '../support/render.ts';
import * as reports from '../support/reports.ts';
import { createView } from '../../src/report/view.ts';

const { compared, createReport, createTestset, many, oneFailed, without } = reports;

const MARKER = '<!-- run-testset: App / test -->';

const textOf = (report: Report): string =>
  render(commentBody(createView(report), ''))
    .texts.join('')
    .replaceAll('\u200b', '');

describe('the comment', () => {
  test('begins with its marker and the verdict', () => {
    expect(commentBody(createView(compared()), MARKER)).toMatch(
      /^<!-- [^\n]+ -->\n\n### ❌ 2 of 8 devices did not pass\n\n/,
    );
  });

  test('lists what did not pass and what is fixed, one item each', () => {
    const items = textOf(compared())
      .split('\n')
      .filter((line) => /^[❌✅]/u.test(line) && !line.includes('of 8 devices'));
    expect(items).toEqual([
      '❌ new · SAMSUNG Galaxy_A54 · ANDROID 14 · passed 10 of 10 before',
      '❌ flaky · XIAOMI Redmi_Note_12 · ANDROID 13 · passed 5 of 10 before',
      '✅ fixed · LGE Nexus_5X · ANDROID 8.1.0 · passed 6 of 10 before',
    ]);
    expect(textOf(compared())).toContain('5m 16s · compared with main, run 41: 1 new · 1 flaky · 1 fixed · 40s slower');
  });

  test('names fixed devices if all passed', () => {
    const { testsets, ...report } = compared();
    const devices = testsets.flatMap(({ suites }) => suites.flatMap(({ testcases }) => testcases));
    const passed = createTestset(
      {},
      devices.map((device) => ({ ...device, result: 'passed' })),
    );
    const { counts } = passed;
    const text = textOf({ ...report, outcome: 'passed', testsets: [passed], counts });
    expect(text).toContain('2 fixed (XIAOMI Redmi_Note_12, LGE Nexus_5X)');
    expect(text).not.toContain('❌');
  });

  test('says that there is no earlier run, where one was looked for', () => {
    expect(textOf({ ...oneFailed(), noBaselineOn: 'main' })).toContain('no earlier run on main to compare with');
    expect(textOf(oneFailed())).not.toContain('earlier run');
    expect(textOf(oneFailed())).toContain('❌ failed · SAMSUNG GALAXY_NOTE9 · ANDROID 9');
  });

  test('has at most ten items, then a link to the run', () => {
    const report = many(2_200);
    expect(textOf(report).match(/❌ failed/g)).toHaveLength(10);
    expect(textOf(report)).toContain('and 12 more: run 42');
    expect(render(commentBody(createView(report), '')).links).toContainEqual(
      expect.objectContaining({ href: createReport().run.url, text: 'run 42' }),
    );
  });

  test('counts devices that no document names', () => {
    expect(textOf(reports.mixed60())).toContain("1 that the service's result files do not list");
  });

  test('of several scenarios lists those that did not pass', () => {
    expect(textOf(reports.scenarios())).toContain('❌ failed · scenario 13, 1 of 4 devices: Google Pixel_7');
    expect(textOf(reports.scenarios())).not.toContain('scenario 12');
  });

  test('ends with commit, run and testset', () => {
    expect(textOf(reports.allPassed()).trim().split('\n').at(-1)).toBe('Commit 0123456 · run 42 · testset 251929');
    const { run, ...report } = many(2_200);
    const unknown = { ...report, run: { ...run, runNumber: 0, url: '', commit: '' } };
    expect(textOf(unknown)).toContain('and 12 more: the run');
  });

  test('of 8 devices has at most half the length of the summary', () => {
    expect(commentBody(createView(compared()), '').length * 2).toBeLessThanOrEqual(
      summaryMarkdown(createView(compared())).length,
    );
  });

  test('of a report without testsets is drawn', () => {
    expect(textOf(without(createReport({ outcome: 'not-started', testsets: [] }), 'app'))).toContain('🚫 Not started');
  });
});
