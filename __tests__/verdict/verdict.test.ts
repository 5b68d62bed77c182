import { describe, expect, test } from '@jest/globals';

import type { Counts } from '../../src/model/counts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { Limits, ResultSource } from '../../src/model/report.ts';
import type { Collected } from '../../src/results/collected.ts';
import { decideOutcome, sourcesOf, type CompleteTestset } from '../../src/verdict/verdict.ts';

const NONE_ALLOWED: Limits = { fail: 0, error: 0, stop: 0 };

function counts(total: number, pass: number, fail = 0, error = 0, stop = 0): Counts {
  return { total, pass, fail, error, stop };
}

function shows(source: 'xml' | 'json', passed: number, notPassed = 0): ResultSource {
  return { source, state: 'read', passed, notPassed, why: '' };
}

function absent(source: 'xml' | 'json'): ResultSource {
  return { source, state: 'absent', passed: 0, notPassed: 0, why: '' };
}

function unreadable(source: 'xml' | 'json'): ResultSource {
  return { source, state: 'unreadable', passed: 0, notPassed: 0, why: 'it ends too early' };
}

interface Case {
  readonly counts: Counts;
  readonly xml?: ResultSource;
  readonly json?: ResultSource;
  readonly limits?: Partial<Limits>;
  readonly gaps?: readonly string[];
  readonly busy?: number;
  readonly announced?: number;
  readonly step?: Counts;
  readonly collected?: Partial<Collected>;
}

function judged(given: Case): ReturnType<typeof decideOutcome> {
  const { pass } = given.counts;
  const notPassed = given.counts.fail + given.counts.error + given.counts.stop;
  const documents = [given.xml ?? shows('xml', pass, notPassed), given.json ?? shows('json', pass, notPassed)] as const;
  const evidence: CompleteTestset = {
    status: { complete: true, word: 'Complete', counts: given.counts, busy: given.busy ?? 0, gaps: given.gaps ?? [] },
    announced: given.announced ?? 0,
    collected: { documents, suites: [], warnings: [], cancelled: false, ...given.collected },
  };
  return decideOutcome(evidence, { counts: given.step ?? given.counts, limits: { ...NONE_ALLOWED, ...given.limits } });
}

describe('the verdict on a complete testset (docs/design.md §5)', () => {
  const table: [what: string, given: Case, outcome: string][] = [
    ['all passed', { counts: counts(3, 3) }, 'passed'],
    ['one failed', { counts: counts(3, 2, 1) }, 'failed'],
    ['one error', { counts: counts(3, 2, 0, 1) }, 'failed'],
    ['one stopped', { counts: counts(3, 2, 0, 0, 1) }, 'failed'],
    ['one failed, one allowed', { counts: counts(3, 2, 1), limits: { fail: 1 } }, 'passed'],
    ['two failed, one allowed', { counts: counts(3, 1, 2), limits: { fail: 1 } }, 'failed'],
    ['an allowed failure does not cover an error', { counts: counts(3, 2, 0, 1), limits: { fail: 5 } }, 'failed'],
    ['any failure allowed', { counts: counts(9, 1, 8), limits: { fail: Infinity } }, 'passed'],
    ['all failed, any allowed', { counts: counts(9, 0, 9), limits: { fail: Infinity } }, 'inconclusive'],
    ['nothing at all', { counts: counts(0, 0) }, 'inconclusive'],
    ['one never finished', { counts: counts(3, 2), xml: shows('xml', 2), json: shows('json', 2) }, 'inconclusive'],
    ['more ends than tests', { counts: counts(2, 3) }, 'inconclusive'],
    ['fewer than announced', { counts: counts(3, 3), announced: 4 }, 'inconclusive'],
    ['more than announced', { counts: counts(3, 3), announced: 1 }, 'passed'],
    ['a count left out', { counts: counts(3, 3), gaps: ['fail_cnt'] }, 'inconclusive'],
    ['one still counted as running', { counts: counts(3, 3), busy: 1 }, 'inconclusive'],
    ['no XML', { counts: counts(3, 3), xml: absent('xml') }, 'passed'],
    ['no JSON', { counts: counts(3, 3), json: absent('json') }, 'passed'],
    ['neither', { counts: counts(3, 3), xml: absent('xml'), json: absent('json') }, 'inconclusive'],
    ['broken XML', { counts: counts(3, 3), xml: unreadable('xml') }, 'inconclusive'],
    ['broken JSON', { counts: counts(3, 3), json: unreadable('json') }, 'inconclusive'],
    ['over the limit and broken XML', { counts: counts(3, 2, 1), xml: unreadable('xml') }, 'failed'],
    ['XML with fewer passed', { counts: counts(3, 3), xml: shows('xml', 2) }, 'inconclusive'],
    ['XML with more passed', { counts: counts(3, 3), xml: shows('xml', 4) }, 'inconclusive'],
    ['JSON with one not passed', { counts: counts(3, 3), json: shows('json', 3, 1) }, 'inconclusive'],
    [
      'a stopped one absent from the documents',
      { counts: counts(3, 2, 0, 0, 1), limits: { stop: 1 }, xml: shows('xml', 2), json: shows('json', 2) },
      'passed',
    ],
    ['empty documents', { counts: counts(3, 3), xml: shows('xml', 0), json: shows('json', 0) }, 'inconclusive'],
    [
      'results that cannot be had',
      { counts: counts(3, 3), collected: { problem: new TestsetError('service-refused', 'No.', '') } },
      'inconclusive',
    ],
    ['cancelled before the results', { counts: counts(3, 3), collected: { cancelled: true } }, 'cancelled'],
    ['another testset failed', { counts: counts(3, 3), step: counts(6, 4, 2) }, 'passed'],
    [
      'within the limit alone, over it together',
      { counts: counts(3, 2, 1), limits: { fail: 1 }, step: counts(6, 4, 2) },
      'failed',
    ],
    [
      'none passed here, some elsewhere',
      { counts: counts(1, 0, 1), limits: { fail: Infinity }, step: counts(4, 3, 1) },
      'passed',
    ],
  ];

  test.each(table)('%s', (_what, given, outcome) => {
    const judgement = judged(given);
    expect(judgement.outcome).toBe(outcome);
    expect(judgement.reasons.length > 0).toBe(outcome !== 'passed');
  });

  test.each<[what: string, given: Case, reasons: readonly string[]]>([
    [
      'every count over its limit',
      { counts: counts(5, 1, 1, 1, 2) },
      [
        '1 unit test failed; `max-fail` allows 0.',
        '1 unit test had an error; `max-error` allows 0.',
        '2 unit tests were stopped; `max-stop` allows 0.',
      ],
    ],
    [
      'cancelled',
      { counts: counts(3, 3), collected: { cancelled: true } },
      ['The run was cancelled before the results were fetched.'],
    ],
    [
      'counts left out',
      { counts: counts(3, 3), gaps: ['fail_cnt', 'stop_cnt'] },
      ['The status has no usable number for fail_cnt, stop_cnt.'],
    ],
    ['no unit test', { counts: counts(0, 0) }, ['The testset holds no unit test.', 'No unit test passed.']],
    ['no unit test, and yet some passed', { counts: counts(0, 2) }, ['The testset holds no unit test.']],
    [
      'fewer than announced',
      { counts: counts(3, 3), announced: 4 },
      ['The create announced 4 unit tests, the status counts 3.'],
    ],
    ['as many as announced', { counts: counts(3, 3), announced: 3 }, []],
    [
      'one never finished',
      { counts: counts(3, 2), xml: shows('xml', 2, 1), json: shows('json', 2) },
      ['1 unit test of 3 never finished.'],
    ],
    [
      'one still counted as running',
      { counts: counts(3, 3), busy: 1 },
      ['The status still counts 1 unit test as not finished.'],
    ],
    [
      'the one that is not finished is counted as running',
      { counts: counts(3, 2), busy: 1 },
      ['1 unit test of 3 never finished.'],
    ],
    ['more ends than tests', { counts: counts(2, 3) }, ['The status counts more ends than unit tests.']],
    [
      'none passed, with all failures allowed',
      { counts: counts(2, 0, 2), limits: { fail: Infinity } },
      ['No unit test passed.'],
    ],
    [
      'results that cannot be had',
      { counts: counts(3, 3), collected: { problem: new TestsetError('service-refused', 'No.', '') } },
      ['The results could not be fetched: No.'],
    ],
    [
      'neither document',
      { counts: counts(3, 3), xml: absent('xml'), json: absent('json') },
      ['The testset is complete, but neither XML nor JSON results were delivered.'],
    ],
    [
      'broken JSON',
      { counts: counts(3, 3), json: unreadable('json') },
      ['The JSON results cannot be read: it ends too early.'],
    ],
    [
      'sources that disagree',
      { counts: counts(3, 3), xml: shows('xml', 4, 1) },
      ['The sources disagree: the status counts 3 passed and 0 not, the XML shows 4 passed and 1 not.'],
    ],
  ])('says why: %s', (_what, given, reasons) => {
    expect(judged(given).reasons).toEqual(reasons);
  });

  test('what never finished has not passed: the status as a witness counts it with the rest', () => {
    const status = { complete: true, word: 'Complete', counts: counts(20, 1, 2, 3, 4), busy: 0, gaps: [] };
    const documents = [shows('xml', 1, 9), absent('json')] as const;
    expect(sourcesOf({ status, collected: { documents, suites: [], warnings: [], cancelled: false } })).toEqual([
      { source: 'status', state: 'read', passed: 1, notPassed: 19, why: '' },
      ...documents,
    ]);
  });
});
