import { expect, test } from '@jest/globals';

import { HOSTILE_PROPERTIES } from './support/properties.ts';

/** How many texts each property is tried on; the soak asks for more. */
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 5_000);

test.each(HOSTILE_PROPERTIES)('$name', async ({ check }) => {
  expect(await thrownBy(() => check(RUNS))).toBe('');
});

async function thrownBy(work: () => void | Promise<void>): Promise<string> {
  try {
    await work();
    return '';
  } catch (error) {
    return String(error);
  }
}
