import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';

import type { AppFile } from '../model/inputs.ts';
import { pathWithin } from '../model/path-within.ts';
import { checkApp, reasonOf } from './app-check.ts';
import { findApps } from './app-search.ts';
import type { InputReader } from './input-reader.ts';
import { hasWildcards, splitGlob } from './app-search.ts';
import { findNearMisses } from './near-misses.ts';
import type { FileContext } from './input-reader.ts';
import { quote } from './input-reader.ts';

const MOST_SHOWN = 5;

/** The app that app-file means; undefined when the input is empty, and after a fault. */
export async function readAppFile(reader: InputReader, setting: FileContext): Promise<AppFile | undefined> {
  const given = reader.text('app-file');
  if (given === '') return undefined;
  const candidates = await findCandidates(given, setting);
  const [path] = candidates.paths;
  if (path !== undefined && candidates.paths.length === 1) return checkApp(reader, path);
  const what =
    candidates.trouble ?? (path === undefined ? await nothing(given, setting) : several(candidates.paths, setting));
  reader.error('app-file', `${quote(given)}, ${what}`, 'match exactly one app file, or one .app folder');
  return undefined;
}

interface Candidates {
  readonly paths: readonly string[];
  /** Why nothing could be looked for. */
  readonly trouble?: string;
}

/** A path that exists is meant as it stands, even with wildcards in its name. */
async function findCandidates(given: string, setting: FileContext): Promise<Candidates> {
  if (/\p{Cc}/u.test(given)) return { paths: [], trouble: 'with line breaks or control characters in it' };
  const literal = resolve(setting.workspace, given);
  const found = (await exists(literal)) ? literal : await sameName(literal);
  if (found !== undefined) return { paths: [found] };
  if (!hasWildcards(given)) return { paths: [] };
  try {
    return { paths: await findApps(given, setting, MOST_SHOWN + 1) };
  } catch (cause) {
    return { paths: [], trouble: `which cannot be searched for: ${reasonOf(cause)}` };
  }
}

async function nothing(given: string, setting: FileContext): Promise<string> {
  const { base, rest } = splitGlob(setting.workspace, given);
  const { folder, nearMisses } = await findNearMisses(join(base, rest));
  const instead = nearMisses.map((miss) => quote(inWorkspace(join(folder, miss), setting))).join(', ');
  const there = instead === '' ? 'no app is there' : `there is ${instead}`;
  const separators = sep === '/' && given.includes('\\') ? '; folders are separated by / on this runner' : '';
  return `which matches nothing (looked in ${quote(folder)}: ${there}${separators})`;
}

function several(paths: readonly string[], setting: FileContext): string {
  const listed = paths.slice(0, MOST_SHOWN).map((path) => quote(inWorkspace(path, setting)));
  return `which matches several (${listed.join(', ')}${paths.length > MOST_SHOWN ? ' and more' : ''})`;
}

/** A path as the workflow would write it: from the workspace where it lies in there. */
function inWorkspace(path: string, { workspace }: FileContext): string {
  return pathWithin(workspace, path) ?? path;
}

/** A file whose name reads the same: a Mac may have written its letters in parts, `e` and an accent or the jamo of a syllable. */
async function sameName(path: string): Promise<string | undefined> {
  const [folder, name] = [dirname(path), basename(path).normalize()];
  const names = await readdir(folder).catch((): string[] => []);
  const same = names.find((each) => each.normalize() === name);
  return same === undefined ? undefined : join(folder, same);
}

/** Also true for a link that leads nowhere: then the link is what is wrong, not the path. */
async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
