import { isAbsolute, relative, sep } from 'node:path';

/** The relative path from a folder to a path below it; '' for the folder itself, `undefined` outside of it. Both are absolute. */
export function pathWithin(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  // Between drives of Windows there is no relative path.
  if (way.split(sep)[0] === '..' || isAbsolute(way)) return undefined;
  return way;
}

/** The path as a workflow file would write it: relative if it lies in the workspace. Both are absolute. */
export function shortPath(workspace: string, path: string): string {
  return pathWithin(workspace, path) ?? path;
}
