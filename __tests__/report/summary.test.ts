import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import type { Report } from '../../src/model/report.ts';
import type { TestResult } from '../../src/model/results.ts';
import { checkRunText } from '../../src/report/check-run.ts';
import { commentBody, summaryMarkdown } from '../../src/report/summary.ts';
import { hostileText } from '../support/hostile-text.ts';
import { wouldLink } from '../support/read-html.ts';
import { render } from '../support/render.ts';
import {
  allPassed,
  calledErrors,
  compared,
  createReport,
  createTestcase,
  createTestset,
  hostile,
  inconclusive,
  many,
  mixed60,
  notCreated,
  oneFailed,
  scenarios,
  severalTestsets,
  timedOut,
  unknownStarts,
} from '../support/reports.ts';

const MARKER = '<!-- run-testset: App / test -->';
const comment = (report: Report): string => commentBody(report, MARKER);
const rowsOf = (text: string): number => text.split('<tr><td>').length - 1;

/** Every place for Markdown, with its limit in bytes and its headings. */
const PLACES: readonly [string, (report: Report) => string, number, readonly string[]][] = [
  ['the job summary', summaryMarkdown, 900 * 1024, ['h2']],
  ['the check run', (report) => checkRunText(report).summary, 60_000, []],
  ['the comment', (report) => commentBody(report, ''), 60_000, ['h3']],
];

function reportOf(number: number, result: TestResult): Report {
  const testcases = Array.from({ length: number }, (_, at) => createTestcase(at, { result }));
  return createReport({ outcome: 'failed', testsets: [createTestset({}, testcases)] });
}

const OWN_TAGS = 'p ul li strong code table tr th td a span details summary pre sub thead tbody'.split(' ');

function expectHarmless(report: Report): void {
  for (const [, draw, , headings] of PLACES) {
    const page = render(draw(report));
    expect(page.tags.filter((tag) => !OWN_TAGS.includes(tag))).toEqual(headings);
    expect(page.texts.filter(wouldLink)).toEqual([]);
    expect(page.links.filter(({ href }) => !/^https?:\/\/[!-~]+$/.test(href))).toEqual([]);
  }
}

describe('a rendered report', () => {
  test.each([
    allPassed,
    calledErrors,
    compared,
    hostile,
    inconclusive,
    mixed60,
    notCreated,
    oneFailed,
    scenarios,
    severalTestsets,
    timedOut,
    unknownStarts,
  ])('%p has only our markup', (make) => {
    expectHarmless(make());
  });

  test('no name, sentence or address is more than text', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 12, maxLength: 12 }), (texts) => {
        const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = '', i = '', j = '', k = '', l = ''] = texts;
        const url = `https://example.com/${c}`;
        const testcase = createTestcase(0, { device: `${a} / ${b}`, result: 'failed', url });
        const status = { source: 'status', state: 'read', passed: 1, notPassed: 1, why: '' } as const;
        const unreadable = { source: 'xml', state: 'unreadable', passed: 0, notPassed: 0, why: d } as const;
        const facts = { sources: [status, unreadable], warnings: [e], reasons: [f], scenario: 12, scenarioName: k };
        const testset = createTestset(facts, [testcase, createTestcase(1, { device: g })]);
        const testsets = [testset, testset].slice(0, 1 + (a.length % 2));
        const base = createReport({ testsets, outcome: 'failed', sentence: h, hint: i });
        expectHarmless({
          ...base,
          app: { name: j, bytes: 1, sha256: l },
          request: { kind: 'scenario', name: k },
          artifact: { name: j, url: `https://example.com/${e}` },
          comparison: { newlyFailing: [a, b], stillFailing: [g], fixed: [l], secondsNow: 60, runUrl: c },
          run: { ...base.run, commit: l, url: c },
        });
      }),
      { numRuns: 300 },
    );
  });

  test.each([allPassed, mixed60, severalTestsets, scenarios, compared, hostile, () => many(500)])(
    '%p has no two links with the same text',
    (make) => {
      for (const [, draw] of PLACES) {
        const spoken = render(draw(make())).links.map((link) => link.spoken);
        expect(new Set(spoken).size).toBe(spoken.length);
      }
    },
  );
});

test('a small report', () => {
  const link = (model: string, tid: number): string =>
    `<a href="https://app.example.com/#/main/testLab/tResult/summary/0?tid=${tid}">${model}</a>`;
  const head =
    '<tr><th scope="col">Device</th><th scope="col">OS</th><th scope="col">Result</th><th scope="col">Time</th></tr>';
  expect(summaryMarkdown(oneFailed())).toBe(`## ❌ Failed: 1 of 3 devices failed

<p>Testset 251929 failed: 1 device failed; <code>max-fail</code> allows 0.</p>
<p>Each device that did not pass links to its result page.</p>
<ul>
<li>3 devices: 2 passed · 1 failed · 0 with an error · 0 stopped · 0 not finished</li>
<li>App: <strong>app-debug.apk</strong>, 6.4 MB, SHA-256 <code>f2ca1bb6c7e9</code></li>
<li>Ran: automated test <strong>Mend the login page #&#8203;42</strong> on ANDROID</li>
<li>Waited: 31m 42s</li>
<li>Device time: 1h 25m in all</li>
</ul>

<table>
${head}
<tr><td>${link('SAMSUNG GALAXY_NOTE9', 879852)}</td><td>ANDROID 9</td><td>❌ failed</td><td>28m 21s</td></tr>
</table>

<details><summary>2 devices passed</summary>
<table>
${head}
<tr><td>${link('Google Pixel_7', 879853)}</td><td>ANDROID 14</td><td>✅ passed</td><td>28m 22s</td></tr>
<tr><td>${link('LGE Nexus_5X', 879851)}</td><td>ANDROID 8.1.0</td><td>✅ passed</td><td>28m 20s</td></tr>
</table>
</details>

<p><sub>Testset 251929 · commit <code>0123456789ab</code> · <a href="${createReport().run.url}">run 42, attempt 1</a></sub></p>

`);
});

describe('the job summary', () => {
  test('of 1,500 devices names all of them', () => {
    const page = render(summaryMarkdown(many(1_500)));
    expect(page.links).toHaveLength(1_500 + 1);
    expect(page.texts.join('')).not.toContain('not shown');
  });

  test('of 20,000 devices names those that did not pass', () => {
    const summary = summaryMarkdown(many(20_000));
    expect(rowsOf(summary)).toBe(200);
    expect(summary).toContain('<p>19,800 devices that passed are not shown here. See <code>report.json</code>');
  });

  test('of 20,000 devices that all failed says how many it does not name', () => {
    const summary = summaryMarkdown(reportOf(20_000, 'failed'));
    expect(rowsOf(summary)).toBeGreaterThan(2_000);
    const left = (20_000 - rowsOf(summary)).toLocaleString('en-US');
    expect(summary).toContain(`<p>${left} more devices that did not pass are not shown here.`);
  });
});

describe.each(PLACES)('%s keeps to its limit', (_, draw, limit) => {
  test.each([1_500, 20_000])('with %i devices', (number) => {
    for (const report of [many(number), reportOf(number, 'failed'), reportOf(number, 'passed')]) {
      expect(Buffer.byteLength(draw(report))).toBeLessThanOrEqual(limit);
    }
  });

  test('with long texts that need escaping everywhere', () => {
    const dollars = '$'.repeat(5_000);
    const testcases = Array.from({ length: 300 }, () => createTestcase(0, { device: dollars, result: 'error' }));
    const facts = { status: 'Running', warnings: [dollars], reasons: [dollars], scenarioName: dollars } as const;
    const testsets = Array.from({ length: 300 }, (__, at) =>
      createTestset({ id: at + 1, scenario: at, ...facts }, testcases.slice(0, at % 2)),
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
    expect(Buffer.byteLength(drawn)).toBeLessThanOrEqual(limit);
  });
});

test('the least detail still counts what is not shown', () => {
  const dollars = '$'.repeat(1_000);
  const testsets = Array.from({ length: 300 }, (_, at) => createTestset({ id: at + 1, warnings: [dollars, 'b'] }));
  const { summary } = checkRunText(createReport({ outcome: 'inconclusive', testsets, sentence: dollars }));
  expect(render(summary).texts.join('')).toMatch(/\d+ notes not shown here/);
});

describe('the comment', () => {
  test('is the job summary with its marker and a smaller heading', () => {
    expect(comment(oneFailed())).toBe(`${MARKER}\n\n#${summaryMarkdown(oneFailed())}`);
  });

  test.each([
    [20, 20],
    [21, 20],
    [1_500, 20],
  ])('has, of %i devices that failed, %i', (number, rows) => {
    expect(rowsOf(comment(reportOf(number, 'failed')))).toBe(rows);
  });

  test('links to the summary for the rest', () => {
    const page = render(comment(reportOf(30, 'failed')).replace(MARKER, ''));
    expect(page.texts.join('')).toContain(
      '10 more devices that did not pass are not shown here. See the summary of run 42.',
    );
    expect(page.links).toContainEqual(
      expect.objectContaining({ href: createReport().run.url, text: 'the summary of run 42' }),
    );
  });

  test('names devices that passed only if all devices fit', () => {
    expect(comment(mixed60())).toContain('<p>55 devices that passed are not shown here. See');
    expect([mixed60(), many(20), allPassed()].map((report) => rowsOf(comment(report)))).toEqual([5, 20, 3]);
  });

  test('has no more than twenty rows for several testsets and their devices together', () => {
    const testcases = Array.from({ length: 15 }, (_, at) => createTestcase(at, { result: 'failed' }));
    const testsets = Array.from({ length: 15 }, (_, at) => createTestset({ id: at + 1 }, testcases));
    expect(rowsOf(comment(createReport({ outcome: 'failed', testsets })))).toBe(20);
  });

  test('is shorter if its marker is long', () => {
    const url = `https://example.com/?${'&'.repeat(550)}`;
    const testcases = Array.from({ length: 20 }, (_, at) => createTestcase(at, { result: 'failed', url }));
    const report = createReport({ outcome: 'failed', testsets: [createTestset({}, testcases)] });
    expect([MARKER, `<!-- ${'x'.repeat(2_000)} -->`].map((marker) => rowsOf(commentBody(report, marker)))).toEqual([
      20, 10,
    ]);
  });

  test('without a run number has none in its link', () => {
    const { run, ...report } = reportOf(30, 'failed');
    expect(comment({ ...report, run: { ...run, runNumber: 0, url: '' } })).toContain('See the summary of the run.</p>');
  });
});
