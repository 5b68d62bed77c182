import nativePath from 'node:path';

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
