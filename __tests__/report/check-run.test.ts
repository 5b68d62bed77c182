import { describe, expect, test } from '@jest/globals';

import { NO_COUNTS } from '../../src/model/counts.ts';
import { checkRunText, liveText } from '../../src/report/check-run.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import { render } from '../support/render.ts';
import { hostile, many, mixed60, oneFailed, severalTestsets } from '../support/reports.ts';

describe('a completed check run', () => {
  test('has the title of the report, and the job summary without its heading', () => {
    const { title, summary } = checkRunText(oneFailed());
    expect(`## ❌ ${title}\n\n${summary}`).toBe(summaryMarkdown(oneFailed()));
  });

  test.each([oneFailed, mixed60, severalTestsets, hostile, () => many(20_000)])('%p has a short title', (make) => {
    expect(checkRunText(make()).title.length).toBeLessThan(100);
  });

  test('links to what it leaves out', () => {
    const { texts } = render(checkRunText(many(1_500)).summary);
    expect(texts.join('')).toContain('1,485 devices that passed are not shown here. See the summary of run 42.');
  });
});

describe('a check run in progress', () => {
  const counts = { total: 60, pass: 20, fail: 2, error: 1, stop: 1 };

  test('counts what is done and what did not pass', () => {
    const { title, summary } = liveText(counts, [251_929]);
    expect(title).toBe('24 of 60 devices done, 2 failed, 1 with an error, 1 stopped');
    expect(render(summary).texts.filter((text) => text.trim() !== '')).toEqual([
      '60 devices: 20 passed · 2 failed · 1 with an error · 1 stopped · 36 not finished',
      'Testset 251929',
    ]);
  });

  test('mentions no kind that did not occur', () => {
    expect(liveText({ ...NO_COUNTS, total: 60 }, [1, 2]).title).toBe('0 of 60 device runs done');
  });

  test('is short without a testset and with many', () => {
    expect(liveText(NO_COUNTS, []).title).toBe('Waiting for the first counts');
    const ids = Array.from({ length: 200 }, (_, at) => at + 1);
    expect(liveText(counts, ids).summary).toContain('<p>200 testsets</p>');
    expect(liveText(counts, ids.slice(0, 20)).summary).toContain('<p>Testsets 1, 2,');
  });
});
