import { describe, expect, test } from '@jest/globals';

import { sealReceipts, unsealReceipts, type ReceiptFile, type ReceiptKey } from '../../src/model/receipts.ts';

const UNCERTAIN = { scenario: 102, testsetName: 'Fix login #7 [102]', time: '2026-07-01 12:34 UTC' };
const RECEIPT = { testsetId: 666, scenario: 0, announcedDevices: 9 };
const FILE: ReceiptFile = { attempt: 1, receipts: [RECEIPT], uncertain: [UNCERTAIN] };

const KEY: ReceiptKey = {
  secret: Buffer.alloc(32, 7),
  jobId: '01234567',
  requestId: '0123456789abcdef01234567',
};

describe('a receipt file', () => {
  test.each<[string, Partial<ReceiptKey>]>([
    ['access key', { secret: Buffer.alloc(32, 8) }],
    ['request', { requestId: 'f123456789abcdef01234567' }],
  ])('of another %s is rejected', (_what, other) => {
    expect(() => unsealReceipts(sealReceipts(FILE, { ...KEY, ...other }), KEY)).toThrow('its seal is wrong');
  });

  test('is read as it was sealed', () => {
    expect(unsealReceipts(sealReceipts(FILE, KEY), KEY)).toEqual(FILE);
  });

  const sealed = (file: ReceiptFile) => sealReceipts(file, KEY);
  const changed = (from: string, to: string) => sealed(FILE).replace(from, to);
  const receipt = (testsetId: number, scenario: number, announcedDevices = 0) =>
    sealed({ attempt: 1, receipts: [{ testsetId, scenario, announcedDevices }], uncertain: [] });

  test.each<[string, text: string, message: string]>([
    ['another testset', changed('666', '667'), 'its seal is wrong'],
    ['another scenario', changed('"scenario":0', '"scenario":1'), 'its seal is wrong'],
    ['another attempt', changed('"attempt":1', '"attempt":2'), 'its seal is wrong'],
    ['another number of devices', changed(':9', ':8'), 'its seal is wrong'],
    ['no number of devices', changed(',"announcedDevices":9', ''), 'it holds an invalid receipt'],
    ['another uncertain scenario', changed('"scenario":102', '"scenario":103'), 'its seal is wrong'],
    ['another name', changed('Fix login', 'Break login'), 'its seal is wrong'],
    ['another time', changed('12:34', '12:35'), 'its seal is wrong'],
    ['a time that is no text', changed('"2026-07-01 12:34 UTC"', '7'), 'it holds an invalid create'],
    ['retry 0', sealed({ ...FILE, uncertain: [{ ...UNCERTAIN, retry: 0 }] }), 'it holds an invalid create'],
    ['a name that is no text', changed('"Fix login #7 [102]"', '7'), 'it holds an invalid create'],
    ['no uncertain creates', changed('"uncertain"', '"other"'), 'it is not a receipt file'],
    ['a truncated seal', JSON.stringify({ ...FILE, seal: 'ab' }), 'its seal is wrong'],
    ['no seal', JSON.stringify(FILE), 'it is not a receipt file'],
    ['attempt 0', sealed({ ...FILE, attempt: 0 }), 'it is not a receipt file'],
    ['a list', '[]', 'it is not a receipt file'],
    ['broken JSON', '{"attempt":1', 'JSON'],
    ['testset 0', receipt(0, 0), 'it holds an invalid receipt'],
    ['a negative scenario', receipt(7, -1), 'it holds an invalid receipt'],
    ['half a device', receipt(7, 0, 0.5), 'it holds an invalid receipt'],
  ])('with %s is rejected', (_what, text, message) => {
    expect(() => unsealReceipts(text, KEY)).toThrow(message);
  });
});
