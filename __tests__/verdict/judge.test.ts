import { isDeepStrictEqual } from 'node:util';

import { describe, expect, test } from '@jest/globals';

import { failureCount } from '../../src/model/counts.ts';
import { devicesOf } from '../../src/model/verdict.ts';
import type { QuarantineEntry } from '../../src/model/quarantine.ts';
import { UNNAMED } from '../../src/model/results.ts';
import { judge, worstOutcome } from '../../src/verdict/judge.ts';
import { createRandom, type Random } from '../soak/support/random.ts';
import { complete, devices, judged, suiteOf, unfinished } from '../support/testsets.ts';
import type { Testset } from '../../src/model/testset.ts';
import { countEnd, countsOf, ENTRY, run, testsetOf, type Given, type Run } from './given.ts';

interface Step {
  readonly testsets: readonly Given[];
  readonly maxFailures: number;
  readonly quarantine: readonly QuarantineEntry[];
}

// What follows is written from docs/flakes.md alone.

function expectAll(step: Step) {
  const scenarios = [...Map.groupBy(step.testsets, ({ scenario }) => scenario).values()];
  const deciding = scenarios.map((all) => decidingOf(all, step));
  const failures = deciding.reduce((total, { counted }) => total + counted, 0);
  const passes = deciding.reduce((total, { last }) => total + (last.ended ? 0 : countEnd(last.runs, 'pass')), 0);
  return deciding.map(({ last, isReliable, counted, marks, unnamed, isStopped }) => {
    const kinds = marks.map((mark) => mark.replace(/^.* /, ''));
    const excused = [...kinds, ...Array.from({ length: unnamed }, () => 'quarantined')].sort();
    const common = { marks, isReliable, counted, excused };
    if (last.ended) return { outcome: last.ended, ...common };
    if (counted > 0 && failures > step.maxFailures) return { outcome: 'failed', ...common };
    if (!isReliable || passes === 0) return { outcome: 'inconclusive', ...common };
    return { outcome: isStopped ? 'failed' : 'passed', ...common };
  });
}

function decidingOf(all: readonly Given[], step: Step) {
  const created = all.filter(({ ended }) => ended !== 'rejected' && ended !== 'not-started');
  const last = created.at(-1) ?? all[0];
  if (!last) throw new Error('no testset');
  const others = created.filter((each) => each !== last);
  const lacks = others.some((before) => before.ended ?? lacksFailed(last, before));
  const isReliable = isComplete(last) && !lacks;
  const counts = countsOf(last);
  const failures = last.ended ? 0 : failureCount(counts);
  const none = { last, isReliable, counted: failures, marks: [], unnamed: 0 };
  if (!isReliable) return { ...none, isStopped: false };
  const isStopped = others.length > 0 && counts.stop > 0;
  if (counts.stop > 0 && !areCertain(last)) return { ...none, isStopped };
  const clean = others.filter(isComplete);
  const entries = step.quarantine.filter(({ device }) => device === undefined);
  const isWhole = entries.some(({ scenarios }) => scenarios?.includes(last.scenario));
  const mark = (each: Run): string | undefined => markOf(each, last, clean, step, isWhole);
  const marks = last.runs.flatMap((each) => mark(each) ?? []);
  const excused = last.runs.filter((each) => each.end !== 'pass' && each.isShown && mark(each));
  const unnamed = counts.fail + counts.error - excused.length;
  if (isWhole) return { last, isReliable, counted: counts.stop, marks, unnamed, isStopped: false };
  return { last, isReliable, counted: failures - excused.length, marks, unnamed: 0, isStopped };
}

/** Whether a retry may lack a device that did not pass before. */
function lacksFailed(retry: Given, before: Given): boolean {
  const shows = ({ runs }: Given, name: string): number =>
    runs.filter((run) => run.isShown && run.name === name).length;
  const failed = before.runs.filter(({ end }) => end !== 'pass');
  return failed.some((run) => !run.isShown || shows(retry, run.name) < shows(before, run.name));
}

function isComplete({ ended, isUnconfirmed }: Given): boolean {
  return ended === undefined && !isUnconfirmed;
}

/** The kinds are certain if there is only one, or if the XML shows as many of each kind as the status counts. */
function areCertain(testset: Given): boolean {
  const { fail, error, stop } = countsOf(testset);
  const hasOneKind = [fail, error, stop].filter((number) => number > 0).length === 1;
  return hasOneKind || (!testset.areKindsHidden && testset.runs.every(({ isShown }) => isShown));
}

function markOf(run: Run, last: Given, others: readonly Given[], step: Step, isWhole: boolean): string | undefined {
  if (!run.isShown) return undefined;
  const isUnique = ({ runs }: Given): boolean =>
    runs.every(({ isShown }) => isShown) && runs.filter((each) => each.name === run.name).length === 1;
  const otherEnds = others
    .filter(isUnique)
    .flatMap((testset) => testset.runs.filter((each) => each.isShown && each.name === run.name));
  if (run.end === 'pass') {
    const failedElsewhere = otherEnds.some((each) => each.end !== 'pass');
    return isUnique(last) && failedElsewhere ? `${run.name} flaky` : undefined;
  }
  if (run.end === 'stop') return undefined;
  const isForAll = last.runs.length > 1 && last.runs.every(({ isShown, name }) => !isShown || name === run.name);
  const isListed = step.quarantine.some(
    ({ scenarios, device }) => device === run.name && !isForAll && (scenarios?.includes(last.scenario) ?? true),
  );
  if (isWhole || isListed) return `${run.name} quarantined`;
  if (!isUnique(last)) return undefined;
  return otherEnds.some(({ end }) => end === 'pass') ? `${run.name} flaky` : undefined;
}

// What follows gives the same step to the code.

function judgeAll({ testsets, maxFailures, quarantine }: Step) {
  const verdict = judge(testsets.map(testsetOf), { maxFailures, quarantine });
  return verdict.testsets.map((testset) => {
    const marks = devicesOf(testset).flatMap(({ device, excuse }) => (excuse ? `${device} ${excuse.kind}` : []));
    const { outcome, isReliable, counted, excused } = testset;
    return { outcome, marks, isReliable, counted, excused: excused.toSorted() };
  });
}

const ENTRIES: readonly QuarantineEntry[] = [
  { ...ENTRY, scenarios: [1] },
  { ...ENTRY, scenarios: [1, 2], device: 'A' },
  { ...ENTRY, device: 'B' },
];
const ENDED = ['unknown-start', 'cancelled', 'timed-out', 'rejected', 'not-started'] as const;
const ENDS = ['pass', 'pass', 'fail', 'error', 'stop'] as const;

function randomStep(random: Random): Step {
  const testsets: Given[] = [];
  for (let scenario = 1; scenario <= random.pick([1, 1, 2, 3]); scenario += 1) {
    for (let retry = 0; retry <= random.pick([0, 0, 1, 2]); retry += 1) {
      const names = random.pick(['A', 'AB', 'ABC', 'AAB']).split('');
      testsets.push({
        id: testsets.length + 1,
        scenario,
        retry: retry || undefined,
        ended: random.happens(1 / 12) ? random.pick(ENDED) : undefined,
        isUnconfirmed: random.happens(1 / 12),
        areKindsHidden: random.happens(1 / 2),
        runs: names.map((name): Run => {
          const end = random.pick(ENDS);
          return run(name, end, end === 'pass' || random.happens(2 / 3));
        }),
      });
    }
  }
  return {
    testsets,
    maxFailures: random.pick([0, 0, 0, 1, 2, Infinity]),
    quarantine: ENTRIES.filter(() => random.happens(1 / 4)),
  };
}

const STEPS = 8_000;

test(`${STEPS} steps have the outcomes, marks and numbers of docs/flakes.md`, () => {
  const random = createRandom(26);
  const seen = new Map<string, number>();
  for (let at = 0; at < STEPS; at += 1) {
    const step = randomStep(random);
    const [found, expected] = [judgeAll(step), expectAll(step)];
    if (!isDeepStrictEqual(found, expected)) throw new Error(JSON.stringify({ step, found, expected }));
    const outcome = worstOutcome(found.map((each) => each.outcome));
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    const isProven =
      found.every(({ isReliable }) => isReliable) && step.testsets.some(({ runs }) => countEnd(runs, 'pass') > 0);
    if (outcome === 'passed' && !isProven) throw new Error(`green without proof: ${JSON.stringify(step)}`);
  }
  for (const outcome of ['passed', 'failed', 'inconclusive', 'unknown-start'])
    expect(seen.get(outcome)).toBeGreaterThan(40);
});

test('scenarios whose testsets have the same identifier are inconclusive', () => {
  const scenarios = [5, 6, 5].map((id, scenario) => complete(devices(1), { id, scenario }));
  const { testsets } = judge(scenarios, { maxFailures: 0, quarantine: [] });
  const shared = [{ kind: 'cause', sentence: 'The service returned testset 5 more than once.' }];
  expect(testsets).toMatchObject([
    { outcome: 'inconclusive', reasons: shared },
    { outcome: 'passed', reasons: [] },
    { outcome: 'inconclusive', reasons: shared },
  ]);
});

const FAILED_ONE = devices(2, { 1: 'failed' });

test.each<[what: string, testset: Testset, expected: boolean]>([
  ['agree', complete(devices(2)), true],
  ['cannot be read', complete(devices(2), { xml: { state: 'unreadable', why: '' } }), false],
  ['contradict the status, and one failed', complete(FAILED_ONE, { xml: [suiteOf(devices(2))] }), false],
  ['are of a testset in doubt', complete(devices(2), { announcedDevices: 3 }), false],
  ['are not known', unfinished('timed-out'), false],
])('whether results can be believed that %s', (_what, testset, expected) => {
  const { isConfirmed, suites } = judged(testset);
  expect(isConfirmed).toBe(expected);
  const passed = suites.flatMap(({ testcases }) => testcases).filter(({ result }) => result === 'passed');
  expect(passed.filter(({ isUnconfirmed }) => !isUnconfirmed)).toHaveLength(expected ? passed.length : 0);
});

describe('the report of a scenario with a retry', () => {
  const testset = (id: number, retry: number | undefined, runs: readonly Run[], more: Partial<Given> = {}): Given => {
    return { id, scenario: 7, retry, runs, ...more };
  };
  const reportOf = (...testsets: readonly Given[]) => judged(testsets.map(testsetOf));
  const [PASSED, FAILED, NAMELESS] = [run('A', 'pass'), run('B', 'fail'), run('C', 'fail', false)];
  const TWICE = [run('B', 'pass'), run('B', 'pass')];
  const BEFORE = testset(5, undefined, [PASSED, FAILED]);

  test('has the testset before it, with an outcome of its own', () => {
    const report = reportOf(BEFORE, testset(6, 1, [PASSED, run('B', 'pass')]));
    expect(report).toMatchObject({ id: 6, retry: 1, outcome: 'passed', kind: 'complete', warnings: [] });
    const alone = { lastRetry: 0, earlier: [], reasons: [{ sentence: expect.stringContaining('`max-failures`') }] };
    expect(report.earlier).toMatchObject([{ id: 5, outcome: 'failed', counts: { fail: 1, pass: 1 }, ...alone }]);
    expect(reportOf(BEFORE).earlier).toEqual([]);
  });

  test('has the reason, the owner and the end of a quarantine', () => {
    const report = judged(testsetOf(BEFORE), { quarantine: [{ ...ENTRY, device: 'B' }] });
    expect(report.suites[0]?.testcases[1]).toMatchObject({ excuse: { kind: 'quarantined', entry: ENTRY } });
  });

  test('has a warning instead of a retry that was rejected', () => {
    const report = reportOf(BEFORE, testset(6, 1, [], { ended: 'rejected' }));
    expect(report).toMatchObject({ id: 5, outcome: 'failed' });
    expect(report.earlier).toEqual([]);
    expect(report.warnings).toEqual([{ sentence: expect.stringMatching(/^Scenario 7 .*: It broke\. Twice\.$/) }]);
  });

  test('is that of the retry if the service rejected only the polls', () => {
    const report = reportOf(BEFORE, testset(6, 1, [], { ended: 'rejected', hasId: true }));
    expect(report).toMatchObject({ id: 6, outcome: 'rejected', earlier: [{ id: 5 }], warnings: [] });
  });

  test.each<[what: string, before: readonly Run[], retry: readonly Run[], words: RegExp]>([
    ['a device', [PASSED, FAILED], [PASSED], /^Testset 6 does not list "B".* 5\.$/],
    ['one of two', [run('B', 'pass'), FAILED], [run('B', 'pass')], /6 lists "B" once instead of twice.* 5\.$/],
    ['one of three', [...TWICE, FAILED], TWICE, /6 lists "B" twice instead of 3 times.* 5\.$/],
    ['one without a name', [PASSED, NAMELESS], [PASSED, run('B', 'pass')], /failed in testset 5, .* not name all\.$/],
  ])('names %s that is missing in the retry', (_what, before, retry, words) => {
    const report = reportOf(testset(5, undefined, before), testset(6, 1, retry));
    expect(report.outcome).toBe('inconclusive');
    expect(report.reasons).toEqual([
      { kind: 'doubt', sentence: expect.stringMatching(words), words: expect.stringMatching(/./) },
    ]);
  });

  test('is red if a device was stopped in the retry, whatever `max-failures` is', () => {
    const all = [BEFORE, testset(6, 1, [PASSED, run('B', 'stop')])].map(testsetOf);
    const maxFailures = Infinity;
    expect(judged(all, { maxFailures })).toMatchObject({
      outcome: 'failed',
      reasons: [{ words: '1 device stopped in a retry', sentence: expect.stringContaining('stopped a device') }],
    });
    expect(judged(all, { maxFailures, quarantine: [{ ...ENTRY, scenarios: [7] }] }).outcome).toBe('passed');
  });

  test('has no excuse by an entry that matches every device, and a warning', () => {
    const quarantine = [
      { ...ENTRY, device: '*', line: 4 },
      { ...ENTRY, device: 'C', line: 7 },
    ];
    const runs = [PASSED, FAILED, run('C', 'fail')];
    const report = judged(testsetOf(testset(5, undefined, runs)), { quarantine });
    expect(report).toMatchObject({ outcome: 'failed', counted: 1 });
    const sentence = expect.stringMatching(/^Line 4 .* every device of testset 5,/);
    expect(report.warnings).toEqual([{ topic: 'line 4', sentence }]);
  });

  test('can have a device without a name that passed', () => {
    const retry = testset(6, 1, [run(UNNAMED, 'pass'), PASSED, run('B', 'pass')]);
    expect(reportOf(BEFORE, retry).outcome).toBe('passed');
  });

  test('is inconclusive if the testset before the retry has no results', () => {
    const report = reportOf(testset(5, undefined, [], { ended: 'timed-out' }), testset(6, 1, [PASSED]));
    expect(report.outcome).toBe('inconclusive');
    expect(report.reasons).toEqual([
      { kind: 'doubt', words: 'no results before the retry', sentence: expect.stringContaining('failed in testset 5') },
    ]);
  });
});
