import { describe, expect, test } from '@jest/globals';

import { NO_COUNTS } from '../../src/model/counts.ts';
import { checkRunText, liveText } from '../../src/report/check-run.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import { hostile, HOSTILE_NAMES, oneFailed, reportOf } from '../support/reports.ts';
import { complete, device } from '../support/testsets.ts';
import { createView } from '../../src/report/view.ts';

describe('a completed check run', () => {
  test('has the job summary without its heading', () => {
    const { summary } = checkRunText(createView(oneFailed()));
    expect(summaryMarkdown(createView(oneFailed()))).toBe(`## ❌ 1 of 3 devices did not pass\n\n${summary}`);
  });

  test('has the heading of the summary as its title', () => {
    expect(checkRunText(createView(oneFailed())).title).toBe('1 of 3 devices did not pass');
  });

  test('has a title of one short line, whatever the names', () => {
    const name = `${HOSTILE_NAMES.join(' ')} / ANDROID 9`;
    const testcases = [device(0, { device: name, result: 'failed' }), device(1)];
    for (const report of [hostile(), reportOf(complete(testcases))]) {
      const { title } = checkRunText(createView(report));
      expect(title.length).toBeLessThanOrEqual(200);
      expect(title).not.toMatch(/[\r\n\u202e\u200b]/);
    }
  });
});

describe('a check run in progress', () => {
  const counts = { total: 60, pass: 20, fail: 2, error: 1, stop: 1, initializing: 0 };
  const began = new Date('2026-07-01T12:34:56Z');
  const ids = Array.from({ length: 200 }, (_, at) => at + 1);

  test.each([
    ['<p>200 testsets</p>', counts, ids],
    ['<p>Testsets 1, 2,', counts, ids.slice(0, 20)],
    ['0 of 60 device runs done', { ...NO_COUNTS, total: 60 }, [1, 2]],
    ['Waiting for the first status', NO_COUNTS, []],
  ])('says: %s', (words, given, testsetIds) => {
    const { title, summary } = liveText(given, testsetIds, began);
    expect(`${title}\n${summary}`).toContain(words);
    expect(title).not.toMatch(/\b0 did/);
  });
});
