import { expect, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import { decideEarly, idsOf, nameTestset, sentenceOf } from '../../src/model/testset.ts';

test('an outcome has the message of its error as the last reason', () => {
  const reasons = [{ sentence: 'First.' }, { sentence: 'It failed.' }];
  const rejection = { code: 5, reason: '' };
  const error = new TestsetError({ code: 'service-rejected', message: 'It failed.', hint: 'Try again.', rejection });
  expect(decideEarly('rejected', error, 'First.')).toEqual({ outcome: 'rejected', reasons, problem: error });
  expect(decideEarly('passed')).toEqual({ outcome: 'passed', reasons: [] });
});

test('a reason is a sentence, also if it has only words', () => {
  const reasons = [
    { words: 'no devices' },
    { sentence: 'It failed.' },
    { words: 'no devices', sentence: 'It failed.' },
  ];
  expect(reasons.map(sentenceOf)).toEqual(['No devices.', 'It failed.', 'It failed.']);
});

test('testsets without an identifier are left out of the list', () => {
  expect(idsOf([{ id: 7 }, {}, { id: 5 }])).toEqual([7, 5]);
});

test('a testset without an identifier has a name, too', () => {
  expect([{ id: 7 }, {}].map(nameTestset)).toEqual(['testset 7', 'a testset']);
});
