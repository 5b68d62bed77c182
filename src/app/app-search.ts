import { realpath, stat } from 'node:fs/promises';
import nativePath, { dirname, join, relative } from 'node:path';

import { isBundleName } from './app-extensions.ts';

/**
 * Returns the files and `.app` folders that match a glob, in its order, at most `most`. Files in an app bundle do not
 * match. Throws if the folder cannot be searched.
 *
 * @param findFiles returns the absolute paths that match an absolute glob
 */
export async function findApps(
  workspace: string,
  glob: string,
  findFiles: (pattern: string) => Promise<string[]>,
  most: number,
): Promise<string[]> {
  const { base, rest } = splitGlob(workspace, glob);
  // The search does not follow links, so a base that is a link is resolved first.
  const root = await realpath(base).catch(() => undefined);
  if (root === undefined) return [];
  const found = await findFiles(joinGlob({ base: root, rest }));
  const matches = found.map((path) => relative(root, path));
  const matched = new Set(matches);
  const apps: string[] = [];
  for (const match of matches) {
    if (apps.length === most) break;
    const path = join(base, match);
    if (!(await isInBundle(base, match, matched)) && (await canBeApp(path))) apps.push(path);
  }
  return apps;
}

async function canBeApp(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && (!found.isDirectory() || isBundleName(path));
}

/**
 * Whether a file lies in an app bundle. Folders of Android modules have names such as `com.example.app`, so the name is
 * not enough: the glob must match the folder too, or the folder must contain an `Info.plist`.
 */
async function isInBundle(base: string, match: string, matched: ReadonlySet<string>): Promise<boolean> {
  for (let folder = dirname(match); folder !== dirname(folder); folder = dirname(folder)) {
    if (!isBundleName(folder)) continue;
    const propertyList = join(base, folder, 'Info.plist');
    if (matched.has(folder) || (await stat(propertyList).catch(() => undefined))) return true;
  }
  return false;
}

/** A glob in two parts: a folder, which is plain text, and a pattern below it. */
interface SplitGlob {
  /** Absolute. */
  readonly base: string;
  /** From the first segment with a wildcard on. */
  readonly rest: string;
}

/** Whether a path has wildcards: `*`, `?` or a set in brackets. */
export function hasWildcards(text: string): boolean {
  return /[*?[]/.test(text);
}

/** Splits a glob before its first segment with a wildcard; a path without one, before its last segment. */
export function splitGlob(workspace: string, glob: string, path = nativePath): SplitGlob {
  const separator = path.sep === '\\' ? /[\\/]/g : /\//g;
  const beforeWildcard = glob.split(/[*?[]/, 1).join();
  const start = [...beforeWildcard.matchAll(separator)].reduce((_, { index }) => index + 1, 0);
  return { base: path.resolve(workspace, glob.slice(0, start)), rest: glob.slice(start) };
}

/** Joins a split glob into one absolute pattern; wildcards in the folder's own name are escaped. */
export function joinGlob({ base, rest }: SplitGlob, path = nativePath): string {
  // On Windows the backslash separates; elsewhere it escapes.
  const folder = path.sep === '\\' ? base : base.replaceAll('\\', '\\\\');
  const escaped = folder.replace(/[*?[]/g, '[$&]');
  return escaped.endsWith(path.sep) ? escaped + rest : escaped + path.sep + rest;
}
