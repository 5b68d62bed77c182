import { describe, expect, test } from '@jest/globals';

import type { Counts } from '../../src/model/counts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { Limits, ResultSource, TestsetOutcome } from '../../src/model/report.ts';
import type { Results } from '../../src/results/fetch-results.ts';
import { decideOutcome, limitViolations, sourcesOf, type Evidence } from '../../src/verdict/verdict.ts';

const NONE_ALLOWED: Limits = { fail: 0, error: 0, stop: 0 };

function counts(total: number, pass: number, fail = 0, error = 0, stop = 0): Counts {
  return { total, pass, fail, error, stop };
}

type Document = Exclude<ResultSource['source'], 'status'>;

function shows(source: Document, passed: number, notPassed = 0): ResultSource {
  return { source, state: 'read', passed, notPassed, why: '' };
}

function absent(source: Document): ResultSource {
  return { source, state: 'absent', passed: 0, notPassed: 0, why: '' };
}

function unfetched(source: Document): ResultSource {
  return { source, state: 'unfetched', passed: 0, notPassed: 0, why: '' };
}

function unreadable(source: Document): ResultSource {
  return { source, state: 'unreadable', passed: 0, notPassed: 0, why: 'it ends too early' };
}

interface Case {
  readonly counts: Counts;
  readonly xml?: ResultSource;
  readonly json?: ResultSource;
  readonly limits?: Partial<Limits>;
  readonly missingFields?: readonly string[];
  readonly active?: number;
  readonly announcedDevices?: number;
  /** The counts of the whole step, with several testsets. */
  readonly step?: Counts;
  readonly results?: Partial<Results>;
}

function decide(given: Case): TestsetOutcome {
  const { pass } = given.counts;
  const notPassed = given.counts.fail + given.counts.error + given.counts.stop;
  const documents = [given.xml ?? shows('xml', pass, notPassed), given.json ?? shows('json', pass, notPassed)] as const;
  const testset: Evidence = {
    status: {
      complete: true,
      word: 'Complete',
      counts: given.counts,
      active: given.active ?? 0,
      preparing: 0,
      missingFields: given.missingFields ?? [],
    },
    announcedDevices: given.announcedDevices ?? 0,
    results: { documents, suites: [], warnings: [], cancelled: false, ...given.results },
  };
  return decideOutcome(testset, {
    counts: given.step ?? given.counts,
    limits: { ...NONE_ALLOWED, ...given.limits },
    testsets: given.step ? 2 : 1,
  });
}

const REFUSED = new TestsetError({ code: 'service-refused', message: 'No.', hint: '' });

describe('the outcome of a complete testset (docs/design.md §5)', () => {
  test.each<[what: string, given: Case, outcome: string, reasons: readonly RegExp[]]>([
    ['all passed', { counts: counts(3, 3) }, 'passed', []],
    ['one failed', { counts: counts(3, 2, 1) }, 'failed', [/^1 device failed; `max-fail` allows 0\.$/]],
    ['one error', { counts: counts(3, 2, 0, 1) }, 'failed', [/^1 device had an error; `max-error` allows 0\.$/]],
    ['one stopped', { counts: counts(3, 2, 0, 0, 1) }, 'failed', [/^1 device was stopped;/]],
    ['two stopped', { counts: counts(3, 1, 0, 0, 2) }, 'failed', [/^2 devices were stopped; `max-stop` allows 0\.$/]],
    ['one of each', { counts: counts(4, 1, 1, 1, 1) }, 'failed', [/max-fail/, /max-error/, /max-stop/]],
    ['one failed, one allowed', { counts: counts(3, 2, 1), limits: { fail: 1 } }, 'passed', []],
    ['two failed, one allowed', { counts: counts(3, 1, 2), limits: { fail: 1 } }, 'failed', [/allows 1\.$/]],
    ['an error where a failure is allowed', { counts: counts(3, 2, 0, 1), limits: { fail: 5 } }, 'failed', [/error/]],
    ['any failure allowed', { counts: counts(9, 1, 8), limits: { fail: Infinity } }, 'passed', []],
    [
      'all failed, any allowed',
      { counts: counts(9, 0, 9), limits: { fail: Infinity } },
      'inconclusive',
      [/^No device/],
    ],
    ['no devices', { counts: counts(0, 0) }, 'inconclusive', [/no devices/, /^No device passed/]],
    ['no devices, but some passed', { counts: counts(0, 2) }, 'inconclusive', [/no devices/]],
    ['one not finished', { counts: counts(3, 2), active: 1 }, 'inconclusive', [/^1 of 3 devices did not finish\.$/]],
    ['more results than devices', { counts: counts(2, 3) }, 'inconclusive', [/more results than devices/]],
    [
      'fewer than announced',
      { counts: counts(3, 3), announcedDevices: 4 },
      'inconclusive',
      [/announced 4 devices.* 3\.$/],
    ],
    ['as many as announced', { counts: counts(3, 3), announcedDevices: 3 }, 'passed', []],
    ['more than announced', { counts: counts(3, 3), announcedDevices: 1 }, 'passed', []],
    [
      'missing counts',
      { counts: counts(3, 3), missingFields: ['fail_cnt', 'x'] },
      'inconclusive',
      [/for fail_cnt, x\.$/],
    ],
    ['one counted as running', { counts: counts(3, 3), active: 1 }, 'inconclusive', [/^The status counts 1 device as/]],
    ['no XML', { counts: counts(3, 3), xml: absent('xml') }, 'passed', []],
    ['no JSON', { counts: counts(3, 3), json: absent('json') }, 'passed', []],
    ['neither', { counts: counts(3, 3), xml: absent('xml'), json: absent('json') }, 'inconclusive', [/XML nor JSON/]],
    ['XML cut off', { counts: counts(3, 3), xml: unreadable('xml') }, 'inconclusive', [/XML.*: it ends too early\.$/]],
    ['JSON not fetched', { counts: counts(3, 3), json: unfetched('json') }, 'inconclusive', [/JSON results could not/]],
    ['JSON cut off', { counts: counts(3, 3), json: unreadable('json') }, 'inconclusive', [/JSON results cannot/]],
    ['bare XML cut off', { counts: counts(3, 3), xml: unreadable('bare_xml') }, 'inconclusive', [/bare XML results/]],
    ['over the limit and XML cut off', { counts: counts(3, 2, 1), xml: unreadable('xml') }, 'failed', [/max-fail/]],
    ['XML with fewer passed', { counts: counts(3, 3), xml: shows('xml', 2) }, 'inconclusive', [/XML shows 2/]],
    ['XML with more passed', { counts: counts(3, 3), xml: shows('xml', 4) }, 'inconclusive', [/XML shows 4/]],
    [
      'JSON with one not passed',
      { counts: counts(3, 3), json: shows('json', 3, 1) },
      'inconclusive',
      [/3 passed and 1/],
    ],
    ['documents without testcases', { counts: counts(3, 3), xml: shows('xml', 0) }, 'inconclusive', [/XML shows 0/]],
    [
      'a stopped device absent from the documents',
      { counts: counts(3, 2, 0, 0, 1), limits: { stop: 1 }, xml: shows('xml', 2), json: shows('json', 2) },
      'passed',
      [],
    ],
    [
      'documents that name different devices',
      { counts: counts(3, 3), results: { difference: 'They differ.' } },
      'inconclusive',
      [/^They differ\.$/],
    ],
    [
      'over the limit, and different devices',
      { counts: counts(3, 2, 1), results: { difference: 'They differ.' } },
      'failed',
      [/max-fail/, /^They differ\.$/],
    ],
    [
      'different figures, and so different devices',
      { counts: counts(3, 3), xml: shows('xml', 2), results: { difference: 'They differ.' } },
      'inconclusive',
      [/XML shows 2/],
    ],
    ['no results', { counts: counts(3, 3), results: { problem: REFUSED } }, 'inconclusive', [/fetched: No\.$/]],
    ['cancelled before the results', { counts: counts(3, 3), results: { cancelled: true } }, 'cancelled', [/cancel/]],
    ['cancelled, over the limit', { counts: counts(3, 2, 1), results: { cancelled: true } }, 'failed', [/max-fail/]],
    ['another testset failed', { counts: counts(3, 3), step: counts(6, 4, 2) }, 'passed', []],
    [
      'within the limit alone, over it together',
      { counts: counts(3, 2, 1), limits: { fail: 1 }, step: counts(6, 4, 2) },
      'failed',
      [/^1 device run failed, 2 in all; `max-fail` allows 1\.$/],
    ],
    [
      'none passed here, some in another testset',
      { counts: counts(1, 0, 1), limits: { fail: Infinity }, step: counts(4, 3, 1) },
      'passed',
      [],
    ],
  ])('%s', (_what, given, outcome, reasons) => {
    const verdict = decide(given);
    expect(verdict.outcome).toBe(outcome);
    expect(verdict.reasons.map(({ sentence }) => sentence)).toEqual(
      reasons.map((reason): unknown => expect.stringMatching(reason)),
    );
    const forHeadline = outcome === 'inconclusive' ? verdict.reasons : [];
    expect(forHeadline.filter(({ words = '' }) => words === '')).toEqual([]);
  });

  test.each([
    [1, '1 device is still'],
    [2, '2 devices are still'],
  ])('is inconclusive with %i counted as running, and says so', (active, words) => {
    expect(decide({ counts: counts(3, 3), active }).reasons[0]?.words).toContain(words);
  });

  test('is inconclusive if sources contradict each other, and says how', () => {
    const [reason] = decide({ counts: counts(3, 3), xml: shows('xml', 2, 1) }).reasons;
    expect(reason?.sentence).toMatch(/status counts 3 passed and 0 not passed.*XML shows 2 passed and 1 not passed/);
    expect(reason?.isInSources).toBe(true);
  });
});

test('the status is the first source, and counts unfinished devices as not passed', () => {
  const status = {
    complete: true,
    word: 'Complete',
    counts: counts(20, 1, 2, 3, 4),
    active: 0,
    preparing: 0,
    missingFields: [],
  };
  const documents = [shows('xml', 1, 9), absent('json')] as const;
  expect(sourcesOf({ status, results: { documents, suites: [], warnings: [], cancelled: false } })).toEqual([
    { source: 'status', state: 'read', passed: 1, notPassed: 19, why: '' },
    ...documents,
  ]);
});

test('a testset without failures contributes nothing to a limit that others exceed', () => {
  expect(limitViolations(counts(3, 3), { counts: counts(20, 15, 5), limits: NONE_ALLOWED, testsets: 2 })).toEqual([]);
});
