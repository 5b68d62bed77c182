import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fuzz } from '../__tests__/app/inspect/support/mutate.ts';
import { readOptions } from './read-options.ts';

const HELP = `npm run app-fuzz -- [--files 100000] [--seed 1]
Inspects mutated app files, and prints what was found. The exit code is 1 if an inspection throws, takes more than 2 s, or
finds something because of a change where nothing is read. Of the peak memory, 98 MB is Node before the first file.`;

const { values } = readOptions(HELP, {
  files: { type: 'string', default: '100000' },
  seed: { type: 'string', default: '1' },
});

const folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
const began = performance.now();
const { files, found, slowestMs, broken } = await fuzz(Number(values.files), Number(values.seed), join(folder, 'app'));
await rm(folder, { recursive: true });

const peakMegabytes = process.resourceUsage().maxRSS / 1000;
console.log(`${files} files in ${Math.round((performance.now() - began) / 1000)} s`);
console.log(`slowest ${slowestMs.toFixed(0)} ms, peak memory ${peakMegabytes.toFixed(0)} MB`);
for (const [kind, count] of [...found].sort()) console.log(`${kind}: ${count}`);
for (const sentence of broken.slice(0, 20)) console.log(sentence);
process.exitCode = broken.length > 0 ? 1 : 0;
