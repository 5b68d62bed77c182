import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

import { expect, test } from '@jest/globals';

const SOURCE = resolve(import.meta.dirname, '../../src/step/young-generation.ts');

/** Makes objects of which a tenth live on, and says how much room there was for young ones at most, in bytes. */
const CHURN = `
  import { getHeapSpaceStatistics } from 'node:v8';
  const kept = [];
  let most = 0;
  for (let round = 0; round < 1_000; round += 1) {
    for (let at = 0; at < 10_000; at += 1) {
      const made = { at, text: [round] };
      if (at % 10 === 0) kept.push(made);
    }
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    most = Math.max(most, young.space_used_size + young.space_available_size);
    await new Promise(setImmediate);
  }
  console.log(most);
`;

function mostRoom(before: string): number {
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', before + CHURN], { encoding: 'utf8' }));
}

test('the room for short-lived objects stops growing, and would not by itself', () => {
  const limited = `import { limitYoungGeneration } from ${JSON.stringify(`file://${SOURCE}`)}; limitYoungGeneration();`;

  expect(mostRoom(limited)).toBeLessThan(40_000_000);
  expect(mostRoom('')).toBeGreaterThan(60_000_000);
});
