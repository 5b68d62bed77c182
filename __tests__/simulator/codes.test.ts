import { expect, test } from '@jest/globals';

import { SERVICE_CODES } from '../../simulator/codes.ts';
import { KNOWN_CODES } from '../../src/model/error-codes.ts';

test('the simulator has the codes that the client explains', () => {
  expect([...SERVICE_CODES].sort()).toEqual([...KNOWN_CODES].sort());
});
