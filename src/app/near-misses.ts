import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

import { pathWithin } from '../model/path-within.ts';
import { APP_EXTENSIONS, extensionOf, isBundleName } from './app-extensions.ts';

/** Most directory entries to read, so that the message comes soon; the nearest folders come first. */
const MAX_ENTRIES = 10_000;
const SKIPPED_FOLDERS = new Set(['.git', 'node_modules']);

/** Apps that may be meant by a path that does not exist. */
interface NearMisses {
  /** The nearest folder that exists, or the workspace. Absolute. */
  readonly folder: string;
  /** Apps below it that can be installed, relative to it, the most similar first. */
  readonly nearMisses: readonly string[];
  /** The one whose path differs only in letter case. */
  readonly otherCase: string | undefined;
  /** An Android App Bundle or an app that is not signed, by its name. */
  readonly notInstallable: string | undefined;
}

/**
 * Searches the nearest folder that exists for apps with the same path in another letter case, the same name, or the same extension. For
 * a path outside of the workspace, it searches the workspace.
 */
export async function findNearMisses(workspace: string, wanted: string, maxEntries = MAX_ENTRIES): Promise<NearMisses> {
  const folder = await nearestFolder(workspace, dirname(wanted));
  // A path that was written on Windows has its name after a backslash.
  const name = wanted.split(/[\\/]/).at(-1)?.toLowerCase();
  const rank = (app: string): number => {
    const hasSameName = basename(app).toLowerCase() === name;
    if (isIntermediate(app)) return hasSameName ? 1 : 4;
    if (hasSameName) return 0;
    return extensionOf(app) === extensionOf(wanted) ? 2 : 3;
  };
  const found = await listAppsAndBundles(folder, maxEntries);
  found.sort((a, b) => rank(a) - rank(b));
  const nearMisses = found.filter((app) => !NOT_INSTALLABLE.test(app));
  const otherCase = nearMisses.find((app) => join(folder, app).toLowerCase() === wanted.toLowerCase());
  return { folder, nearMisses, otherCase, notInstallable: found.find((app) => NOT_INSTALLABLE.test(app)) };
}

/** Gradle ends the name of an APK so if its build type has no `signingConfig`. */
const NOT_INSTALLABLE = /(?:\.aab|-unsigned\.apk)$/i;

/** Gradle leaves apps there that are not made for use, such as test-only ones. */
function isIntermediate(app: string): boolean {
  return /(?:^|[\\/])intermediates[\\/]/.test(app);
}

async function nearestFolder(workspace: string, folder: string): Promise<string> {
  if (!pathWithin(workspace, folder)) return workspace;
  const exists = (await entriesOf(folder)) !== undefined;
  return exists ? folder : nearestFolder(workspace, dirname(folder));
}

/** Breadth first, without following links and without looking into app bundles. */
async function listAppsAndBundles(root: string, maxEntries: number): Promise<string[]> {
  const apps: string[] = [];
  const folders = [root];
  let left = maxEntries;
  for (const folder of folders) {
    const entries = (await entriesOf(folder)) ?? [];
    left -= entries.length;
    if (left < 0) break;
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (isAppOrBundle(entry)) apps.push(relative(root, path));
      else if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) folders.push(path);
    }
  }
  return apps;
}

function isAppOrBundle(entry: Dirent): boolean {
  if (entry.isDirectory()) return isBundleName(entry.name);
  return APP_EXTENSIONS.includes(extensionOf(entry.name)) || NOT_INSTALLABLE.test(entry.name);
}

async function entriesOf(folder: string): Promise<Dirent[] | undefined> {
  return readdir(folder, { withFileTypes: true }).catch(() => undefined);
}
