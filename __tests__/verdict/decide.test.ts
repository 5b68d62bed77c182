import { describe, expect, test } from '@jest/globals';

import { failureCount, type Counts } from '../../src/model/counts.ts';
import type { Suite } from '../../src/model/results.ts';
import { sentenceOf, shownReason, type Complete, type Decision } from '../../src/model/testset.ts';
import { decideOutcome, findDoubts } from '../../src/verdict/decide.ts';
import { complete, device, NO_XML, suiteOf, type GivenComplete } from '../support/testsets.ts';

function of(total: number, pass: number, fail = 0, error = 0, stop = 0): Counts {
  return { total, pass, fail, error, stop, initializing: 0 };
}

interface Case extends GivenComplete {
  readonly counts: Counts;
  readonly maxFailures?: number;
  /** The counts of the whole step, with several testsets. */
  readonly step?: Counts;
}

/** What a document with so many devices shows. */
function shows(passed: number, notPassed = 0): readonly Suite[] {
  const results = Array.from({ length: passed + notPassed }, (_, at) => (at < passed ? 'passed' : 'failed'));
  return [suiteOf(results.map((result, at) => device(at, { result })))];
}

function testsetOf(given: Case): Complete {
  const { pass, fail, error, stop } = given.counts;
  return complete([], { suites: shows(pass, fail + error + stop), ...given });
}

function decide(given: Case): Decision {
  const testset = testsetOf(given);
  const { counts, step = counts, maxFailures = 0 } = given;
  const totals = { failures: failureCount(step), passes: step.pass, maxFailures };
  return decideOutcome(testset, totals, failureCount(counts), findDoubts(testset));
}

const IN_ALL = /^1 device failed, 2 in all; `max-failures` allows 1\.$/;
const CUT_OFF = { state: 'unreadable', why: 'It ends too early.' } as const;
const UNFETCHED = { state: 'unfetched', why: 'No.' } as const;

describe('the outcome of a complete testset (docs/design.md §5)', () => {
  test.each<[what: string, counts: Counts, given: Partial<Case>, outcome: string, reasons: readonly RegExp[]]>([
    ['all passed', of(3, 3), {}, 'passed', []],
    ['one failed', of(3, 2, 1), {}, 'failed', [/^1 device failed; `max-failures` allows 0\.$/]],
    ['one error', of(3, 2, 0, 1), {}, 'failed', [/^1 device failed; /]],
    ['one stopped', of(3, 2, 0, 0, 1), {}, 'failed', [/^1 device was stopped by a user;/]],
    ['two stopped', of(3, 1, 0, 0, 2), {}, 'failed', [/^2 devices were stopped by a user; `max-failures` allows 0\.$/]],
    ['one of each', of(4, 1, 1, 1, 1), {}, 'failed', [/^3 devices failed \(1 stopped by a user\); `max-/]],
    ['one failed, one allowed', of(3, 2, 1), { maxFailures: 1 }, 'passed', []],
    ['two failed, one allowed', of(3, 1, 2), { maxFailures: 1 }, 'failed', [/allows 1\.$/]],
    ['one of each, three allowed', of(4, 1, 1, 1, 1), { maxFailures: 3 }, 'passed', []],
    ['any failure allowed', of(9, 1, 8), { maxFailures: Infinity }, 'passed', []],
    ['all failed, any allowed', of(9, 0, 9), { maxFailures: Infinity }, 'inconclusive', [/^At least one device/]],
    ['no devices', of(0, 0), {}, 'inconclusive', [/^No devices in the testset\.$/, /^At least one/]],
    ['no devices, but some passed', of(0, 2), {}, 'inconclusive', [/^No devices/]],
    ['one not finished', of(3, 2), { active: 1 }, 'inconclusive', [/^1 of 3 devices not finished in the status\.$/]],
    ['another count', of(3, 2), { unknownCounts: '`a_cnt`' }, 'inconclusive', [/2 of 3 .* unknown counts: `a_cnt`\.$/]],
    ['more results than devices', of(2, 3), {}, 'inconclusive', [/^More results than devices/]],
    ['fewer than announced', of(3, 3), { announcedDevices: 4 }, 'inconclusive', [/^Only 3 of 4 devices tested\.$/]],
    ['as many as announced', of(3, 3), { announcedDevices: 3 }, 'passed', []],
    ['more than announced', of(3, 3), { announcedDevices: 1 }, 'passed', []],
    ['a failure taken back', of(3, 3), { mostFailures: 1 }, 'inconclusive', [/^An .* 1 failure, the last one 0\.$/]],
    ['a failure of another kind', of(3, 2, 1), { mostFailures: 1, maxFailures: 1 }, 'passed', []],
    ['missing counts', of(3, 3), { missingFields: ['fail_cnt', 'x'] }, 'inconclusive', [/for fail_cnt, x\.$/]],
    ['one counted as running', of(3, 3), { active: 1 }, 'inconclusive', [/^1 device still counted as running\.$/]],
    ['no XML', of(3, 3), { xml: NO_XML }, 'inconclusive', [/delivered JSON but no XML\.$/]],
    ['XML cut off', of(3, 3), { xml: CUT_OFF }, 'inconclusive', [/^It ends too early\.$/]],
    ['over the limit and XML cut off', of(3, 2, 1), { xml: CUT_OFF }, 'failed', [/max-failures/, /^It ends/]],
    ['XML with fewer passed', of(3, 3), { xml: shows(2) }, 'inconclusive', [/XML 2 of 2 passed/]],
    ['XML with one not passed', of(3, 3), { xml: shows(3, 1) }, 'inconclusive', [/3 of 4 passed in the XML/]],
    ['XML without testcases', of(3, 3), { xml: shows(0) }, 'inconclusive', [/XML 0 of 0 passed/]],
    ['a stopped device not in the XML', of(3, 2, 0, 0, 1), { maxFailures: 1, suites: shows(2) }, 'passed', []],
    ['no results', of(3, 3), { xml: UNFETCHED }, 'inconclusive', [/^No\.$/]],
    ['cancelled before the results', of(3, 3), { isCancelled: true, xml: UNFETCHED }, 'cancelled', [/before the/]],
    ['cancelled between results', of(3, 3), { isCancelled: true, xml: shows(2) }, 'cancelled', [/again/, /XML 2 of 2/]],
    ['cancelled, over the limit', of(3, 2, 1), { isCancelled: true }, 'failed', [/max-failures/]],
    ['another testset failed', of(3, 3), { step: of(6, 4, 2) }, 'passed', []],
    ['over the limit together', of(3, 2, 1), { maxFailures: 1, step: of(6, 4, 2) }, 'failed', [IN_ALL]],
    ['some passed in another testset', of(1, 0, 1), { maxFailures: Infinity, step: of(4, 3, 1) }, 'passed', []],
  ])('%s', (_what, counted, given, outcome, reasons) => {
    const verdict = decide({ ...given, counts: counted });
    expect(verdict.outcome).toBe(outcome);
    expect(verdict.reasons.map(sentenceOf)).toEqual(reasons.map((reason): unknown => expect.stringMatching(reason)));
    const forHeadline = outcome === 'inconclusive' ? verdict.reasons : [];
    expect(forHeadline.filter(({ kind }) => kind === 'cause')).toEqual([]);
  });

  test.each<[words: string, counts: Counts, given?: Partial<Case>]>([
    ['1 failure no longer counted', of(3, 3), { mostFailures: 1 }],
    ['2 devices still counted as running', of(3, 3), { active: 2 }],
    ['1 of 3 devices not finished in the status', of(3, 2), { suites: shows(2, 1) }],
    ['1 of 3 devices missing in the results', of(3, 3), { suites: shows(2) }],
    ['3 of 3 passed in the status, 2 of 3 passed in the XML', of(3, 3), { suites: shows(2, 1) }],
    ['1 of 4 devices missing in the results', of(4, 3, 1), { maxFailures: 1, suites: shows(2, 1) }],
    ['2 of 3 passed in the status, 3 of 3 passed in the XML', of(3, 2, 1), { maxFailures: 1, suites: shows(3) }],
    ['5 of 5 passed in the status, 2 of 3 passed in the XML', of(5, 5), { suites: shows(2, 1) }],
    ['2 failures no longer counted', of(3, 2, 1), { maxFailures: 1, mostFailures: 3 }],
    ['XML unreadable', of(3, 3), { xml: CUT_OFF }],
    ['status incomplete', of(3, 3), { missingFields: ['running_cnt'] }],
  ])('is inconclusive first of all because %s', (...[words, counts, given]) => {
    expect(shownReason(decide({ ...given, counts }))?.words).toBe(words);
  });
});
