import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { DOCUMENTS, fillMajors } from './majors/table.ts';
import { readOptions } from './read-options.ts';
import { fillLog, takePictures } from './readme/sample.ts';
import { fillTables } from './readme/tables.ts';

const HELP = `npm run readme -- [--pictures]
Writes into README.md the tables of inputs and outputs from action.yml, and the end of a log; into all documents the major
versions of actions from scripts/majors/table.ts. The tests fail if they differ.
--pictures also takes the pictures of the job summary, which needs Chromium.`;

const { values } = readOptions(HELP, { pictures: { type: 'boolean', default: false } });
const ROOT = resolve(import.meta.dirname, '..');
const actionYml = await readFile(resolve(ROOT, 'action.yml'), 'utf8');

for (const name of DOCUMENTS) {
  const file = resolve(ROOT, name);
  const before = await readFile(file, 'utf8');
  const filled = fillMajors(before);
  const after = name === 'README.md' ? fillLog(fillTables(filled, actionYml)) : filled;
  if (after !== before) await writeFile(file, after);
  console.log(`${name} is ${after === before ? 'up to date' : 'updated'}.`);
}
if (values.pictures) {
  const isTaken = await takePictures(resolve(ROOT, 'docs'));
  console.log(
    isTaken ? 'The pictures in docs/ are updated.' : 'Chromium was not found: install it to take the pictures.',
  );
  if (!isTaken) process.exitCode = 1;
}
