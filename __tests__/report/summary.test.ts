import { describe, expect, test } from '@jest/globals';

import type { AppFacts } from '../../src/model/app-facts.ts';
import { NO_COUNTS } from '../../src/model/counts.ts';
import type { Report, TestsetReport } from '../../src/model/report.ts';
import type { TestResult } from '../../src/model/results.ts';
import { checkRunText } from '../../src/report/check-run.ts';
import { commentBody } from '../../src/report/comment.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import { createView } from '../../src/report/view.ts';
import { wouldLink } from '../support/read-html.ts';
import { render, sanitize, textOf } from '../support/render.ts';
import * as reports from '../support/reports.ts';

const { compared, createReport, createTestcase, createTestcases, createTestset, many, past, reportOf } = reports;
const { ended, inconclusive, mixed60, notCreated, oneFailed, scenarios, timedOut, unknownStarts } = reports;

/** Every place for Markdown, with its headings. */
const PLACES: readonly [(report: Report) => string, readonly string[]][] = [
  [(report) => summary(report), ['h2']],
  [(report) => checkRunText(createView(report)).summary, []],
  [(report) => commentBody(createView(report), ''), ['h3']],
];

const OWN_TAGS = 'p ul li strong code table tr th td a br span details summary pre sub thead tbody'.split(' ');

const summary = (report: Report): string => summaryMarkdown(createView(report));
const summaryText = (report: Report): string => textOf(summary(report));
function expectHarmless(report: Report): void {
  for (const [markdownOf, headings] of PLACES) {
    const page = render(markdownOf(report));
    expect(page.tags.filter((tag) => !OWN_TAGS.includes(tag))).toEqual(headings);
    expect(page.texts.filter(wouldLink)).toEqual([]);
    expect(page.links.filter(({ href }) => !/^https?:\/\/[!-~]+$/.test(href))).toEqual([]);
  }
}

function failedOn(...results: readonly TestResult[]): Report {
  return reportOf(createTestcases(results.length, (at) => results[at] ?? 'passed'));
}

/** Testsets 1, 2, … that are not over. */
function running(outcome: 'started' | 'timed-out', number: number): Report {
  const [testset = createTestset()] = ended(outcome).testsets;
  return createReport({ outcome, testsets: Array.from({ length: number }, (_, at) => ({ ...testset, id: at + 1 })) });
}

const rejection = {
  code: 'service-refused',
  message: 'The service rejected it.',
  hint: 'Do this.',
  rejection: { code: 4081, reason: 'No device is free' },
} as const;

describe('a rendered report', () => {
  const { allPassed, calledErrors, hostile, severalTestsets } = reports;
  const kinds = { allPassed, calledErrors, compared, hostile, inconclusive, mixed60, notCreated, oneFailed };
  const several = { many: () => many(100), scenarios, severalTestsets, timedOut, unknownStarts };

  test.each(Object.entries({ ...kinds, ...several }))(
    '%s has only our markup, all of which GitHub keeps, says device, and mentions nothing that is zero',
    (_, make) => {
      expectHarmless(make());
      for (const [markdownOf] of PLACES) {
        const markdown = markdownOf(make());
        const { before, after } = sanitize(markdown);
        expect(after).toBe(before);
        const text = textOf(markdown).replaceAll(/\b0\/\d|max-\w+: 0|passed 0 of/g, '');
        expect(text).not.toMatch(/unit test|\b0 (?:failed|errors?|stopped|new|still|flaky|fixed|passed|not)\b/i);
      }
    },
  );
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
  test('is said once', () => {
    const text = summaryText(ended('refused', { problem: rejection }));
    expect(text.split('Look at testset 251929 in the service.')).toHaveLength(2);
    expect(text.split('Do this.')).toHaveLength(2);
  });

  test('several testsets that are running have not failed', () => {
    const report = { ...running('started', 2), counts: { ...NO_COUNTS, total: 16, pass: 1, fail: 1, running: 14 } };
    for (const text of [summary(report), commentBody(createView(report), '<!-- marker -->')]) {
      expect(text).toContain('2 of 16 device runs done · 1 did not pass so far');
    }
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
    const rejected = (scenario: number): TestsetReport =>
      createTestset({ scenario, outcome: 'refused', problem: rejection });
    const textWith = (...testsets: TestsetReport[]): string =>
      summaryText(createReport({ outcome: 'refused', testsets }));
    expect(textWith(beside, rejected(1))).toContain('Do this. Run it again with scenario-id: 1.');
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
    const text = summaryText(createReport({ testsets, limits: { fail: 1, error: 0, stop: 0 } }));
    expect(text).toContain('✅ All 2 scenarios passed');
    expect(text).toMatch(/✅ passed\s*scenario 1, 1 of 2 devices:\s*LGE Nexus_5X/);
  });

  test('names at most five devices of a scenario', () => {
    const testcases = createTestcases(8, () => 'failed').map((each, at) => ({ ...each, device: `D${at} / X 1` }));
    const testsets = [createTestset({ outcome: 'failed', scenario: 1 }, testcases), beside];
    expect(summaryText(createReport({ outcome: 'failed', testsets }))).toContain('D4 and 3 more');
  });
});

/** Every place from one view, because a view of 10,000 devices takes as long as a page. */
function expectWithinLimits(report: Report): void {
  const view = createView(report);
  const { summary: checkRun } = checkRunText(view);
  expect(Buffer.byteLength(summaryMarkdown(view))).toBeLessThanOrEqual(900 * 1024);
  expect(Buffer.byteLength(checkRun)).toBeLessThanOrEqual(60_000);
  expect(Buffer.byteLength(commentBody(view, ''))).toBeLessThanOrEqual(60_000);
}

test.each(['failed', 'passed'] as const)('10,000 devices that %s fit every place', (result) => {
  expectWithinLimits(reportOf(Array.from({ length: 10_000 }, (_, at) => createTestcase(at, { result }))));
});

test.each([1, 300])('long texts that need escaping everywhere fit every place: %i testsets', (number) => {
  const dollars = '$'.repeat(5_000);
  const url = `https://example.com/?${'&'.repeat(900)}`;
  const testcases = Array.from({ length: number > 1 ? 9 : 300 }, (_, at) =>
    createTestcase(at, { device: dollars, result: 'error', url }),
  );
  const [{ suites, counts, sources }] = [createTestset({ outcome: 'failed' }, testcases)];
  const said = { warnings: [dollars], reasons: [{ sentence: dollars }], suites, counts, sources };
  const testsets = Array.from({ length: number }, (_, at) => {
    const outcome = at % 2 === 1 ? 'refused' : 'failed';
    return createTestset({ id: at + 1, scenario: number > 1 ? at : undefined, outcome, ...said });
  });
  const base = createReport({ outcome: 'failed', sentence: dollars, hint: dollars, testsets });
  expectWithinLimits({
    ...base,
    app: { name: dollars, bytes: 1, sha256: dollars },
    request: { kind: 'automated', name: dollars },
    run: { ...base.run, url, commit: dollars },
    artifact: { name: dollars, url },
    comparison: { branch: dollars, runNumber: 1, runUrl: url },
    history: [past(dollars, 'PFPF')],
  });
});

test('the summary of 10,000 devices says how many that passed it does not name', () => {
  const text = summaryText(many(10_000));
  expect(text).toMatch(/… \d,\d{3} more: all are in/);
  expect(text).toContain('9,900 passed, the slowest');
});
