import { readlink, realpath, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';

import { codeOf } from '../model/errors.ts';
import { pathWithin } from '../model/path-within.ts';
import type { InputReader } from './input-reader.ts';
import { quote } from './input-reader.ts';

const ALLOWED = 'be a folder below the workspace, such as testset-results';

/**
 * Where result files go: a folder below the workspace, so that nothing else on the machine can be overwritten. Undefined after a fault.
 * Links are followed as far as they exist by now; what becomes of them until the files are written is looked at once more then.
 */
export async function readResultsDir(reader: InputReader, workspace: string): Promise<string | undefined> {
  const given = reader.text('results-dir') || 'testset-results';
  const folder = resolve(workspace, given);
  const way = pathWithin(workspace, folder);
  if (way === undefined || way === '' || /\p{Cc}/u.test(given)) {
    reader.error('results-dir', quote(given), ALLOWED);
  } else if (sep === '/' && given.includes('\\')) {
    reader.error('results-dir', quote(given), `${ALLOWED}; folders are separated by / on this runner`);
  } else if (way.split(sep)[0]?.toLowerCase() === '.git') {
    reader.error('results-dir', `${quote(given)}, where git keeps its own files`, ALLOWED);
  } else if (await isTaken(folder)) {
    reader.error('results-dir', `${quote(given)}, where a file is`, ALLOWED);
  } else if (await leadsOut(workspace, folder)) {
    reader.error('results-dir', `${quote(given)}, where a link leads out of the workspace, or nowhere`, ALLOWED);
  } else {
    return folder;
  }
  return undefined;
}

/** Whether something that is no folder has this name, or one of those above it. */
async function isTaken(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => !found.isDirectory(),
    (error: unknown) => codeOf(error) === 'ENOTDIR',
  );
}

/** Looks at the deepest part of the path that exists; the rest will be made there. `path` is the workspace or below it. */
async function leadsOut(workspace: string, path: string): Promise<boolean> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return pathWithin(await realpath(workspace), real) === undefined;
  if (await isLink(path)) return true;
  return path !== workspace && leadsOut(workspace, dirname(path));
}

async function isLink(path: string): Promise<boolean> {
  return readlink(path).then(
    () => true,
    () => false,
  );
}
