import { describe, expect, test } from '@jest/globals';
import type { AppFacts } from '../../src/model/app-facts.ts';
import fc from 'fast-check';

import { NO_COUNTS } from '../../src/model/counts.ts';
import type { Report, TestsetReport } from '../../src/model/report.ts';
import type { TestResult } from '../../src/model/results.ts';
import { checkRunText } from '../../src/report/check-run.ts';
import { commentBody } from '../../src/report/comment.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import { decideOutcome, sourcesOf } from '../../src/verdict/verdict.ts';
import { hostileText } from '../support/hostile-text.ts';
import { wouldLink } from '../support/read-html.ts';
import { render, sanitize } from '../support/render.ts';
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
  past,
  scenarios,
  severalTestsets,
  timedOut,
  unknownStarts,
  without,
} from '../support/reports.ts';
import { createView } from '../../src/report/view.ts';

const KINDS = {
  allPassed,
  calledErrors,
  compared,
  hostile,
  inconclusive,
  many: () => many(100),
  mixed60,
  notCreated,
  oneFailed,
  scenarios,
  severalTestsets,
  timedOut,
  unknownStarts,
};

/** Every place for Markdown, with its limit in bytes and its headings. */
const PLACES: readonly [string, (report: Report) => string, number, readonly string[]][] = [
  ['the job summary', (report) => summaryMarkdown(createView(report)), 900 * 1024, ['h2']],
  ['the check run', (report) => checkRunText(createView(report)).summary, 60_000, []],
  ['the comment', (report) => commentBody(createView(report), ''), 60_000, ['h3']],
];

const OWN_TAGS = 'p ul li strong code table tr th td a br span details summary pre sub thead tbody'.split(' ');

const textOf = (markdown: string): string => render(markdown).texts.join('').replaceAll('\u200b', '').trim();
const headingOf = (report: Report): string =>
  textOf(summaryMarkdown(createView(report)).split('\n')[0] ?? '').replace(/^## /, '');

function expectHarmless(report: Report): void {
  for (const [, markdownOf, , headings] of PLACES) {
    const page = render(markdownOf(report));
    expect(page.tags.filter((tag) => !OWN_TAGS.includes(tag))).toEqual(headings);
    expect(page.texts.filter(wouldLink)).toEqual([]);
    expect(page.links.filter(({ href }) => !/^https?:\/\/[!-~]+$/.test(href))).toEqual([]);
  }
}

/** A testset that ended before it was complete. */
function ended(overrides: Partial<TestsetReport>): Report {
  const testset = createTestset({ suites: [], sources: [], status: 'Running', ...overrides });
  return createReport({ outcome: testset.outcome, testsets: [testset], durationSeconds: 10_800 });
}

function unknownStart(): Report {
  const problem = failure('unknown-start', 'Cut off.');
  const report = ended({ outcome: 'unknown-start', status: 'Unknown', counts: NO_COUNTS, problem });
  return { ...report, testsets: report.testsets.map((testset) => without(testset, 'id')) };
}

const failure = (code: 'service-refused' | 'unreachable' | 'unknown-start', message: string) =>
  ({ code, message, hint: 'Do this.' }) as const;

/** The service responded with code 4081 and this reason. */
const rejection = (reason: string) =>
  ({
    ...failure('service-refused', `The service rejected it: 4081 ${reason}.`),
    rejection: { code: 4081, reason },
  }) as const;

describe('a rendered report', () => {
  test.each(Object.entries(KINDS))('%s has only our markup, all of which GitHub keeps', (_, make) => {
    expectHarmless(make());
    for (const [, markdownOf] of PLACES) {
      const { before, after } = sanitize(markdownOf(make()));
      expect(after).toBe(before);
    }
  });

  test('no name, sentence or address is more than text', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 11, maxLength: 11 }), fc.boolean(), (texts, isRefused) => {
        const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = '', i = '', j = '', k = ''] = texts;
        const url = `https://example.com/${c}`;
        const device = `${a} / ${b}`;
        const testcase = createTestcase(0, { device, result: 'failed', url });
        const status = { source: 'status', state: 'read', passed: 1, notPassed: 1, why: '' } as const;
        const unreadable = { source: 'xml', state: 'unreadable', passed: 0, notPassed: 0, why: d } as const;
        const outcome = isRefused ? 'refused' : 'failed';
        const testset = createTestset(
          {
            outcome,
            sources: [status, unreadable],
            warnings: [e],
            reasons: [{ sentence: f }],
            scenario: 12,
            problem: rejection(k),
          },
          [testcase, createTestcase(1, { device: g })],
        );
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

  test.each(Object.entries(KINDS))('%s says device, and mentions nothing that is zero', (_, make) => {
    for (const [, markdownOf] of PLACES) {
      const text = textOf(markdownOf(make())).replaceAll(/\b0\/\d|max-\w+: 0|passed 0 of/g, '');
      expect(text).not.toMatch(/unit test|\b0 (?:failed|errors?|stopped|new|still|flaky|fixed|passed|not)\b/i);
    }
  });
});

describe('the heading', () => {
  const running = { total: 8, pass: 4, fail: 1, error: 0, stop: 0 };
  const within = { ...oneFailed(), outcome: 'passed', limits: { fail: 1, error: 0, stop: 0 } } as const;
  const refusal = rejection('No device is free');
  test.each<[string, Report]>([
    ['✅ All 3 devices passed', allPassed()],
    ['✅ The only device passed', createReport()],
    [
      '✅ Passed, though 1 of 3 devices failed (allowed: 1)',
      { ...within, testsets: within.testsets.map((testset) => ({ ...testset, outcome: 'passed' })) },
    ],
    ['❌ 2 of 8 devices did not pass', compared()],
    ['❌ 67 of 6,700 devices did not pass', many(6_700)],
    ['⚠️ Inconclusive: a result document cannot be read', inconclusive()],
    ['⏳ Still running after 180 min: 8 of 12 devices done', timedOut()],
    [
      '⏳ Not over after 180 min: 5 of 8 devices done',
      ended({ outcome: 'timed-out', counts: running, problem: failure('unreachable', 'No connection.') }),
    ],
    [
      '⏳ No status of the testset within 180 min',
      ended({ outcome: 'timed-out', status: 'Unknown', counts: NO_COUNTS }),
    ],
    ['🚫 Cancelled: testset 251929 is still running', ended({ outcome: 'cancelled', counts: running })],
    [
      '🚫 Cancelled before the results of testset 251929 were fetched',
      ended({ outcome: 'cancelled', status: 'Complete' }),
    ],
    [
      '🚫 Cancelled: no testset was created',
      ((report) => ({ ...report, testsets: report.testsets.map((testset) => without(testset, 'id')) }))(
        ended({ outcome: 'cancelled' }),
      ),
    ],
    [
      '🚫 Rejected by the service: No device is free',
      ended({ outcome: 'refused', counts: NO_COUNTS, problem: refusal }),
    ],
    ['🚫 Rejected by the service', ended({ outcome: 'refused', problem: rejection('') })],
    ['🚫 Rejected by the service', notCreated()],
    ['⚠️ Unknown whether a testset was created', unknownStart()],
    ['⚠️ Unknown whether testset 251929 was created', ended({ outcome: 'unknown-start', counts: NO_COUNTS })],
    [
      '🚫 Not started: the service could not be reached',
      ended({ outcome: 'not-started', counts: NO_COUNTS, problem: failure('unreachable', 'No connection.') }),
    ],
    ['▶️ Started: testset 251929 on 8 devices', ended({ outcome: 'started', counts: { ...NO_COUNTS, total: 8 } })],
    ['❌ 3 scenarios: 1 failed, 1 rejected, 1 passed', scenarios()],
    ['❌ 3 testsets: 1 failed, 1 rejected, 1 passed', severalTestsets()],
    ['⚠️ 3 scenarios: 2 unknown start, 1 passed', unknownStarts()],
    ['✅ All 2 testsets passed', createReport({ testsets: [createTestset(), createTestset({ id: 5 })] })],
    // A merged report can be worse than each of its testsets.
    [
      '⚠️ Inconclusive: not all results are certain',
      createReport({ outcome: 'inconclusive', sentence: 'A job failed.' }),
    ],
    ['🚫 Not started: there is no testset', createReport({ outcome: 'not-started', testsets: [] })],
  ])('%s', (heading, report) => {
    expect(headingOf(report)).toBe(heading);
  });
});

describe('the heading of an inconclusive report', () => {
  /** Three devices passed, and both documents say so, unless something else is given. */
  const inconclusiveOf = ({ counts: changed, documents: given, announced = 3, ...status }: Complete): Report => {
    const counts = { ...NO_COUNTS, total: 3, pass: 3, ...changed };
    const notPassed = counts.fail + counts.error + counts.stop;
    const read = { state: 'read', passed: counts.pass, notPassed, why: '' } as const;
    const documents = [
      { source: 'xml', ...read, ...given?.[0] },
      { source: 'json', ...read, ...given?.[1] },
    ] as const;
    const complete = {
      status: { complete: true, word: 'Complete', counts, active: 0, preparing: 0, missingFields: [], ...status },
      announcedDevices: announced,
      results: { documents, suites: [], warnings: [], cancelled: false },
    };
    const step = { counts, limits: { fail: Infinity, error: 0, stop: 0 }, testsets: 1 };
    const testset = createTestset({ ...decideOutcome(complete, step), counts, sources: sourcesOf(complete) });
    return createReport({ outcome: testset.outcome, testsets: [testset] });
  };
  interface Complete {
    readonly counts?: Partial<TestsetReport['counts']>;
    readonly documents?: readonly Partial<TestsetReport['sources'][number]>[];
    readonly announced?: number;
    readonly missingFields?: readonly string[];
    readonly active?: number;
  }
  test.each<[string, Report]>([
    ['only 3 of 5 devices were tested', inconclusiveOf({ announced: 5 })],
    ['the status is incomplete', inconclusiveOf({ missingFields: ['fail_cnt'] })],
    ['1 device is still counted as running', inconclusiveOf({ active: 1 })],
    ['the status counts more results than devices', inconclusiveOf({ counts: { pass: 4 } })],
    ['the testset has no devices', inconclusiveOf({ counts: NO_COUNTS, announced: 0 })],
    ['no device passed', inconclusiveOf({ counts: { pass: 0, fail: 3 } })],
    ['1 device never finished', inconclusiveOf({ counts: { pass: 2 } })],
    ['a result document cannot be read', inconclusiveOf({ documents: [{ state: 'unreadable' }] })],
    ['a result document could not be fetched', inconclusiveOf({ documents: [{}, { state: 'unfetched' }] })],
    ['the result documents are missing', inconclusiveOf({ documents: [{ state: 'absent' }, { state: 'absent' }] })],
    [
      'the results contradict each other',
      inconclusiveOf({ counts: { pass: 2 }, documents: [{ passed: 3, notPassed: 0 }] }),
    ],
    // A merged report has only the sentences of its jobs.
    [
      'Testset 5 is used twice',
      ended({ outcome: 'inconclusive', reasons: [{ sentence: 'Testset 5 is used twice.' }] }),
    ],
  ])('%s', (words, report) => {
    expect(headingOf(report)).toBe(`⚠️ Inconclusive: ${words}`);
  });
});

describe('a report that passed within the limits', () => {
  const passed = (results: readonly TestResult[], limits: Report['limits']): Report => {
    const testcases = results.map((result, at) => createTestcase(at, { result }));
    return createReport({ limits, testsets: [createTestset({}, testcases)] });
  };
  test.each<[string, readonly TestResult[], Report['limits']]>([
    ['1 of 2 devices had an error (allowed: any)', ['passed', 'error'], { fail: 0, error: Infinity, stop: 0 }],
    ['2 of 3 devices were stopped (allowed: 2)', ['passed', 'skipped', 'skipped'], { fail: 0, error: 0, stop: 2 }],
    ['2 of 3 devices did not pass', ['passed', 'failed', 'error'], { fail: 1, error: 1, stop: 0 }],
  ])('says %s', (words, results, limits) => {
    expect(headingOf(passed(results, limits))).toBe(`✅ Passed, though ${words}`);
  });

  test('says what was allowed where there are several kinds', () => {
    const text = textOf(
      summaryMarkdown(createView(passed(['passed', 'failed', 'error'], { fail: 1, error: 1, stop: 0 }))),
    );
    expect(text).toContain('Allowed: max-fail: 1, max-error: 1.');
  });
});

describe('devices of which little is known', () => {
  test('are shown without address, system and time', () => {
    const devices = [
      { device: 'Pixel', result: 'failed' as const },
      { device: 'Nexus', result: 'passed' as const },
    ];
    const text = textOf(
      summaryMarkdown(createView(createReport({ outcome: 'failed', testsets: [createTestset({}, devices)] }))),
    );
    expect(text).toMatch(/❌ failed\s*Pixel/);
    expect(text).toContain('1 passed');
    expect(text).not.toContain('slowest');
  });

  test('of several systems have no range of versions and no table by maker', () => {
    const device = (at: number): string =>
      `Maker Model_${String(at)} / ${at % 2 ? 'ANDROID' : 'iOS'} ${String(at + 8)}`;
    const testcases = Array.from({ length: 12 }, (_, at) => createTestcase(at, { device: device(at) }));
    const passed = textOf(summaryMarkdown(createView(createReport({ testsets: [createTestset({}, testcases)] }))));
    expect(passed).toMatch(/12 devices, the slowest/);
    const failed = [...testcases, createTestcase(12, { result: 'failed' })];
    const text = textOf(
      summaryMarkdown(createView(createReport({ outcome: 'failed', testsets: [createTestset({}, failed)] }))),
    );
    expect(text).not.toContain('by maker');
  });

  test('of one version have that version', () => {
    const testset = createTestset({}, [createTestcase(0), createTestcase(0, { seconds: 5 })]);
    expect(textOf(summaryMarkdown(createView(createReport({ testsets: [testset] }))))).toContain(
      '2 devices, ANDROID 8.1, the slowest',
    );
  });
});

test('a report of one scenario names it', () => {
  const testsets = [createTestset({ scenario: 101 })];
  expect(textOf(commentBody(createView(createReport({ testsets })), ''))).toContain('testset 251929 · scenario 101');
  expect(textOf(summaryMarkdown(createView(createReport({ testsets }))))).toContain('testset 251929 · scenario 101');
});

test('a testset without a scenario is named once', () => {
  const unknown = createTestset({
    id: 5,
    outcome: 'refused',
    status: 'Unknown',
    reasons: [{ sentence: 'Not found.' }],
  });
  const report = createReport({ outcome: 'refused', testsets: [createTestset(), unknown] });
  expect(textOf(summaryMarkdown(createView(report))).split('testset 5')).toHaveLength(2);
});

describe('a failed report of one testset', () => {
  const text = textOf(summaryMarkdown(createView(compared())));

  test('shows each fact once', () => {
    for (const fact of [
      '2 of 8',
      '5m 16s',
      'main, run 41',
      'SAMSUNG Galaxy_A54',
      'testset 251929',
      'max-fail',
      '1 new',
      '1 flaky',
      '1 fixed',
    ]) {
      expect(text.split(fact).length - 1).toBe(1);
    }
  });

  test('has the link to the result page, the mark and the earlier results of each device that did not pass', () => {
    expect(text).toMatch(/❌ new\s*SAMSUNG Galaxy_A54\s*ANDROID 14\s*2m 43s\s*passed 10 of 10/);
    expect(text).toMatch(/❌ flaky\s*XIAOMI Redmi_Note_12\s*ANDROID 13\s*1m 36s\s*passed 5 of 10/);
    const link = render(summaryMarkdown(createView(compared()))).links.find(
      (each) => each.text === 'SAMSUNG Galaxy_A54',
    );
    expect(link?.href).toContain('https://app.example.com/');
  });

  test('says to a screen reader what its bar means', () => {
    expect(render(summaryMarkdown(createView(compared()))).links[0]).toMatchObject({
      text: '❌❌🟩🟩🟩🟩🟩🟩',
      spoken: '6 of 8 devices passed',
    });
    expect(render(summaryMarkdown(createView(timedOut()))).links[0]?.spoken).toBe(
      '7 of 12 devices passed, 1 did not, 4 are not done',
    );
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
    const small = (inspection: AppFacts): string =>
      textOf(summaryMarkdown(createView({ ...rest, app: { ...app, inspection } })));
    expect(small({ ...facts, ...needs, name: 'Wallet <i>' })).toContain(
      'Wallet <i> 3.2.1 (321), 6.4 MB (0.2 MB more), Android 7 and later, arm64-v8a, <b>x86</b>, 5e59f42af4e8',
    );
    expect(small(facts)).toContain('Wallet.apk 3.2.1 (321), 6.4 MB (0.2 MB more), 5e59f42af4e8');
  });

  test('without a baseline has neither column nor comparison', () => {
    const first = textOf(summaryMarkdown(createView(oneFailed())));
    expect(first).not.toMatch(/before|compared/i);
    expect(first).toMatch(/❌ failed\s*SAMSUNG/);
  });

  test('shows still failing devices with their results, and names kinds that differ beside the mark', () => {
    const testset = createTestset({ outcome: 'failed' }, [
      createTestcase(0, { result: 'failed' }),
      createTestcase(1, { result: 'error' }),
      createTestcase(2),
    ]);
    const history = [past(createTestcase(0).device, 'PPPPPPPFFF'), past(createTestcase(1).device, 'PPPP')];
    const report = { ...compared(), testsets: [testset], counts: testset.counts, history };
    const shown = textOf(summaryMarkdown(createView(report)));
    expect(shown).toContain('1 failed · 1 error · 5m 16s');
    expect(shown).toMatch(
      /❌ error, new[\s\S]*passed 4 of 4[\s\S]*❌ failed, still[\s\S]*passed 7 of 10, not the last 3/,
    );
    expect(shown).toContain('1 new · 1 still failing');
  });

  test('never labels a device other than the status counts it', () => {
    const shown = textOf(summaryMarkdown(createView(calledErrors())));
    expect(shown).toMatch(/❌ not passed/);
    expect(shown).toContain('The service counts 2 failed and 1 error (allowed: max-fail: 0, max-error: 0).');
  });

  test('counts devices that no document names', () => {
    expect(textOf(summaryMarkdown(createView(mixed60())))).toContain(
      "The service's result files do not list 1 more device",
    );
  });

  test('breaks long words, so that a phone shows the table', () => {
    const device = 'SAMSUNG SM-S928B_Galaxy_S24_Ultra_Enterprise_Edition / ANDROID 15';
    const testset = createTestset({ outcome: 'failed' }, [createTestcase(0, { device, result: 'failed' })]);
    const report = createReport({ outcome: 'failed', testsets: [testset] });
    expect(summaryMarkdown(createView(report))).toContain('SAMSUNG SM-S928B_Galaxy_S24_<br>Ultra_Enterprise_Edition');
  });

  test('has a table by maker and OS version from 12 devices on', () => {
    expect(textOf(summaryMarkdown(createView(mixed60())))).toMatch(
      /by maker and OS version\s*ANDROID\s*8\s*9\s*12\s*13\s*14/,
    );
    expect(textOf(summaryMarkdown(createView(compared())))).not.toContain('by maker');
  });

  test('shows at most 50 rows, and how many more there are', () => {
    const page = textOf(summaryMarkdown(createView(many(6_700))));
    expect(page).toContain('… 17 more: all are in');
    expect(page.match(/❌ failed/g)).toHaveLength(50);
  });

  test('lists warnings, and says that a testset was resumed', () => {
    const report = { ...mixed60(), resumed: [{ testsetId: 251_929, attempt: 1 }] };
    const shown = textOf(summaryMarkdown(createView(report)));
    expect(shown).toContain('The service took 3 tries to deliver the results.');
    expect(shown).toContain('Attempt 1 ended without a result');
  });
});

describe('the bar', () => {
  test.each([
    [60, 6, '❌❌🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩'],
    [1_500, 67, '❌🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩'],
    [1_500, 1_499, '❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌🟩'],
  ])('of %i devices, %i not passed, has 16 characters', (total, fail, characters) => {
    const testset = createTestset({
      outcome: 'failed',
      suites: [],
      counts: { ...NO_COUNTS, total, fail, pass: total - fail },
    });
    const summary = summaryMarkdown(createView(createReport({ outcome: 'failed', testsets: [testset] })));
    expect(render(summary).links[0]?.text).toBe(characters);
  });

  test('is absent where all ended alike', () => {
    expect(summaryMarkdown(createView(allPassed()))).not.toContain('🟩');
    const testset = createTestset({ outcome: 'failed' }, [
      createTestcase(0, { result: 'failed' }),
      createTestcase(1, { result: 'failed' }),
    ]);
    expect(summaryMarkdown(createView(createReport({ outcome: 'failed', testsets: [testset] })))).not.toContain('❌❌');
  });
});

describe('the next step', () => {
  test.each([
    ['timed out', timedOut(), 'testset-id: 251929'],
    [
      'cancelled',
      ended({ outcome: 'cancelled', counts: { ...NO_COUNTS, total: 8, pass: 3 } }),
      '3 of 8 devices were done, and all 3 had passed.',
    ],
    ['started', ended({ outcome: 'started' }), '`wait: false`'],
    ['unknown start', unknownStart(), 'testset-id: NUMBER'],
    ['unknown start with an identifier', ended({ outcome: 'unknown-start', counts: NO_COUNTS }), 'testset-id: 251929'],
    ['rejected', notCreated(), 'No testset was created.'],
    ['inconclusive', inconclusive(), 'Look at testset 251929 in the service'],
    ['unknown starts', unknownStarts(), 'attach to those that exist'],
    [
      'merged',
      createReport({ outcome: 'inconclusive', sentence: 'A job failed.', hint: 'Run it again.' }),
      'A job failed.',
    ],
  ])('is said once when %s', (_, report, words) => {
    const text = summaryMarkdown(createView(report)).replaceAll(/<\/?code>/g, '`');
    expect(text.split(words)).toHaveLength(2);
  });

  test('a rejected poll names the testset', () => {
    const problem = rejection('Unknown testset');
    const text = textOf(summaryMarkdown(createView(ended({ outcome: 'refused', counts: NO_COUNTS, problem }))));
    expect(text).toContain("Look at testset 251929 in the service. The service's code is 4081. Do this.");
  });

  test('several testsets that are running have not failed', () => {
    const started = createTestset({ outcome: 'started', status: 'Running', suites: [], sources: [] });
    const counts = { ...NO_COUNTS, total: 16, pass: 1, fail: 1, running: 14 };
    const report = createReport({ outcome: 'started', testsets: [started, { ...started, id: 2 }], counts });
    for (const text of [summaryMarkdown(createView(report)), commentBody(createView(report), '<!-- marker -->')]) {
      expect(text).toContain('2 of 16 device runs done · 1 did not pass so far');
    }
  });

  test('the scenarios without a testset can be run again alone', () => {
    const { testsets, ...report } = scenarios();
    const refused = testsets.filter(({ outcome }) => outcome === 'refused');
    expect(summaryMarkdown(createView(scenarios()))).toContain('```yaml\nwith:\n  scenario-id: 14\n```');
    const all = { ...report, testsets: refused.flatMap((each) => [each, { ...each, scenario: 15 }]) };
    for (const page of [all, unknownStarts()]) expect(summaryMarkdown(createView(page))).not.toContain('scenario-id: ');
  });

  test('more identifiers than can be pasted are in an output', () => {
    const testsets = Array.from({ length: 150 }, (_, at) =>
      createTestset({ id: at + 1, outcome: 'started', status: 'Running', suites: [], sources: [] }),
    );
    const summary = summaryMarkdown(createView(createReport({ outcome: 'started', testsets })));
    expect(summary).toContain('# the output testset-id of this step');
  });

  test('a snippet with many identifiers has lines that a phone shows whole', () => {
    const testsets = Array.from({ length: 20 }, (_, at) =>
      createTestset({ id: 251_929 + at, outcome: 'timed-out', status: 'Running', suites: [], sources: [] }),
    );
    const snippet = /```yaml\n([\s\S]*?)```/.exec(
      summaryMarkdown(createView(createReport({ outcome: 'timed-out', testsets }))),
    )?.[1];
    const lines = (snippet ?? '').split('\n');
    expect(lines.join(' ').match(/\d{6}/g)).toHaveLength(20);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(38);
  });
});

test('an inconclusive report shows the figures of each source', () => {
  const text = textOf(summaryMarkdown(createView(inconclusive())));
  expect(text).toMatch(/Status\s*12\s*0\s*XML document\s*10\s*2\s*JSON document\s*cannot be read\s*–/);
});

test('a contradiction is in the table only, beside what else is wrong', () => {
  const contradiction = 'The sources disagree: the status counts 1 passed and 0 not passed, the XML shows 2 passed.';
  const sources = [
    { source: 'status', state: 'read', passed: 1, notPassed: 0, why: '' } as const,
    { source: 'xml', state: 'read', passed: 2, notPassed: 0, why: '' } as const,
  ];
  const reasons = [
    { sentence: '1 of 2 devices did not finish.' },
    { sentence: contradiction, isInSources: true as const },
  ];
  const testset = createTestset({ outcome: 'inconclusive', sources, reasons });
  const text = textOf(summaryMarkdown(createView(createReport({ outcome: 'inconclusive', testsets: [testset] }))));
  expect(text).toContain('1 of 2 devices did not finish');
  expect(text).toContain('The step fails because it is not known which source is right.');
  expect(text).not.toContain('disagree');
});

describe('a report of several scenarios', () => {
  test('says what was allowed', () => {
    const failed = createTestset({ scenario: 1, outcome: 'failed' }, [createTestcase(0, { result: 'failed' })]);
    const testsets = [failed, createTestset({ id: 5, scenario: 2 })];
    expect(textOf(summaryMarkdown(createView(createReport({ outcome: 'failed', testsets }))))).toContain(
      'Allowed: max-fail: 0.',
    );
  });

  test('has one row for each, with its devices or the reason', () => {
    const text = textOf(summaryMarkdown(createView(scenarios())));
    expect(text).toContain('1 of 8 device runs did not pass');
    expect(text).toMatch(/❌ failed\s*scenario 13, 1 of 4 devices:\s*Google Pixel_7/);
    expect(text).toMatch(/🚫 rejected\s*scenario 14:\s*4081 Available devices do not exist in preset project data/);
    expect(text).toMatch(/✅ passed\s*scenario 12/);
  });

  test('says to which of them its advice belongs, unless all are alike', () => {
    const problem = rejection('No device is free');
    const rejected = (scenario: number): TestsetReport => createTestset({ scenario, outcome: 'refused', problem });
    const textWith = (...testsets: TestsetReport[]): string =>
      textOf(summaryMarkdown(createView(createReport({ outcome: 'refused', testsets }))));
    expect(textWith(createTestset({ scenario: 1 }), rejected(2))).toContain(
      `For the rejected scenario: ${problem.hint}`,
    );
    expect(textWith(rejected(1), rejected(2))).not.toContain('For the');
  });

  test('from six on folds what passed, draws a bar, and names a device that fails in three', () => {
    const results = (scenario: number): TestResult => (scenario % 5 === 0 ? 'failed' : 'passed');
    const testsets = Array.from({ length: 20 }, (_, scenario) =>
      createTestset({ id: scenario + 1, scenario, outcome: results(scenario) === 'failed' ? 'failed' : 'passed' }, [
        createTestcase(0, { result: results(scenario) }),
        createTestcase(1),
      ]),
    );
    const text = textOf(summaryMarkdown(createView(createReport({ outcome: 'failed', testsets }))));
    expect(text).toContain('❌❌❌🟩');
    expect(text).toContain('4 of 40 device runs did not pass, 4 of them on LGE Nexus_5X');
    expect(text).toContain('16 scenarios passed, the slowest scenario');
    expect(text).not.toContain('✅ passed');
  });

  test('names tolerated failures of a scenario that passed', () => {
    const failed = [createTestcase(0, { result: 'failed' }), createTestcase(1)];
    const testsets = [createTestset({ scenario: 1 }, failed), createTestset({ id: 5, scenario: 2 })];
    const text = textOf(
      summaryMarkdown(createView(createReport({ testsets, limits: { fail: 1, error: 0, stop: 0 } }))),
    );
    expect(text).toContain('✅ All 2 scenarios passed');
    expect(text).toMatch(/✅ passed\s*scenario 1, 1 of 2 devices:\s*LGE Nexus_5X/);
  });

  test('names at most five devices of a scenario', () => {
    const testcases = Array.from({ length: 8 }, (_, at) =>
      createTestcase(at, { device: `D${String(at)} / X 1`, result: 'failed' }),
    );
    const testsets = [
      createTestset({ outcome: 'failed', scenario: 1 }, testcases),
      createTestset({ id: 5, scenario: 2 }),
    ];
    expect(textOf(summaryMarkdown(createView(createReport({ outcome: 'failed', testsets }))))).toContain(
      'D4 and 3 more',
    );
  });
});

describe.each(PLACES)('%s keeps to its limit', (_, markdownOf, limit) => {
  function reportOf(number: number, result: TestResult): Report {
    const testcases = Array.from({ length: number }, (__, at) => createTestcase(at, { result }));
    return createReport({ outcome: 'failed', testsets: [createTestset({ outcome: 'failed' }, testcases)] });
  }

  test.each([1, 1_500, 10_000])('with %i devices', (number) => {
    for (const report of [many(number), reportOf(number, 'failed'), reportOf(number, 'passed')]) {
      expect(Buffer.byteLength(markdownOf(report))).toBeLessThanOrEqual(limit);
    }
  });

  test('with long texts that need escaping everywhere', () => {
    const dollars = '$'.repeat(5_000);
    const url = `https://example.com/?${'&'.repeat(900)}`;
    const testcases = Array.from({ length: 300 }, () => createTestcase(0, { device: dollars, result: 'error', url }));
    const facts = { warnings: [dollars], reasons: [{ sentence: dollars }] } as const;
    const several = Array.from({ length: 300 }, (__, at) =>
      createTestset(
        { id: at + 1, scenario: at, outcome: at % 2 ? 'failed' : 'refused', ...facts },
        testcases.slice(0, 9),
      ),
    );
    const one = [createTestset({ outcome: 'failed', ...facts }, testcases)];
    for (const testsets of [one, several]) {
      const outcome = testsets.length > 1 ? 'refused' : 'failed';
      const base = createReport({ outcome, sentence: dollars, hint: dollars, testsets });
      const markdown = markdownOf({
        ...base,
        app: { name: dollars, bytes: 1, sha256: dollars },
        request: { kind: 'automated', name: dollars },
        run: { ...base.run, url, commit: dollars },
        artifact: { name: dollars, url },
        comparison: { branch: dollars, runNumber: 1, runUrl: url },
        history: [past(dollars, 'PFPF')],
      });
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(limit);
      expectHarmless(base);
    }
  });
});

test('the summary of 10,000 devices says how many that passed it does not name', () => {
  const text = textOf(summaryMarkdown(createView(many(10_000))));
  expect(text).toMatch(/… \d,\d{3} more: all are in/);
  expect(text).toContain('9,900 passed, the slowest');
});
