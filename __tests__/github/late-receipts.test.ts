import { describe, expect, test } from '@jest/globals';

import { loadWhenNeeded } from '../../src/github/late-receipts.ts';
import type { ReceiptStore } from '../../src/create/receipts.ts';
import { createRecordingLog } from '../support/runtime.ts';

const RECEIPT = { testsetId: 7, scenario: 0 };

/** A store whose loading is counted, and that writes down what it is asked for. */
function open(load?: () => Promise<ReceiptStore>): { store: ReceiptStore; asked: string[]; lines: readonly string[] } {
  const asked: string[] = [];
  const log = createRecordingLog();
  const kept: ReceiptStore = {
    find: (key) => Promise.resolve([{ attempt: 1, receipts: [{ testsetId: key.length, scenario: 0 }] }]),
    leave: (key, { testsetId }) => {
      asked.push(`leave ${testsetId} under ${key}`);
    },
    settle: (takeBack) => {
      asked.push(`settle ${takeBack}`);
      return Promise.resolve();
    },
  };
  const loading = () => {
    asked.push('load');
    return load ? load() : Promise.resolve(kept);
  };
  const runOptional = <T>(work: () => T): T => {
    asked.push('sheltered');
    return work();
  };
  return { store: loadWhenNeeded(loading, { log, runOptional }), asked, lines: log.lines };
}

describe('a store that is loaded when it is needed', () => {
  test('is loaded once, and does what it is asked for in order, sheltered', async () => {
    const { store, asked, lines } = open();
    store.leave('key', RECEIPT);
    store.leave('key', { ...RECEIPT, testsetId: 8 });
    expect(await store.find('key')).toEqual([{ attempt: 1, receipts: [{ testsetId: 3, scenario: 0 }] }]);
    await store.settle(true);
    expect(asked.filter((what) => what !== 'sheltered')).toEqual([
      'load',
      'leave 7 under key',
      'leave 8 under key',
      'settle true',
    ]);
    expect(asked.filter((what) => what === 'sheltered')).toHaveLength(4);
    expect(lines).toEqual([]);
  });

  test('is not loaded for the end alone', async () => {
    const { store, asked } = open();
    await store.settle(true);
    expect(asked).toEqual(['sheltered']);
  });

  test('that cannot be loaded fails nothing but the question', async () => {
    const { store, lines } = open(() => Promise.reject(new Error('the bundle is torn')));
    store.leave('key', RECEIPT);
    await store.settle(true);
    expect(lines).toEqual([
      'debug: Receipts could not be kept: the bundle is torn',
      'debug: Receipts could not be kept: the bundle is torn',
    ]);
    await expect(store.find('key')).rejects.toThrow('the bundle is torn');
  });
});
