import { describe, expect, test } from '@jest/globals';

import type { CreateResult } from '../../src/create/classify.ts';
import type { PendingTestset } from '../../src/create/pending-testset.ts';
import { openReceipts } from '../../src/create/step-receipts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { Receipt } from '../../src/model/receipts.ts';
import type { Report } from '../../src/model/report.ts';
import type { XmlState } from '../../src/model/results.ts';
import type { Testset } from '../../src/model/testset.ts';
import { createStore } from '../support/memory-receipts.ts';
import { reportOf } from '../support/reports.ts';
import { createHandClock, createRuntime } from '../support/runtime.ts';
import { complete, devices, notCreated, unfinished } from '../support/testsets.ts';

const error = new TestsetError({ code: 'unknown-start', message: 'Cut off.', hint: '' });

const TIME = expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d UTC$/);

describe('what a step saves of its creates', () => {
  const pending = (scenario: number | undefined, creation: CreateResult, more: Partial<PendingTestset> = {}) => ({
    scenario,
    origin: 'created' as const,
    creation: Promise.resolve(creation),
    ...more,
  });
  const created = (id: number) => ({ kind: 'created', id, announcedDevices: 3 }) as const;
  const rejected = { kind: 'failed', outcome: 'rejected', error } as const;
  const unknown = { kind: 'failed', outcome: 'unknown-start', error } as const;
  /** Opens receipts whose records are in `saves`. */
  const openSeries = (
    clock = createHandClock(),
    isSaved: (saves: number) => boolean = () => true,
    findJobName?: () => Promise<string | undefined>,
  ) => {
    const saves: { readonly receipts: readonly Receipt[]; readonly at: number; readonly jobName?: string }[] = [];
    const store = createStore(1, new Map(), {
      save: (_key, receipts, jobName) => {
        saves.push({ receipts, at: clock.now() - 1_000_000, ...(jobName && { jobName }) });
        return Promise.resolve(isSaved(saves.length));
      },
    });
    const key = { secret: Buffer.from(''), jobId: '', requestId: '' };
    const receipts = openReceipts(
      createRuntime({ clock }),
      store,
      () => Promise.resolve(key),
      findJobName,
      () => false,
    );
    return { saves, receipts, clock };
  };
  const savedOf = async (...testsets: readonly PendingTestset[]): Promise<readonly Receipt[] | undefined> => {
    const { saves, receipts, clock } = openSeries();
    receipts.save(testsets);
    await clock.pass(60_000);
    return saves.at(-1)?.receipts;
  };
  const idsOf = (save: { readonly receipts: readonly Receipt[] }) => save.receipts.map(({ testsetId }) => testsetId);

  test('is what it knows, at most once a minute, and all of it when the creates are over', async () => {
    const [late, last] = [Promise.withResolvers<CreateResult>(), Promise.withResolvers<CreateResult>()];
    const unanswered = Promise.withResolvers<undefined>();
    const { saves, receipts, clock } = openSeries();
    receipts.save([
      pending(101, created(7)),
      pending(102, rejected, { creation: late.promise }),
      pending(103, rejected, { creation: last.promise, unanswered: unanswered.promise, testsetName: 'Fix login' }),
    ]);
    await clock.pass(1_000);
    late.resolve(created(8));
    unanswered.resolve(undefined);
    await clock.pass(99_000);
    last.resolve(created(9));
    await clock.pass(60_000);
    expect(saves.map((save) => [save.at, idsOf(save)])).toEqual([
      [0, [7]],
      [60_000, [7, 8, undefined]],
      [100_000, [7, 8, 9]],
    ]);
  });

  test('is a number at once, also after a create that is not answered was saved, and after a minute with others', async () => {
    const { saves, receipts, clock } = openSeries();
    const start = (scenario: number, unansweredMs: number, createdMs: number): PendingTestset => {
      const creation = clock.sleep(createdMs).then(() => created(scenario));
      return pending(scenario, rejected, { creation, unanswered: clock.sleep(unansweredMs) });
    };
    receipts.save([start(101, 5_000, 6_000), start(102, 5_500, 200_000), start(103, 70_000, 72_000)]);
    await clock.pass(300_000);
    expect(saves.map((save) => [save.at / 1000, idsOf(save)])).toEqual([
      [5, [undefined]],
      [5.5, [undefined, undefined]],
      [6, [101, undefined]],
      [70, [101, undefined, undefined]],
      [72, [101, undefined, 103]],
      [200, [101, 102, 103]],
    ]);
  });

  test("has GitHub's name of the job as soon as that is known, and does not wait for it", async () => {
    const name = Promise.withResolvers<string | undefined>();
    const { saves, receipts, clock } = openSeries(undefined, undefined, () => name.promise);
    receipts.save([pending(101, created(7))]);
    await clock.pass(1_000);
    name.resolve('android / test');
    receipts.save([pending(102, created(8))]);
    await clock.pass(60_000);
    expect(saves.map(({ jobName }) => jobName)).toEqual([undefined, 'android / test']);
  });

  test('is all of it at once also when further creates are over', async () => {
    const { saves, receipts, clock } = openSeries();
    const start = (scenario: number): ((creation: CreateResult) => void) => {
      const { promise: creation, resolve } = Promise.withResolvers<CreateResult>();
      receipts.save([pending(scenario, rejected, { creation })]);
      return resolve;
    };
    start(101)(created(7));
    await clock.pass(10_000);
    const [end102, end103] = [start(102), start(103)];
    end102(created(8));
    await clock.pass(10_000);
    const end104 = start(104);
    end103(created(9));
    await clock.pass(10_000);
    end104(created(10));
    await clock.pass(60_000);
    expect(saves.map((save) => [save.at / 1000, save.receipts.length])).toEqual([
      [0, 1],
      [10, 2],
      [30, 4],
    ]);
  });

  test('replaces one of a create that was not answered: with its testset, or with nothing if it was rejected', async () => {
    const [creation, rejection] = [Promise.withResolvers<CreateResult>(), Promise.withResolvers<CreateResult>()];
    const { saves, receipts, clock } = openSeries();
    receipts.save([
      pending(101, rejected, { creation: creation.promise, unanswered: Promise.resolve() }),
      pending(102, rejected, { creation: rejection.promise, unanswered: Promise.resolve() }),
    ]);
    await clock.pass(1_000);
    creation.resolve(created(7));
    rejection.resolve(rejected);
    await clock.pass(60_000);
    expect(saves.map(idsOf)).toEqual([[undefined, undefined], [7]]);
  });

  test('is stored by at most 14 tries in an hour, whatever the service does with them', async () => {
    const { saves, receipts, clock } = openSeries(createHandClock(), () => false);
    receipts.save([pending(101, created(7)), pending(102, created(8))]);
    await clock.pass(60 * 60_000);
    await receipts.finish(reportOf(complete(devices(1), { isCancelled: true })));
    expect(saves.map(({ at }) => at / 1000).slice(0, 5)).toEqual([0, 3, 9, 21, 45]);
    expect(saves.length).toBeLessThanOrEqual(14);
  });

  test('lets a later attempt continue what has no result, if all of that is stored', async () => {
    const { receipts, clock } = openSeries();
    const { testsets } = reportOf([
      ...[7, 8].map((id) => unfinished('timed-out', { id, scenario: id })),
      complete(devices(1), { id: 9, scenario: 9 }),
    ]);
    receipts.save([pending(7, created(7))]);
    await clock.pass(60_000);
    expect([receipts.canResume(testsets.slice(0, 1)), receipts.canResume(testsets)]).toEqual([true, false]);
    receipts.save([pending(8, created(8))]);
    await clock.pass(60_000);
    expect(receipts.canResume(testsets)).toBe(true);
  });

  test('is one file for one testset, with what a later attempt needs', async () => {
    const retried = pending(101, created(7), { retry: 1, testsetName: 'Fix login' });
    expect(await savedOf(retried, pending(102, rejected))).toEqual([
      { testsetId: 7, scenario: 101, announcedDevices: 3, retry: 1, testsetName: 'Fix login', time: TIME },
    ]);
  });

  test('is nothing if there is no testset, or if it existed before', async () => {
    expect(await savedOf(pending(101, rejected), pending(102, created(7), { origin: 'resumed' }))).toBeUndefined();
  });

  test('is the identifier of an unknown start, or its name and time', async () => {
    const named = pending(undefined, { ...unknown, id: 7 });
    const unnamed = pending(102, unknown, { testsetName: 'Fix login', retry: 2 });
    expect(await savedOf(named, unnamed)).toEqual([
      { testsetId: 7, scenario: 0, announcedDevices: 0, retry: 0, testsetName: '', time: TIME },
      { scenario: 102, announcedDevices: 0, retry: 2, testsetName: 'Fix login', time: TIME },
    ]);
  });
});

const passed = complete(devices(2));
const failed = complete(devices(2, { 1: 'failed' }));
const running = unfinished('timed-out');
const withXml = (state: XmlState) => complete(devices(2), { xml: { state, why: 'It broke.' } });
const unfetched = withXml('unfetched');

/** Whether a step with this report keeps its receipts. */
async function areKept(report: Report, uncertain: readonly number[]): Promise<boolean> {
  const store = createStore(1);
  const isUncertain = (scenario: number): boolean => uncertain.includes(scenario);
  const noKey = () => Promise.resolve(undefined);
  await openReceipts(createRuntime(), store, noKey, undefined, isUncertain).finish(report);
  return store.removals.length === 0;
}

describe('receipts are needed by a later attempt', () => {
  test.each<[what: string, testset: Testset, needed: boolean]>([
    ['not after a pass', passed, false],
    ['not after a failure', failed, false],
    ['not after a rejected create', notCreated('rejected'), false],
    ['if the service gave no status', unfinished('rejected', { word: '' }), true],
    ['if the testset is running', running, true],
    ['if the run was cancelled before the results', complete(devices(2), { isCancelled: true }), true],
    ['if a create was cancelled', notCreated('cancelled'), true],
    ['if `timeout` was reached before a status', unfinished('timed-out', { word: '' }), true],
    ['if a testset may exist', notCreated('unknown-start'), true],
    ['if the results were not fetched', unfetched, true],
    ['if no XML was delivered', withXml('absent'), true],
    ['not if the XML cannot be read: it will not change', withXml('unreadable'), false],
    ['not if status and XML disagree', complete(devices(2), { xml: [] }), false],
  ])('%s', async (_what, testset, needed) => {
    expect(await areKept(reportOf(testset), [])).toBe(needed);
  });

  test.each<[what: string, testset: Testset, needed: boolean]>([
    ['of the same scenario was rejected', notCreated('rejected', { scenario: 101 }), true],
    ['of another scenario was rejected', notCreated('rejected', { scenario: 102 }), false],
    ['of the same scenario was created', complete(devices(1), { scenario: 101 }), false],
  ])('if an earlier attempt may have made a testset, and one %s', async (_what, testset, needed) => {
    const report = reportOf([complete(devices(1), { scenario: 103 }), testset]);
    expect(await areKept(report, [101])).toBe(needed);
  });
});
