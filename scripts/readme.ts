/** `npm run readme` writes the tables of inputs and outputs in README.md from action.yml. The tests fail if they differ. */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { fillTables } from './readme/tables.ts';

const ROOT = resolve(import.meta.dirname, '..');
const README = resolve(ROOT, 'README.md');

const before = await readFile(README, 'utf8');
const after = fillTables(before, await readFile(resolve(ROOT, 'action.yml'), 'utf8'));
if (after === before) console.log('README.md matches action.yml.');
else {
  await writeFile(README, after);
  console.log('README.md is updated.');
}
