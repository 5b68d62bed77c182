import { describe, expect, test } from '@jest/globals';

import { chooseRetries, type RetryChoice } from '../../src/verdict/choose-retries.ts';
import { UNNAMED } from '../../src/model/results.ts';
import type { Testset } from '../../src/model/testset.ts';
import { judge, type Rules } from '../../src/verdict/judge.ts';
import { completeOf, ENTRY, run, testsetOf, type Given } from './given.ts';

// docs/flakes.md, section about retries.

const MINUTE = 60_000;
const RULES: Rules = { maxFailures: 0, quarantine: [] };
const LIMITS = { most: 1, timeLeftMs: Infinity };

/** A testset with devices that end as the letters say: p(assed), f(ailed), e(rror), s(topped). */
function given(scenario: number, letters: string, more: Partial<Given> = {}): Given {
  const ends = { p: 'pass', f: 'fail', e: 'error', s: 'stop' } as const;
  const runs = Array.from(letters, (letter, at) => run(`D${at}`, ends[letter as keyof typeof ends]));
  return { id: 100 + scenario, scenario, runs, ...more };
}

function choose(testsets: readonly Given[], rules: Partial<Rules> = {}, most = 1): RetryChoice {
  return chooseAmong(testsets.map(testsetOf), { ...LIMITS, most }, { ...RULES, ...rules });
}

function chooseAmong(testsets: readonly Testset[], limits = LIMITS, rules = RULES): RetryChoice {
  return chooseRetries(judge(testsets, rules), rules.maxFailures, limits);
}

/** So many scenarios, of which the first ones fail. */
function scenarios(number: number, failing: number): readonly Given[] {
  return Array.from({ length: number }, (_, at) => given(at + 1, at < failing ? 'pf' : 'pp'));
}

const RETRY_FAILED = given(1, 'pf', { id: 201, retry: 1 });
/** Of one device that failed the XML shows nothing. */
const NAMELESS = given(1, '', { runs: [run('A', 'pass'), run('B', 'error', false)] });
const TIMED_OUT = given(1, '', { ended: 'timed-out' });
const REJECTED = given(2, '', { ended: 'rejected' });
const EXCUSED: Partial<Rules> = { quarantine: [{ ...ENTRY, scenarios: [1] }] };
const NO_RETRY: RetryChoice = { retries: [], notes: [] };

const noRetry = (words: RegExp) => ({ retries: [], notes: [expect.stringMatching(words)] });

describe('tried again is', () => {
  test.each<[what: string, testsets: readonly Given[], scenarios: readonly number[]]>([
    ['a scenario that failed', [given(1, 'pp'), given(2, 'pf')], [2]],
    ['one with an error', [given(1, 'pe')], [1]],
    ['one with both', [given(1, 'pfe')], [1]],
    ['every scenario that failed', [given(1, 'fp'), given(2, 'ff')], [1, 2]],
  ])('%s', (_what, testsets, failed) => {
    expect(choose(testsets)).toEqual({ retries: failed.map((scenario) => ({ scenario, retry: 1 })), notes: [] });
  });

  test('a scenario whose retry failed, as often as allowed', () => {
    const retries = [
      { scenario: 1, retry: 2 },
      { scenario: 2, retry: 1 },
    ];
    expect(choose([given(1, 'pf'), RETRY_FAILED, given(2, 'pf')], {}, 2).retries).toEqual(retries);
  });

  test('a scenario beside one that passed in its last retry', () => {
    const passed = given(1, 'pp', { id: 201, retry: 1 });
    expect(choose([given(1, 'pf'), passed, given(2, 'pf')]).retries).toEqual([{ scenario: 2, retry: 1 }]);
  });
});

test.each<[what: string, testsets: readonly Given[], rules?: Partial<Rules>]>([
  ['all passed', [given(1, 'pp')]],
  ['the failures are within the limit', [given(1, 'pf')], { maxFailures: 1 }],
  ['the retries of one are used up', [given(1, 'pf'), RETRY_FAILED, given(2, 'pf')]],
  ['its retry was rejected', [given(1, 'pf'), given(1, '', { id: 201, retry: 1, ended: 'rejected' })]],
  ['those of one within the limit are used up', [given(1, 'pf'), RETRY_FAILED, given(2, 'pe')], { maxFailures: 1 }],
  ['its retry did not end in time', [given(1, 'pf'), given(1, '', { id: 201, retry: 1, ended: 'timed-out' })]],
])('nothing is tried again, for no reason to tell, if %s', (_what, testsets, rules = {}) => {
  expect(choose(testsets, rules)).toEqual(NO_RETRY);
});

test.each<[what: string, testsets: readonly Given[], words: RegExp, rules?: Partial<Rules>]>([
  ['a scenario was only stopped', [given(1, 'ps')], /a user stopped a device/],
  ['one failed and was stopped, too', [given(1, 'fess'), given(2, 'pp')], /a user stopped a device/],
  ['its results are in doubt', [given(1, 'pf', { isUnconfirmed: true })], /results of 1 scenario are missing or in/],
  ['two are not complete, and another was stopped', [TIMED_OUT, REJECTED, given(3, 'ps')], /results of 2 scenarios/],
  ['a failure has no name', [NAMELESS, given(2, 'pp')], /do not name all/],
  ['one without a name is excused, one was stopped', [NAMELESS, given(2, 'ps')], /a user stopped a device/, EXCUSED],
  ['its name is empty', [given(1, '', { runs: [run('A', 'pass'), run(UNNAMED, 'error')] })], /do not name all/],
  ['all failures are excused, and nothing passed', [given(1, 'ff')], /no device passed/, { quarantine: [ENTRY] }],
])('nothing is tried again, and a note says so, if %s', (_what, testsets, words, rules = {}) => {
  expect(choose(testsets, rules)).toEqual(noRetry(words));
});

test('an automated test is not tried again: it has no scenario to create again', () => {
  expect(chooseAmong([{ ...testsetOf(given(1, 'pf')), scenario: undefined }])).toEqual(NO_RETRY);
});

describe('nothing is tried again, because the step stays red, if', () => {
  test.each<[what: string, other: Given]>([
    ['another scenario was stopped', given(2, 'ps')],
    ['another is in doubt', given(2, 'pp', { isUnconfirmed: true })],
    ['another may have been created', given(2, '', { ended: 'unknown-start' })],
  ])('%s', (_what, other) => {
    expect(choose([given(1, 'pf'), other])).toEqual(noRetry(/fail even if the failed scenario /));
    expect(choose([given(1, 'pf'), other, given(3, 'pf')])).toEqual(noRetry(/even if the 2 failed scenarios /));
  });

  test('not if what else did not pass is within the limit', () => {
    const { retries } = choose([given(1, 'pff'), given(2, 'ps')], { maxFailures: 1 });
    expect(retries).toEqual([{ scenario: 1, retry: 1 }]);
  });
});

test.each([
  [5, 5],
  [50, 5],
  [60, 6],
])('of %i scenarios, %i are tried again, and not one more', (number, most) => {
  expect(choose(scenarios(number, most))).toMatchObject({ retries: { length: most } });
  const words = new RegExp(`\\b${most + 1} scenarios failed, and at most ${most} `);
  expect(choose(scenarios(Math.max(number, most + 1), most + 1))).toEqual(noRetry(words));
});

describe('the time until `timeout`', () => {
  const complete = { ...completeOf(given(1, 'pf')), tookMs: 10 * MINUTE };
  const retryWith = (timeLeftMs: number, ...testsets: readonly Testset[]): RetryChoice =>
    chooseAmong(testsets, { most: 1, timeLeftMs });

  test('must be as long as the testset took, and two minutes', () => {
    const other = testsetOf(given(2, 'pp'));
    expect(retryWith(12 * MINUTE, complete, other).retries).toHaveLength(1);
    expect(retryWith(12 * MINUTE - 1, complete, other)).toEqual(noRetry(/\b12m 00s\b/));
  });

  test('must be as long as the slowest device of what failed', () => {
    const runs = [{ ...run('slow', 'pass'), seconds: 900 }, run('fast', 'fail')];
    const slow = { ...completeOf(given(1, '', { runs })), tookMs: MINUTE };
    expect(retryWith(17 * MINUTE, slow).retries).toHaveLength(1);
    expect(retryWith(17 * MINUTE - 1, slow).retries).toEqual([]);
    expect(retryWith(17 * MINUTE - 1, slow, testsetOf(given(2, 'pf'))).retries).toEqual([]);
  });

  test('need not be as long as what passed', () => {
    const passed = { ...completeOf(given(2, 'pp')), tookMs: 99 * MINUTE };
    expect(retryWith(12 * MINUTE, passed, complete).retries).toHaveLength(1);
  });
});
