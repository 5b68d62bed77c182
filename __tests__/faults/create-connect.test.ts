import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';

import { accept, ID } from './support/create-rows.ts';
import { playCreate, QUICK, SIZES } from './support/create-scene.ts';
import { byName, resolveNames } from './support/names.ts';
import { takeOverTimers, type Timers } from './support/timers.ts';

/** docs/design.md §3: a connection that is never made. In a file of its own, because the HTTP client's clock goes faster here. */

let timers: Timers;
beforeAll(() => {
  timers = takeOverTimers();
});
afterAll(() => {
  timers.giveBack();
});
afterEach(() => {
  jest.restoreAllMocks();
});

test.each(SIZES)('a create of %i bytes is tried again when a connection takes too long', async (bytes) => {
  resolveNames('no-response', '127.0.0.1');
  const scored = await playCreate({ bytes, plays: [accept], speed: QUICK, way: byName });
  expect(scored).toMatchObject({ words: `created ${ID}`, whole: 1, connections: 1 });
});
