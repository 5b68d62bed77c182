import { describe, expect, test } from '@jest/globals';

import { checkRunText } from '../../src/report/check-run.ts';
import { commentBody } from '../../src/report/summary.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import type { Report } from '../../src/model/report.ts';
import type { Testcase, TestResult } from '../../src/model/results.ts';
import { render } from '../support/render.ts';
import { createReport, createTestcase, createTestset, many } from '../support/reports.ts';

const MARKER = '<!-- marker -->';

/** Every place for Markdown, and its limit in bytes. */
const PLACES: readonly [string, (report: Report) => string, number][] = [
  ['the summary', summaryMarkdown, 900 * 1024],
  ['the check run', (report) => checkRunText(report).summary, 60_000],
  ['the comment', (report) => commentBody(report, MARKER), 60_000],
];

const bytes = (text: string): number => Buffer.byteLength(text);
const rowsOf = (text: string): number => text.split('<tr><td>').length - 1;

function reportOf(testcases: readonly Testcase[]): Report {
  return createReport({ outcome: 'failed', testsets: [createTestset({}, [...testcases])] });
}

function alike(number: number, result: TestResult): Report {
  return reportOf(Array.from({ length: number }, (_, at) => createTestcase(at, { result })));
}

describe('the summary', () => {
  test('of 1,500 devices is drawn whole', () => {
    const page = render(summaryMarkdown(many(1_500)));
    expect(page.links).toHaveLength(1_500 + 1);
    expect(page.texts.join('')).not.toContain('for length');
  });

  test('of 20,000 devices leaves out what passed, and says so', () => {
    const summary = summaryMarkdown(many(20_000));
    expect(rowsOf(summary)).toBe(200);
    expect(summary).toContain('<p>19,800 devices that passed are left out here, for length. <code>report.json</code>');
  });

  test('of 200,000 devices that all failed names nearly as many as fit, and says how many it does not', () => {
    const summary = summaryMarkdown(alike(200_000, 'failed'));
    expect(bytes(summary)).toBeGreaterThan(700 * 1024);
    const left = (200_000 - rowsOf(summary)).toLocaleString('en-US');
    expect(summary).toContain(`<p>${left} more devices that did not pass are left out here, for length.`);
  });
});

describe.each(PLACES)('%s', (_, draw, limit) => {
  test.each([1_500, 20_000, 200_000])('of %i devices keeps to its limit', (number) => {
    for (const report of [many(number), alike(number, 'failed'), alike(number, 'passed')]) {
      expect(bytes(draw(report))).toBeLessThanOrEqual(limit);
    }
  });

  test('draws no more of many devices than has room, and looks at each a few times', () => {
    const looks = (number: number): { addresses: number; names: number } => {
      const seen = { addresses: 0, names: 0 };
      const testcases = Array.from({ length: number }, (__, at): Testcase => {
        const { device, seconds = 0, url = '' } = createTestcase((at * 7_919) % number, {});
        return {
          result: at % 3 === 0 ? 'passed' : 'failed',
          seconds,
          get device() {
            seen.names += 1;
            return `${String(at)} ${device}`;
          },
          get url() {
            seen.addresses += 1;
            return url;
          },
        };
      });
      draw(reportOf(testcases));
      return seen;
    };
    const [large, huge] = [looks(20_000), looks(200_000)];
    expect(huge.addresses).toBeLessThanOrEqual(12_000);
    expect(huge.addresses).toBeLessThanOrEqual(large.addresses * 1.1);
    expect(huge.names).toBeLessThanOrEqual(large.names * 10);
  });

  test('keeps to its limit whatever is in it', () => {
    const dollars = '$'.repeat(5_000);
    const testcases = Array.from({ length: 300 }, () => createTestcase(0, { device: dollars, result: 'error' }));
    const testsets = Array.from({ length: 300 }, (__, at) =>
      createTestset(
        { id: at + 1, status: 'Running', warnings: [dollars], reasons: [dollars], scenario: at, scenarioName: dollars },
        testcases.slice(0, at % 2),
      ),
    );
    const url = `https://example.com/?${'&'.repeat(900)}`;
    const names = testcases.map(({ device }) => device);
    const base = createReport({ outcome: 'timed-out', sentence: dollars, hint: dollars, testsets });
    const drawn = draw({
      ...base,
      app: { name: dollars, bytes: 1, sha256: dollars },
      request: { kind: 'automated', name: dollars },
      run: { ...base.run, url, commit: dollars },
      artifact: { name: dollars, url },
      comparison: { newlyFailing: names, stillFailing: names, fixed: names, secondsNow: 60, runUrl: url },
    });
    expect(bytes(drawn)).toBeLessThanOrEqual(limit);
  });
});

test('in the least that is drawn, whatever has no room is counted', () => {
  const dollars = '$'.repeat(1_000);
  const testsets = Array.from({ length: 300 }, (_, at) => createTestset({ id: at + 1, warnings: [dollars, 'b'] }));
  const { summary } = checkRunText(createReport({ outcome: 'inconclusive', testsets, sentence: dollars }));
  expect(render(summary).texts.join('')).toContain('left out for length');
});
