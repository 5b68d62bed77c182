import { describe, expect, test } from '@jest/globals';

import { sealReceipts, unsealReceipts } from '../../src/github/receipt-artifacts.ts';
import { type ReceiptFile, type ReceiptKey } from '../../src/model/receipts.ts';
import { createReceipt } from '../support/memory-receipts.ts';

const UNCERTAIN = createReceipt({ scenario: 102, testsetName: 'Fix login #7\n[102] 로그인' });
const RECEIPT = createReceipt({ testsetId: 666, announcedDevices: 9, retry: 1 });
const FILE: ReceiptFile = { attempt: 1, stepId: '89abcdef', receipts: [RECEIPT, UNCERTAIN] };

const KEY: ReceiptKey = {
  secret: Buffer.alloc(32, 7),
  jobId: '01234567',
  requestId: '0123456789abcdef01234567',
};
const sealed = sealReceipts(FILE, KEY);

describe('a receipt file', () => {
  test.each<[string, Partial<ReceiptKey>]>([
    ['access key', { secret: Buffer.alloc(32, 8) }],
    ['request', { requestId: 'f123456789abcdef01234567' }],
  ])('of another %s is rejected', (_what, other) => {
    expect(() => unsealReceipts(sealReceipts(FILE, { ...KEY, ...other }), KEY)).toThrow('its seal is wrong');
  });

  test('is read as it was sealed, with its text behind the seal', () => {
    expect(unsealReceipts(sealed, KEY)).toEqual(FILE);
    const [seal, text = ''] = sealed.split('\n');
    expect(seal).toMatch(/^[\da-f]{64}$/);
    expect(JSON.parse(text)).toEqual(FILE);
  });

  test.each([
    ['testset', '666', '667'],
    ['attempt', '"attempt":1', '"attempt":2'],
    ['step', '89abcdef', '89abcdee'],
    ['name', 'Fix login', 'Break login'],
  ])('with another %s is rejected', (_what, from, to) => {
    expect(sealed).toContain(from);
    expect(() => unsealReceipts(sealed.replace(from, to), KEY)).toThrow('its seal is wrong');
  });

  test('is not parsed unless its seal is right', () => {
    expect(() => unsealReceipts(sealed.slice(0, -1), KEY)).toThrow('its seal is wrong');
    expect(() => unsealReceipts(`${sealed}\n{}`, KEY)).toThrow('its seal is wrong');
  });

  test.each<[string, text: string]>([
    ['a truncated seal', sealed.slice(2)],
    ['a seal in other letters', `${sealed.slice(0, 64).toUpperCase()}${sealed.slice(64)}`],
    ['no seal', JSON.stringify(FILE)],
    ['a seal only', sealed.slice(0, 65)],
    ['a seal as a field', JSON.stringify({ ...FILE, seal: sealed.slice(0, 64) })],
    ['a list', '[]'],
    ['nothing', ''],
  ])('with %s is none', (_what, text) => {
    expect(() => unsealReceipts(text, KEY)).toThrow('it holds no receipt file');
  });
});
