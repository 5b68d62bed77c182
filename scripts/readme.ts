import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { DOCUMENTS, fillMajors } from './majors/table.ts';
import { readOptions } from './read-options.ts';
import { takePictures } from './readme/sample.ts';
import { fillReadme, fillReference } from './readme/tables.ts';
import { fillOwner, listFilesWithOwner } from './support/repository.ts';

const HELP = `npm run readme -- [--owner <name>] [--pictures]
Writes into README.md and docs/reference.md the tables of inputs and outputs from action.yml; into the documents the major
versions of actions from scripts/majors/table.ts; everywhere the owner of this repository. The tests fail if they differ.
--owner sets another owner, in package.json.
--pictures also takes the pictures of the job summary, which needs Chromium.`;

const { values } = readOptions(HELP, { owner: { type: 'string' }, pictures: { type: 'boolean', default: false } });
const { owner } = values;
if (owner !== undefined && !/^[a-z\d](?:-?[a-z\d])*$/i.test(owner)) {
  console.error(`"${owner}" cannot be the name of an account.`);
  process.exit(2);
}
const actionYml = await readFile('action.yml', 'utf8');
const TABLES: Readonly<Record<string, typeof fillReadme>> = {
  'README.md': fillReadme,
  'docs/reference.md': fillReference,
};
const files = listFilesWithOwner();

for (const name of files) {
  const before = await readFile(name, 'utf8');
  const owned = fillOwner(before, owner);
  const filled = DOCUMENTS.includes(name) ? fillMajors(owned) : owned;
  const after = TABLES[name]?.(filled, actionYml) ?? filled;
  if (after === before) continue;
  await writeFile(name, after);
  console.log(`${name} is updated.`);
}
// The columns of tables are as wide as the name of the owner makes them.
const prettier = fileURLToPath(import.meta.resolve('prettier/bin/prettier.cjs'));
execFileSync(process.execPath, [prettier, '--write', '--log-level=warn', '--ignore-unknown', ...files], {
  stdio: 'inherit',
});

if (values.pictures) {
  const isTaken = await takePictures(resolve('docs'));
  console.log(
    isTaken ? 'The pictures in docs/ are updated.' : 'Chromium was not found: install it to take the pictures.',
  );
  if (!isTaken) process.exitCode = 1;
}
