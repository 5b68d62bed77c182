import { describe, expect, test } from '@jest/globals';

import { jobsDoubts } from '../../src/merge/match.ts';
import type { Chunk } from '../../src/merge/match.ts';
import { mergeReports } from '../../src/merge/merged-report.ts';
import { readReport } from '../../src/merge/read-report.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Limits, Report } from '../../src/model/report.ts';
import { jobReport, passedReport, RUN, scenarioTestset, textOf } from './support.ts';

const HERE = { ...RUN, job: 'merge', attempt: 2 };

/** A job that was to run its report's scenarios, and left it. */
function chunk(report: Report): Chunk {
  return { scenarios: report.testsets.map(({ scenario = 0 }) => scenario), report: readReport(textOf(report)) };
}

function merge(chunks: readonly Chunk[], doubts: readonly string[] = []): Report {
  return mergeReports(chunks, doubts, HERE);
}

const failed = (scenario: number, overrides: Partial<Report> = {}): Chunk =>
  chunk(jobReport([scenarioTestset(scenario, ['passed', 'failed'])], overrides));
const passed = (...scenarios: number[]): Chunk => chunk(passedReport(scenarios));
const silent = (...scenarios: number[]): Chunk => ({ scenarios });

/** A job with one unit test that failed, which its limits allow. */
function tolerant(scenario: number, limits: Partial<Limits>): Chunk {
  const testset = scenarioTestset(scenario, ['passed', 'failed'], { outcome: 'passed', reasons: [] });
  return chunk(jobReport([testset], { limits: { fail: 0, error: 0, stop: 0, ...limits } }));
}

describe('what has passed', () => {
  test('is what every job says', () => {
    const report = merge([passed(101, 102), passed(103)]);
    expect(report).toMatchObject({
      outcome: 'passed',
      sentence: '6 of 6 unit tests passed.',
      hint: '',
      run: HERE,
      request: { kind: 'scenario', name: 'Nightly #42' },
      counts: { total: 6, pass: 6, fail: 0, error: 0, stop: 0 },
      durationSeconds: 1_902,
    });
    expect(report.testsets.map(({ scenario }) => scenario)).toEqual([101, 102, 103]);
  });

  test('may hold what the limits allow in all', () => {
    const report = merge([tolerant(101, { fail: 2 }), tolerant(102, { fail: 2 })]);
    expect(report).toMatchObject({ outcome: 'passed', limits: { fail: 2 }, counts: { pass: 2, fail: 2 } });
  });

  test('may have been resumed', () => {
    const resumed = [{ testsetId: 5101, attempt: 1 }];
    expect(merge([chunk(passedReport([101], { resumed })), passed(102)]).resumed).toEqual(resumed);
    expect(merge([passed(101)])).not.toHaveProperty('resumed');
  });

  test('took as long as the longest of the jobs', () => {
    const long = chunk(passedReport([102], { durationSeconds: 5_000 }));
    expect(merge([passed(101), long, passed(103)]).durationSeconds).toBe(5_000);
  });
});

describe('what has not', () => {
  test.each<[string, readonly Chunk[], Outcome, string]>([
    ['one failed', [passed(101), failed(102)], 'failed', '1 of 2 jobs did not pass. The job failed.'],
    [
      'one left nothing',
      [passed(101), silent(102)],
      'inconclusive',
      '1 of 2 jobs did not pass. There is no report that can be used of scenario 102.',
    ],
    [
      'all left nothing',
      [silent(101, 102), silent(103, 104)],
      'inconclusive',
      '2 of 2 jobs did not pass. There is no report that can be used of scenarios 101, 102, 103 and 1 more.',
    ],
    [
      'one failed, one left nothing',
      [failed(101), silent(102)],
      'inconclusive',
      '2 of 2 jobs did not pass. There is no report that can be used of scenario 102. The job failed.',
    ],
    [
      'a job that did not wait',
      [chunk(jobReport([scenarioTestset(101, [], { outcome: 'started', status: 'Running', suites: [] })]))],
      'inconclusive',
      '1 of 1 job did not pass. The job did not wait for its end, so nobody knows how it went.',
    ],
    [
      'many different reasons',
      [1, 2, 3, 4, 5].map((at) => failed(at, { sentence: `Reason ${at}.` })),
      'failed',
      '5 of 5 jobs did not pass. Reason 1. Reason 2. Reason 3. And 2 more reasons.',
    ],
    [
      'together too many',
      [tolerant(101, { fail: 1 }), tolerant(102, { fail: 1 }), passed(103)],
      'failed',
      'In all jobs together: 2 unit tests failed; `max-fail` allows 0.',
    ],
    [
      'together too many, and one job already alone',
      [tolerant(101, { fail: 1 }), failed(102, { limits: { fail: 0, error: 0, stop: 0 } })],
      'failed',
      '1 of 2 jobs did not pass. The job failed.',
    ],
  ])('%s', (_what, chunks, outcome, sentence) => {
    expect(merge(chunks)).toMatchObject({ outcome, sentence });
  });

  test.each<[Outcome, Outcome]>([
    ['failed', 'inconclusive'],
    ['refused', 'refused'],
    ['unknown-start', 'unknown-start'],
    ['cancelled', 'cancelled'],
  ])('beside one that left nothing, %s becomes %s', (word, outcome) => {
    const testset = scenarioTestset(101, [], { outcome: word, status: 'Unknown', suites: [] });
    expect(merge([chunk(jobReport([testset])), silent(102)]).outcome).toBe(outcome);
  });

  test('a scenario without a report stands in the table, and says why', () => {
    const { testsets, counts } = merge([passed(101), silent(102, 103)]);
    expect(testsets.slice(1)).toMatchObject(
      [102, 103].map((scenario) => ({
        scenario,
        outcome: 'inconclusive',
        status: 'Unknown',
        reasons: ['The job that was to run it left no report that can be used.'],
      })),
    );
    expect(counts.total).toBe(2);
  });

  test('a testset that its own job let pass says why it does not pass here', () => {
    const { testsets } = merge([tolerant(101, { fail: 1 }), tolerant(102, { fail: 1 }), passed(103)]);
    expect(testsets.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'passed']);
    expect(testsets[0]?.reasons).toEqual(['1 unit test failed, 2 in all; `max-fail` allows 0.']);
  });

  test('jobs with different limits are held to the strictest', () => {
    const { outcome, limits } = merge([tolerant(101, { fail: 9, stop: 1 }), tolerant(102, { fail: 1, error: 2 })]);
    expect(limits).toEqual({ fail: 1, error: 0, stop: 0 });
    expect(outcome).toBe('failed');
  });
});

describe('one testset that stands for two scenarios', () => {
  const twin = (scenario: number, outcome: Outcome = 'passed'): ReturnType<typeof scenarioTestset> =>
    scenarioTestset(scenario, ['passed'], { id: 5101, outcome });
  const reason = 'Testset 5101 stands for more than one of what was to run.';

  test.each<[string, readonly Chunk[]]>([
    ['in two jobs', [chunk(jobReport([twin(101)])), chunk(jobReport([twin(102)]))]],
    ['in one job', [chunk(jobReport([twin(101), twin(102)]))]],
    ['of which one failed', [chunk(jobReport([twin(101)])), chunk(jobReport([twin(102, 'failed')]))]],
  ])('is inconclusive, and named: %s', (_what, chunks) => {
    const report = merge([...chunks, passed(103)]);
    expect(report.outcome).toBe('inconclusive');
    expect(report.sentence).toContain(reason);
    expect(report.hint).not.toBe('');
    expect(report.testsets.map(({ outcome }) => outcome)).toEqual(['inconclusive', 'inconclusive', 'passed']);
    expect(report.testsets.map(({ reasons }) => reasons.includes(reason))).toEqual([true, true, false]);
  });

  test('is said once where its own job has said so', () => {
    const doubted = [101, 102].map((scenario) => ({ ...twin(scenario, 'inconclusive'), reasons: [reason] }));
    const report = merge([chunk(jobReport(doubted, { sentence: reason }))]);
    expect(report.sentence).toBe(`1 of 1 job did not pass. ${reason}`);
    expect(report.testsets.map(({ reasons }) => reasons)).toEqual([[reason], [reason]]);
  });

  test('is no other than what nobody knows the number of', () => {
    expect(merge([silent(101, 102)]).sentence).not.toContain('stands for');
  });
});

describe('doubts', () => {
  const doubt = 'The report in b cannot be used: it is torn.';

  test('keep what has passed from being green', () => {
    expect(merge([passed(101)], [doubt])).toMatchObject({
      outcome: 'inconclusive',
      sentence: doubt,
      hint: 'Run all jobs again.',
    });
  });

  test('make nothing better', () => {
    const refused = chunk(jobReport([scenarioTestset(101, [], { outcome: 'refused', status: 'Unknown', suites: [] })]));
    expect(merge([refused], [doubt])).toMatchObject({
      outcome: 'refused',
      sentence: `1 of 1 job did not pass. The job refused. ${doubt}`,
    });
  });

  test.each<[string, readonly Chunk[], string, readonly string[]]>([
    ['all passed, and so did the jobs', [passed(101)], 'success', []],
    ['a red report explains a red job', [failed(101)], 'failure', []],
    ['so does one that is missing', [silent(101)], 'failure', []],
    ['a red job', [passed(101)], 'failure', ['Every report says passed, but the jobs ended with failure.']],
    ['jobs that did not run', [passed(101)], 'skipped', ['Every report says passed, but the jobs ended with skipped.']],
  ])('of the jobs: %s', (_what, chunks, result, doubts) => {
    expect(jobsDoubts(chunks, result)).toEqual(doubts);
  });
});

describe('what to do next', () => {
  const look = 'Look at the logs of these jobs; "Re-run failed jobs" runs them again, and this one after them.';
  test.each<[string, readonly Chunk[], string]>([
    ['what the first red job says', [passed(100), failed(101), failed(102, { hint: 'Other.' })], `Mend it. ${look}`],
    ['or the first that says anything', [failed(101, { hint: '' }), failed(102, { hint: 'Other.' })], `Other. ${look}`],
    ['nothing from those that left nothing', [silent(101)], look],
    [
      'devices, where each job was content',
      [tolerant(101, { fail: 1 }), tolerant(102, { fail: 1 }), passed(103)],
      'Each device that did not pass links to its result page.',
    ],
  ])('%s', (_what, chunks, hint) => {
    expect(merge(chunks).hint).toBe(hint);
  });
});
