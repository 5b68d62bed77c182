import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openAttempts } from '../__tests__/soak/support/attempts.ts';
import { readOptions } from './read-options.ts';

const HELP = `npm run attempts -- [--runs 10000] [--seed 1]
Plays jobs with \`keep-passed\` and up to two retries, each with three attempts that may be killed at any point. The exit
code is 1 if a scenario was paid twice without a reason, or if a step was green without results.`;

const AT_ONCE = 50;

const { values } = readOptions(HELP, {
  runs: { type: 'string', default: '10000' },
  seed: { type: 'string', default: '1' },
});
const [runs, first] = [Number(values.runs), Number(values.seed)];
const workspace = await mkdtemp(join(tmpdir(), 'attempts-'));
const player = openAttempts(workspace);
const sums = { created: 0, retries: 0, kept: 0, resumed: 0, killed: 0, green: 0 };
const seeds = Array.from({ length: runs }, (_, at) => first + at).values();
let found = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const seed of seeds) {
      const { findings, ...played } = await player.play(seed);
      for (const [what, number] of Object.entries(played)) sums[what as keyof typeof sums] += number;
      for (const finding of findings) console.log(`seed ${seed}: ${finding}`);
      found += Number(findings.length > 0);
    }
  }),
);
player.close();
await rm(workspace, { recursive: true, force: true });
console.log(`${runs} jobs, ${found} with findings`);
console.log(
  Object.entries(sums)
    .map(([what, number]) => `${what} ${number}`)
    .join(', '),
);
process.exit(found > 0 ? 1 : 0);
