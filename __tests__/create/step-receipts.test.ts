import { describe, expect, test } from '@jest/globals';

import type { CreateResult } from '../../src/create/classify.ts';
import type { PendingTestset } from '../../src/create/pending-testset.ts';
import { canDeleteReceipts, saveFirstAndAll } from '../../src/create/step-receipts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { CreateRecords } from '../../src/model/receipts.ts';
import type { XmlState } from '../../src/model/results.ts';
import type { Testset } from '../../src/model/testset.ts';
import { reportOf } from '../support/reports.ts';
import { createEagerClock } from '../support/runtime.ts';
import { complete, devices, notCreated, unfinished } from '../support/testsets.ts';

const error = new TestsetError({ code: 'unknown-start', message: 'Cut off.', hint: '' });

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
  const savedOf = async (...testsets: readonly PendingTestset[]): Promise<readonly CreateRecords[]> => {
    const saves: CreateRecords[] = [];
    await saveFirstAndAll(testsets, createEagerClock(), (records) => {
      saves.push(records);
      return Promise.resolve();
    });
    return saves;
  };

  test('is the first testset at once, and all of them at the end', async () => {
    const { promise: late, resolve: createLate } = Promise.withResolvers<CreateResult>();
    const saves: number[] = [];
    const testsets = [pending(102, rejected, { creation: late }), pending(101, created(7))];
    const saving = saveFirstAndAll(testsets, createEagerClock(), ({ receipts }) => {
      saves.push(receipts.length);
      // The second does not wait for the first.
      return saves.length === 1 ? new Promise(() => undefined) : Promise.resolve();
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(saves).toEqual([1]);
    createLate(created(8));
    await new Promise((resolve) => setImmediate(resolve));
    expect(saves).toEqual([1, 2]);
    void saving;
  });

  test('is one file for one testset, with what a later attempt needs', async () => {
    expect(await savedOf(pending(101, created(7), { retry: 1 }), pending(102, rejected))).toEqual([
      { receipts: [{ testsetId: 7, scenario: 101, announcedDevices: 3, retry: 1 }], uncertain: [] },
    ]);
  });

  test('is nothing if there is no testset, or if it existed before', async () => {
    expect(await savedOf(pending(101, rejected), pending(102, created(7), { origin: 'resumed' }))).toEqual([]);
  });

  test('is the identifier of an unknown start, or its name and time', async () => {
    const named = pending(undefined, { ...unknown, id: 7 });
    const unnamed = pending(102, unknown, { testsetName: 'Fix login', retry: 2 });
    const [, all] = await savedOf(named, unnamed);
    const time = expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d UTC$/);
    expect(all).toEqual({
      receipts: [{ testsetId: 7, scenario: 0, announcedDevices: 0 }],
      uncertain: [{ scenario: 102, testsetName: 'Fix login', retry: 2, time }],
    });
  });
});

const passed = complete(devices(2));
const failed = complete(devices(2, { 1: 'failed' }));
const running = unfinished('timed-out');
const withXml = (state: XmlState) => complete(devices(2), { xml: { state, why: 'It broke.' } });
const unfetched = withXml('unfetched');

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
  ])('%s', (_what, testset, needed) => {
    expect(canDeleteReceipts(reportOf(testset), [])).toBe(!needed);
  });

  test.each<[what: string, testset: Testset, needed: boolean]>([
    ['of the same scenario was rejected', notCreated('rejected', { scenario: 101 }), true],
    ['of another scenario was rejected', notCreated('rejected', { scenario: 102 }), false],
    ['of the same scenario was created', complete(devices(1), { scenario: 101 }), false],
  ])('if an earlier attempt may have made a testset, and one %s', (_what, testset, needed) => {
    const report = reportOf([complete(devices(1), { scenario: 103 }), testset]);
    expect(canDeleteReceipts(report, [{ scenario: 101 }])).toBe(!needed);
  });
});
