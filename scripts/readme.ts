import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { readOptions } from './read-options.ts';
import { fillLog, takePictures } from './readme/sample.ts';
import { fillTables } from './readme/tables.ts';

const HELP = `npm run readme -- [--pictures]
Writes into README.md the tables of inputs and outputs from action.yml, and the end of a log. The tests fail if they differ.
--pictures also takes the pictures of the job summary, which needs Chromium.`;

const { values } = readOptions(HELP, { pictures: { type: 'boolean', default: false } });
const ROOT = resolve(import.meta.dirname, '..');
const README = resolve(ROOT, 'README.md');

const before = await readFile(README, 'utf8');
const after = fillLog(fillTables(before, await readFile(resolve(ROOT, 'action.yml'), 'utf8')));
if (after === before) console.log('README.md is up to date.');
else {
  await writeFile(README, after);
  console.log('README.md is updated.');
}
if (values.pictures) {
  const isTaken = await takePictures(resolve(ROOT, 'docs'));
  console.log(
    isTaken ? 'The pictures in docs/ are updated.' : 'Chromium was not found: install it to take the pictures.',
  );
  if (!isTaken) process.exitCode = 1;
}
