import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

import { expect, test } from '@jest/globals';

const SOURCE = resolve(import.meta.dirname, '../../src/step/young-generation.ts');

/** Keeps so much alive that the engine makes more room again and again, and says how large it became, in bytes. */
const CHURN = `
  import { getHeapSpaceStatistics } from 'node:v8';
  const kept = [];
  let largest = 0;
  for (let round = 0; round < 60; round += 1) {
    for (let at = 0; at < 20_000; at += 1) kept[(round * 20_000 + at) % 200_000] = { at, text: [round] };
    largest = Math.max(largest, getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size);
    await new Promise(setImmediate);
  }
  console.log(largest);
`;

function largestSpace(before: string): number {
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', before + CHURN], { encoding: 'utf8' }));
}

test('the room for short-lived objects stops growing, and would not by itself', () => {
  const limited = `import { limitYoungGeneration } from ${JSON.stringify(`file://${SOURCE}`)}; limitYoungGeneration();`;

  expect(largestSpace(limited)).toBeLessThan(40_000_000);
  expect(largestSpace('')).toBeGreaterThan(60_000_000);
});
