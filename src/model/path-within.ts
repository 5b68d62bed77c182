import { isAbsolute, relative, sep } from 'node:path';

/** The way from a folder down to a path; '' for the folder itself, undefined for what lies outside of it. Both are absolute. */
export function pathWithin(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  const leavesFolder = way.split(sep)[0] === '..' || isAbsolute(way); // Another drive of Windows has no way there.
  return leavesFolder ? undefined : way;
}
