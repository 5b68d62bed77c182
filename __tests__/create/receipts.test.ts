import { describe, expect, test } from '@jest/globals';

import { deriveReceiptSecret, identifyRequest } from '../../src/create/receipt-key.ts';
import { sealReceipts, unsealReceipts, type ReceiptFile } from '../../src/create/receipts.ts';
import { Secret } from '../../src/model/secret.ts';

const RUN = { repository: 'octo/app', runId: '5' };
const REQUEST = ['https://devices.example', { pid: 509 }];
const FILE: ReceiptFile = { attempt: 1, receipts: [{ testsetId: 666, scenario: 0, announcedDevices: 9 }] };

/** The key of a step, and what it makes of one request and one receipt file. */
async function keyOf(accessKey = 'access-key', run: Partial<typeof RUN> = {}, request: unknown = REQUEST) {
  const secret = await deriveReceiptSecret(new Secret(accessKey), { ...RUN, ...run });
  const key = { secret, requestId: identifyRequest(secret, request) };
  return { ...key, seal: sealOf(sealReceipts(FILE, key)) };
}

function sealOf(text: string): unknown {
  return (JSON.parse(text) as { seal: unknown }).seal;
}

describe('the name and the seal of a receipt', () => {
  test('are the same in another attempt', async () => {
    expect(await keyOf()).toEqual(await keyOf());
  });

  test.each<[string, Parameters<typeof keyOf>]>([
    ['access key', ['other-key']],
    ['run', ['access-key', { runId: '6' }]],
    ['repository', ['access-key', { repository: 'octo/other' }]],
    ['request', ['access-key', {}, ['https://devices.example', { pid: 510 }]]],
  ])('differ with the %s', async (_what, other) => {
    const [one, two] = [await keyOf(), await keyOf(...other)];
    expect(two.requestId).not.toBe(one.requestId);
    expect(two.seal).not.toBe(one.seal);
    expect(() => unsealReceipts(sealReceipts(FILE, two), one)).toThrow('its seal is wrong');
  });

  test('are not HMACs with the access key itself', async () => {
    const { requestId, secret } = await keyOf();
    expect(requestId).toMatch(/^[0-9a-f]{24}$/);
    expect(identifyRequest(Buffer.from('access-key'), REQUEST)).not.toBe(requestId);
    expect(secret).toHaveLength(32);
  });
});

describe('a receipt file', () => {
  test('is read as it was sealed', async () => {
    const key = await keyOf();
    expect(unsealReceipts(sealReceipts(FILE, key), key)).toEqual(FILE);
  });

  const sealed = (file: ReceiptFile) => (key: Parameters<typeof sealReceipts>[1]) => sealReceipts(file, key);
  const changed = (from: string, to: string) => (key: Parameters<typeof sealReceipts>[1]) =>
    sealReceipts(FILE, key).replace(from, to);
  const receipt = (testsetId: number, scenario: number, announcedDevices?: number) =>
    sealed({
      attempt: 1,
      receipts: [{ testsetId, scenario, ...(announcedDevices !== undefined && { announcedDevices }) }],
    });

  test.each<[string, (key: Parameters<typeof sealReceipts>[1]) => string, string]>([
    ['another testset', changed('666', '667'), 'its seal is wrong'],
    ['another scenario', changed('"scenario":0', '"scenario":1'), 'its seal is wrong'],
    ['another attempt', changed('"attempt":1', '"attempt":2'), 'its seal is wrong'],
    ['no number of devices', changed(',"announcedDevices":9', ''), 'its seal is wrong'],
    ['a truncated seal', () => JSON.stringify({ ...FILE, seal: 'ab' }), 'its seal is wrong'],
    ['no seal', () => JSON.stringify(FILE), 'it is not a receipt file'],
    ['attempt 0', sealed({ ...FILE, attempt: 0 }), 'it is not a receipt file'],
    ['a list', () => '[]', 'it is not a receipt file'],
    ['broken JSON', () => '{"attempt":1', 'JSON'],
    ['testset 0', receipt(0, 0), 'it holds an invalid receipt'],
    ['a negative scenario', receipt(7, -1), 'it holds an invalid receipt'],
    ['half a device', receipt(7, 0, 0.5), 'it holds an invalid receipt'],
  ])('with %s is rejected', async (_what, textFor, message) => {
    const key = await keyOf();
    expect(() => unsealReceipts(textFor(key), key)).toThrow(message);
  });
});
