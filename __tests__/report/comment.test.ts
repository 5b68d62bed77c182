import { describe, expect, test } from '@jest/globals';

import { commentBody } from '../../src/report/summary.ts';
import type { Report } from '../../src/model/report.ts';
import { render } from '../support/render.ts';
import {
  allPassed,
  createReport,
  createTestcase,
  createTestset,
  many,
  mixed60,
  oneFailed,
} from '../support/reports.ts';

const MARKER = '<!-- run-testset: App / test -->';
const rowsOf = (report: Report): number => commentBody(report, MARKER).split('<tr><td>').length - 1;

test('the whole of a small comment', () => {
  expect(commentBody(oneFailed(), MARKER)).toBe(`<!-- run-testset: App / test -->

### ❌ Failed: 1 of 3 devices failed

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

describe('of many devices', () => {
  const failed = (number: number): Report => {
    const testcases = Array.from({ length: number }, (_, at) => createTestcase(at, { result: 'failed' }));
    return createReport({ outcome: 'failed', testsets: [createTestset({}, testcases)] });
  };

  test.each([
    [20, 20],
    [21, 20],
    [1_500, 20],
  ])('%i that failed have %i rows', (number, rows) => {
    expect(rowsOf(failed(number))).toBe(rows);
  });

  test('the rest is in the summary, to which there is a link', () => {
    const page = render(commentBody(failed(30), MARKER).replace(MARKER, ''));
    expect(page.texts.join('')).toContain(
      '10 more devices that did not pass are left out here, for length. See the summary of run 42.',
    );
    expect(page.links).toContainEqual({
      href: createReport().run.url,
      text: 'the summary of run 42',
      spoken: 'the summary of run 42',
    });
    expect(new Set(page.links.map(({ spoken }) => spoken)).size).toBe(page.links.length);
  });

  test('what passed is left out where not all of it has a row', () => {
    expect(commentBody(mixed60(), MARKER)).toContain('<p>55 devices that passed are left out here, for length. See');
    expect(rowsOf(mixed60())).toBe(5);
    expect(rowsOf(many(20))).toBe(20);
    expect(rowsOf(allPassed())).toBe(3);
  });

  test('several testsets and their devices have no more than twenty rows together', () => {
    const testcases = Array.from({ length: 15 }, (_, at) => createTestcase(at, { result: 'failed' }));
    const testsets = Array.from({ length: 15 }, (_, at) => createTestset({ id: at + 1 }, testcases));
    expect(rowsOf(createReport({ outcome: 'failed', testsets }))).toBe(20);
  });

  test('a long marker takes its share of the room', () => {
    const url = `https://example.com/?${'&'.repeat(550)}`;
    const testcases = Array.from({ length: 20 }, (_, at) => createTestcase(at, { result: 'failed', url }));
    const report = createReport({ outcome: 'failed', testsets: [createTestset({}, testcases)] });
    const bodyBehind = (marker: string): string => commentBody(report, marker);
    const [short, long] = [bodyBehind(MARKER), bodyBehind(`<!-- ${'x'.repeat(2_000)} -->`)];
    expect([short, long].map((body) => body.split('<tr><td>').length - 1)).toEqual([20, 10]);
    expect(short.length).toBeGreaterThan(58_000);
    expect(short.length).toBeLessThanOrEqual(60_000);
  });

  test('where the runner does not say which run it is, the words do without', () => {
    const { run, ...report } = failed(30);
    const body = commentBody({ ...report, run: { ...run, runNumber: 0, url: '' } }, MARKER);
    expect(body).toContain('for length. See the summary of the run.</p>');
  });
});
