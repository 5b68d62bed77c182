import { describe, expect, test } from '@jest/globals';

import type { CreateResult } from '../../src/create/classify.ts';
import type { PendingTestset } from '../../src/create/pending-testset.ts';
import { canDeleteReceipts, collectReceipts, saveFirstAndAll } from '../../src/create/step-receipts.ts';
import { NO_COUNTS } from '../../src/model/counts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { CreateRecords } from '../../src/model/receipts.ts';
import type { TestVerdict } from '../../src/model/verdict.ts';
import type { ResultSource } from '../../src/model/sources.ts';
import { createReport, createTestset, type GivenTestset } from '../support/reports.ts';

const error = new TestsetError({ code: 'unknown-start', message: 'Cut off.', hint: '' });

describe('what a step saves of its creates', () => {
  const pending = (scenario: number | undefined, creation: CreateResult, more: Partial<PendingTestset> = {}) => ({
    scenario,
    origin: { kind: 'created' } as const,
    creation: Promise.resolve(creation),
    ...more,
  });
  const created = (id: number) => ({ kind: 'created', id, announcedDevices: 3 }) as const;
  const refused = { kind: 'failed', outcome: 'refused', error } as const;
  const unknown = { kind: 'failed', outcome: 'unknown-start', error } as const;
  const savedOf = async (...testsets: readonly PendingTestset[]): Promise<readonly CreateRecords[]> => {
    const saves: CreateRecords[] = [];
    const all = await saveFirstAndAll(testsets, (records) => {
      saves.push(records);
      return Promise.resolve();
    });
    if (saves.length > 0) expect(all).toEqual(saves.at(-1));
    return saves;
  };

  test('is the first testset at once, and all of them at the end', async () => {
    const { promise: late, resolve: createLate } = Promise.withResolvers<CreateResult>();
    const saves: number[] = [];
    const testsets = [pending(102, refused, { creation: late }), pending(101, created(7))];
    const saving = saveFirstAndAll(testsets, ({ receipts }) => {
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
    expect(await savedOf(pending(101, created(7), { retry: 1 }), pending(102, refused))).toEqual([
      { receipts: [{ testsetId: 7, scenario: 101, announcedDevices: 3, retry: 1 }], uncertain: [] },
    ]);
  });

  test('is nothing if there is no testset, or if it existed before', async () => {
    expect(
      await savedOf(pending(101, refused), pending(102, created(7), { origin: { kind: 'resumed', attempt: 1 } })),
    ).toEqual([]);
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

const PASSED = { ...NO_COUNTS, total: 2, pass: 2 };
const FAILED = { ...NO_COUNTS, total: 2, pass: 1, fail: 1 };
const source = (name: ResultSource['source'], state: ResultSource['state'] = 'read'): ResultSource => ({
  source: name,
  state,
  passed: 2,
  notPassed: 0,
  why: '',
});
const sources = (xml: ResultSource['state'], json: ResultSource['state']): GivenTestset => ({
  outcome: 'inconclusive',
  documents: [source('xml', xml), source('json', json)],
});

describe('at the end of a step, the receipt of a testset', () => {
  test.each<[what: string, testset: GivenTestset, saved: string | undefined]>([
    ['that passed', {}, 'passed'],
    ['that passed within the limits only', { counts: FAILED }, 'failed'],
    ['that failed', { outcome: 'failed', counts: FAILED }, 'failed'],
    ['that timed out', { outcome: 'timed-out', status: 'Running' }, ''],
    ['whose results were not fetched', sources('unfetched', 'read'), ''],
    ['that was rejected', { outcome: 'refused', id: undefined, status: 'Unknown' }, undefined],
    ['that is kept, and has one already', { origin: { kind: 'kept', attempt: 1 } }, undefined],
  ])('%s', (_what, testset, expected) => {
    const report = createReport({ testsets: [createTestset({ counts: PASSED, ...testset })] });
    const [receipt] = collectReceipts(report, []);
    expect(receipt && (receipt.outcome ?? '')).toBe(expected);
  });

  test('has the most devices that were announced or counted, its scenario and its retry', () => {
    const first = createTestset({ id: 7, counts: PASSED, scenario: 101 });
    const earlier = createTestset({ id: 8, counts: FAILED, outcome: 'failed', scenario: 102 });
    const retried = { ...createTestset({ id: 9, counts: PASSED, scenario: 102, retry: 1 }), earlier: [earlier] };
    const known = [
      { testsetId: 7, scenario: 101, announcedDevices: 5 },
      { testsetId: 9, scenario: 102, announcedDevices: 1 },
    ];
    expect(collectReceipts(createReport({ testsets: [first, retried] }), known)).toEqual([
      { testsetId: 7, scenario: 101, announcedDevices: 5, outcome: 'passed' },
      { testsetId: 8, scenario: 102, announcedDevices: 2, outcome: 'failed' },
      { testsetId: 9, scenario: 102, announcedDevices: 2, retry: 1, outcome: 'passed' },
    ]);
    const ofApp = createReport({ testsets: [createTestset({ counts: PASSED })] });
    expect(collectReceipts(ofApp, [])).toMatchObject([{ scenario: 0 }]);
  });
});

describe('receipts are needed by a later attempt', () => {
  const testset = (more: GivenTestset) => createTestset({ counts: PASSED, ...more });
  const notCreated = { id: undefined } as const;

  test.each<[what: string, outcome: TestVerdict['outcome'], testset: GivenTestset, needed: boolean]>([
    ['not after a pass', 'passed', {}, false],
    ['not after a failure', 'failed', { outcome: 'failed' }, false],
    ['not after a rejected create', 'refused', { outcome: 'refused', ...notCreated }, false],
    ['if the service gave no status', 'refused', { outcome: 'refused', status: 'Unknown' }, true],
    ['if the testset is running', 'timed-out', { outcome: 'timed-out', status: 'Running' }, true],
    ['if the run was cancelled, whatever is known', 'cancelled', {}, true],
    ['if a create was cancelled', 'cancelled', { outcome: 'cancelled', ...notCreated }, true],
    ['if `timeout` was reached before a status', 'timed-out', { outcome: 'timed-out', status: 'Unknown' }, true],
    ['if a testset may exist', 'unknown-start', { outcome: 'unknown-start', ...notCreated }, true],
    ['if a document was not fetched', 'inconclusive', sources('read', 'unfetched'), true],
    ['if no document was delivered', 'inconclusive', sources('absent', 'absent'), true],
    ['not if a document cannot be read: it will not change', 'inconclusive', sources('unreadable', 'absent'), false],
    ['not if documents contradict each other', 'inconclusive', sources('read', 'read'), false],
  ])('%s', (_what, outcome, more, needed) => {
    expect(canDeleteReceipts({ outcome, testsets: [testset(more)] }, [])).toBe(!needed);
  });

  test.each<[what: string, scenario: number | undefined, id: number | undefined, needed: boolean]>([
    ['of the same scenario was rejected', 101, undefined, true],
    ['of another scenario was rejected', 102, undefined, false],
    ['of the same scenario was created', 101, 7, false],
  ])('if an earlier attempt may have made a testset, and one %s', (_what, scenario, id, needed) => {
    const other = id === undefined ? { outcome: 'refused', ...notCreated } : { id };
    const testsets = [testset({}), testset({ ...other, scenario } as GivenTestset)];
    expect(canDeleteReceipts({ outcome: 'refused', testsets }, [{ scenario: 101 }])).toBe(!needed);
  });
});
