import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { checkRunText } from '../../src/report/check-run.ts';
import { commentBody } from '../../src/report/summary.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import type { Report } from '../../src/model/report.ts';
import { hostileText } from '../support/hostile-text.ts';
import { wouldLink } from '../support/read-html.ts';
import { render } from '../support/render.ts';
import {
  allPassed,
  compared,
  createReport,
  createTestcase,
  createTestset,
  hostile,
  inconclusive,
  many,
  mixed60,
  oneFailed,
  scenarios,
  severalTestsets,
  timedOut,
} from '../support/reports.ts';

const OURS = 'p ul li strong code table tr th td a span details summary pre sub thead tbody'.split(' ');

/** The same report in every place for Markdown, and the headings that it has there. */
function everywhere(report: Report): (readonly [drawing: string, headings: readonly string[]])[] {
  return [
    [summaryMarkdown(report), ['h2']],
    [checkRunText(report).summary, []],
    [commentBody(report, ''), ['h3']],
  ];
}

function expectHarmless(report: Report): void {
  for (const [drawing, headings] of everywhere(report)) expectOnlyOurs(drawing, headings);
}

function expectOnlyOurs(drawing: string, headings: readonly string[]): void {
  const page = render(drawing);
  expect(page.tags.filter((tag) => !OURS.includes(tag) && !/^h\d$/.test(tag))).toEqual([]);
  expect(page.tags.filter((tag) => /^h\d$/.test(tag))).toEqual(headings);
  expect(page.texts.filter(wouldLink)).toEqual([]);
  expect(page.links.filter(({ href }) => !/^https?:\/\/[!-~]+$/.test(href))).toEqual([]);
}

describe('a report as it is rendered', () => {
  test.each([allPassed, oneFailed, mixed60, severalTestsets, scenarios, timedOut, inconclusive, compared, hostile])(
    '%p is ours alone',
    (make) => {
      expectHarmless(make());
    },
  );

  test('no name, sentence or address can be more than text', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 12, maxLength: 12 }), (texts) => {
        const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = '', i = '', j = '', k = '', l = ''] = texts;
        const testcase = createTestcase(0, {
          device: `${a} / ${b}`,
          result: 'failed',
          url: `https://example.com/${c}`,
        });
        const status = { source: 'status', state: 'read', passed: 1, notPassed: 1, why: '' } as const;
        const why = { source: 'xml', state: 'unreadable', passed: 0, notPassed: 0, why: d } as const;
        const told = { sources: [status, why], warnings: [e], reasons: [f], scenario: 12, scenarioName: k };
        const testset = createTestset(told, [testcase, createTestcase(1, { device: g })]);
        const testsets = [testset, testset].slice(0, 1 + (a.length % 2));
        const base = createReport({ testsets, outcome: 'failed', sentence: h, hint: i });
        const request = { kind: 'scenario', name: k } as const;
        const comparison = { newlyFailing: [a, b], stillFailing: [g], fixed: [l], secondsNow: 60, runUrl: c };
        expectHarmless({
          ...base,
          app: { name: j, bytes: 1, sha256: l },
          request,
          artifact: { name: j, url: `https://example.com/${e}` },
          comparison,
          run: { ...base.run, commit: l, url: c },
        });
      }),
      { numRuns: 300 },
    );
  });

  test.each([allPassed, mixed60, severalTestsets, scenarios, compared, hostile, () => many(500)])(
    '%p has no two links that read the same',
    (make) => {
      for (const [drawing] of everywhere(make())) {
        const spoken = render(drawing).links.map((link) => link.spoken);
        expect(new Set(spoken).size).toBe(spoken.length);
      }
    },
  );
});

test('the whole of a small report', () => {
  expect(summaryMarkdown(oneFailed())).toBe(`## ❌ Failed: 1 of 3 devices failed

<p>Testset 251929 failed: 1 unit test failed; <code>max-fail</code> allows 0.</p>
<p>Each device that did not pass links to its result page.</p>
<ul>
<li>3 devices: 2 passed · 1 failed · 0 with an error · 0 stopped · 0 not finished</li>
<li>App: <strong>app-debug.apk</strong>, 6.4 MB, SHA-256 <code>f2ca1bb6c7e9</code></li>
<li>Ran: automated test <strong>Mend the login page #&#8203;42</strong> on ANDROID</li>
<li>Waited: 31m 42s</li>
<li>Device time: 1h 25m in all</li>
</ul>

<table>
<tr><th scope="col">Device</th><th scope="col">OS</th><th scope="col">Result</th><th scope="col">Time</th></tr>
<tr><td><a href="https://app.example.com/#/main/testLab/tResult/summary/0?tid=879852">SAMSUNG GALAXY_NOTE9</a></td><td>ANDROID 9</td><td>❌ failed</td><td>28m 21s</td></tr>
</table>

<details><summary>2 devices passed</summary>
<table>
<tr><th scope="col">Device</th><th scope="col">OS</th><th scope="col">Result</th><th scope="col">Time</th></tr>
<tr><td><a href="https://app.example.com/#/main/testLab/tResult/summary/0?tid=879853">Google Pixel_7</a></td><td>ANDROID 14</td><td>✅ passed</td><td>28m 22s</td></tr>
<tr><td><a href="https://app.example.com/#/main/testLab/tResult/summary/0?tid=879851">LGE Nexus_5X</a></td><td>ANDROID 8.1.0</td><td>✅ passed</td><td>28m 20s</td></tr>
</table>
</details>

<p><sub>Testset 251929 · commit <code>0123456789ab</code> · <a href="https://github.com/octo-org/octo-app/actions/runs/1658821493">run 42, attempt 1</a></sub></p>

`);
});
