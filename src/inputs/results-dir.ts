import { readlink, realpath, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';

import { codeOf } from '../errors.ts';
import { pathWithin } from '../path-within.ts';
import type { Form } from './form.ts';
import { shown } from './shown.ts';

const ALLOWED = 'be a folder below the workspace, such as testset-results';

/**
 * Where result files go: a folder below the workspace, so that nothing else on the machine can be overwritten. Undefined after a fault.
 * Links are followed as far as they exist by now; what becomes of them until the files are written is looked at once more then.
 */
export async function readResultsDir(form: Form, workspace: string): Promise<string | undefined> {
  const given = form.text('results-dir') || 'testset-results';
  const folder = resolve(workspace, given);
  const way = pathWithin(workspace, folder);
  if (way === undefined || way === '' || /\p{Cc}/u.test(given)) {
    form.fault('results-dir', shown(given), ALLOWED);
  } else if (sep === '/' && given.includes('\\')) {
    form.fault('results-dir', shown(given), `${ALLOWED}; folders are separated by / on this runner`);
  } else if (way.split(sep)[0]?.toLowerCase() === '.git') {
    form.fault('results-dir', `${shown(given)}, where git keeps its own files`, ALLOWED);
  } else if (await isTaken(folder)) {
    form.fault('results-dir', `${shown(given)}, where a file is`, ALLOWED);
  } else if (await leadsOut(workspace, folder)) {
    form.fault('results-dir', `${shown(given)}, where a link leads out of the workspace, or nowhere`, ALLOWED);
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
