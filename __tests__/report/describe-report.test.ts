import { describe, expect, test } from '@jest/globals';

import type { Counts } from '../../src/model/counts.ts';
import { TestsetError, type ErrorCode } from '../../src/model/errors.ts';
import { OUTCOMES, type Outcome } from '../../src/model/outcome.ts';
import type { Report } from '../../src/model/report.ts';
import type { Testset } from '../../src/model/testset.ts';
import type { TestResult } from '../../src/model/results.ts';
import { describeReport, hintOf, sentenceOf, sortByOutcome } from '../../src/report/describe-report.ts';
import { OUTCOME_TEXTS } from '../../src/report/outcomes.ts';
import { SERVICE_CODES } from '../../simulator/codes.ts';
import { reportOf } from '../support/reports.ts';
import { complete, device, devices, judged, notCreated, unfinished } from '../support/testsets.ts';

const error = new TestsetError({ code: 'credentials', message: 'Denied.', hint: 'Check the key.' });
const withCode = (code: ErrorCode): TestsetError => new TestsetError({ ...plain, code });
const plain = { message: 'Denied.', hint: 'Check the key.' };
const SCENARIO = { kind: 'scenario', name: 'Login' } as const;

function rejected(reason: string, code = 4081): TestsetError {
  return new TestsetError({ ...plain, code: 'service-rejected', rejection: { code, reason, message: 'Wrong' } });
}

function passed(results: readonly TestResult[], maxFailures: number): Report {
  return reportOf(complete(results.map((result, at) => device(at, { result }))), { maxFailures });
}

/** Three devices, of which two failed, one of them in quarantine. */
function withExcused(maxFailures = 0): Report {
  const quarantine = [{ reason: 'r', owner: 'o', expires: '2026-12-15', device: device(2).device }];
  return reportOf(complete(devices(3, { 1: 'failed', 2: 'failed' })), { maxFailures, quarantine });
}

/** A report after three hours. */
function ended(...[outcome, given]: Parameters<typeof unfinished>): Report {
  return reportOf(unfinished(outcome, given), { durationSeconds: 10_800 });
}

const unseen = (outcome: Outcome, error?: TestsetError): Report => ended(outcome, { isRunning: false, error });

const fetchAgain = 'Look at testset 251929 in the service, or fetch the results again with `testset-id: 251929`.';

function testset(id: number, outcome: Outcome, ...sentences: string[]): Testset {
  if (outcome === 'passed') return complete(devices(1), { id });
  return outcome === 'failed' ? complete(devices(1, { 0: 'failed' }), { id }) : unfinished(outcome, { id, sentences });
}

const unknown = (scenario: number, id?: number): Testset => notCreated('unknown-start', { scenario, id, error });

type ReportText = ReturnType<typeof describeReport>;

/** Facts of a text; some are matchers. */
type Facts = { readonly [key in keyof ReportText]?: unknown };

test.each<[heading: string, report: Report, more?: Facts]>([
  ['✅ The only device passed', reportOf(complete(devices(1)))],
  ['✅ Passed, with 1 failure that max-failures allows', passed(['passed', 'error'], Infinity)],
  ['✅ Passed, with 3 failures that max-failures allows', passed(['passed', 'failed', 'error', 'skipped'], 3)],
  ['✅ All 2 testsets passed', reportOf([testset(5, 'passed'), testset(6, 'passed')])],
  [
    '❌ The only device did not pass',
    reportOf(testset(251_929, 'failed')),
    {
      details: [],
      advice: 'Open the result page of the device that did not pass.',
    },
  ],
  [
    '❌ The only device did not pass',
    reportOf(complete([], { counts: { total: 1, pass: 0, fail: 0, error: 0, stop: 1, initializing: 0 } })),
    { advice: fetchAgain },
  ],
  ['✅ Passed: 1 of 3 devices failed and is quarantined, with 1 failure that max-failures allows', withExcused(1)],
  [
    '⚠️ Inconclusive: the XML cannot be read',
    reportOf(complete(devices(3), { xml: { state: 'unreadable', why: 'it is empty.' } })),
    { details: ['It is empty.'] },
  ],
  [
    '⚠️ Inconclusive: One of 1.5',
    ended('inconclusive', { sentences: ['One of 1.5.', 'Two.'] }),
    { details: ['Two.'], advice: fetchAgain },
  ],
  ['⚠️ Inconclusive: the result is not known', ended('inconclusive')],
  [
    '⏳ Timed out after 180 min: 5 of 8 devices done',
    ended('timed-out', { counts: { pass: 4, fail: 1 }, error: withCode('unreachable') }),
    { details: ['Denied.'], advice: 'Check the key.' },
  ],
  [
    '⏳ No status of the testset within 180 min',
    unseen('timed-out', rejected('Invalid pid', 2001)),
    { details: ['Denied.'], advice: '' },
  ],
  ['⏳ Timed out after 180 min', ended('timed-out', { counts: { total: 0 } })],
  ['⏳ No status of the testset within 180 min', unseen('timed-out')],
  ['⏳ No status of the testset', { ...unseen('timed-out'), durationSeconds: 2 }],
  ['🚫 Cancelled: testset 251929 may still be running', unseen('cancelled'), { details: [] }],
  [
    '🚫 Cancelled before the results of testset 251929 were fetched',
    reportOf(complete(devices(1), { isCancelled: true })),
    { attach: 'To fetch them: run a step with `testset-id: 251929`.' },
  ],
  ['🚫 Cancelled: no testset was created', reportOf(notCreated('cancelled'))],
  [
    '🚫 Rejected: no device of project 509 is free',
    unseen('rejected', rejected('')),
    {
      details: ['Look at testset 251929 in the service.', "The service's code is 4081: Wrong."],
      advice: 'Fetch its results later with `testset-id: 251929`.',
    },
  ],
  [
    '🚫 Rejected: no device of the project is free',
    { ...unseen('rejected', rejected('')), request: { kind: 'attached', name: '' } },
    { details: ["The service's code is 4081: Wrong."], advice: 'Check the key.' },
  ],
  ['🚫 Rejected: Its own words', unseen('rejected', rejected('Its own words', 9_999))],
  ['🚫 Rejected: the service rejected the request', unseen('rejected')],
  [
    '🚫 Rejected: wrong user id or access key',
    reportOf(notCreated('rejected', { error })),
    { details: ['Denied.', 'No testset was created.'] },
  ],
  [
    '⚠️ Unknown whether a testset was created',
    reportOf(notCreated('unknown-start', { retry: 1 }), { request: SCENARIO }),
    { advice: expect.stringContaining('Look for the testset "Login retry 1"') },
  ],
  [
    '⚠️ Unknown whether testset 251929 was created',
    reportOf(notCreated('unknown-start', { id: 251_929 })),
    { attach: 'If it exists: run a step with `testset-id: 251929`.' },
  ],
  ['⚠️ 2 of 3 scenarios may have started', reportOf([complete(devices(1), { scenario: 1 }), unknown(2), unknown(3)])],
  ['🚫 Not started: the service could not be used', reportOf(notCreated('not-started', { error }))],
  ['🚫 Not started: an unexpected error occurred', reportOf(notCreated('not-started'))],
])('%s', (heading, report, more = {}) => {
  const text = describeReport(report);
  expect(`${text.icon} ${text.heading}`).toBe(heading);
  expect(text).toMatchObject(more);
});

test.each<[counts: Partial<Counts>, details: readonly string[]]>([
  [{ total: 8, fail: 1 }, ['1 of 8 devices was done, and 0 had passed.']],
  [{ total: 8 }, []],
  [{ total: 0, pass: 3 }, []],
])('a cancelled testset with %j is still running', (some, details) => {
  const heading = 'Cancelled: testset 251929 is still running';
  expect(describeReport(ended('cancelled', { counts: some }))).toMatchObject({ heading, details });
});

function describeAll(testsets: readonly Testset[], name = 'Fix login #7'): ReportText {
  return describeReport(reportOf(testsets, { request: { kind: 'scenario', name } }));
}

test.each<[sentence: string, testsets: readonly Testset[]]>([
  ['1 of 2 testsets failed.', [testset(1, 'failed'), testset(2, 'passed')]],
  [
    '2 of 2 scenarios were rejected. Scenarios 6, 7: Why.',
    [6, 7].map((scenario) => notCreated('rejected', { scenario, sentences: ['Why.'] })),
  ],
  [
    '7 of 7 testsets were rejected. Testsets 1, 2, 3, 4, 5 and 2 more: Why.',
    [1, 2, 3, 4, 5, 6, 7].map((id) => testset(id, 'rejected', 'Why.')),
  ],
  [
    '4 of 4 testsets were rejected. Testsets 1, 2, 3, 4: No 1. No 2. No 3. And 1 more reason.',
    [1, 2, 3, 4].map((id) => testset(id, 'rejected', `No ${id}.`)),
  ],
])('of several: %s', (sentence, testsets) => {
  expect(sentenceOf(describeAll(testsets))).toBe(sentence);
});

describe('the next step', () => {
  const running = (id: number, error?: TestsetError): Testset => unfinished('timed-out', { id, error });
  const cancelled = unfinished('cancelled', { id: 2, isRunning: false });
  const denied = (id: number): Testset => unfinished('rejected', { id, isRunning: false, error });
  const withoutPage = complete([device(0, { result: 'failed', url: undefined }), device(1)]);
  const unknowns = (number: number): Testset[] => Array.from({ length: number }, (_, at) => unknown(101 + at));

  test.each<[what: string, testsets: readonly Testset[], expected: RegExp]>([
    ['nothing if all passed', [testset(1, 'passed'), testset(2, 'passed')], /^$/],
    ['result pages of several', [testset(1, 'failed'), testset(2, 'failed')], /result page/],
    ['no result pages if there is none', [withoutPage], /^(?!.*result page).*testset-id: 251929/],
    ['all that may still run', [running(1), cancelled, testset(3, 'passed')], /^2 testsets may .*`testset-id: 1,2`/],
    ['the hint', [denied(4)], /^Check the key\.$/],
    ['no hint for a create after a wait', [running(1, rejected('', 5002))], /^To wait .*: 1`\.$/],
    ['nor for several', [1, 2].map((id) => running(id, rejected(''))), /^2 testsets may/],
    ['the hint of all', [denied(4), denied(5)], /^Check the key\.$/],
    ['whose hint', [denied(4), running(1)], /^For the testset that was rejected: Check the key\. .*`testset-id: 1`/],
    ['a name to look for', unknowns(1), /for the testset "Fix login #7"/],
    ['two names', unknowns(2), /the testsets "Fix login #7 \[101\]", "Fix login #7 \[102\]":/],
    ['four names and a scenario', unknowns(5), /\[104\]", and for those of scenario 105:/],
    ['four names and many scenarios', unknowns(30), /118, 119 and 11 more:/],
    ['known identifiers', [101, 102].map((at) => unknown(at, at)), /`testset-id: 101,102`/],
    ['one of each', [unknown(101, 5), unknown(102)], /Check the key\..*`testset-id: 5`/],
  ])('%s', (_, testsets, expected) => {
    expect(hintOf(describeAll(testsets))).toMatch(expected);
  });

  test('names of 1,000 testsets fit a job summary', () => {
    expect(hintOf(describeAll(unknowns(1_000), `${'x'.repeat(90)} #7`)).length).toBeLessThan(1_000);
  });
});

test('what failed comes first, then the worst, and what passed last', () => {
  const outcomes = ['passed', 'cancelled', 'failed', 'rejected', 'failed'] as const;
  const sorted = sortByOutcome(outcomes.map((outcome, at) => judged(testset(at, outcome))));
  expect(sorted.map(({ id }) => id)).toEqual([2, 4, 3, 1, 0]);
});

test('each outcome has a word, and verbs for one and for several', () => {
  const words = Object.values(OUTCOME_TEXTS).flatMap(({ word, verb }) => [word, ...verb]);
  expect(words.filter((text) => text !== '')).toHaveLength(OUTCOMES.length * 3);
});

const headingOf = (outcome: Outcome, error: TestsetError): string =>
  describeReport(reportOf(notCreated(outcome, { error }))).heading;

test('each code of the service has words of its own', () => {
  const headings = [...SERVICE_CODES, 9_999].map((code) => headingOf('rejected', rejected('', code)));
  expect(new Set(headings).size).toBe(SERVICE_CODES.length + 1);
  expect(headings.filter((heading) => !/^Rejected:(?: \S+){4,8}$/.test(heading))).toEqual([]);
});

test.each<[outcome: Outcome, codes: readonly ErrorCode[]]>([
  ['not-started', ['bad-inputs', 'app-file', 'unreachable', 'untrusted', 'proxy', 'deadline', 'unexpected']],
  ['rejected', ['credentials', 'redirected', 'rate-limited']],
])('each reason for %s has words of its own', (outcome, codes) => {
  const headings = codes.map((code) => headingOf(outcome, withCode(code)));
  expect(new Set([...headings, headingOf(outcome, rejected('', 9_999))]).size).toBe(codes.length + 1);
  expect(headings.filter((heading) => heading.endsWith(': '))).toEqual([]);
});
