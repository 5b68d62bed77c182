import { expect, test } from '@jest/globals';

import { SERVICE_CODES } from '../../simulator/codes.ts';
import { hintFor, wordsFor } from '../../src/model/error-codes.ts';

test.each(SERVICE_CODES)('error %i of the service has words for a heading, and sentences about what to do', (code) => {
  expect(wordsFor(code)?.split(' ').length).toBeGreaterThan(1);
  expect(hintFor(code)).toMatch(/^[A-Z].* .*\.$/);
  expect(hintFor(code)).not.toBe(hintFor(9999));
});

test('an error that is not documented leads to the support', () => {
  expect(hintFor(9999)).toContain('support');
});
