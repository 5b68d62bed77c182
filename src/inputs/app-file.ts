import { lstat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

import { findApps, hasWildcards, splitGlob, type FileContext } from '../app/app-search.ts';
import { findNearMisses } from '../app/near-misses.ts';
import { fileError } from '../model/errors.ts';
import type { AppFile } from '../model/inputs.ts';
import { pathWithin, shortPath } from '../model/path-within.ts';
import { cleanText } from '../model/text.ts';
import { listFirst } from '../model/words.ts';
import { checkApp } from './app-check.ts';
import type { InputReader } from './input-reader.ts';

/** Most matches in a message. */
const MAX_LISTED = 5;

/** The app in `app-file`; `undefined` if the input is empty or wrong. */
export async function readAppFile(reader: InputReader, setting: FileContext): Promise<AppFile | undefined> {
  const given = reader.text('app-file');
  if (given === '') return undefined;
  if (/\p{Cc}/u.test(given)) {
    reader.error(
      'app-file',
      `\`app-file\` is ${reader.quote(given)}, which has line breaks or control characters in it. Use one path, or one glob.`,
    );
    return undefined;
  }
  const paths = await findCandidates(reader, given, setting);
  const [path] = paths ?? [];
  if (path !== undefined && paths?.length === 1) return checkApp(reader, path);
  if (paths)
    reader.error(
      'app-file',
      path === undefined ? await noMatch(reader, given, setting) : severalMatches(paths, setting),
    );
  return undefined;
}

/** A path that exists is taken literally, even with wildcards in its name. `undefined` if the search failed. */
async function findCandidates(
  reader: InputReader,
  given: string,
  setting: FileContext,
): Promise<readonly string[] | undefined> {
  const literal = resolve(setting.workspace, given);
  // A link to nowhere is reported as unreadable, not as missing.
  if (await lstat(literal).catch(() => undefined)) return [literal];
  if (!hasWildcards(given)) return [];
  try {
    return await findApps(given, setting, MAX_LISTED + 1);
  } catch (error) {
    reader.error(
      'app-file',
      `\`app-file\` is ${reader.quote(given)}, which cannot be searched for: ${fileError(error)}.`,
    );
    return undefined;
  }
}

async function noMatch(reader: InputReader, given: string, setting: FileContext): Promise<string> {
  const { base, rest } = splitGlob(setting.workspace, given);
  const wanted = join(base, rest);
  const isInWorkspace = pathWithin(setting.workspace, wanted) !== undefined;
  if (!isInWorkspace && !(await lstat(dirname(wanted)).catch(() => undefined))) {
    return `\`app-file\` is ${reader.quote(given)}, but its folder does not exist. Use a path from the workspace, or an absolute one.`;
  }
  const { folder, nearMisses } = await findNearMisses(wanted);
  const misses = nearMisses.map((miss) => cleanText(shortPath(setting.workspace, join(folder, miss))));
  const separators = sep === '/' && given.includes('\\') ? ' On this runner, folders are separated by /.' : '';
  const advice =
    misses.length === 0
      ? `There is no app in ${cleanText(folder)}: check that an earlier step made it.`
      : `Found: ${listFirst(misses, MAX_LISTED)}.`;
  return `\`app-file\` is ${reader.quote(given)}, which matches no file.${separators} ${advice}`;
}

function severalMatches(paths: readonly string[], setting: FileContext): string {
  const listed = paths.slice(0, MAX_LISTED).map((path) => cleanText(shortPath(setting.workspace, path)));
  const count = paths.length > MAX_LISTED ? `more than ${MAX_LISTED}` : paths.length;
  const more = paths.length > MAX_LISTED ? ', …' : '';
  return `\`app-file\` matches ${count} files (${listed.join(', ')}${more}). Use a pattern that matches one.`;
}
