import { mkdir, readdir } from 'node:fs/promises';
import { resolve } from 'node:path';

import { writeExample } from './example/write.ts';
import { readOptions } from './read-options.ts';
import { ACTION } from './support/repository.ts';

const HELP = `npm run example -- <folder> [--action OWNER/NAME@REF]
Writes an example repository into an empty folder, ready to be pushed: the workflows of the documents, an app, and the
simulator as the service. --action is the action that they use, otherwise ${ACTION}.`;

const { values, positionals } = readOptions(HELP, { action: { type: 'string', default: ACTION } }, true);

/** @throws with the reason why nothing is written */
async function emptyFolder([path, ...others]: readonly string[]): Promise<string> {
  if (path === undefined || others.length > 0) throw new Error('Name one folder: npm run example -- <folder>.');
  const folder = resolve(path);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  return folder;
}

try {
  if (!/^[^\s/]+\/[\w.-]+@[\w./-]+$/.test(values.action)) throw new Error('--action must be OWNER/NAME@REF.');
  const folder = await emptyFolder(positionals);
  const workflows = await writeExample(folder, values.action);
  console.log(`${folder} has ${String(workflows)} workflows.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
