import { setImmediate } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import type { PendingTestset } from '../../src/create/pending-testset.ts';
import { scenarioRequest } from '../../src/create/testset-request.ts';
import { openResume, type JudgedAgain } from '../../src/create/resume.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { Inputs } from '../../src/model/inputs.ts';
import type { ReceiptFile, ReceiptStore } from '../../src/model/receipts.ts';
import type { Report } from '../../src/model/report.ts';
import { Secret } from '../../src/model/secret.ts';
import { createStore, type Saved } from '../support/memory-receipts.ts';
import { RUN } from '../support/platform.ts';
import { reportOf } from '../support/reports.ts';
import { createEagerClock, createHandClock, createRecordingLog, createRuntime } from '../support/runtime.ts';
import { complete, devices, notCreated, unfinished } from '../support/testsets.ts';

const TARGET = {
  kind: 'scenarios',
  projectId: 509,
  osType: 'ANDROID',
  sourceType: 'file',
  testsetName: 'Fix login',
  which: { kind: 'ids', ids: [101, 102] },
} as const;
const REQUEST = scenarioRequest(TARGET, 101);
const NONE_JUDGED: JudgedAgain = { kept: [], notKept: new Map(), failed: new Map() };

interface Step {
  readonly inputs?: Partial<Inputs>;
  /** What earlier attempts saved. */
  readonly saved?: Saved;
  /** Operations of the store that behave otherwise. */
  readonly store?: Partial<ReceiptStore>;
  readonly hasStore?: boolean;
  readonly digest?: () => Promise<string | undefined>;
  readonly judged?: JudgedAgain;
  readonly runtime?: Parameters<typeof createRuntime>[0];
}

const RERUNS = ['resume', 'keep-passed'] as const;
const KEEP: Step = { inputs: { resume: 'keep-passed' } };

/** Opens the step of an attempt. @returns also, as `judged`, the testsets that were judged again */
function openStep(attempt: number, { hasStore = true, ...step }: Step = {}) {
  const log = createRecordingLog();
  const judged: number[] = [];
  const service = { baseUrl: new URL('https://devices.example'), userId: 'me', accessKey: new Secret('key') };
  const inputs = { resume: 'resume', wait: true, target: TARGET, service, ...step.inputs } as const;
  const store = createStore(attempt, step.saved, step.store);
  const runtime = createRuntime({ clock: createHandClock(), log, ...step.runtime });
  const platform = { run: { ...RUN, attempt }, receipts: hasStore ? store : undefined };
  const resume = openResume(inputs, runtime, platform, (testsets) => {
    judged.push(...testsets.map(({ testsetId }) => testsetId));
    return Promise.resolve(step.judged ?? NONE_JUDGED);
  });
  return { resume, store, log: log.lines, judged };
}

/** The testsets that an attempt finds, as `testsets` in one list. */
async function findIn(attempt: number, step: Step = {}) {
  const opened = openStep(attempt, step);
  const found = await opened.resume.find(REQUEST, [101, 102], step.digest);
  return { ...opened, found, testsets: [...found.testsets.values()].flat() };
}

const created = (scenario: number, id: number): PendingTestset => ({
  scenario,
  origin: { kind: 'created' },
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

const filesOf = (saved: Saved): readonly ReceiptFile[] => [...saved.values()].flat();
const fails = (message: string) => () => Promise.reject(new Error(message));
const hangs = () => new Promise<never>(() => undefined);

describe('earlier attempts', () => {
  test('are not searched by the first attempt: there are none', async () => {
    expect(await findIn(1, { store: { find: fails('searched') } })).toMatchObject({ testsets: [], log: [] });
  });

  test.each<[what: string, inputs: Partial<Inputs>]>([
    ['`resume` is false', { resume: false }],
    ['the step does not wait', { wait: false }],
    ['the step attaches', { target: { kind: 'attach', testsetIds: [7] } }],
  ])('are not searched if %s, and nothing is saved or deleted', async (_what, inputs) => {
    const store = { find: fails('searched'), remove: fails('removed') };
    const { resume, testsets, log } = await play(2, PASSED, { store, inputs });
    expect([resume.onRerun, testsets, log]).toEqual([undefined, [], []]);
  });

  test.each<[what: string, attempt: number, step: Step, notices: readonly RegExp[]]>([
    ['without an artifact service', 2, { hasStore: false }, [/attempt 1 left .*: there is no artifact service .*\. A/]],
    ['without one in the first attempt', 1, { hasStore: false }, []],
    ['if they cannot be listed', 3, { store: { find: fails('no a.b.') } }, [/an earlier attempt .*: no a\.b\. A/]],
  ])('%s: new testsets, with a notice', async (_what, attempt, step, notices) => {
    const { testsets, log } = await play(attempt, PASSED, step);
    expect(testsets).toEqual([]);
    const noticed = log.filter((line) => line.startsWith('notice: '));
    expect(noticed).toEqual(notices.map((notice) => expect.stringMatching(notice)));
  });

  test.each(RERUNS)('are not searched if the app has changed (%s)', async (resume) => {
    const store = { find: fails('searched'), save: fails('saved'), replace: fails('saved') };
    const step = { store, inputs: { resume }, digest: () => Promise.resolve(undefined) };
    expect(await play(2, PASSED, step)).toMatchObject({ testsets: [], log: [] });
  });
});

describe('testsets without a result', () => {
  test('are resumed by the next attempt', async () => {
    const { saved } = await play(1, RUNNING);
    const { testsets, judged } = await findIn(2, { saved });
    expect(testsets).toMatchObject([
      { scenario: 101, origin: { kind: 'resumed', attempt: 1 } },
      { scenario: 102, origin: { kind: 'resumed', attempt: 1 } },
    ]);
    expect(await testsets[0]?.creation).toEqual({ kind: 'created', id: 7, announcedDevices: 2 });
    expect(judged).toEqual([]);
  });

  test('are not resumed if another step of the attempt left one, too; the log says so', async () => {
    const { saved } = await play(1, RUNNING);
    const other = { attempt: 1, receipts: [{ testsetId: 9, scenario: 101, announcedDevices: 2 }], uncertain: [] };
    for (const [key, files] of saved) saved.set(key, [...files, other]);
    const { testsets, log } = await findIn(2, { saved });
    expect(testsets).toEqual([]);
    expect(log).toEqual([expect.stringMatching(/^notice: An earlier attempt left several testsets/)]);
  });

  test.each(RERUNS)('that may exist are named in a warning (%s)', async (resume) => {
    const error = new TestsetError({ code: 'unknown-start', message: 'Cut off.', hint: '' });
    const creation = Promise.resolve({ kind: 'failed', outcome: 'unknown-start', error } as const);
    const uncertain = { scenario: 101, testsetName: 'Fix login #7', origin: { kind: 'created' }, creation } as const;
    const report = reportOf(notCreated('unknown-start', { scenario: 101 }));
    const { saved } = await play(1, report, { inputs: { resume } }, [uncertain]);
    const { log } = await findIn(2, { saved });
    expect(log).toEqual([expect.stringMatching(/^warning: Attempt 1 may have created .*"Fix login #7"/)]);
  });
});

describe('with `resume: keep-passed`', () => {
  test('testsets that passed are judged again, and kept if they pass', async () => {
    const { saved } = await play(1, PASSED, KEEP);
    const kept = complete(devices(2), {
      id: 7,
      scenario: 101,
      origin: { kind: 'kept', attempt: 1 },
      announcedDevices: 2,
    });
    const failed = new Map([[102, { attempt: 1, testsetId: 8, outcome: 'failed' as const }]]);
    const notKept = new Map([[102, 'It failed.']]);
    const again = { kept: [kept], notKept, failed };
    const { judged, found, testsets } = await findIn(2, { ...KEEP, saved, judged: again });
    expect(judged).toEqual([7, 8]);
    expect(found.earlier).toMatchObject({ notKept, failed });
    expect([...found.testsets.keys()]).toEqual([101]);
    expect(testsets).toMatchObject([{ scenario: 101, origin: { kind: 'kept' }, complete: { id: 7 } }]);
    expect(await testsets[0]?.creation).toEqual({ kind: 'created', id: 7, announcedDevices: 2 });
  });

  test('one of a scenario that the next attempt does not run is not judged, and the log says so', async () => {
    const { saved } = await play(1, PASSED, KEEP);
    const { judged, log, resume } = openStep(2, { ...KEEP, saved });
    await resume.find(REQUEST, [101]);
    expect(judged).toEqual([7]);
    expect(log).toEqual([
      'info: Testset 8 passed in attempt 1, but is not kept: this attempt does not run scenario 102.',
    ]);
  });

  test('the log says that there is no receipt', async () => {
    const { log } = await findIn(2, KEEP);
    expect(log).toEqual([
      expect.stringMatching(/^info: No testset of an earlier attempt is kept: there is no receipt .*3 days\.$/),
    ]);
    expect((await findIn(2)).log).toEqual([]);
  });

  test('they are not judged if the next attempt has not the value', async () => {
    const { saved } = await play(1, PASSED, KEEP);
    expect(await findIn(2, { saved })).toMatchObject({ judged: [], testsets: [] });
  });

  test('a failure is known to the next attempts', async () => {
    const { saved } = await play(1, reportOf(complete(devices(1, { 0: 'failed' }), { id: 7, scenario: 101 })), KEEP);
    const { found } = await findIn(2, { ...KEEP, saved });
    expect(found.earlier?.failed).toEqual(new Map([[101, { attempt: 1, testsetId: 7, outcome: 'failed' }]]));
  });

  test('one file takes the place of the others, also without a testset', async () => {
    const { saved } = await play(1, PASSED, KEEP);
    expect(filesOf(saved)).toMatchObject([{ attempt: 1, receipts: [{ outcome: 'passed' }, { outcome: 'passed' }] }]);
    const none = await play(1, reportOf(notCreated('refused')), KEEP);
    expect(filesOf(none.saved)).toMatchObject([{ receipts: [], uncertain: [] }]);
  });

  test('a resumed testset must still have as many devices as its create announced', async () => {
    const { saved } = await play(1, RUNNING, KEEP);
    const { found } = await findIn(2, { ...KEEP, saved });
    await found.receipts?.finish(PASSED);
    const receipts = [{ testsetId: 7, announcedDevices: 2 }, { testsetId: 8 }];
    expect(filesOf(saved).at(-1)).toMatchObject({ attempt: 2, receipts });
  });

  test('what the next attempt does is known', () => {
    expect([openStep(1, KEEP).resume.onRerun, openStep(1).resume.onRerun]).toEqual(['keep-passed', 'resume']);
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
    [
      'saved',
      { ...KEEP, store: { replace: fails('HTTP 500') } },
      /^warning: Could not save .*: HTTP 500\. Set `resume: false`/,
    ],
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
    const { log } = await play(1, RUNNING, { store: { save: () => Promise.resolve(false) } });
    expect(log).toEqual([expect.stringMatching(/^notice: .* would create testset 7 again.* `testset-id: 7`\.$/)]);
    expect((await play(1, PASSED, { store: { save: () => Promise.resolve(false) } })).log).toEqual([]);
  });

  test('nothing is said if a later attempt resumes the testset anyway', async () => {
    expect((await play(1, RUNNING, { ...KEEP, store: { replace: fails('HTTP 500') } })).log).toEqual([]);
  });

  test.each<[what: string, report: Report, store: Partial<ReceiptStore>, endsMs: number]>([
    ['saving, until the runner would kill it', RUNNING, { save: hangs }, 9_000],
    ['deleting, for a moment', PASSED, { remove: hangs }, 3_000 + 1_500],
  ])('a cancelled step waits for %s', async (_what, report, store, endsMs) => {
    const [clock, cancel] = [createHandClock(), new AbortController()];
    const { found } = await findIn(1, { store, runtime: { clock, signal: cancel.signal } });
    found.receipts?.save([created(101, 7)]);
    cancel.abort();
    const cancelledAt = clock.now();
    await clock.pass(3_000);
    const ended = Promise.resolve(found.receipts?.finish(report)).then(() => clock.now());
    await clock.pass(60_000);
    expect((await ended) - cancelledAt).toBe(endsMs);
  });
});
