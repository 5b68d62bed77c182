import { expect, test } from '@jest/globals';

import { SERVICE_CODES } from '../../simulator/codes.ts';
import { KNOWN_CODES } from '../../src/service/error-codes.ts';
import { simulate } from '../support/simulate.ts';
import { ask } from './support.ts';

test('the simulator has the codes that the client explains', () => {
  expect([...SERVICE_CODES].sort()).toEqual([...KNOWN_CODES].sort());
});

test('any code can come with any status', async () => {
  const simulator = await simulate({ faults: [{ on: 'status', do: { kind: 'code', code: 9999, status: 503 } }] });
  const { status, envelope } = await ask(simulator, '/testset/5');
  expect(status).toBe(503);
  expect(envelope).toEqual({ data: {}, result_code: 9999, result_msg: 'Unknown Error', reason: '' });
});
