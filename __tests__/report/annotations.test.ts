import { describe, expect, test } from '@jest/globals';

import { annotations } from '../../src/report/annotations.ts';
import type { Report } from '../../src/model/report.ts';
import { createView } from '../../src/report/view.ts';
import { allPassed, compared, hostile, many, reportOf } from '../support/reports.ts';
import { complete, devices } from '../support/testsets.ts';

const annotationsOf = (report: Report): ReturnType<typeof annotations> => annotations(createView(report));

describe('annotations', () => {
  test('a report that passed has none', () => {
    expect(annotationsOf(allPassed())).toEqual([]);
    expect(annotationsOf(reportOf(complete(devices(3, { 1: 'failed' })), { maxFailures: 1 }))).toEqual([]);
  });

  test('what is not known is left out', () => {
    const stopped = { device: 'Pixel', result: 'skipped', url: undefined } as const;
    expect(annotationsOf(reportOf(complete([stopped])))).toEqual([
      { title: 'Pixel was stopped', message: 'Pixel was stopped.' },
    ]);
  });

  test('new failures are first, with their mark', () => {
    const all = annotationsOf(compared()).map(({ title, message }) => `${title}: ${message}`);
    expect(all).toEqual([
      expect.stringMatching(
        /^SAMSUNG Galaxy_A54 failed for the first time: SAMSUNG Galaxy_A54 failed after 2m 43s on ANDROID 14\. On main: passed 10 of 10\. Result: https/,
      ),
      expect.stringMatching(
        /^XIAOMI Redmi_Note_12 fails now and then: XIAOMI Redmi_Note_12 .* on ANDROID \d+\. On main: passed 5 of 10\. /,
      ),
    ]);
  });

  test('of more than nine, the ninth says how many more', () => {
    const all = annotationsOf(many(1_500));
    expect(all).toHaveLength(9);
    expect(all.at(-1)).toEqual({
      title: 'Other devices',
      message: '7 more devices failed. report.json in the result files lists all of them.',
    });
  });

  test('devices that no document names are counted with those that it names', () => {
    const unlisted = (fail: number, stop: number): ReturnType<typeof annotations> => {
      const counts = { total: fail + stop, pass: 0, fail, error: 0, stop, initializing: 0 };
      const failed = devices(fail).map((each) => ({ ...each, result: 'failed' as const }));
      return annotationsOf(reportOf(complete(failed, { counts })));
    };
    // The last line of the log has their number.
    expect(unlisted(0, 1)).toEqual([]);
    expect(unlisted(8, 2).slice(8)).toEqual([
      { title: 'Other devices', message: '2 more devices stopped by a user. The results do not name them.' },
    ]);
    expect(unlisted(9, 0).at(-1)?.title).toMatch(/ failed$/);
    expect(unlisted(9, 2)).toHaveLength(9);
    expect(unlisted(9, 2).at(-1)).toEqual({
      title: 'Other devices',
      message:
        '3 more devices failed. report.json in the result files lists 1 of them; the results do not name the others.',
    });
  });

  test('a scenario is named', () => {
    const [annotation] = annotationsOf(reportOf(complete(devices(1, { 0: 'failed' }), { scenario: 12 })));
    expect(annotation?.message).toMatch(/ in scenario 12\. Result: https:/);
  });

  test('titles are short, and texts are one line', () => {
    for (const { title, message } of annotationsOf(hostile())) {
      expect(title.length).toBeLessThanOrEqual(120);
      expect(title + message).not.toMatch(/[\r\n\u2028\u202e\u200b]/);
      expect(message).not.toContain('javascript:');
    }
  });
});
