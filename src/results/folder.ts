import { mkdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';

import { codeOf, TestsetError } from '../errors.ts';
import { pathWithin } from '../path-within.ts';

/**
 * Makes a folder below the workspace, with all that is missing on the way, and gives its real path. Each step is looked at before the
 * next is made, so that nothing appears outside. Both paths are absolute.
 * @throws TestsetError when it is not below the workspace, or a link on the way leads out of it; errors of the file system
 */
export async function makeFolderWithin(workspace: string, folder: string): Promise<string> {
  const root = await realpath(workspace);
  const inner = pathWithin(workspace, folder);
  if (inner === undefined) throw leadsOut(folder);
  let reached = root;
  for (const step of inner.split(sep)) {
    reached = join(reached, step);
    await makeFolder(reached);
    reached = await realpath(reached);
    if (pathWithin(root, reached) === undefined) throw leadsOut(folder);
  }
  return reached;
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

function leadsOut(folder: string): TestsetError {
  return new TestsetError(
    'bad-inputs',
    `\`results-dir\` leads out of the workspace: ${folder}.`,
    'Choose a folder below the workspace that is no link to elsewhere.',
  );
}
