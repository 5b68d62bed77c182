import { setImmediate } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import type { PendingTestset } from '../../src/create/pending-testset.ts';
import { testsetRequest } from '../../src/create/testset-request.ts';
import { openResume } from '../../src/create/resume.ts';
import type { Inputs } from '../../src/model/inputs.ts';
import type { Receipt, ReceiptFile, ReceiptStore } from '../../src/model/receipts.ts';
import type { Report } from '../../src/model/report.ts';
import { Secret } from '../../src/model/secret.ts';
import { createReceipt, createStore, type Saved } from '../support/memory-receipts.ts';
import { RUN } from '../support/platform.ts';
import { reportOf } from '../support/reports.ts';
import { createEagerClock, createHandClock, createRecordingLog, createRuntime } from '../support/runtime.ts';
import { complete, devices, notCreated, unfinished } from '../support/testsets.ts';

const TARGET = {
  kind: 'scenarios',
  projectId: 509,
  osType: 'ANDROID',
  sourceType: 'file',
  testsetName: { title: 'Fix login' },
  which: { kind: 'ids', ids: [101, 102] },
} as const;
const REQUEST = testsetRequest(TARGET, 101, 'Fix login');

interface Step {
  readonly inputs?: Partial<Inputs>;
  /** What earlier attempts saved. */
  readonly saved?: Saved;
  /** Operations of the store that behave otherwise. */
  readonly store?: Partial<ReceiptStore>;
  readonly hasStore?: boolean;
  readonly findJobName?: () => Promise<string | undefined>;
  readonly digest?: () => Promise<string | undefined>;
  readonly runtime?: Parameters<typeof createRuntime>[0];
}

/** Opens the step of an attempt. */
function openStep(attempt: number, { hasStore = true, ...step }: Step = {}) {
  const log = createRecordingLog();
  const service = { baseUrl: new URL('https://devices.example'), userId: 'me', accessKey: new Secret('key') };
  const inputs = { resume: true, wait: true, target: TARGET, service, ...step.inputs } as const;
  const store = createStore(attempt, step.saved, step.store);
  const runtime = createRuntime({ clock: createHandClock(), log, ...step.runtime });
  const platform = { run: { ...RUN, attempt }, receipts: hasStore ? store : undefined, findJobName: step.findJobName };
  const resume = openResume(inputs, runtime, platform);
  return { resume, store, log: log.lines };
}

/** The testsets that an attempt finds, as `testsets` in one list. */
async function findIn(attempt: number, step: Step = {}) {
  const opened = openStep(attempt, step);
  const found = await opened.resume.find(REQUEST, [101, 102], step.digest);
  return { ...opened, found, testsets: [...found.testsets.values()].flat() };
}

const created = (scenario: number, id: number): PendingTestset => ({
  scenario,
  origin: 'created',
  creation: Promise.resolve({ kind: 'created', id, announcedDevices: 2 }),
});
const PASSED = reportOf([7, 8].map((id) => complete(devices(1), { id, scenario: 94 + id })));
const RUNNING = reportOf(unfinished('timed-out', { id: 7, scenario: 101, counts: { total: 2 } }));

/** Plays an attempt that creates testsets, by default 7 and 8, to its end. @returns also what it saved */
async function play(attempt: number, report: Report, step: Step = {}, creates = [created(101, 7), created(102, 8)]) {
  const played = await findIn(attempt, step);
  played.found.receipts?.save(creates);
  await played.found.receipts?.finish(report);
  return { ...played, saved: played.store.saved };
}

const fails = (message: string) => () => Promise.reject(new Error(message));
const hangs = () => new Promise<never>(() => undefined);

describe('earlier attempts', () => {
  test('are not searched by the first attempt: there are none', async () => {
    expect(await findIn(1, { store: { find: fails('searched') } })).toMatchObject({
      found: { resumed: undefined },
      testsets: [],
      log: [],
    });
  });

  test.each<[what: string, inputs: Partial<Inputs>]>([
    ['`resume` is false', { resume: false }],
    ['the step does not wait', { wait: false }],
    ['the step attaches', { target: { kind: 'attach', testsetIds: [7] } }],
  ])('are not searched if %s, and nothing is saved or deleted', async (_what, inputs) => {
    const store = { find: fails('searched'), remove: fails('removed') };
    const { testsets, log } = await play(2, PASSED, { store, inputs });
    expect([testsets, log]).toEqual([[], []]);
  });

  const UNLISTED = { store: { find: fails('no a.b.') } };
  test.each<[what: string, attempt: number, step: Step, lines: readonly RegExp[]]>([
    [
      'without an artifact service',
      2,
      { hasStore: false },
      [/^notice: .* attempt 1 .*: there is no artifact service .* A/],
    ],
    ['without one in the first attempt', 1, { hasStore: false }, []],
    ['if they cannot be listed', 3, UNLISTED, [/^warning: .* an earlier attempt .*: no a\.b\. A/]],
  ])('%s: new testsets, and the log says so', async (_what, attempt, step, lines) => {
    const { testsets, log } = await play(attempt, PASSED, step);
    expect(testsets).toEqual([]);
    expect(log).toEqual(lines.map((line) => expect.stringMatching(line)));
  });

  test('are not searched if the app has changed, and nothing is saved: a notice says so', async () => {
    const store = { find: fails('searched'), save: () => Promise.resolve(true) };
    const step = { store, digest: () => Promise.resolve(undefined) };
    const log = [expect.stringMatching(/^notice: .* would create testset 7 again/)];
    expect(await play(2, RUNNING, step)).toMatchObject({ testsets: [], log });
  });

  test('are not searched after a cancel, however long the digest of the app takes', async () => {
    const cancel = new AbortController();
    const finding = findIn(2, { digest: hangs, runtime: { signal: cancel.signal } });
    cancel.abort();
    expect(await finding).toMatchObject({ testsets: [], log: [] });
  });
});

describe('testsets without a result', () => {
  test('are resumed by the next attempt', async () => {
    const { saved } = await play(1, RUNNING);
    const { found, testsets } = await findIn(2, { saved });
    expect(testsets).toMatchObject([
      { scenario: 101, origin: 'resumed' },
      { scenario: 102, origin: 'resumed' },
    ]);
    expect(found.resumed).toEqual([7, 8].map((testsetId) => ({ testsetId, attempt: 1 })));
    expect(await testsets[0]?.creation).toEqual({ kind: 'created', id: 7, announcedDevices: 2 });
  });

  test('are those of the job with the same name, if another job left one under the same key', async () => {
    const findJobName = () => Promise.resolve('android / test');
    const first = await play(1, RUNNING, { findJobName });
    const other = await play(1, RUNNING, { saved: first.saved }, [created(101, 9)]);
    expect((await findIn(2, { saved: other.saved })).testsets).toEqual([]);
    const { found, log } = await findIn(2, { saved: other.saved, findJobName });
    expect(found.resumed).toMatchObject([{ testsetId: 7 }, { testsetId: 8 }]);
    expect(log).toEqual([]);
  });

  const UNREAD = { attempt: 1, stepId: 'a', receipts: [], unread: '404' };
  const fileOf = (receipt: Partial<Receipt>, stepId = 'a'): ReceiptFile => {
    return {
      attempt: 1,
      stepId,
      receipts: [101, 102].map((scenario) => createReceipt({ scenario, testsetName: `[${scenario}]`, ...receipt })),
    };
  };
  const NEW = 'it may have created a testset. A new one is created.';
  test.each<[what: string, files: readonly ReceiptFile[], resumed: number, ...warnings: readonly string[]]>([
    ['cannot be read', [UNREAD], 0, `Attempt 1 stored a receipt that cannot be read (404): ${NEW}`],
    ['cannot be read, beside those of all scenarios', [UNREAD, fileOf({ testsetId: 7 })], 2],
    ['are of two steps', ['a', 'b'].map((step) => fileOf({ testsetId: 7 }, step)), 0, 'created several testsets'],
    ['may exist', [fileOf({})], 0, 'Attempt 1 may have created 2 testsets'],
  ])('that %s: a warning comes before others are created', async (_what, files, resumed, ...warnings) => {
    const { testsets, log } = await findIn(2, { store: { find: () => Promise.resolve(files) } });
    expect(testsets).toHaveLength(resumed);
    expect(log).toEqual(warnings.map((words) => expect.stringContaining(words)));
  });

  const REJECTED = reportOf([101, 102].map((scenario) => notCreated('rejected', { scenario })));
  test.each<[what: string, find: ReceiptStore['find'], report: Report, removals: number]>([
    ['kept if one cannot be read and nothing was created', () => Promise.resolve([UNREAD]), REJECTED, 0],
    ['kept if the list cannot be read and nothing was created', fails('502'), REJECTED, 0],
    ['deleted if one cannot be read, after results', () => Promise.resolve([UNREAD]), PASSED, 1],
    ['deleted if all are read', () => Promise.resolve([]), REJECTED, 1],
  ])('are %s', async (_what, find, report, removals) => {
    const { store } = await play(2, report, { store: { find } }, []);
    expect(store.removals).toHaveLength(removals);
  });

  test('are not awaited after `timeout`, and their receipts are kept: nothing is created, and no warning says so', async () => {
    const stop = new AbortController();
    const finding = findIn(2, { store: { find: hangs }, runtime: { signal: stop.signal } });
    // The key takes real time.
    await setImmediate();
    stop.abort('deadline');
    const { found, store, log } = await finding;
    await found.receipts?.finish(REJECTED);
    expect([log, store.removals]).toEqual([[], []]);
  });
});

describe('at the end', () => {
  test.each<[what: string, report: Report, removals: readonly number[]]>([
    ['not saved any more at the end of a pass', PASSED, [0]],
    ['kept if a later attempt needs them', RUNNING, []],
  ])('receipts are %s', async (_what, report, removals) => {
    expect(await play(1, report)).toMatchObject({ log: [], store: { removals } });
  });

  test.each<[what: string, step: Step, warning: RegExp]>([
    ['deleted', { store: { remove: fails('a.b.') } }, /^warning: Could not delete .*: a\.b\. Set `resume: false`/],
    ['deleted in time', { runtime: { clock: createEagerClock() }, store: { remove: hangs } }, /it took too long/],
  ])('a warning says that receipts were not %s', async (_what, step, warning) => {
    expect((await play(1, PASSED, step)).log).toEqual([expect.stringMatching(warning)]);
  });

  test('a receipt that could not be saved is saved again while the testset runs', async () => {
    const clock = createHandClock();
    const saves: number[] = [];
    const save: ReceiptStore['save'] = () => Promise.resolve(saves.push(clock.now()) === 3);
    const { found, log } = await findIn(1, { store: { save }, runtime: { clock } });
    const began = clock.now();
    found.receipts?.save([created(101, 7)]);
    // The key takes real time.
    while (saves.length === 0) await setImmediate();
    await clock.pass(60_000);
    expect(saves.map((at) => at - began)).toEqual([0, 3_000, 9_000]);
    await found.receipts?.finish(RUNNING);
    expect(log).toEqual([]);
  });

  test('receipts are deleted after they are saved', async () => {
    const { found, store } = await findIn(1);
    found.receipts?.save([created(101, 7)]);
    while (store.saved.size === 0) await setImmediate();
    await found.receipts?.finish(PASSED);
    expect(store.removals).toEqual([1]);
  });

  test('a notice comes also if the artifact service hangs', async () => {
    const { log } = await play(1, RUNNING, { runtime: { clock: createEagerClock() }, store: { save: hangs } });
    expect(log).toEqual([expect.stringMatching(/^notice: .* would create testset 7 again/)]);
  });

  test('a notice says how to go on with a testset without a result and without a receipt', async () => {
    const store = { save: () => Promise.resolve(false) };
    const { log } = await play(1, RUNNING, { store });
    expect(log).toEqual([
      expect.stringMatching(/^notice: .* would create testset 7 again.* it, .* `testset-id: 7`\.$/),
    ]);
    const origins = ['created', 'created', 'resumed'] as const;
    const several = reportOf(origins.map((origin, at) => unfinished('timed-out', { id: 7 + at, origin })));
    expect((await play(2, several, { store })).log).toEqual([
      expect.stringMatching(/ would create testsets 7, 8 again.* them, .* `testset-id: 7,8`\.$/),
    ]);
    expect((await play(1, PASSED, { store })).log).toEqual([]);
  });

  test.each<[what: string, report: Report, step: Step]>([
    ['saving', RUNNING, { store: { save: hangs } }],
    ['deleting', PASSED, { store: { remove: hangs } }],
    ['the digest', RUNNING, { digest: hangs }],
  ])('a cancelled step waits for %s until its time is over', async (_what, report, step) => {
    const [clock, cancel, graceOver] = [createHandClock(), new AbortController(), new AbortController()];
    const runtime = { clock, signal: cancel.signal, graceOver: graceOver.signal };
    const { found } = await findIn(1, { ...step, runtime });
    found.receipts?.save([created(101, 7)]);
    cancel.abort();
    let isOver = false;
    const ended = found.receipts?.finish(report).then(() => {
      isOver = true;
    });
    await clock.pass(6_000);
    expect(isOver).toBe(false);
    graceOver.abort();
    await ended;
    expect(isOver).toBe(true);
  });
});
