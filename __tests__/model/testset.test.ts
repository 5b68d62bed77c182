import { expect, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import { decideEarly, idsOf, sentenceOf, shownReason } from '../../src/model/testset.ts';

test('an outcome has the message of its error as the last reason', () => {
  const reasons = ['First.', 'It failed.'].map((sentence) => ({ kind: 'cause', sentence }));
  const rejection = { code: 5, reason: '' };
  const error = new TestsetError({ code: 'service-rejected', message: 'It failed.', hint: 'Try again.', rejection });
  expect(decideEarly('rejected', error, 'First.')).toEqual({ outcome: 'rejected', reasons, problem: error });
  expect(decideEarly('passed')).toEqual({ outcome: 'passed', reasons: [] });
});

test('a reason is a sentence, also if it has only words; the first one with words is for the heading', () => {
  const cause = { kind: 'cause', sentence: 'It failed.' } as const;
  const contradiction = { kind: 'contradiction', words: 'no devices' } as const;
  const doubt = { kind: 'doubt', words: 'no devices', sentence: 'It broke.' } as const;
  const reasons = [cause, contradiction, doubt];
  expect(reasons.map(sentenceOf)).toEqual(['It failed.', 'No devices.', 'It broke.']);
  expect([reasons, [cause]].map((given) => shownReason({ reasons: given }))).toEqual([contradiction, undefined]);
});

test('a testset without an identifier is left out of a list, and has a name', () => {
  expect(idsOf([{ id: 7 }, {}, { id: 5 }])).toEqual([7, 5]);
});
