import type { Dirent } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, normalize, relative, sep } from 'node:path';

import { pathWithin } from '../model/run-context.ts';
import { appTypeOf, extensionOf, isBundleName } from './file-check.ts';
import { compileSegment, splitGlob } from './glob.ts';

/** Absolute paths. `unreadable`: folders that were left out, because they cannot be read or their names are not UTF-8. */
type Found = Readonly<Record<'apps' | 'unreadable', readonly string[]>>;

/** Finds the files and `.app` folders that match a glob. Files in an app bundle do not match, nor what has no app's name. */
export async function findApps(workspace: string, glob: string): Promise<Found> {
  const { base: given, rest } = splitGlob(workspace, glob);
  const base = await existingForm(given);
  if (base === undefined) return { apps: [], unreadable: [] };
  const { matches, unreadable } = await search(base, rest);
  const matched = new Set(matches);
  const apps: string[] = [];
  for (const match of matches) {
    const path = join(base, match);
    if (!(await isInBundle(base, match, matched)) && (await canBeApp(path))) apps.push(path);
  }
  return { apps, unreadable: unreadable.map((folder) => join(base, folder)) };
}

/** The path as it is, in NFC or in NFD, whichever exists: macOS may write names in NFD. */
export async function existingForm(path: string): Promise<string | undefined> {
  for (const form of [path, path.normalize('NFC'), path.normalize('NFD')]) {
    // Finds links to nowhere too, which get a message of their own.
    if (await lstat(form).catch(() => undefined)) return form;
  }
  return undefined;
}

/** Searches a folder without following links, so that a loop of links ends. All paths are relative to it. */
async function search(base: string, glob: string): Promise<{ matches: string[]; unreadable: string[] }> {
  // In NFC, as the names that are compared: macOS may write names in NFD.
  const segments = normalize(glob).normalize().split(sep).filter(Boolean);
  const tests = segments.map((segment) => compileSegment(segment));
  /** Adds what may follow: `**` also stands for no folder. */
  const reach = (at: number): readonly number[] => (segments[at] === '**' ? [at, ...reach(at + 1)] : [at]);
  const matches: string[] = [];
  const unreadable: string[] = [];
  /** @param open the segments that an entry of the folder may match */
  const visit = async (folder: string, open: readonly number[]): Promise<void> => {
    const entries = await readdir(join(base, folder), { withFileTypes: true }).catch(() => undefined);
    if (!entries) unreadable.push(folder);
    for (const entry of entries ?? []) {
      const path = join(folder, entry.name);
      const name = entry.name.normalize();
      const next = new Set(
        open.flatMap((at) => (segments[at] === '**' ? reach(at) : tests[at]?.(name) ? reach(at + 1) : [])),
      );
      if (next.delete(segments.length)) matches.push(path);
      if (entry.isDirectory() && next.size > 0) await visit(path, [...next]);
    }
  };
  await visit('', reach(0));
  return { matches, unreadable };
}

/** Build tools leave other files beside an app; macOS leaves `._` files in archives. To open a named pipe would wait for a writer. */
async function canBeApp(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found || basename(path).startsWith('._')) return false;
  return found.isDirectory() ? isBundleName(path) : found.isFile() && appTypeOf(path) !== undefined;
}

/** Whether a file lies in an app bundle: a folder that the glob matches too, or with an `Info.plist`. Android modules have such names, too. */
async function isInBundle(base: string, match: string, matched: ReadonlySet<string>): Promise<boolean> {
  for (let folder = dirname(match); folder !== dirname(folder); folder = dirname(folder)) {
    if (!isBundleName(folder)) continue;
    const propertyList = join(base, folder, 'Info.plist');
    if (matched.has(folder) || (await stat(propertyList).catch(() => undefined))) return true;
  }
  return false;
}

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

/** Searches the nearest folder that exists for apps that are like a path; for a path outside of the workspace, the workspace. */
export async function findNearMisses(workspace: string, wanted: string, maxEntries = MAX_ENTRIES): Promise<NearMisses> {
  const folder = await nearestFolder(workspace, dirname(wanted));
  // A path that was written on Windows has its name after a backslash.
  const name = wanted.split(/[\\/]/).at(-1)?.toLowerCase();
  const rank = (app: string): number => {
    const hasSameName = basename(app).toLowerCase() === name;
    // Gradle leaves apps there that are not made for use, such as test-only ones.
    if (/(?:^|[\\/])intermediates[\\/]/.test(app)) return hasSameName ? 1 : 4;
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

async function nearestFolder(workspace: string, folder: string): Promise<string> {
  if (!pathWithin(workspace, folder)) return workspace;
  return (await entriesOf(folder)) ? folder : nearestFolder(workspace, dirname(folder));
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
  return appTypeOf(entry.name) !== undefined || NOT_INSTALLABLE.test(entry.name);
}

async function entriesOf(folder: string): Promise<Dirent[] | undefined> {
  return readdir(folder, { withFileTypes: true }).catch(() => undefined);
}
