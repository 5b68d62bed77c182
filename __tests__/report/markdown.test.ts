import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { markdownSummary } from '../../src/report/markdown.ts';
import type { Report } from '../../src/report/report.ts';
import { hostileText } from '../support/hostile-text.ts';
import { wouldLink } from '../support/read-html.ts';
import { render } from '../support/render.ts';
import {
  allPassed,
  createReport,
  createTestcase,
  createTestset,
  hostile,
  inconclusive,
  many,
  mixed60,
  oneFailed,
  severalTestsets,
  timedOut,
} from '../support/reports.ts';

const OURS = 'h2 p ul li strong code table tr th td a span details summary pre sub thead tbody'.split(' ');

function expectHarmless(report: Report): void {
  const page = render(markdownSummary(report));
  expect(page.tags.filter((tag) => !OURS.includes(tag))).toEqual([]);
  expect(page.tags.filter((tag) => tag === 'h2')).toHaveLength(1);
  expect(page.texts.filter(wouldLink)).toEqual([]);
  expect(page.links.filter(({ href }) => !/^https?:\/\/[!-~]+$/.test(href))).toEqual([]);
}

describe('the summary as it is rendered', () => {
  test.each([allPassed, oneFailed, mixed60, severalTestsets, timedOut, inconclusive, hostile])(
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
        const why = { source: 'xml', state: 'unreadable', passed: 0, notPassed: 0, why: d } as const;
        const testset = createTestset({ witnesses: [why], warnings: [e], reasons: [f] }, [
          testcase,
          createTestcase(1, { device: g }),
        ]);
        const base = createReport({ testsets: [testset], outcome: 'failed', sentence: h, hint: i });
        const request = { kind: 'automated', name: k } as const;
        expectHarmless({
          ...base,
          app: { name: j, bytes: 1, sha256: l },
          request,
          run: { ...base.run, commit: l, url: c },
        });
      }),
      { numRuns: 300 },
    );
  });

  test.each([allPassed, mixed60, severalTestsets, hostile, () => many(500)])(
    '%p has no two links that read the same',
    (make) => {
      const spoken = render(markdownSummary(make())).links.map((link) => link.spoken);
      expect(new Set(spoken).size).toBe(spoken.length);
    },
  );
});

test('the whole of a small report', () => {
  expect(markdownSummary(oneFailed())).toBe(`## ❌ Failed: 1 of 3 devices failed

<p>Testset 251929 failed: 1 of 3 unit tests failed, and none may.</p>
<p>Open the result page of the device for its log and video.</p>
<ul>
<li>3 devices: 2 passed · 1 failed · 0 with an error · 0 stopped · 0 not finished</li>
<li>App: <strong>app-debug.apk</strong>, 6.4 MB, SHA-256 <code>f2ca1bb6c7e9</code></li>
<li>Ran: automated test <strong>Mend the login page #&#8203;42</strong> on ANDROID</li>
<li>Time: 31m 42s waited, 1h 25m on devices in all</li>
</ul>

<table>
<tr><th scope="col">Device</th><th scope="col">OS</th><th scope="col">Result</th><th scope="col">Time</th></tr>
<tr><td><a href="https://app.example.com/#/main/testLab/tResult/summary/0?tid=879852">SAMSUNG GALAXY_NOTE9</a></td><td>ANDROID 9</td><td>❌ failed</td><td>28m 21s</td></tr>
</table>

<details><summary>2 unit tests passed</summary>
<table>
<tr><th scope="col">Device</th><th scope="col">OS</th><th scope="col">Result</th><th scope="col">Time</th></tr>
<tr><td><a href="https://app.example.com/#/main/testLab/tResult/summary/0?tid=879853">Google Pixel_7</a></td><td>ANDROID 14</td><td>✅ passed</td><td>28m 22s</td></tr>
<tr><td><a href="https://app.example.com/#/main/testLab/tResult/summary/0?tid=879851">LGE Nexus_5X</a></td><td>ANDROID 8.1.0</td><td>✅ passed</td><td>28m 20s</td></tr>
</table>
</details>

<p><sub>Testset 251929 · commit <code>0123456789ab</code> · <a href="https://github.com/octo-org/octo-app/actions/runs/1658821493">run 42, attempt 1</a></sub></p>

`);
});

describe('a large report', () => {
  const everythingFailed = (number: number): Report => {
    const testcases = Array.from({ length: number }, (_, at) => createTestcase(at, { result: 'failed' }));
    return createReport({ outcome: 'failed', testsets: [createTestset({}, testcases)] });
  };
  const bytes = (text: string): number => Buffer.byteLength(text);

  test('of 1,500 devices is drawn whole', () => {
    const page = render(markdownSummary(many(1_500)));
    expect(page.links).toHaveLength(1_500 + 1);
    expect(page.texts.join('')).not.toContain('for length');
  });

  test('of 20,000 devices leaves out what passed, and says so', () => {
    const summary = markdownSummary(many(20_000));
    expect(bytes(summary)).toBeLessThanOrEqual(900 * 1024);
    expect(render(summary).links).toHaveLength(200 + 1);
    expect(summary).toContain('19,800 unit tests passed and are left out here, for length.');
  });

  test('of 200,000 devices that all failed names as many as fit, and says how many', () => {
    const summary = markdownSummary(everythingFailed(200_000));
    expect(bytes(summary)).toBeLessThanOrEqual(900 * 1024);
    expect(bytes(summary)).toBeGreaterThan(400 * 1024);
    expect(summary).toContain('200,000 unit tests did not pass; only the first 3,125 are named here, for length.');
    expect(render(summary).links).toHaveLength(3_125 + 1);
  });

  test.each([60_000, 65_535])('keeps to %i bytes with whatever is in it', (limitBytes) => {
    const dollars = '$'.repeat(5_000);
    const testcases = Array.from({ length: 300 }, () => createTestcase(0, { device: dollars, result: 'error' }));
    const testsets = Array.from({ length: 300 }, (_, at) =>
      createTestset(
        { id: at + 1, status: 'Running', warnings: [dollars], reasons: [dollars] },
        testcases.slice(0, at % 2),
      ),
    );
    const base = createReport({ outcome: 'timed-out', sentence: dollars, hint: dollars, testsets });
    const url = `https://example.com/?${'&'.repeat(1_900)}`;
    const summary = markdownSummary(
      { ...base, app: { name: dollars, bytes: 1 }, run: { ...base.run, url } },
      { limitBytes },
    );
    expect(bytes(summary)).toBeLessThanOrEqual(limitBytes);
    expect(render(summary).texts.join('')).toContain('left out for length');
  });

  test('the barest is drawn even where the limit is smaller', () => {
    const summary = markdownSummary(everythingFailed(3), { limitBytes: 10 });
    expect(summary).toContain('3 unit tests did not pass; none is named here, for length.');
    expect(render(summary).links).toHaveLength(1);
  });
});
