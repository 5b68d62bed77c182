import { describe, expect, test } from '@jest/globals';

import { NO_COUNTS, type Counts } from '../../src/model/counts.ts';
import type { ErrorCode } from '../../src/model/errors.ts';
import { OUTCOMES, worstOutcome, type Outcome } from '../../src/model/outcome.ts';
import type { Report } from '../../src/model/report.ts';
import type { DeviceLabel, Limits, TestVerdict } from '../../src/model/verdict.ts';
import type { TestResult } from '../../src/model/results.ts';
import { describeReport, hintOf, sentenceOf, sortByOutcome } from '../../src/report/describe-report.ts';
import { OUTCOME_TEXTS } from '../../src/report/outcomes.ts';
import { KNOWN_CODES } from '../../src/model/error-codes.ts';
import * as reports from '../support/reports.ts';
import type { GivenRun, GivenTestset } from '../support/reports.ts';

const { createReport, createTestcase, createTestcases, createTestset, ended, endedWithoutId } = reports;
const { reportOf, without } = reports;

const problem = { code: 'credentials', message: 'Denied.', hint: 'Check the key.' } as const;
const unreachable = { ...problem, code: 'unreachable' } as const;
const noStatus = { status: 'Unknown', counts: NO_COUNTS } as const;
const counts = { total: 8, pass: 4, fail: 1, error: 0, stop: 0 };
const reasons = [{ sentence: 'Why.' }];

function rejected(reason: string, code = 4081): GivenTestset {
  const rejection = { code, reason, message: 'Wrong' };
  return { ...noStatus, problem: { ...problem, code: 'service-refused', rejection } };
}

function passed(results: readonly TestResult[], limits: Partial<Limits>): Report {
  const devices = createTestcases(results.length, (at) => results[at] ?? 'passed');
  return reportOf(devices, { outcome: 'passed', limits: { fail: 0, error: 0, stop: 0, ...limits } });
}

/** A testset with these results, and a device in quarantine that failed. */
function withExcused(outcome: Outcome, ...results: readonly DeviceLabel[]): Report {
  const devices = results.map((result, at): GivenRun => ({ device: `A${at}`, result }));
  const excused: GivenRun = { device: 'B', result: 'failed', excused: 'quarantined' };
  const suites = [{ name: 'S', testcases: [...devices, excused] }];
  return createReport({ outcome, testsets: [createTestset({ outcome, suites })] });
}

const fetchAgain = 'Look at testset 251929 in the service, or fetch the results again with `testset-id: 251929`.';

const failed = createTestcase(0, { result: 'failed' });

const testset = (id: number | undefined, outcome: Outcome, ...sentences: string[]): TestVerdict =>
  createTestset({ id, outcome, reasons: sentences.map((sentence) => ({ sentence })) });

const unknown = (scenario: number, id?: number): TestVerdict =>
  createTestset({ ...noStatus, outcome: 'unknown-start', scenario, problem, id });

type ReportText = ReturnType<typeof describeReport>;

/** Facts of a text; some are matchers. */
type Facts = { readonly [key in keyof ReportText]?: unknown };

test.each<[heading: string, report: Report, more?: Facts]>([
  ['✅ The only device passed', createReport()],
  ['✅ Passed, though 1 of 3 devices failed (allowed: 1)', passed(['passed', 'passed', 'failed'], { fail: 1 })],
  ['✅ Passed, though 1 of 2 devices had an error (allowed: any)', passed(['passed', 'error'], { error: Infinity })],
  ['✅ Passed, though 2 of 3 devices were stopped (allowed: 2)', passed(['passed', 'skipped', 'skipped'], { stop: 2 })],
  ['✅ Passed, though 2 of 3 devices did not pass', passed(['passed', 'failed', 'error'], { fail: 1, error: 1 })],
  ['✅ All 2 testsets passed', createReport({ testsets: [createTestset(), createTestset({ id: 5 })] })],
  [
    '❌ The only device did not pass',
    reportOf([failed], { testsets: [createTestset({ outcome: 'failed', reasons }, [failed])] }),
    { details: ['Why.'], advice: 'Each device that did not pass links to its result page.', onPage: [''] },
  ],
  [
    '❌ The only device did not pass',
    ended('failed', { suites: [], counts: { ...NO_COUNTS, total: 1, stop: 1 } }),
    { advice: fetchAgain, onPage: [fetchAgain, ''] },
  ],
  [
    '✅ Passed with 1 quarantined of 3 devices; 1 more did not pass, as allowed',
    withExcused('passed', 'passed', 'failed'),
  ],
  ['❌ 2 of 3 devices did not pass (1 quarantined)', withExcused('failed', 'passed', 'failed')],
  ['❌ 1 of 3 testsets failed, 1 was not accepted', reports.severalTestsets()],
  ['⚠️ Inconclusive: a result document cannot be read', reports.inconclusive()],
  [
    '⚠️ Inconclusive: One of 1.5',
    ended('inconclusive', { reasons: [{ sentence: 'One of 1.5.' }, { sentence: 'Two.' }] }),
    { details: ['Two.'], advice: fetchAgain, onPage: ['Two.', fetchAgain, ''] },
  ],
  // A table shows the figures of the sources.
  [
    '⚠️ Inconclusive: One',
    ended('inconclusive', {
      reasons: [{ sentence: 'One.' }, { sentence: 'Two.', isInSources: true }, { sentence: 'Three.' }],
    }),
    { onPage: ['Three.', expect.stringContaining('source'), fetchAgain, ''] },
  ],
  ['⚠️ Inconclusive: the result is not known', ended('inconclusive', { reasons: [] })],
  [
    '⏳ Not over after 180 min: 5 of 8 devices done',
    ended('timed-out', { counts, problem: unreachable }),
    { details: ['Denied.'], advice: 'Check the key.' },
  ],
  [
    '⏳ No status of the testset within 180 min',
    ended('timed-out', rejected('Invalid pid', 2001)),
    { details: ['Denied.'], advice: '' },
  ],
  ['⏳ Still running after 180 min', ended('timed-out', { counts: NO_COUNTS })],
  ['⏳ No status of the testset within 180 min', ended('timed-out', noStatus)],
  ['⏳ No status of the testset', { ...ended('timed-out', noStatus), durationSeconds: 2 }],
  ['🚫 Cancelled: testset 251929 may still be running', ended('cancelled', noStatus), { details: [] }],
  [
    '🚫 Cancelled before the results of testset 251929 were fetched',
    ended('cancelled', { status: 'Complete' }),
    { attach: { purpose: 'To fetch them', testsetIds: [251_929] } },
  ],
  ['🚫 Cancelled: no testset was created', endedWithoutId('cancelled')],
  [
    '🚫 Not accepted: no device of project 509 is free',
    ended('refused', rejected('')),
    {
      details: ['Look at testset 251929 in the service.', "The service's code is 4081: Wrong."],
      advice: 'Fetch its results later with `testset-id: 251929`.',
    },
  ],
  [
    '🚫 Not accepted: no device of the project is free',
    { ...ended('refused', rejected('')), request: { kind: 'attached', name: '' } },
    { details: ['', "The service's code is 4081: Wrong."], advice: 'Check the key.' },
  ],
  ['🚫 Not accepted: Its own words', ended('refused', rejected('Its own words', 9_999))],
  ['🚫 Not accepted: the service rejected the request', ended('refused', noStatus)],
  [
    '🚫 Not accepted: wrong user id or access key',
    endedWithoutId('refused', { ...noStatus, problem }),
    { details: ['Denied.', 'No testset was created.'] },
  ],
  [
    '⚠️ Unknown whether a testset was created',
    { ...endedWithoutId('unknown-start', noStatus), request: { kind: 'scenario', name: 'Login' } },
    { advice: expect.stringContaining('Look for the testset "Login"') },
  ],
  [
    '⚠️ Unknown whether a testset was created',
    { ...endedWithoutId('unknown-start', { ...noStatus, retry: 1 }), request: { kind: 'scenario', name: 'Login' } },
    { advice: expect.stringContaining('Look for the testset "Login retry 1"') },
  ],
  [
    '⚠️ Unknown whether testset 251929 was created',
    ended('unknown-start', noStatus),
    { attach: { purpose: 'If it exists, start no other', testsetIds: [251_929] } },
  ],
  [
    '⚠️ 2 of 3 scenarios may have started',
    createReport({ outcome: 'unknown-start', testsets: [createTestset({ scenario: 1 }), unknown(2), unknown(3)] }),
  ],
  ['🚫 Not started: the service could not be used', endedWithoutId('not-started', { ...noStatus, problem })],
  ['🚫 Not started: an unexpected error occurred', endedWithoutId('not-started', noStatus)],
  ['▶️ Started: testset 251929', ended('started', { counts: NO_COUNTS })],
])('%s', (heading, report, more = {}) => {
  const text = describeReport(report);
  expect(`${text.icon} ${text.heading}`).toBe(heading);
  expect(text).toMatchObject(more);
});

test.each<[counts: Partial<Counts>, details: readonly string[]]>([
  [{ total: 8, pass: 3 }, ['3 of 8 devices were done, and all 3 had passed.']],
  [{ total: 8, fail: 1 }, ['1 of 8 devices was done, and 0 had passed.']],
  [{ total: 8 }, []],
  [{ pass: 3 }, []],
])('a cancelled testset with %j is still running', (some, details) => {
  const heading = 'Cancelled: testset 251929 is still running';
  expect(describeReport(ended('cancelled', { counts: { ...NO_COUNTS, ...some } }))).toMatchObject({ heading, details });
});

function describeAll(testsets: readonly TestVerdict[], name = 'Fix login #7'): ReportText {
  const outcome = worstOutcome(testsets.map((each) => each.outcome));
  const report = createReport({ outcome, testsets, request: { kind: 'scenario', name } });
  return describeReport(without(report, 'hint'));
}

const SEVEN = [1, 2, 3, 4, 5, 6, 7].map((id) => testset(id, 'failed', 'Why.'));
const KEPT = [1, 2].map((id) => createTestset({ id, origin: { kind: 'kept', attempt: id } }));

test.each<[sentence: string, testsets: readonly TestVerdict[]]>([
  ['1 of 2 testsets failed. Testset 1: Why.', [testset(1, 'failed', 'Why.'), testset(2, 'passed')]],
  [
    '2 of 2 scenarios were not accepted. Scenarios 6, 7: Why.',
    [6, 7].map((scenario) => ({ ...testset(undefined, 'refused', 'Why.'), scenario })),
  ],
  ['7 of 7 testsets failed. Testsets 1, 2, 3, 4, 5 and 2 more: Why.', SEVEN],
  [
    '4 of 4 testsets were not accepted. Testsets 1, 2, 3, 4: No 1. No 2. No 3. And 1 more reason.',
    [1, 2, 3, 4].map((id) => testset(id, 'refused', `No ${id}.`)),
  ],
  ['All 2 device runs passed in earlier attempts.', KEPT],
])('of several: %s', (sentence, testsets) => {
  expect(sentenceOf(describeAll(testsets))).toBe(sentence);
});

describe('the next step', () => {
  const running = (id: number, given: GivenTestset = {}): TestVerdict =>
    createTestset({ id, outcome: 'timed-out', status: 'Running', ...given });
  const cancelled = createTestset({ id: 2, outcome: 'cancelled', status: 'Unknown' });
  const refused = createTestset({ id: 4, outcome: 'refused', status: 'Unknown', problem });
  const withoutPage = createTestset({ outcome: 'failed' }, [without(failed, 'url'), createTestcase(1)]);
  const unknowns = (number: number): TestVerdict[] => Array.from({ length: number }, (_, at) => unknown(101 + at));

  test.each<[what: string, testsets: readonly TestVerdict[], expected: RegExp]>([
    ['nothing if all passed', [testset(1, 'passed'), testset(2, 'passed')], /^$/],
    ['result pages of several', [testset(1, 'failed'), createTestset({ outcome: 'failed' }, [failed])], /result page/],
    ['no result pages if there is none', [withoutPage], /^(?!.*result page).*testset-id: 251929/],
    ['all that may still run', [running(1), cancelled, testset(3, 'passed')], /^2 testsets may .*`testset-id: 1,2`/],
    ['the hint', [refused], /^Check the key\.$/],
    ['no hint for a create after a wait', [running(1, { problem: rejected('', 5002).problem })], /^To wait .*: 1`\.$/],
    ['nor for several', [1, 2].map((id) => running(id, { problem: rejected('').problem })), /^2 testsets may/],
    ['the hint of all', [refused, { ...refused, id: 5 }], /^Check the key\.$/],
    ['whose hint', [refused, running(1)], /^For the testset that was not accepted: Check the key\. .*`testset-id: 1`/],
    ['a name to look for', unknowns(1), /for the testset "Fix login #7"/],
    ['two names', unknowns(2), /the testsets "Fix login #7 \[101\]", "Fix login #7 \[102\]":/],
    ['four names and a scenario', unknowns(5), /\[104\]", and for those of scenario 105:/],
    ['four names and many scenarios', unknowns(30), /118, 119 and 11 more:/],
    ['known identifiers', [101, 102].map((at) => unknown(at, at)), /`testset-id: 101,102`/],
    ['one of each', [unknown(101, 5), unknown(102)], /Check the key\..*`testset-id: 5`/],
  ])('%s', (_, testsets, expected) => {
    expect(hintOf(describeAll(testsets))).toMatch(expected);
  });

  test.each<[where: string, testsets: readonly TestVerdict[], onPage: readonly string[]]>([
    ['beside the devices', [testset(1, 'failed'), testset(2, 'failed')], ['']],
    ['in its row beside others', [refused, testset(1, 'passed')], ['']],
    ['below the heading if all are alike', [refused, { ...refused, id: 5 }], ['Check the key.', '']],
    ['below the heading', [cancelled, testset(1, 'passed')], ['', '']],
  ])('of several is on a page %s', (_where, testsets, onPage) => {
    expect(describeAll(testsets).onPage).toEqual(onPage);
  });

  test('names of 1,000 testsets fit a job summary', () => {
    expect(hintOf(describeAll(unknowns(1_000), `${'x'.repeat(90)} #7`)).length).toBeLessThan(1_000);
  });
});

test('what failed comes first, then the worst, and what passed last', () => {
  const outcomes = ['passed', 'cancelled', 'failed', 'refused', 'failed'] as const;
  const sorted = sortByOutcome(outcomes.map((outcome, at) => testset(at, outcome)));
  expect(sorted.map(({ id }) => id)).toEqual([2, 4, 3, 1, 0]);
});

test('each outcome has a word, and verbs for one and for several', () => {
  const words = Object.values(OUTCOME_TEXTS).flatMap(({ word, verb }) => [word, ...verb]);
  expect(words.filter((text) => text !== '')).toHaveLength(OUTCOMES.length * 3);
});

const headingOf = (...given: Parameters<typeof endedWithoutId>): string =>
  describeReport(endedWithoutId(...given)).heading;

test('each code of the service has words of its own', () => {
  const headings = [...KNOWN_CODES, 9_999].map((code) => headingOf('refused', rejected('', code)));
  expect(new Set(headings).size).toBe(KNOWN_CODES.length + 1);
  expect(headings.filter((heading) => !/^Not accepted:(?: \S+){4,8}$/.test(heading))).toEqual([]);
});

test.each<[outcome: Outcome, codes: readonly ErrorCode[]]>([
  ['not-started', ['bad-inputs', 'app-file', 'unreachable', 'untrusted', 'proxy', 'deadline', 'unexpected']],
  ['refused', ['credentials', 'redirected', 'rate-limited']],
])('each reason for %s has words of its own', (outcome, codes) => {
  const headings = codes.map((code) => headingOf(outcome, { problem: { ...problem, code } }));
  expect(new Set([...headings, headingOf(outcome, rejected('', 9_999))]).size).toBe(codes.length + 1);
  expect(headings.filter((heading) => heading.endsWith(': '))).toEqual([]);
});

test.each<[conclusion: string, outcomes: readonly Outcome[]]>([
  ['success', ['passed']],
  ['failure', ['unknown-start', 'refused', 'not-started', 'inconclusive', 'failed', 'started']],
  ['cancelled', ['cancelled']],
  ['timed_out', ['timed-out']],
])('a check run has the conclusion %p for %j', (conclusion, outcomes) => {
  expect(OUTCOMES.filter((outcome) => OUTCOME_TEXTS[outcome].conclusion === conclusion)).toEqual(outcomes);
});
