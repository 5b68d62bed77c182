import { codeOf, TestsetError } from '../errors.ts';

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'it is larger than the system lets a file be'],
  ['ENOTDIR', 'a part of the path is a file, not a folder'],
  ['EISDIR', 'a folder of that name is in the way'],
  ['ENOENT', 'a part of the path does not exist, or is a link to nowhere'],
  ['ELOOP', 'links on the way lead in a circle'],
  ['ENAMETOOLONG', 'the path is too long'],
]);

/** Runs what writes a file, and says in words what the file system had against it. @throws TestsetError naming path and reason */
export async function explainWriting<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof TestsetError ? error : fault(path, error);
  }
}

function fault(path: string, error: unknown): TestsetError {
  const code = codeOf(error);
  const reason = REASONS.get(code) ?? 'the reason is not known';
  const hint = 'Make room for it, or choose another `results-dir`.';
  return new TestsetError('unexpected', `${path} cannot be written: ${reason}${code && ` (${code})`}.`, hint, error);
}
