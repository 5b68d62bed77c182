import { describe, expect, test } from '@jest/globals';

import { NO_COUNTS } from '../../src/model/counts.ts';
import { checkRunText, liveText } from '../../src/report/check-run.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import { render } from '../support/render.ts';
import { hostile, many, mixed60, oneFailed, severalTestsets } from '../support/reports.ts';

describe('a concluded check run', () => {
  test('has the verdict as its title, and the summary without it', () => {
    const { title, summary } = checkRunText(oneFailed());
    expect(title).toBe('Failed: 1 of 3 devices failed');
    expect(`## ❌ ${title}\n\n${summary}`).toBe(summaryMarkdown(oneFailed()));
  });

  test.each([oneFailed, mixed60, severalTestsets, hostile, () => many(20_000)])('of %p has a short title', (make) => {
    expect(checkRunText(make()).title.length).toBeLessThan(100);
  });

  test('says where the rest is', () => {
    const { texts } = render(checkRunText(many(1_500)).summary);
    expect(texts.join('')).toContain(
      '1,485 devices that passed are left out here, for length. See the summary of run 42.',
    );
  });
});

describe('a check run while its testsets run', () => {
  const counts = { total: 60, pass: 20, fail: 2, error: 1, stop: 1 };

  test('counts what is done', () => {
    expect(liveText(counts, [251_929])).toEqual({
      title: '24 of 60 devices done, 2 failed, 1 with an error, 1 stopped',
      summary:
        '<p>60 devices: 20 passed · 2 failed · 1 with an error · 1 stopped · 36 not finished</p>\n<p>Testset 251929</p>\n\n',
    });
  });

  test('tells of what is bad only where there is some', () => {
    expect(liveText({ ...NO_COUNTS, total: 60 }, [1, 2])).toEqual({
      title: '0 of 60 unit tests done',
      summary:
        '<p>60 unit tests: 0 passed · 0 failed · 0 with an error · 0 stopped · 60 not finished</p>\n<p>Testsets 1, 2</p>\n\n',
    });
  });

  test('is short before a testset is known, and with many', () => {
    expect(liveText(NO_COUNTS, [])).toEqual({
      title: 'Waiting for the first counts',
      summary: '<p>No count is known yet.</p>\n\n',
    });
    const ids = Array.from({ length: 200 }, (_, at) => at + 1);
    expect(liveText(counts, ids).summary).toContain('<p>200 testsets</p>');
    expect(liveText(counts, ids.slice(0, 20)).summary).toContain('<p>Testsets 1, 2,');
  });
});
