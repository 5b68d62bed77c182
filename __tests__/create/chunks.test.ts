import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { inChunks } from '../../src/create/find-scenarios.ts';

test.each<[number, number, readonly string[]]>([
  [0, 20, []],
  [1, 20, ['1']],
  [5, 2, ['1,2', '3,4', '5']],
  [4, 2, ['1,2', '3,4']],
  [3, 1, ['1', '2', '3']],
])('%d scenarios in chunks of %d: %j', (scenarios, size, chunks) => {
  expect(
    inChunks(
      Array.from({ length: scenarios }, (_, at) => at + 1),
      size,
    ),
  ).toEqual(chunks);
});

test('each scenario is in one chunk, in order, and a matrix can hold them', () => {
  fc.assert(
    fc.property(fc.nat({ max: 3_000 }), fc.integer({ min: 1, max: 256 }), (scenarios, size) => {
      const identifiers = Array.from({ length: scenarios }, (_, at) => 100 + at);
      const chunks = inChunks(identifiers, size).map((chunk) => chunk.split(',').map(Number));
      expect(chunks.flat()).toEqual(identifiers);
      expect(chunks.length).toBeLessThanOrEqual(256);
      const largest = Math.max(0, ...chunks.map(({ length }) => length));
      expect(largest).toBeLessThanOrEqual(Math.max(size, Math.ceil(scenarios / 256)));
    }),
  );
});
