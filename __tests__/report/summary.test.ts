import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import type { AppFacts } from '../../src/model/app-facts.ts';
import { NO_COUNTS } from '../../src/model/counts.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Report, TestsetReport } from '../../src/model/report.ts';
import type { Testcase, TestResult } from '../../src/model/results.ts';
import { checkRunText } from '../../src/report/check-run.ts';
import { commentBody } from '../../src/report/comment.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import { createView } from '../../src/report/view.ts';
import { hostileText } from '../support/hostile-text.ts';
import { wouldLink } from '../support/read-html.ts';
import { render, sanitize } from '../support/render.ts';
import * as reports from '../support/reports.ts';

const { compared, createReport, createTestcase, createTestcases, createTestset, many, past, reportOf, without } =
  reports;
const { inconclusive, mixed60, notCreated, oneFailed, scenarios, timedOut, unknownStarts } = reports;

/** Every place for Markdown, with its limit in bytes and its headings. */
const PLACES: readonly [string, (report: Report) => string, number, readonly string[]][] = [
  ['the job summary', (report) => summary(report), 900 * 1024, ['h2']],
  ['the check run', (report) => checkRunText(createView(report)).summary, 60_000, []],
  ['the comment', (report) => commentBody(createView(report), ''), 60_000, ['h3']],
];

const OWN_TAGS = 'p ul li strong code table tr th td a br span details summary pre sub thead tbody'.split(' ');

const NONE = { fail: 0, error: 0, stop: 0 };

const summary = (report: Report): string => summaryMarkdown(createView(report));
const textOf = (markdown: string): string => render(markdown).texts.join('').replaceAll('\u200b', '').trim();
const summaryText = (report: Report): string => textOf(summary(report));
const headingOf = (report: Report): string => textOf(summary(report).split('\n')[0] ?? '').replace(/^## /, '');

function expectHarmless(report: Report): void {
  for (const [, markdownOf, , headings] of PLACES) {
    const page = render(markdownOf(report));
    expect(page.tags.filter((tag) => !OWN_TAGS.includes(tag))).toEqual(headings);
    expect(page.texts.filter(wouldLink)).toEqual([]);
    expect(page.links.filter(({ href }) => !/^https?:\/\/[!-~]+$/.test(href))).toEqual([]);
  }
}

function failedOn(...results: readonly TestResult[]): Report {
  return reportOf(createTestcases(results.length, (at) => results[at] ?? 'passed'));
}

/** A testset that ended before it was complete. */
function ended(outcome: Outcome, overrides: Partial<TestsetReport> = {}): Report {
  const testset = createTestset({ outcome, suites: [], sources: [], status: 'Running', ...overrides });
  return createReport({ outcome, testsets: [testset], durationSeconds: 10_800 });
}

function withoutId({ testsets, ...report }: Report): Report {
  return { ...report, testsets: testsets.map((testset) => without(testset, 'id')) };
}

/** Testsets 1, 2, … that are not over. */
function running(outcome: 'started' | 'timed-out', number: number): Report {
  const [testset = createTestset()] = ended(outcome).testsets;
  return createReport({ outcome, testsets: Array.from({ length: number }, (_, at) => ({ ...testset, id: at + 1 })) });
}

const failure = (code: 'service-refused' | 'unreachable' | 'unknown-start', message: string) =>
  ({ code, message, hint: 'Do this.' }) as const;

/** The service responded with code 4081 and this reason. */
const rejection = (reason: string) =>
  ({
    ...failure('service-refused', `The service rejected it: 4081 ${reason}.`),
    rejection: { code: 4081, reason },
  }) as const;

const unreachable = failure('unreachable', 'No connection.');
const unknownStart = withoutId(
  ended('unknown-start', { status: 'Unknown', counts: NO_COUNTS, problem: failure('unknown-start', 'Cut off.') }),
);

describe('a rendered report', () => {
  const { allPassed, calledErrors, hostile, severalTestsets } = reports;
  const kinds = { allPassed, calledErrors, compared, hostile, inconclusive, mixed60, notCreated, oneFailed };
  const several = { many: () => many(100), scenarios, severalTestsets, timedOut, unknownStarts };

  test.each(Object.entries({ ...kinds, ...several }))(
    '%s has only our markup, all of which GitHub keeps, says device, and mentions nothing that is zero',
    (_, make) => {
      expectHarmless(make());
      for (const [, markdownOf] of PLACES) {
        const markdown = markdownOf(make());
        const { before, after } = sanitize(markdown);
        expect(after).toBe(before);
        const text = textOf(markdown).replaceAll(/\b0\/\d|max-\w+: 0|passed 0 of/g, '');
        expect(text).not.toMatch(/unit test|\b0 (?:failed|errors?|stopped|new|still|flaky|fixed|passed|not)\b/i);
      }
    },
  );

  test('no name, sentence or address is more than text', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 11, maxLength: 11 }), fc.boolean(), (texts, isRefused) => {
        const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = '', i = '', j = '', k = ''] = texts;
        const url = `https://example.com/${c}`;
        const device = `${a} / ${b}`;
        const outcome = isRefused ? 'refused' : 'failed';
        const sources = [
          { source: 'status', state: 'read', passed: 1, notPassed: 1, why: '' },
          { source: 'xml', state: 'unreadable', passed: 0, notPassed: 0, why: d },
        ] as const;
        const said = { warnings: [e], reasons: [{ sentence: f }], problem: rejection(k) };
        const testset = createTestset({ outcome, sources, scenario: 12, ...said }, [
          createTestcase(0, { device, result: 'failed', url }),
          createTestcase(1, { device: g }),
        ]);
        const testsets = [testset, testset].slice(0, 1 + (a.length % 2));
        const base = createReport({ testsets, outcome, sentence: h, hint: i });
        expectHarmless({
          ...base,
          app: { name: j, bytes: 1, sha256: k },
          request: { kind: 'scenario', name: h },
          artifact: { name: j, url: `https://example.com/${e}` },
          comparison: { branch: k, runNumber: 1, runUrl: c },
          history: [past(device, 'PF', 12), past(g, 'PF', 12)],
          run: { ...base.run, commit: k, url: c },
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe('the heading', () => {
  const counts = { total: 8, pass: 4, fail: 1, error: 0, stop: 0 };
  const noCounts = { counts: NO_COUNTS };
  const rejected = { ...noCounts, problem: rejection('No device is free') };
  const passed = (results: readonly TestResult[], limits: Partial<Report['limits']>): Report => ({
    ...reportOf(
      createTestcases(results.length, (at) => results[at] ?? 'passed'),
      { outcome: 'passed' },
    ),
    limits: { ...NONE, ...limits },
  });
  const twoKinds = passed(['passed', 'failed', 'error'], { fail: 1, error: 1 });

  test.each<[string, Report]>([
    ['✅ All 3 devices passed', reports.allPassed()],
    ['✅ The only device passed', createReport()],
    ['✅ Passed, though 1 of 3 devices failed (allowed: 1)', passed(['passed', 'passed', 'failed'], { fail: 1 })],
    ['✅ Passed, though 1 of 2 devices had an error (allowed: any)', passed(['passed', 'error'], { error: Infinity })],
    [
      '✅ Passed, though 2 of 3 devices were stopped (allowed: 2)',
      passed(['passed', 'skipped', 'skipped'], { stop: 2 }),
    ],
    ['✅ Passed, though 2 of 3 devices did not pass', twoKinds],
    ['✅ All 2 testsets passed', createReport({ testsets: [createTestset(), createTestset({ id: 5 })] })],
    ['❌ 2 of 8 devices did not pass', compared()],
    ['❌ 67 of 6,700 devices did not pass', many(6_700)],
    ['❌ 1 of 3 scenarios failed, 1 was not accepted', scenarios()],
    ['❌ 1 of 3 testsets failed, 1 was not accepted', reports.severalTestsets()],
    ['⚠️ Inconclusive: a result document cannot be read', inconclusive()],
    // A merged report has only the sentences of its jobs, and can be worse than each of its testsets.
    ['⚠️ Inconclusive: Testset 5 is twice', ended('inconclusive', { reasons: [{ sentence: 'Testset 5 is twice.' }] })],
    ['⚠️ Inconclusive: not all results are certain', createReport({ outcome: 'inconclusive', sentence: 'A.' })],
    ['⏳ Still running after 180 min: 8 of 12 devices done', timedOut()],
    ['⏳ Not over after 180 min: 5 of 8 devices done', ended('timed-out', { counts, problem: unreachable })],
    ['⏳ No status of the testset within 180 min', ended('timed-out', { status: 'Unknown', ...noCounts })],
    ['🚫 Cancelled: testset 251929 is still running', ended('cancelled', { counts })],
    ['🚫 Cancelled before the results of testset 251929 were fetched', ended('cancelled', { status: 'Complete' })],
    ['🚫 Cancelled: no testset was created', withoutId(ended('cancelled'))],
    ['🚫 Not accepted: no device of project 509 is free', ended('refused', rejected)],
    ['🚫 Not accepted: no device of project 509 is free', ended('refused', { problem: rejection('') })],
    ['🚫 Not accepted: wrong user id or access key', notCreated()],
    ['⚠️ Unknown whether a testset was created', unknownStart],
    ['⚠️ Unknown whether testset 251929 was created', ended('unknown-start', noCounts)],
    ['⚠️ 2 of 3 scenarios may have started', unknownStarts()],
    ['🚫 Not started: the service could not be reached', ended('not-started', { ...noCounts, problem: unreachable })],
    ['🚫 Not started: there is no testset', createReport({ outcome: 'not-started', testsets: [] })],
    ['▶️ Started: testset 251929 on 8 devices', ended('started', { counts: { ...NO_COUNTS, total: 8 } })],
  ])('%s', (heading, report) => {
    expect(headingOf(report)).toBe(heading);
  });

  test('is followed by what was allowed where there are several kinds', () => {
    expect(summaryText(twoKinds)).toContain('Allowed: max-fail: 1, max-error: 1.');
  });
});

describe('devices of which little is known', () => {
  test('are shown without address, system and time', () => {
    const text = summaryText(
      reportOf([
        { device: 'Pixel', result: 'failed' },
        { device: 'Nexus', result: 'passed' },
      ]),
    );
    expect(text).toMatch(/❌ failed\s*Pixel/);
    expect(text).toContain('1 passed');
    expect(text).not.toContain('slowest');
  });

  test('of several systems have no range of versions and no table by maker', () => {
    const testcases = Array.from({ length: 12 }, (_, at) =>
      createTestcase(at, { device: `Maker Model_${at} / ${at % 2 ? 'ANDROID' : 'iOS'} ${at + 8}` }),
    );
    expect(summaryText(reportOf(testcases, { outcome: 'passed' }))).toMatch(/12 devices, the slowest/);
    const failed = createTestcase(12, { result: 'failed' });
    expect(summaryText(reportOf([...testcases, failed]))).not.toContain('by maker');
  });

  test('of one version have that version', () => {
    const testcases = [createTestcase(0), createTestcase(0, { seconds: 5 })];
    expect(summaryText(reportOf(testcases, { outcome: 'passed' }))).toContain('2 devices, ANDROID 8.1, the slowest');
  });
});

test('a report of one scenario names it', () => {
  const report = createReport({ testsets: [createTestset({ scenario: 101 })] });
  for (const markdown of [commentBody(createView(report), ''), summary(report)]) {
    expect(textOf(markdown)).toContain('testset 251929 · scenario 101');
  }
});

test('a testset without a scenario is named once', () => {
  const reasons = [{ sentence: 'Not found.' }];
  const unknown = createTestset({ id: 5, outcome: 'refused', status: 'Unknown', reasons });
  const report = createReport({ outcome: 'refused', testsets: [createTestset(), unknown] });
  expect(summaryText(report).split('testset 5')).toHaveLength(2);
});

describe('a failed report of one testset', () => {
  const text = summaryText(compared());
  const { links } = render(summary(compared()));

  test.each([
    ...['2 of 8', '5m 16s', 'main, run 41', 'SAMSUNG Galaxy_A54', 'testset 251929'],
    ...['1 new', '1 flaky', '1 fixed'],
  ])('shows each fact once: %s', (fact) => {
    expect(text.split(fact)).toHaveLength(2);
  });

  test('has the link to the result page, the mark and the earlier results of each device that did not pass', () => {
    expect(text).toMatch(/❌ new\s*SAMSUNG Galaxy_A54\s*ANDROID 14\s*2m 43s\s*passed 10 of 10/);
    expect(text).toMatch(/❌ flaky\s*XIAOMI Redmi_Note_12\s*ANDROID 13\s*1m 36s\s*passed 5 of 10/);
    const link = links.find((each) => each.text === 'SAMSUNG Galaxy_A54');
    expect(link?.href).toContain('https://app.example.com/');
  });

  test('says to a screen reader what its bar means', () => {
    expect(links[0]).toMatchObject({ text: '❌❌🟩🟩🟩🟩🟩🟩', spoken: '6 of 8 devices passed' });
    const spoken = '7 of 12 devices passed, 1 did not, 4 are not done';
    expect(render(summary(timedOut())).links[0]?.spoken).toBe(spoken);
  });

  test('compares with the baseline, size of the app included', () => {
    expect(text).toContain('Compared with main, run 41: 1 new · 1 flaky · 1 fixed (LGE Nexus_5X) · 40s slower');
    expect(text).toContain('6.4 MB (0.2 MB more)');
    expect(text).toContain('Before, on main');
  });

  test('says what the app is, and what it needs', () => {
    const { app = { name: '', bytes: 0 }, ...rest } = compared();
    const facts = { format: 'apk', osType: 'ANDROID', version: '3.2.1', build: '321' } as const;
    const needs = { minimumOs: 'Android 7', architectures: ['arm64-v8a', '<b>x86</b>'] };
    const small = (inspection: AppFacts): string => summaryText({ ...rest, app: { ...app, inspection } });
    expect(small({ ...facts, ...needs, name: 'Wallet <i>' })).toContain(
      'Wallet <i> 3.2.1 (321), 6.4 MB (0.2 MB more), Android 7 and later, arm64-v8a, <b>x86</b>, 5e59f42af4e8',
    );
    expect(small(facts)).toContain('Wallet.apk 3.2.1 (321), 6.4 MB (0.2 MB more), 5e59f42af4e8');
  });

  test('without a baseline has neither column nor comparison', () => {
    const first = summaryText(oneFailed());
    expect(first).not.toMatch(/before|compared/i);
    expect(first).toMatch(/❌ failed\s*SAMSUNG/);
  });

  test('shows still failing devices with their results, and names kinds that differ beside the mark', () => {
    const history = [past(createTestcase(0).device, 'PPPPPPPFFF'), past(createTestcase(1).device, 'PPPP')];
    const { testsets, counts } = failedOn('failed', 'error', 'passed');
    const shown = summaryText({ ...compared(), testsets, counts, history });
    expect(shown).toContain('1 failed · 1 error · 5m 16s');
    expect(shown).toMatch(
      /❌ error, new[\s\S]*passed 4 of 4[\s\S]*❌ failed, still[\s\S]*passed 7 of 10, not the last 3/,
    );
    expect(shown).toContain('1 new · 1 still failing');
  });

  test('never labels a device other than the status counts it', () => {
    const shown = summaryText(reports.calledErrors());
    expect(shown).toMatch(/❌ not passed/);
    expect(shown).toContain('The service counts 2 failed and 1 error.');
  });

  test('of 60 devices counts those that no document names, and has warnings and a table by maker', () => {
    const shown = summaryText({ ...mixed60(), resumed: [{ testsetId: 251_929, attempt: 1 }] });
    expect(shown).toContain("The service's result files do not list 1 more device");
    expect(shown).toContain('The service took 3 tries to deliver the results.');
    expect(shown).toContain('Attempt 1 ended without a result');
    expect(shown).toMatch(/by maker and OS version\s*ANDROID\s*8\s*9\s*12\s*13\s*14/);
    expect(text).not.toContain('by maker');
  });

  test('breaks long words, so that a phone shows the table', () => {
    const device = 'SAMSUNG SM-S928B_Galaxy_S24_Ultra_Enterprise_Edition / ANDROID 15';
    const report = reportOf([createTestcase(0, { device, result: 'failed' })]);
    expect(summary(report)).toContain('SAMSUNG SM-S928B_Galaxy_S24_<br>Ultra_Enterprise_Edition');
  });

  test('shows at most 50 rows, and how many more there are', () => {
    const page = summaryText(many(6_700));
    expect(page).toContain('… 17 more: all are in');
    expect(page.match(/❌ failed/g)).toHaveLength(50);
  });
});

describe('the bar', () => {
  test.each([
    [60, 6, '❌❌🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩'],
    [1_500, 67, '❌🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩'],
    [1_500, 1_499, '❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌🟩'],
  ])('of %i devices, %i not passed, has 16 characters', (total, fail, characters) => {
    const counts = { ...NO_COUNTS, total, fail, pass: total - fail };
    const page = render(summary(ended('failed', { counts, status: 'Complete' })));
    expect(page.links[0]?.text).toBe(characters);
  });

  test('is absent where all ended alike', () => {
    expect(summary(reports.allPassed())).not.toContain('🟩');
    expect(summary(failedOn('failed', 'failed'))).not.toContain('❌❌');
  });
});

describe('the next step', () => {
  const someDone = { counts: { ...NO_COUNTS, total: 8, pass: 3 } };

  test.each<[string, Report, string]>([
    ['timed out', timedOut(), 'testset-id: 251929'],
    ['cancelled', ended('cancelled', someDone), '3 of 8 devices were done, and all 3 had passed.'],
    ['started', ended('started'), '`wait: false`'],
    ['unknown start', unknownStart, 'testset-id: NUMBER'],
    ['unknown start with an identifier', ended('unknown-start', { counts: NO_COUNTS }), 'testset-id: 251929'],
    ['rejected', notCreated(), 'No testset was created.'],
    ['inconclusive', inconclusive(), 'Look at testset 251929 in the service'],
    ['unknown starts', unknownStarts(), 'attach to those that exist'],
    ['merged', createReport({ outcome: 'inconclusive', sentence: 'A job failed.' }), 'A job failed.'],
  ])('is said once when %s', (_, report, words) => {
    const text = summary(report).replaceAll(/<\/?code>/g, '`');
    expect(text.split(words)).toHaveLength(2);
  });

  test('a rejected poll names the testset', () => {
    const text = summaryText(ended('refused', { counts: NO_COUNTS, problem: rejection('Unknown testset') }));
    expect(text).toContain(
      "Look at testset 251929 in the service. The service's code is 4081: Unknown testset. Do this.",
    );
  });

  test('several testsets that are running have not failed', () => {
    const report = { ...running('started', 2), counts: { ...NO_COUNTS, total: 16, pass: 1, fail: 1, running: 14 } };
    for (const text of [summary(report), commentBody(createView(report), '<!-- marker -->')]) {
      expect(text).toContain('2 of 16 device runs done · 1 did not pass so far');
    }
  });

  test.each([
    [
      'with `keep-passed` it runs what did not pass',
      scenarios(),
      'keep-passed',
      /runs the 2 scenarios .* keeps the other 1\./,
    ],
    ['without it, the input is named', scenarios(), 'resume', /<code>keep-passed: true<\/code>/],
    ['nothing is said if all testsets are created anew', scenarios(), undefined, /^(?!.*Re-run failed jobs)/s],
    ['nothing is said after an unknown start', unknownStarts(), 'keep-passed', /^(?!.*Re-run failed jobs)/s],
    [
      'a testset that may be running is continued',
      timedOut(),
      'resume',
      /continues with the testset and starts no other\./,
    ],
  ] as const)('"Re-run failed jobs": %s', (_what, report, rerun, expected) => {
    expect(summary({ ...report, rerun })).toMatch(expected);
  });

  test('more identifiers than can be pasted are in an output', () => {
    expect(summary(running('timed-out', 150))).toContain('# the output testset-id of this step');
  });

  test('after `started` is the output of the job before', () => {
    expect(summary(running('started', 1))).toContain('testset-id: ${{ needs.start.outputs.testset-id }}');
  });

  test('a snippet with many identifiers has lines that a phone shows whole', () => {
    const snippet = /```yaml\n([\s\S]*?)```/.exec(summary(running('timed-out', 20)))?.[1];
    const lines = (snippet ?? '').split('\n');
    expect(lines.join(' ').match(/\d+/g)).toHaveLength(20);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(38);
  });
});

test('an inconclusive report shows the figures of each source', () => {
  expect(summaryText(inconclusive())).toMatch(
    /Counts of the service\s*12\s*0\s*XML document\s*10\s*2\s*JSON document\s*cannot be read\s*–/,
  );
});

test('a contradiction is in the table only, beside what else is wrong', () => {
  const read = { state: 'read', notPassed: 0, why: '' } as const;
  const sources = [
    { source: 'status', passed: 1, ...read },
    { source: 'xml', passed: 2, ...read },
  ] as const;
  const contradiction = 'The sources disagree: the status counts 1 passed and 0 not passed, the XML shows 2 passed.';
  const reasons = [
    { sentence: '1 of 2 devices did not finish.' },
    { sentence: contradiction, isInSources: true as const },
  ];
  const text = summaryText(ended('inconclusive', { status: 'Complete', sources, reasons }));
  expect(text).toContain('1 of 2 devices did not finish');
  expect(text).toContain('The step fails because it is not known which source is right.');
  expect(text).not.toContain('disagree');
});

describe('a report of several scenarios', () => {
  const failed = [createTestcase(0, { result: 'failed' }), createTestcase(1)];
  const beside = createTestset({ id: 5, scenario: 2 });

  test('has one row for each, with its devices or the reason, and says what was allowed', () => {
    const text = summaryText(scenarios());
    expect(text).toContain('1 of 8 device runs did not pass');
    expect(text).not.toContain('Allowed:');
    expect(text).toMatch(/❌ failed\s*scenario 13, 1 of 4 devices:\s*Google Pixel_7/);
    expect(text).toMatch(/🚫 not accepted\s*scenario 14:\s*No device of project 509 is free\..*scenario-id: 14/);
    expect(text).toMatch(/✅ passed\s*scenario 12/);
  });

  test('says to which of them its advice belongs, unless all are alike', () => {
    const problem = rejection('No device is free');
    const rejected = (scenario: number): TestsetReport => createTestset({ scenario, outcome: 'refused', problem });
    const textWith = (...testsets: TestsetReport[]): string =>
      summaryText(createReport({ outcome: 'refused', testsets }));
    expect(textWith(beside, rejected(1))).toContain(`${problem.hint} Run it again with scenario-id: 1.`);
    expect(textWith(rejected(1), rejected(2))).not.toContain('For the');
  });

  test('from six on folds what passed, draws a bar, and names a device that fails in three', () => {
    const testsets = Array.from({ length: 20 }, (_, scenario) =>
      scenario % 5 === 0
        ? createTestset({ id: scenario + 1, scenario, outcome: 'failed' }, failed)
        : createTestset({ id: scenario + 1, scenario }, createTestcases(2)),
    );
    const text = summaryText(createReport({ outcome: 'failed', testsets }));
    expect(text).toContain('❌❌❌🟩');
    expect(text).toContain('4 of 40 device runs did not pass, 4 of them on LGE Nexus_5X');
    expect(text).toContain('16 scenarios passed, the slowest scenario');
    expect(text).not.toContain('✅ passed');
  });

  test('names tolerated failures of a scenario that passed', () => {
    const testsets = [createTestset({ scenario: 1 }, failed), beside];
    const text = summaryText(createReport({ testsets, limits: { ...NONE, fail: 1 } }));
    expect(text).toContain('✅ All 2 scenarios passed');
    expect(text).toMatch(/✅ passed\s*scenario 1, 1 of 2 devices:\s*LGE Nexus_5X/);
  });

  test('names at most five devices of a scenario', () => {
    const testcases = createTestcases(8, () => 'failed').map((each, at) => ({ ...each, device: `D${at} / X 1` }));
    const testsets = [createTestset({ outcome: 'failed', scenario: 1 }, testcases), beside];
    expect(summaryText(createReport({ outcome: 'failed', testsets }))).toContain('D4 and 3 more');
  });
});

describe.each(PLACES)('%s keeps to its limit', (_, markdownOf, limit) => {
  test.each([1, 1_500, 10_000])('with %i devices', (number) => {
    const alike = (result: TestResult): Report =>
      reportOf(Array.from({ length: number }, (__, at) => createTestcase(at, { result })));
    for (const report of [many(number), alike('failed'), alike('passed')]) {
      expect(Buffer.byteLength(markdownOf(report))).toBeLessThanOrEqual(limit);
    }
  });
});

test.each([1, 300])(
  'with long texts that need escaping everywhere, every place keeps to its limit: %i testsets',
  (number) => {
    const dollars = '$'.repeat(5_000);
    const url = `https://example.com/?${'&'.repeat(900)}`;
    const testcase = createTestcase(0, { device: dollars, result: 'error', url });
    const testcases = Array<Testcase>(number > 1 ? 9 : 300).fill(testcase);
    const testsets = Array.from({ length: number }, (_, scenario) =>
      createTestset(
        {
          ...{
            id: scenario + 1,
            scenario: number > 1 ? scenario : undefined,
            outcome: scenario % 2 ? 'refused' : 'failed',
          },
          ...{ warnings: [dollars], reasons: [{ sentence: dollars }] },
        },
        testcases,
      ),
    );
    const base = createReport({ outcome: 'failed', sentence: dollars, hint: dollars, testsets });
    const report: Report = {
      ...base,
      app: { name: dollars, bytes: 1, sha256: dollars },
      request: { kind: 'automated', name: dollars },
      run: { ...base.run, url, commit: dollars },
      artifact: { name: dollars, url },
      comparison: { branch: dollars, runNumber: 1, runUrl: url },
      history: [past(dollars, 'PFPF')],
    };
    expectHarmless(base);
    for (const [, markdownOf, limit] of PLACES) {
      expect(Buffer.byteLength(markdownOf(report))).toBeLessThanOrEqual(limit);
    }
  },
);

test('the summary of 10,000 devices says how many that passed it does not name', () => {
  const text = summaryText(many(10_000));
  expect(text).toMatch(/… \d,\d{3} more: all are in/);
  expect(text).toContain('9,900 passed, the slowest');
});
