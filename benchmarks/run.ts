/** `npm run bench -- <name>`: measures a figure of README.md; without a name, lists the names. */
import { readdir } from 'node:fs/promises';

const OWN_NAME = 'run.ts';

const files = await readdir(import.meta.dirname);
const names = files
  .filter((file) => file.endsWith('.ts') && file !== OWN_NAME)
  .map((file) => file.slice(0, -'.ts'.length));
const [, , name = ''] = process.argv;

if (names.includes(name)) await import(`./${name}.ts`);
else {
  console.error(`Give a name: ${names.join(', ')}.`);
  process.exitCode = 1;
}
