import { access, realpath, stat } from 'node:fs/promises';
import nativePath, { basename, dirname, join, relative } from 'node:path';

import type { FileContext } from './input-reader.ts';

/**
 * The files and `.app` folders that match a glob, in its order, at most `most`. What lies inside an app bundle is part of it and
 * matches nothing on its own; other folders are no apps. Throws when the folder cannot be searched.
 */
export async function findApps(glob: string, setting: FileContext, most: number): Promise<string[]> {
  const { base, rest } = splitGlob(setting.workspace, glob);
  // The search follows no links, so a base that is one itself is resolved first.
  const root = await realpath(base).catch(() => undefined);
  if (root === undefined) return [];
  const matches = (await setting.findFiles(joinGlob({ base: root, rest }))).map((match) => relative(root, match));
  const isInBundle = bundleCheck(base, new Set(matches));
  const apps: string[] = [];
  for (const match of matches) {
    if (apps.length === most) break;
    const path = join(base, match);
    if (!(await isInBundle(match)) && (await canBeApp(path))) apps.push(path);
  }
  return apps;
}

/** A file, or a folder named as a bundle is. A match that has vanished since, or is a broken link, is none. */
async function canBeApp(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return false;
  return !found.isDirectory() || isBundleName(path);
}

/**
 * Tells whether a path lies inside an app bundle. Android modules are often folders such as `com.example.app`, so the name is not
 * enough: it is a bundle if the glob matched the folder too, or there is an `Info.plist` in it.
 */
function bundleCheck(base: string, matches: ReadonlySet<string>): (match: string) => Promise<boolean> {
  const known = new Map<string, boolean>();
  const isBundle = async (folder: string): Promise<boolean> => {
    const answer = known.get(folder) ?? (matches.has(folder) || (await hasPropertyList(join(base, folder))));
    known.set(folder, answer);
    return answer;
  };
  return async (match) => {
    for (let folder = dirname(match); folder !== dirname(folder); folder = dirname(folder)) {
      if (isBundleName(folder) && (await isBundle(folder))) return true;
    }
    return false;
  };
}

function isBundleName(path: string): boolean {
  return basename(path).toLowerCase().endsWith('.app');
}

/** iOS bundles carry the list at their top, those of Mac Catalyst below `Contents`. */
async function hasPropertyList(folder: string): Promise<boolean> {
  const places = [join(folder, 'Info.plist'), join(folder, 'Contents', 'Info.plist')];
  const found = await Promise.all(
    places.map((place) =>
      access(place).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

/** A glob in two parts: the folder to look in, which is plain text, and what to look for below it. */
export interface SplitGlob {
  /** Absolute. */
  readonly base: string;
  /** From the first segment with a wildcard on. */
  readonly rest: string;
}

/** Whether a path has wildcards: `*`, `?` or a set in brackets. */
export function hasWildcards(text: string): boolean {
  return /[*?[]/.test(text);
}

/**
 * Splits a glob before its first segment with a wildcard; a path without one, before its last segment. `path` is the platform's, which
 * knows its separators and drives.
 */
export function splitGlob(workspace: string, glob: string, path = nativePath): SplitGlob {
  const separator = path.sep === '\\' ? /[\\/]/g : /\//g;
  const beforeWildcard = glob.split(/[*?[]/, 1).join();
  const start = [...beforeWildcard.matchAll(separator)].reduce((_, { index }) => index + 1, 0);
  return { base: path.resolve(workspace, glob.slice(0, start)), rest: glob.slice(start) };
}

/** The glob again, as one absolute pattern in which wildcards of the folder's own name stand for themselves. */
export function joinGlob({ base, rest }: SplitGlob, path = nativePath): string {
  // On Windows the backslash separates; elsewhere it escapes.
  const folder = path.sep === '\\' ? base : base.replaceAll('\\', '\\\\');
  return folder.replace(/[*?[]/g, '[$&]') + (folder.endsWith(path.sep) ? '' : path.sep) + rest;
}
