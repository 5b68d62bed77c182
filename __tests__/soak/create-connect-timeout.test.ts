import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';

import { accept, ID } from './support/create-rows.ts';
import { runCreate, FAST, SIZES } from './support/create-case.ts';
import { byName, resolveNames } from './support/name-server.ts';
import { replaceTimers, type Timers } from './support/idle.ts';

/** docs/design.md §3: a connection that is never made. In its own file, because the clock of the HTTP client is changed here. */

let timers: Timers;
beforeAll(() => {
  timers = replaceTimers();
});
afterAll(() => {
  timers.restore();
});
afterEach(() => {
  jest.restoreAllMocks();
});

test.each(SIZES)('a create of %i bytes is tried again when a connection takes too long', async (bytes) => {
  resolveNames('no-response', '127.0.0.1');
  const summary = await runCreate({ bytes, behaviours: [accept], speed: FAST, route: byName });
  expect(summary).toMatchObject({ result: `created ${ID}`, whole: 1, connections: 1 });
});
