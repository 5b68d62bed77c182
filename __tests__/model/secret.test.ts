import { inspect } from 'node:util';

import { expect, test } from '@jest/globals';

import { Secret } from '../../src/model/secret.ts';

test('a secret prints as stars', () => {
  const secret = new Secret('hunter2');
  const shown = [String(secret), JSON.stringify({ secret }), inspect(secret), inspect({ secret })];
  expect(shown).toEqual(['***', '{"secret":"***"}', '***', '{ secret: *** }']);
  expect(secret.reveal()).toBe('hunter2');
});
