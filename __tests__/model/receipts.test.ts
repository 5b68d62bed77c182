import { describe, expect, test } from '@jest/globals';

import { prepareKey } from '../../src/create/receipt-key.ts';
import { sealReceipts, unsealReceipts, type ReceiptFile, type ReceiptKey } from '../../src/model/receipts.ts';
import type { TestsetRequest } from '../../src/create/request.ts';
import type { RunInfo } from '../../src/model/report.ts';
import { Secret } from '../../src/model/secret.ts';
import { createReport } from '../support/reports.ts';

const REQUEST: TestsetRequest = { pid: 509, testset_name: 'n', os_type: 'iOS', scenario_id: 0, source_type: 'file' };
const UNCERTAIN = { scenario: 102, testsetName: 'Fix login #7 [102]', time: '2026-07-01 12:34 UTC' };
const RECEIPT = { testsetId: 666, scenario: 0, announcedDevices: 9 };
const FILE: ReceiptFile = { attempt: 1, receipts: [RECEIPT], uncertain: [UNCERTAIN] };
/** At the end of a step with `keep-passed`. */
const ENDED: ReceiptFile = { ...FILE, receipts: [{ ...RECEIPT, outcome: 'failed' }], uncertain: [], limits: '0 0 0' };

/** The key of a step, and what it makes of one request and one receipt file. */
async function keyOf(accessKey = 'access-key', run: Partial<RunInfo> = {}, request = REQUEST) {
  const service = { baseUrl: new URL('https://devices.example'), userId: 'me', accessKey: new Secret(accessKey) };
  const inputs = { service, target: { kind: 'attach', testsetIds: [] } } as const;
  const key = await prepareKey(request, () => Promise.resolve('f2ca'), inputs, { ...createReport().run, ...run })();
  if (!key) throw new Error('there is no key');
  return { ...key, seal: sealOf(key) };
}

function sealOf(key: ReceiptKey): unknown {
  return (JSON.parse(sealReceipts(FILE, key)) as { seal: unknown }).seal;
}

describe('the name and the seal of a receipt', () => {
  test('are the same in another attempt', async () => {
    expect(await keyOf()).toEqual(await keyOf());
  });

  test.each<[string, Parameters<typeof keyOf>]>([
    ['access key', ['other-key']],
    ['run', ['access-key', { runId: '6' }]],
    ['repository', ['access-key', { repository: 'octo/other' }]],
    ['request', ['access-key', {}, { ...REQUEST, pid: 510 }]],
  ])('differ with the %s', async (what, other) => {
    const [one, two] = [await keyOf(), await keyOf(...other)];
    expect(two.requestId).not.toBe(one.requestId);
    expect(two.jobId === one.jobId).toBe(what === 'request');
    expect(two.seal).not.toBe(one.seal);
    expect(() => unsealReceipts(sealReceipts(FILE, two), one)).toThrow('its seal is wrong');
  });

  test('are not HMACs with the access key itself', async () => {
    const key = await keyOf();
    expect(key.requestId).toMatch(/^[0-9a-f]{24}$/);
    expect(sealOf({ ...key, secret: Buffer.from('access-key') })).not.toBe(key.seal);
    expect(key.secret).toHaveLength(32);
  });
});

describe('a receipt file', () => {
  const KEY = { secret: Buffer.alloc(32, 7), jobId: '01234567', requestId: '0123456789abcdef01234567' };

  test('is read as it was sealed', () => {
    for (const file of [FILE, ENDED]) expect(unsealReceipts(sealReceipts(file, KEY), KEY)).toEqual(file);
  });

  test('is read as an earlier version of the action sealed it', () => {
    const seal = '21c4dd6841ede7a2050f23fc69ea29767b1309cdbd253c457e32aee254c032d2';
    expect(unsealReceipts(JSON.stringify({ ...FILE, seal }), KEY)).toEqual(FILE);
  });

  const sealed = (file: ReceiptFile) => sealReceipts(file, KEY);
  const changed = (from: string, to: string, file = FILE) => sealed(file).replace(from, to);
  const receipt = (testsetId: number, scenario: number, announcedDevices = 0) =>
    sealed({ attempt: 1, receipts: [{ testsetId, scenario, announcedDevices }], uncertain: [] });

  test.each<[string, text: string, message: string]>([
    ['another testset', changed('666', '667'), 'its seal is wrong'],
    ['another scenario', changed('"scenario":0', '"scenario":1'), 'its seal is wrong'],
    ['another attempt', changed('"attempt":1', '"attempt":2'), 'its seal is wrong'],
    ['another number of devices', changed(':9', ':8'), 'its seal is wrong'],
    ['another outcome', changed('"failed"', '"passed"', ENDED), 'its seal is wrong'],
    ['no outcome', changed(',"outcome":"failed"', '', ENDED), 'its seal is wrong'],
    ['other limits', changed('"0 0 0"', '"9 9 9"', ENDED), 'its seal is wrong'],
    ['an outcome that there is not', changed('"failed"', '"green"', ENDED), 'it holds an invalid receipt'],
    ['no number of devices', changed(',"announcedDevices":9', ''), 'it holds an invalid receipt'],
    ['another uncertain scenario', changed('"scenario":102', '"scenario":103'), 'its seal is wrong'],
    ['another name', changed('Fix login', 'Break login'), 'its seal is wrong'],
    ['another time', changed('12:34', '12:35'), 'its seal is wrong'],
    ['a time that is no text', changed('"2026-07-01 12:34 UTC"', '7'), 'it holds an invalid create'],
    ['limits that are no text', sealed({ ...ENDED, limits: 7 } as unknown as ReceiptFile), 'its seal is wrong'],
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
