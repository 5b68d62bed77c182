import { describe, expect, test } from '@jest/globals';

import type { Chunk } from '../../src/merge/match.ts';
import { mergeReports } from '../../src/merge/merged-report.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Limits, Report } from '../../src/model/report.ts';
import { parseReport } from '../../src/model/report-schema.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { describeReport } from '../../src/report/describe-report.ts';
import { without } from '../support/reports.ts';
import { jobReport, passedReport, RUN, scenarioTestset } from './support.ts';

const HERE = { ...RUN, job: 'merge', attempt: 2 };

/** A job with its report. */
function chunk(report: Report): Chunk {
  return { scenarios: report.testsets.map(({ scenario = 0 }) => scenario), report: parseReport(reportJson(report)) };
}

function merge(chunks: readonly Chunk[], problems: readonly string[] = []): Report {
  return mergeReports(chunks, problems, HERE);
}

const failed = (scenario: number, overrides: Partial<Report> = {}): Chunk =>
  chunk(jobReport([scenarioTestset(scenario, ['passed', 'failed'])], overrides));
const passed = (...scenarios: number[]): Chunk => chunk(passedReport(scenarios));
const missing = (...scenarios: number[]): Chunk => ({ scenarios });

/** A job with a testset that has no results. */
function ended(scenario: number, outcome: Outcome, overrides: Partial<Report> = {}): Chunk {
  return chunk(jobReport([scenarioTestset(scenario, [], { outcome, status: 'Unknown', suites: [] })], overrides));
}

/** A job with two testsets, of which the second is the worse. */
const inDoubt = scenarioTestset(102, [], { outcome: 'inconclusive', reasons: [{ sentence: 'In doubt.' }] });
const failedAndInDoubt = chunk(
  jobReport([scenarioTestset(101, ['failed']), inDoubt], { limits: { fail: 1, error: 1, stop: 1 } }),
);

/** Three jobs; of the first two each has one device that failed, which is one too many together. */
const tooMany = (): readonly Chunk[] => [tolerant(101, { fail: 1 }), tolerant(102, { fail: 1 }), passed(103)];

/** A job with one device that failed, which its limits allow. */
function tolerant(scenario: number, limits: Partial<Limits>): Chunk {
  const testset = scenarioTestset(scenario, ['passed', 'failed'], { outcome: 'passed', reasons: [] });
  return chunk(jobReport([testset], { limits: { fail: 0, error: 0, stop: 0, ...limits } }));
}

describe('passed', () => {
  test('if every job has', () => {
    const report = merge([passed(101, 102), passed(103)]);
    expect(report).toMatchObject({
      outcome: 'passed',
      sentence: '6 of 6 device runs passed.',
      hint: '',
      run: HERE,
      request: { kind: 'scenario', name: 'Nightly #42' },
      counts: { total: 6, pass: 6, fail: 0, error: 0, stop: 0 },
      durationSeconds: 1_902,
    });
    expect(report.testsets.map(({ scenario }) => scenario)).toEqual([101, 102, 103]);
    expect(report.resumed).toBeUndefined();
  });

  test('with failures that the limits allow in all', () => {
    const report = merge([tolerant(101, { fail: 2 }), tolerant(102, { fail: 2 })]);
    expect(report).toMatchObject({ outcome: 'passed', limits: { fail: 2 }, counts: { pass: 2, fail: 2 } });
  });

  const resumed = [{ testsetId: 5101, attempt: 1 }];
  test.each<[string, readonly Partial<Report>[], Partial<Report>]>([
    ['with resumed testsets', [{ resumed }], { resumed }],
    ['with each note once', [{ notes: ['a', 'b'] }, { notes: ['b'] }], { notes: ['a', 'b'] }],
    ['with the duration of the longest job', [{}, { durationSeconds: 5_000 }], { durationSeconds: 5_000 }],
  ])('%s', (_what, jobs, expected) => {
    const chunks = jobs.map((overrides, at) => chunk(passedReport([101 + at], overrides)));
    expect(merge([...chunks, passed(109)])).toMatchObject(expected);
  });
});

describe('not passed', () => {
  const noReport = 'There is no usable report of';
  const allMissing = [missing(101, 102), missing(103, 104)];
  const fiveFailed = [1, 2, 3, 4, 5].map((at) => failed(at));

  test.each<[sentence: string, Outcome, readonly Chunk[]]>([
    ['1 of 2 jobs did not pass. Testset 5102: Too many.', 'failed', [passed(101), failed(102)]],
    [`${noReport} 1 of 2 jobs: scenario 102.`, 'inconclusive', [passed(101), missing(102)]],
    [`${noReport} 2 of 2 jobs: scenarios 101, 102, 103 and 1 more.`, 'inconclusive', allMissing],
    [
      `1 of 2 jobs did not pass. ${noReport} 1 of 2 jobs: scenario 102. Testset 5101: Too many.`,
      'inconclusive',
      [failed(101), missing(102)],
    ],
    ['1 of 1 job did not pass. Testset 5102: In doubt.', 'inconclusive', [failedAndInDoubt]],
    ['1 of 1 job did not pass. The job did not wait for the results.', 'inconclusive', [ended(101, 'started')]],
    ['5 of 5 jobs did not pass. Testsets 5001, 5002, 5003, 5004, 5005: Too many.', 'failed', fiveFailed],
    ['In all jobs together: 2 device runs failed; `max-fail` allows 0.', 'failed', tooMany()],
    // Too many together, and in one job.
    ['1 of 2 jobs did not pass. Testset 5102: Too many.', 'failed', [tolerant(101, { fail: 1 }), failed(102)]],
  ])('%s', (sentence, outcome, chunks) => {
    expect(merge(chunks)).toMatchObject({ outcome, sentence });
  });

  test.each<[Outcome, Outcome]>([
    ['failed', 'inconclusive'],
    ['refused', 'refused'],
    ['unknown-start', 'unknown-start'],
    ['cancelled', 'cancelled'],
  ])('with a missing report, %s becomes %s', (word, outcome) => {
    expect(merge([ended(101, word), missing(102)]).outcome).toBe(outcome);
  });

  test('a scenario without a report has a testset with the reason', () => {
    const { testsets, counts } = merge([passed(101), missing(102, 103)]);
    const reasons = [{ sentence: expect.stringContaining('no usable report') }];
    const lost = { outcome: 'inconclusive', status: 'Unknown', reasons };
    expect(testsets.slice(1)).toMatchObject([102, 103].map((scenario) => ({ scenario, ...lost })));
    expect(counts.total).toBe(2);
  });

  test('the pages say why a report cannot be used, because the rows of its scenarios do not', () => {
    const reason = 'The report in testset-102 cannot be used: it is not JSON.';
    expect(merge([passed(101), missing(102)], [reason]).notes).toEqual([reason]);
    expect(merge([passed(101), failed(102)], [reason]).notes).toEqual([]);
  });

  test('a testset that passed in its own job has the reason why it does not pass here', () => {
    const { testsets } = merge(tooMany());
    expect(testsets.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'passed']);
    expect(testsets[0]?.reasons).toEqual([{ sentence: '1 device run failed, 2 in all; `max-fail` allows 0.' }]);
  });

  test('a testset that did not pass in its own job keeps its reasons, and gets one if nobody waited for it', () => {
    const { testsets } = merge([failed(101), ended(102, 'started')]);
    const reasons = ['Too many.', 'The job did not wait for the results.'];
    expect(testsets.map((testset) => testset.reasons)).toEqual(reasons.map((sentence) => [{ sentence }]));
  });

  test('the strictest limits of the jobs apply', () => {
    const { outcome, limits } = merge([tolerant(101, { fail: 9, stop: 1 }), tolerant(102, { fail: 1, error: 2 })]);
    expect(limits).toEqual({ fail: 1, error: 0, stop: 0 });
    expect(outcome).toBe('failed');
    expect(merge([missing(101)]).limits).toEqual({ fail: 0, error: 0, stop: 0 });
  });
});

describe('a testset of two scenarios', () => {
  const twin = (scenario: number, outcome: Outcome = 'passed'): ReturnType<typeof scenarioTestset> =>
    scenarioTestset(scenario, ['passed'], { id: 5101, outcome });
  const reason = 'The service returned testset 5101 for more than one scenario.';

  test.each<[string, readonly Chunk[]]>([
    ['in two jobs', [twin(101), twin(102)].map((testset) => chunk(jobReport([testset])))],
    ['in one job', [chunk(jobReport([twin(101), twin(102)]))]],
    ['of which one failed', [chunk(jobReport([twin(101)])), chunk(jobReport([twin(102, 'failed')]))]],
  ])('is inconclusive: %s', (_what, chunks) => {
    const report = merge([...chunks, passed(103)]);
    expect(report).toMatchObject({ outcome: 'inconclusive', sentence: expect.stringContaining(reason) });
    expect(report.hint).not.toBe('');
    const twice = { outcome: 'inconclusive', reasons: expect.arrayContaining([{ sentence: reason }]) };
    expect(report.testsets).toMatchObject([twice, twice, { outcome: 'passed', reasons: [] }]);
  });

  test('is mentioned once if its own job has the reason', () => {
    const reasons = [{ sentence: reason }];
    const rejected = [101, 102].map((scenario) => ({ ...twin(scenario, 'inconclusive'), reasons }));
    const report = merge([chunk(jobReport(rejected, { sentence: reason }))]);
    expect(report.sentence).toBe(`1 of 1 job did not pass. Testset 5101: ${reason}`);
    expect(report.testsets).toMatchObject([{ reasons }, { reasons }]);
  });
});

describe('a problem with the reports', () => {
  const problem = 'The report in b cannot be used: it is cut off.';

  test.each<[what: string, job: Chunk]>([
    ['after a job that passed', passed(101)],
    ['after one that passed within its limits', tolerant(101, { fail: 1 })],
  ])('is never green: %s', (_what, job) => {
    const hint = expect.stringMatching(/Run all jobs again.* create/);
    expect(merge([job], [problem])).toMatchObject({ outcome: 'inconclusive', sentence: problem, hint });
  });

  test('does not make another outcome better', () => {
    const sentence = `1 of 1 job did not pass. ${problem}`;
    expect(merge([ended(101, 'refused')], [problem])).toMatchObject({ outcome: 'refused', sentence });
  });
});

describe('the next step', () => {
  const look = 'Open the logs of these jobs.';
  const logs = `${look} "Re-run failed jobs" runs them and this job again, and may create their testsets again.`;
  const unknown = ended(103, 'unknown-start', { hint: 'Look for it.' });
  test.each<[string, readonly Chunk[], string]>([
    ['the hint of the first red job', [passed(100), failed(101), failed(102, { hint: 'Other.' })], `Fix it. ${logs}`],
    ['the first hint', [failed(101, { hint: '' }), failed(102, { hint: 'Other.' })], `Other. ${logs}`],
    ['to look for a testset, and not to run its job again', [failed(101), unknown], `Look for it. ${look}`],
    ['the logs, if a report is missing', [passed(100), missing(101)], logs],
    ['the result pages', tooMany(), 'Each device that did not pass links to its result page.'],
  ])('%s', (_what, chunks, hint) => {
    expect(merge(chunks).hint).toBe(hint);
  });

  test.each<[what: string, jobs: readonly (readonly number[])[], names: string]>([
    ['one scenario each', [[101], [102]], '"Nightly #42"'],
    ['several scenarios', [[101, 102], [103]], '"Nightly #42 [101]", "Nightly #42 [102]", "Nightly #42"'],
    [
      'many scenarios',
      [[1, 2, 3], [4], [5, 6], [7]],
      '"Nightly #42 [1]", "Nightly #42 [2]", "Nightly #42 [3]", "Nightly #42", and for those of scenarios 5, 6',
    ],
  ])('names the testsets to look for as their jobs do, with %s', (_what, jobs, names) => {
    const start = (scenario: number) =>
      without(scenarioTestset(scenario, [], { outcome: 'unknown-start', status: 'Unknown', suites: [] }), 'id');
    const chunks = jobs.map((scenarios) => chunk(jobReport(scenarios.map(start))));
    expect(describeReport(merge(chunks)).advice).toContain(`Look in the service for the testsets ${names}: attach`);
  });
});
