import nativePath from 'node:path';

/** Whether a path has wildcards: `*`, `?` or a set in brackets. */
export function hasWildcards(text: string): boolean {
  return /[*?[]/.test(text);
}

/** A glob in two parts: a folder, which is plain text, and a pattern below it. */
interface SplitGlob {
  /** Absolute. */
  readonly base: string;
  /** From the first segment with a wildcard on. */
  readonly rest: string;
}

/** Splits a glob before its first segment with a wildcard; a path without one, before its last segment. */
export function splitGlob(workspace: string, glob: string, path = nativePath): SplitGlob {
  const separator = path.sep === '\\' ? /[\\/]/g : /\//g;
  const beforeWildcard = glob.split(/[*?[]/, 1).join();
  const start = [...beforeWildcard.matchAll(separator)].reduce((_, { index }) => index + 1, 0);
  return { base: path.resolve(workspace, glob.slice(0, start)), rest: glob.slice(start) };
}

/** A set such as `[!a-z]`, which may begin with `]`, or one character. */
const TOKEN = /\[(?:[!^][^]|[^!^])[^\]]*\]|[^]/gu;

/**
 * Compiles a segment of a glob without `**` to a test of names, which takes time in proportion to segment × name. As in GitHub's
 * own actions, there are no braces, names may begin with a dot, and letter case does not count on Windows.
 */
export function compileSegment(segment: string, path = nativePath): (name: string) => boolean {
  const tokens = segment.match(TOKEN)?.map((token) => compileToken(token, path.sep === '\\')) ?? [];
  return (name) => {
    const characters = Array.from(name);
    /** Where the tokens so far may end, in ascending order. */
    let ends = [0];
    for (const token of tokens) {
      const [first = Infinity] = ends;
      if (token === '*') ends = [...characters.keys(), characters.length].slice(first);
      else ends = ends.filter((end) => token(characters[end] ?? '')).map((end) => end + 1);
    }
    return ends.includes(characters.length);
  };
}

function compileToken(token: string, ignoresCase: boolean): '*' | ((character: string) => boolean) {
  if (token === '*') return token;
  if (token === '?') return () => true;
  const [, not, set = token] = /^\[([!^]?)([^]+)\]$/u.exec(token) ?? [];
  const ranges = set.match(/[^]-[^]|[^]/gu)?.map((range) => Array.from(range)) ?? [];
  const isInSet = (one: string): boolean => ranges.some(([first = '', , last = first]) => first <= one && one <= last);
  return (one) => (ignoresCase ? [one.toLowerCase(), one.toUpperCase()].some(isInSet) : isInSet(one)) === !not;
}
