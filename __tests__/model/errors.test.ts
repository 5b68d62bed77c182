import { expect, test } from '@jest/globals';

import { messageOf } from '../../src/model/errors.ts';

test('everything that is thrown has a message', () => {
  expect([messageOf(new Error('odd')), messageOf('odd'), messageOf(undefined)]).toEqual(['odd', 'odd', 'undefined']);
});
