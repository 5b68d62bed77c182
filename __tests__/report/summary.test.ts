import { expect, test } from '@jest/globals';

import type { Origin } from '../../src/model/testset.ts';
import { NO_COUNTS } from '../../src/model/counts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { Report } from '../../src/model/report.ts';
import { commentMarkdown, summaryMarkdown } from '../../src/report/summary.ts';
import { createView, type ReportView } from '../../src/report/view.ts';
import { KINDS, noneRan, testedLess } from '../support/gallery/kinds.ts';
import { publishedView } from '../support/gallery/report-parts.ts';
import { wouldLink } from '../support/read-html.ts';
import { render, sanitize, textOf } from '../support/render.ts';
import { compared, many, past, reportOf, RUN } from '../support/reports.ts';
import { complete, device, devices, notCreated, suiteOf, unfinished } from '../support/testsets.ts';
import { rejection } from './given.ts';

/** Every place for Markdown, with its headings. */
const PLACES: readonly [(view: ReportView) => string, readonly string[]][] = [
  [summaryMarkdown, ['h2']],
  [(view) => commentMarkdown(view, ''), ['h3']],
];

const OWN_TAGS = 'p ul li strong code table tr th td a br span details summary sub thead tbody'.split(' ');

const summary = (report: Report): string => summaryMarkdown(createView(report));

test.each(Object.entries(KINDS))(
  '%s has only our markup, all of which GitHub keeps, says device, and mentions nothing that is zero',
  (_, make) => {
    for (const [markdownOf, headings] of PLACES) {
      const markdown = markdownOf(publishedView(make()));
      const page = render(markdown);
      expect(page.tags.filter((tag) => !OWN_TAGS.includes(tag))).toEqual(headings);
      expect(page.texts.filter(wouldLink)).toEqual([]);
      expect(page.links.filter(({ href }) => !/^https?:\/\/[!-~]+$/.test(href))).toEqual([]);
      const { before, after } = sanitize(markdown);
      expect(after).toBe(before);
      const text = textOf(markdown).replaceAll(/\b0\/\d|max-\w+: 0|passed 0 of/g, '');
      expect(text).not.toMatch(/unit test|\b0 (?:failed|errors?|stopped|new|still|unsteady|flaky|fixed|passed|not)\b/i);
    }
  },
);

test.each<[what: string, origin: Origin]>([
  ['that the step only attached to', 'attached'],
  ['that another attempt created', 'resumed'],
])('does not compare the duration of a testset %s', (_what, origin) => {
  const report = { ...compared(), testsets: compared().testsets.map((each) => ({ ...each, origin })) };
  const text = textOf(summary(report)).replaceAll('\u00a0', ' ');
  expect(text).toContain('compared with main, run 41: 1 fixed (LGE Nexus_5X)');
  expect(text).not.toMatch(/slower|faster/);
});

test.each([
  [
    'less was tested, and a run was skipped',
    testedLess(),
    'compared with main, run 40 (in run 41 no device passed): 1 fixed (SAMSUNG Galaxy_A54), 2 devices of run 40 not tested (SONY Xperia_10_V, ONEPLUS Nord_3), 40s faster',
  ],
  ['a red step was faster, because nothing ran', noneRan(), 'compared with main, run 41\n'],
])('says what is not as before, where %s', (_what, report, words) => {
  expect(textOf(summary(report)).replaceAll('\u00a0', ' ')).toContain(words);
});

const ofTwoSystems = Array.from({ length: 12 }, (_, at) =>
  device(at, { device: `Maker Model_${at} / ${at % 2 ? 'ANDROID' : 'iOS'} ${at + 8}` }),
);

const error = new TestsetError({
  code: 'service-rejected',
  message: 'Rejected.',
  hint: 'Do this.',
  rejection: { code: 4081, reason: 'No device is free' },
});

const contradicted = complete(devices(2), { announcedDevices: 3, xml: [suiteOf(devices(1))] });
const beside = complete(devices(1), { id: 5, scenario: 2 });
const twenty = Array.from({ length: 20 }, (_, scenario) =>
  complete(devices(2, { 0: scenario % 5 === 0 ? 'failed' : 'passed' }), { scenario }),
);

const sixFailed = { 0: 'failed', 1: 'failed', 2: 'failed', 3: 'failed', 4: 'failed', 5: 'failed' } as const;
const ONE = { scenarios: [1], reason: 'Known', owner: 'me', expires: '2026-12-15', line: 1 };
const SLOW = 'The service took 3 tries to deliver the results.';
const counts = { total: 12, pass: 7, fail: 1 };

/** Matches no text. */
const NOTHING = /(?!)/;

test.each<[what: string, report: Report, shown: readonly (string | RegExp)[], hidden?: RegExp]>([
  [
    'devices without address, system and time',
    reportOf(
      complete([
        { device: 'Pixel', result: 'failed', url: undefined },
        { device: 'Nexus', result: 'passed', url: undefined },
      ]),
    ),
    [/❌ failed\s*Pixel/, '1 passed'],
    /slowest/,
  ],
  ['devices of two systems', reportOf(complete(ofTwoSystems)), ['12 devices, the slowest']],
  [
    'what the app is',
    {
      ...compared(),
      app: { kind: 'sent', name: 'Wallet <i>.apk', bytes: 6_400_000, ageDays: 30, sha256: '5e59f42af4e8' },
    },
    ['Wallet <i>.apk, 6.4 MB (0.2 MB more), built 30 days ago, 5e59f42af4e8'],
  ],
  [
    'devices that still fail, and kinds that differ beside the mark',
    reportOf(complete(devices(3, { 0: 'failed', 1: 'error' })), {
      history: [past(device(0).device, 'PPPPPPPFFF'), past(device(1).device, 'PPPP')],
      comparison: compared().comparison,
    }),
    [/❌ error, new[\s\S]*passed 4 of 4[\s\S]*❌ failed, still[\s\S]*passed 7 of 10, failed the last 3/],
  ],
  [
    'of 60 devices those that no document names, and warnings',
    reportOf(
      complete(devices(59, { 7: 'failed' }), {
        counts: { total: 60, pass: 58, fail: 1, error: 0, stop: 1, initializing: 0 },
        warnings: [SLOW],
      }),
      {
        resumed: [{ testsetId: 251_929, attempt: 1 }],
      },
    ),
    ['The results do not name 1 device that a user stopped.', SLOW, 'Attempt 1 ended without a result'],
  ],
  [
    'the figures of a contradiction, beside what else is wrong',
    reportOf(contradicted),
    [/In the status 2 of 2 passed, in the XML 1 of 1 passed\. Only 2 of 3 devices tested\./],
  ],
  [
    'no device as passed where the status counts a failure and the XML has none',
    reportOf(complete(devices(8), { counts: { ...NO_COUNTS, total: 8, pass: 7, fail: 1 } })),
    [/1 of 8 devices failed[^]*The service contradicts itself: 7 of 8 .*\. Look at the testset in the service\./],
    /8 devices, ANDROID/,
  ],
  [
    'how far testsets are that are still running',
    reportOf([beside, ...[6, 7].map((scenario) => unfinished('timed-out', { id: scenario, scenario, counts }))]),
    ['testset-id: 6,7', /6\s*⏳ Timed out after 5 min · 8 of 12 devices done · 1 failed so far/],
  ],
  [
    'from six scenarios on a bar, a device that fails in three, and those that passed folded',
    reportOf(twenty),
    ['❌❌❌🟩', '4 failures on SAMSUNG Galaxy_S24', '16 scenarios passed, the slowest scenario'],
    /✅ passed/,
  ],
  [
    'at most five devices of a scenario that do not count',
    reportOf([complete(devices(7, sixFailed), { scenario: 1 }), beside], { quarantine: [ONE] }),
    ['and 1 more that do not count'],
  ],
  [
    'scenarios that were never created as such, before those that may run',
    reportOf([
      ...twenty.slice(17),
      notCreated('rejected', { scenario: 30, error }),
      notCreated('not-started', { scenario: 31, error }),
      unfinished('timed-out', { scenario: 32 }),
    ]),
    ['🟩🟩🟩🚫🚫⏳'],
  ],
  [
    'the words of the service about a rejection above the advice',
    reportOf([...twenty.slice(15), notCreated('rejected', { scenario: 30, error: rejection(4051, 'No app') })]),
    [/Scenario 30: The service said: Wrong: No app\. Do this\.[^]*Scenario\s*Result/],
  ],
  [
    'tolerated failures of a scenario that passed',
    reportOf([complete(devices(2, { 0: 'failed' }), { scenario: 1 }), beside], {
      maxFailures: 1,
    }),
    [/1\s*✅ Passed · 1 of 2 devices failed, max-failures: 1\s*❌ SAMSUNG Galaxy_S24/],
  ],
])('shows %s', (_what, report, shown, hidden = NOTHING) => {
  const text = textOf(summary(report));
  for (const words of shown) expect(text).toMatch(words);
  expect(text).not.toMatch(hidden);
});

test('a comment is the summary with its marker, the job above, and the commit in place of the name', () => {
  const marker = '<!-- run-testset: App / test -->';
  const view = publishedView(compared());
  const comment = commentMarkdown(view, marker);
  expect(comment.startsWith(`${marker}\n\n### `)).toBe(true);
  const same = comment
    .slice(marker.length + 3)
    .replace('<p>Device tests / test-on-devices</p>\n\n', '')
    .replace('Commit 8f2c3d4', 'Device tests / test-on-devices · <strong>Move the checkout button #42</strong>');
  expect(same).toBe(summaryMarkdown(view).replaceAll('&#8203;', ''));
});

test('shows each next step once', () => {
  expect(textOf(summary(reportOf(notCreated('rejected', { error })))).match(/Do this\./g)).toHaveLength(1);
});

test('has at most 50 rows, and says how many more there are', () => {
  const text = textOf(summaryMarkdown(publishedView(many(6_700))));
  expect(text.match(/❌ failed/g)).toHaveLength(50);
  expect(text).toContain('… 17 more: all are in the report.');
});

test('links to the result page of a device', () => {
  const { links } = render(summary(compared()));
  expect(links.find(({ text }) => text === 'SAMSUNG Galaxy_A54')?.href).toContain('https://app.example.com/');
});

test('breaks long words, so that a phone shows the table', () => {
  const report = reportOf(complete([device(9, { result: 'failed' })]));
  expect(summary(report)).toContain('SAMSUNG SM-S928B_Galaxy_S24_<br>Ultra_Enterprise_Edition');
});

test.each([
  [60, 6, '❌❌🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩'],
  [1_500, 67, '❌🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩'],
  [1_500, 1_499, '❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌🟩'],
])('the bar of %i devices, %i not passed, has 16 characters', (total, fail, characters) => {
  const counts = { ...NO_COUNTS, total, fail, pass: total - fail };
  const page = render(summary(reportOf(complete([], { counts }))));
  expect(page.links[0]?.text).toBe(characters);
});

/** Every place from one view, because a view of 10,000 devices takes as long as a page. */
function expectWithinLimits(report: Report, url?: string): void {
  const view = { ...createView(report), addresses: { artifact: url, page: url } };
  expect(Buffer.byteLength(summaryMarkdown(view))).toBeLessThanOrEqual(768 * 1024);
  expect(Buffer.byteLength(commentMarkdown(view, ''))).toBeLessThanOrEqual(60_000);
}

test.each(['failed', 'passed'] as const)('10,000 devices that %s fit every place', (result) => {
  expectWithinLimits(reportOf(complete(Array.from({ length: 10_000 }, (_, at) => device(at, { result })))));
});

test.each([1, 300])('long texts that need escaping everywhere fit every place: %i testsets', (number) => {
  const dollars = '$'.repeat(5_000);
  const url = `https://example.com/?${'&'.repeat(900)}`;
  const testcases = Array.from({ length: number > 1 ? 9 : 300 }, (_, at) =>
    device(at, { device: dollars, result: 'error', url: `${url}${at}` }),
  );
  const rejected = new TestsetError({ code: 'service-rejected', message: dollars, hint: dollars });
  const testsets = Array.from({ length: number }, (_, at) => {
    const known = { id: at + 1, scenario: number > 1 ? at : undefined };
    if (at % 2 === 1) return unfinished('rejected', { ...known, error: rejected });
    return complete(testcases, { ...known, warnings: [dollars] });
  });
  const report = reportOf(testsets, {
    notes: [dollars],
    app: { kind: 'sent', name: dollars, bytes: 1, sha256: dollars },
    request: { kind: 'automated', name: dollars },
    run: { ...RUN, url, headCommit: dollars },
    comparison: { branch: dollars, runNumber: 1, runUrl: url },
    history: [past(dollars, 'PFPF')],
  });
  expectWithinLimits(report, url);
});
