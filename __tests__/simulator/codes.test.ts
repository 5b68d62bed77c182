import { expect, test } from '@jest/globals';
import { KNOWN_CODES } from '../../src/service/codes.ts';
import { SERVICE_CODES } from '../../src/simulator/codes.ts';
import { DEFAULT_ACCOUNT, startSimulator } from '../../src/simulator/server.ts';

const AUTHORIZATION = `Basic ${Buffer.from(`${DEFAULT_ACCOUNT.userId}:${DEFAULT_ACCOUNT.accessKey}`).toString('base64')}`;

test('the simulator has every code that the client explains, and no other', () => {
  expect([...SERVICE_CODES].sort()).toEqual([...KNOWN_CODES].sort());
});

test.each(SERVICE_CODES)('code %i can be had on any operation, with its message and reason', async (code) => {
  const simulator = await startSimulator({ faults: [{ on: 'status', do: { kind: 'code', code, detail: 'this' } }] });
  const response = await fetch(`${simulator.url}/openapi/v2/testset/5`, { headers: { authorization: AUTHORIZATION } });
  const envelope: unknown = await response.json();
  await simulator.close();
  expect(envelope).toMatchObject({ result_code: code, data: {} });
  expect(JSON.stringify(envelope)).not.toContain('{}.');
  expect(simulator.journal).toMatchObject([{ operation: 'status', authorized: true, status: 200, code }]);
});
