/** `npm run bench -- <name>`: measures one of the figures that README.md lists; without a name, says which there are. */
import { readdir } from 'node:fs/promises';

const OWN_NAME = 'run.ts';

const files = await readdir(import.meta.dirname);
const names = files
  .filter((file) => file.endsWith('.ts') && file !== OWN_NAME)
  .map((file) => file.slice(0, -'.ts'.length));
const [, , wanted = ''] = process.argv;

if (names.includes(wanted)) await import(`./${wanted}.ts`);
else {
  console.error(`Which figure? One of ${names.join(', ')}.`);
  process.exitCode = 1;
}
