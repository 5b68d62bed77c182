import { expect, test } from '@jest/globals';

import { SERVICE_CODES } from '../../simulator/codes.ts';
import { ERROR_CODES, hintFor } from '../../src/model/error-codes.ts';

test.each(SERVICE_CODES)('error %i of the service has words for a heading, and sentences about what to do', (code) => {
  expect(ERROR_CODES[code]?.[0].split(' ').length).toBeGreaterThan(1);
  expect(hintFor(code)).toMatch(/^[A-Z].* .*\.$/);
  expect(hintFor(code)).not.toBe(hintFor(9999));
});

test('an error that is not documented leads to the support', () => {
  expect(hintFor(9999)).toContain('support');
});
