import { describe, expect, test } from '@jest/globals';

import type { PendingTestset } from '../../src/create/pending-testset.ts';
import { scenarioRequest } from '../../src/create/request.ts';
import { openResume, type JudgedTestsets } from '../../src/create/resume.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { Inputs } from '../../src/model/inputs.ts';
import type { ReceiptFile, ReceiptStore } from '../../src/model/receipts.ts';
import type { Report, TestsetReport } from '../../src/model/report.ts';
import { Secret } from '../../src/model/secret.ts';
import { createStore, type Saved } from '../support/memory-receipts.ts';
import { RUN } from '../support/platform.ts';
import { createReport, createTestset } from '../support/reports.ts';
import { createEagerClock, createHandClock, createRecordingLog, createRuntime } from '../support/runtime.ts';

const TARGET = {
  kind: 'scenarios',
  projectId: 509,
  osType: 'ANDROID',
  sourceType: 'file',
  testsetName: 'Fix login',
  which: { kind: 'ids', ids: [101, 102] },
} as const;
const REQUEST = scenarioRequest(TARGET, 101);
const NONE_JUDGED: JudgedTestsets = { kept: [], notKept: new Map(), failed: new Map() };

interface Step {
  readonly inputs?: Partial<Inputs>;
  readonly store?: ReceiptStore | undefined;
  readonly judged?: JudgedTestsets;
  readonly runtime?: Parameters<typeof createRuntime>[0];
}

/** Opens the step of an attempt. @returns also, as `judged`, the testsets that were judged again */
function openStep(attempt: number, step: Step = {}) {
  const log = createRecordingLog();
  const judged: number[] = [];
  const service = { baseUrl: new URL('https://devices.example'), userId: 'me', accessKey: new Secret('key') };
  const limits = { fail: 0, error: 0, stop: 0 };
  const inputs = { resume: true, keepPassed: false, limits, wait: true, target: TARGET, service, ...step.inputs };
  const receipts = 'store' in step ? step.store : createStore(attempt);
  const runtime = createRuntime({ clock: createHandClock(), log, ...step.runtime });
  const resume = openResume(inputs, runtime, { run: { ...RUN, attempt }, receipts }, (testsets) => {
    judged.push(...testsets.map(({ testsetId }) => testsetId));
    return Promise.resolve(step.judged ?? NONE_JUDGED);
  });
  return { resume, log: log.lines, judged };
}

const created = (scenario: number, id: number): PendingTestset => ({
  scenario,
  existed: false,
  creation: Promise.resolve({ id, announcedDevices: 2 }),
});
const reportOf = (outcome: Report['outcome'], ...testsets: readonly Partial<TestsetReport>[]): Report =>
  createReport({ outcome, testsets: testsets.map((testset) => createTestset({ outcome, ...testset })) });
const PASSED = reportOf('passed', { id: 7, scenario: 101 }, { id: 8, scenario: 102 });
const RUNNING = reportOf('timed-out', { id: 7, scenario: 101, status: 'Running' });

/** Plays a first attempt to its end. @returns what it saved */
async function playFirst(report: Report, step: Step = {}): Promise<Saved> {
  const store = createStore(1);
  const { resume } = openStep(1, { store, ...step });
  await resume.find(REQUEST, [101, 102]);
  resume.saveReceipts([created(101, 7), created(102, 8)]);
  await resume.finish(report);
  return store.saved;
}

const filesOf = (saved: Saved): readonly ReceiptFile[] => [...saved.values()].flat();

/** The testsets that an attempt finds, by scenario. */
async function findIn(attempt: number, saved: Saved, step: Step = {}) {
  const opened = openStep(attempt, { store: createStore(attempt, saved), ...step });
  const found = await opened.resume.find(REQUEST, [101, 102]);
  return { ...opened, found, testsets: [...found.testsets.values()].flat() };
}

const noStore = (changes: Partial<ReceiptStore>): ReceiptStore => createStore(2, new Map(), changes);
const fails = (message: string) => () => Promise.reject(new Error(message));

describe('earlier attempts', () => {
  test('are not searched by the first attempt: there are none', async () => {
    const { resume, log } = openStep(1, { store: noStore({ find: fails('searched') }) });
    expect((await resume.find(REQUEST, [101])).testsets.size).toBe(0);
    expect(log).toEqual([]);
  });

  test.each<[what: string, inputs: Partial<Inputs>]>([
    ['`resume` is false', { resume: false }],
    ['the step does not wait', { wait: false }],
    ['the step attaches', { target: { kind: 'attach', testsetIds: [7] } }],
  ])('are not searched if %s, and nothing is saved or deleted', async (_what, inputs) => {
    const store = noStore({ find: fails('searched'), remove: fails('removed') });
    const { resume, log } = openStep(2, { store, inputs });
    const found = await resume.find(REQUEST, [101]);
    resume.saveReceipts([created(101, 7)]);
    await resume.finish(PASSED);
    expect([resume.onRerun, found.testsets.size, log]).toEqual([undefined, 0, []]);
  });

  test.each<[what: string, attempt: number, step: Step, log: readonly unknown[]]>([
    [
      'without an artifact service',
      2,
      { store: undefined },
      [/attempt 1 left .*: there is no artifact service here\. A/],
    ],
    ['without one in the first attempt', 1, { store: undefined }, []],
    [
      'if they cannot be listed',
      3,
      { store: noStore({ find: fails('no access to a.b.') }) },
      [/an earlier .*: no access to a\.b\. A/],
    ],
  ])('%s: new testsets, with a notice', async (_what, attempt, step, notices) => {
    const { resume, log } = openStep(attempt, step);
    expect((await resume.find(REQUEST, [101])).testsets.size).toBe(0);
    resume.saveReceipts([created(101, 7)]);
    await resume.finish(PASSED);
    expect(log.filter((line) => line.startsWith('notice: '))).toHaveLength(notices.length);
    for (const notice of notices) expect(log.join()).toMatch(notice as RegExp);
  });

  test.each([false, true])('are not searched if the app has changed (keep-passed: %s)', async (keepPassed) => {
    const store = noStore({ find: fails('searched'), save: fails('saved'), replace: fails('saved') });
    const { resume, log } = openStep(2, { store, inputs: { keepPassed } });
    const found = await resume.find(REQUEST, [101], () => Promise.resolve(undefined));
    resume.saveReceipts([created(101, 7)]);
    await resume.finish(PASSED);
    expect([found.testsets.size, log]).toEqual([0, []]);
  });
});

describe('testsets without a result', () => {
  test('are resumed by the next attempt', async () => {
    const saved = await playFirst(RUNNING);
    const { testsets, judged } = await findIn(2, saved);
    expect(testsets).toMatchObject([
      { scenario: 101, existed: true, resumed: { testsetId: 7, attempt: 1 } },
      { scenario: 102, existed: true, resumed: { testsetId: 8, attempt: 1 } },
    ]);
    expect(await testsets[0]?.creation).toEqual({ id: 7, announcedDevices: 2 });
    expect(judged).toEqual([]);
  });

  test('are not resumed if one attempt left two of a scenario; the log says so', async () => {
    const saved = await playFirst(RUNNING);
    const other = { attempt: 1, receipts: [{ testsetId: 9, scenario: 101, announcedDevices: 2 }], uncertain: [] };
    for (const [key, files] of saved) saved.set(key, [...files, other]);
    const { testsets, log } = await findIn(2, saved);
    expect(testsets).toMatchObject([{ scenario: 102 }]);
    expect(log).toEqual([expect.stringMatching(/^notice: An earlier attempt left several testsets/)]);
  });

  test.each([false, true])('that may exist are named in a warning (keep-passed: %s)', async (keepPassed) => {
    const store = createStore(1);
    const { resume } = openStep(1, { store, inputs: { keepPassed } });
    await resume.find(REQUEST, [101]);
    const error = new TestsetError({ code: 'unknown-start', message: 'Cut off.', hint: '' });
    const creation = Promise.resolve({ outcome: 'unknown-start', error } as const);
    resume.saveReceipts([{ scenario: 101, testsetName: 'Fix login #7', existed: false, creation }]);
    await resume.finish(reportOf('unknown-start', { id: undefined, scenario: 101, status: 'Unknown' }));
    const { log } = await findIn(2, store.saved);
    expect(log).toEqual([expect.stringMatching(/^warning: Attempt 1 may have created .*"Fix login #7"/)]);
  });
});

describe('with `keep-passed`', () => {
  const KEEP: Step = { inputs: { keepPassed: true } };

  test('testsets that passed are judged again, and kept if they pass', async () => {
    const saved = await playFirst(PASSED, KEEP);
    const complete = { id: 7, scenario: 101, announcedDevices: 2 } as never;
    const failed = new Map([[102, { attempt: 1, testsetId: 8, outcome: 'failed' as const }]]);
    const notKept = new Map([[102, 'It failed.']]);
    const { judged, found } = await findIn(2, saved, { ...KEEP, judged: { kept: [complete], notKept, failed } });
    expect(judged).toEqual([7, 8]);
    expect(found).toMatchObject({ notKept, failed });
    expect([...found.testsets.keys()]).toEqual([101]);
    expect(found.testsets.get(101)).toMatchObject([{ scenario: 101, existed: true, complete: { id: 7 } }]);
    expect(await found.testsets.get(101)?.[0]?.creation).toEqual({ id: 7, announcedDevices: 2 });
  });

  test.each<[what: string, first: Step, second: Step]>([
    ['the next attempt has not the input', KEEP, {}],
    ['the limits differ', KEEP, { inputs: { keepPassed: true, limits: { fail: 1, error: 0, stop: 0 } } }],
  ])('they are not judged if %s', async (_what, first, second) => {
    const { judged, testsets } = await findIn(2, await playFirst(PASSED, first), second);
    expect([judged, testsets]).toEqual([[], []]);
  });

  test('a failure is known to the next attempts', async () => {
    const saved = await playFirst(reportOf('failed', { id: 7, scenario: 101 }), KEEP);
    const { found } = await findIn(2, saved, KEEP);
    expect(found.failed).toEqual(new Map([[101, { attempt: 1, testsetId: 7, outcome: 'failed' }]]));
  });

  test('one file takes the place of the others, with the limits, also without a testset', async () => {
    const saved = await playFirst(PASSED, KEEP);
    expect(filesOf(saved)).toMatchObject([
      { attempt: 1, limits: '0 0 0', receipts: [{ outcome: 'passed' }, { outcome: 'passed' }] },
    ]);
    const none = await playFirst(reportOf('refused', { id: undefined, status: 'Unknown' }), KEEP);
    expect(filesOf(none)).toMatchObject([{ limits: '0 0 0', receipts: [], uncertain: [] }]);
  });

  test('a resumed testset must still have as many devices as its create announced', async () => {
    const saved = await playFirst(RUNNING, { ...KEEP });
    const second = await findIn(2, saved, KEEP);
    await second.resume.finish(PASSED);
    expect(filesOf(saved).at(-1)).toMatchObject({
      attempt: 2,
      receipts: [{ testsetId: 7, announcedDevices: 2 }, { testsetId: 8 }],
    });
  });

  test('what the next attempt does is known', () => {
    expect([openStep(1, KEEP).resume.onRerun, openStep(1).resume.onRerun]).toEqual(['keep-passed', 'resume']);
  });
});

describe('at the end', () => {
  /** Ends a step with a testset. @returns its log, and whether the receipts were removed */
  async function finish(report: Report, step: Step = {}, changes: Partial<ReceiptStore> = {}) {
    const store = createStore(1, new Map(), changes);
    const { resume, log } = openStep(1, { store, ...step });
    await resume.find(REQUEST, [101]);
    resume.saveReceipts([created(101, 7)]);
    await resume.finish(report);
    return { log, removals: store.removals };
  }

  test('receipts are deleted after they are saved, unless a later attempt needs them', async () => {
    expect(await finish(PASSED)).toEqual({ log: [], removals: [1] });
    expect(await finish(RUNNING)).toEqual({ log: [], removals: [] });
  });

  test.each<[what: string, report: Report, step: Step, changes: Partial<ReceiptStore>, warning: RegExp]>([
    [
      'not deleted',
      PASSED,
      {},
      { remove: fails('No a.b.') },
      /^warning: Could not delete .*: No a\.b\. Set `resume: false`/,
    ],
    [
      'not saved',
      PASSED,
      { inputs: { keepPassed: true } },
      { replace: fails('HTTP 500') },
      /^warning: Could not save .*: HTTP 500\. Remove `keep-passed` and set `resume: false`/,
    ],
    [
      'not deleted in time',
      PASSED,
      { runtime: { clock: createEagerClock() } },
      { remove: () => new Promise(() => undefined) },
      /it took too long/,
    ],
  ])('a warning says that they were %s', async (_what, report, step, changes, warning) => {
    expect((await finish(report, step, changes)).log).toEqual([expect.stringMatching(warning)]);
  });

  test('nothing is said if a later attempt resumes the testset anyway', async () => {
    const keep = { inputs: { keepPassed: true } };
    expect((await finish(RUNNING, keep, { replace: fails('HTTP 500') })).log).toEqual([]);
  });

  test.each<[what: string, report: Report, hangs: 'save' | 'remove', endsMs: number]>([
    ['saving, until the runner would kill it', RUNNING, 'save', 9_000],
    ['deleting, for a moment', PASSED, 'remove', 3_000 + 1_500],
  ])('a cancelled step waits for %s', async (_what, report, hangs, endsMs) => {
    const [clock, cancel] = [createHandClock(), new AbortController()];
    const store = createStore(1, new Map(), { [hangs]: () => new Promise(() => undefined) });
    const { resume } = openStep(1, { store, runtime: { clock, signal: cancel.signal } });
    await resume.find(REQUEST, [101]);
    resume.saveReceipts([created(101, 7)]);
    cancel.abort();
    const cancelledAt = clock.now();
    await clock.pass(3_000);
    const ended = resume.finish(report).then(() => clock.now());
    await clock.pass(60_000);
    expect((await ended) - cancelledAt).toBe(endsMs);
  });
});
