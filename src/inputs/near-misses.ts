import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

import { APP_EXTENSIONS, extensionOf } from './os-type.ts';

const MOST_SHOWN = 5;
/** A look around may not take longer than a user waits for an error; the nearest folders come first. */
const MOST_ENTRIES = 10_000;
const NO_APPS_INSIDE = new Set(['.git', 'node_modules']);

/** What there is instead of the app that was asked for. */
export interface NearMisses {
  /** The folder that was looked in: the nearest one that exists. Absolute. */
  readonly folder: string;
  /** At most five apps below it, relative to it, the likeliest first. */
  readonly nearMisses: readonly string[];
}

/**
 * Looks below the nearest folder that exists for apps that may be meant: other letter case, same name elsewhere, same extension.
 * It looks at no folder that would bring the entries above `mostEntries`.
 */
export async function findNearMisses(wanted: string, mostEntries = MOST_ENTRIES): Promise<NearMisses> {
  const folder = await nearestFolder(dirname(wanted));
  const apps = await listApps(folder, mostEntries);
  const likeness = (app: string): number => {
    if (join(folder, app).toLowerCase() === wanted.toLowerCase()) return 0;
    if (basename(app).toLowerCase() === wantedName(wanted)) return 1;
    return extensionOf(app) === extensionOf(wanted) ? 2 : 3;
  };
  const nearMisses = apps.sort((a, b) => likeness(a) - likeness(b)).slice(0, MOST_SHOWN);
  return { folder, nearMisses };
}

/** A backslash separates only on Windows; a path that was written there may be meant here all the same. */
function wantedName(wanted: string): string | undefined {
  return wanted.split(/[\\/]/).at(-1)?.toLowerCase();
}

async function nearestFolder(folder: string): Promise<string> {
  const entries = await entriesOf(folder);
  if (entries !== undefined || folder === dirname(folder)) return folder;
  return nearestFolder(dirname(folder));
}

/** Breadth first, without following links and without looking into app bundles. */
async function listApps(root: string, mostEntries: number): Promise<string[]> {
  const apps: string[] = [];
  const folders = [root];
  let left = mostEntries;
  for (const folder of folders) {
    const entries = (await entriesOf(folder)) ?? [];
    left -= entries.length;
    if (left < 0) break;
    const paths = entries.map((entry) => ({ path: join(folder, entry.name), entry }));
    apps.push(...paths.filter(({ entry }) => isApp(entry)).map(({ path }) => relative(root, path)));
    folders.push(...paths.filter(({ entry }) => mayHoldApps(entry)).map(({ path }) => path));
  }
  return apps;
}

function isApp(entry: Dirent): boolean {
  const extension = extensionOf(entry.name);
  return entry.isDirectory() ? extension === 'app' : APP_EXTENSIONS.includes(extension);
}

function mayHoldApps(entry: Dirent): boolean {
  return entry.isDirectory() && !isApp(entry) && !NO_APPS_INSIDE.has(entry.name);
}

async function entriesOf(folder: string): Promise<Dirent[] | undefined> {
  return readdir(folder, { withFileTypes: true }).catch(() => undefined);
}
