import { posix, win32 } from 'node:path';

import { expect, test } from '@jest/globals';

import { compileSegment, hasWildcards, splitGlob } from '../../src/app/glob.ts';

const workspaceOf = ({ sep }: typeof posix): string => (sep === '/' ? '/ws' : 'D:\\a');

test.each([
  ['app\\build\\*.apk', win32, 'D:\\a\\app\\build', '*.apk'],
  ['app/build/*.apk', win32, 'D:\\a\\app\\build', '*.apk'],
  ['C:\\out\\**\\*.apk', win32, 'C:\\out', '**\\*.apk'],
  ['\\\\host\\share\\x\\*.apk', win32, '\\\\host\\share\\x', '*.apk'],
  ['..\\x\\app.apk', win32, 'D:\\x', 'app.apk'],
  ['*.apk', posix, '/ws', '*.apk'],
  ['a/b/[ab]/c.apk', posix, '/ws/a/b', '[ab]/c.apk'],
  ['/out/x?/y', posix, '/out', 'x?/y'],
  ['/*', posix, '/', '*'],
  ['a\\b/*.apk', posix, '/ws/a\\b', '*.apk'],
])('%s is split', (glob, path, base, rest) => {
  expect(splitGlob(workspaceOf(path), glob, path)).toEqual({ base, rest });
});

test('wildcards are *, ? and [', () => {
  expect(['a*', 'a?', 'a[b]', 'a{b,c}'].map(hasWildcards)).toEqual([true, true, true, false]);
});

test.each([
  ['*.apk', '.apk', '가.apk', 'a.ap', 'a.apk.'],
  ['a*b*c', 'abc', 'a-b-b-cc', 'abcb', 'bac'],
  ['a?c', 'abc', 'a😀c', 'ac', 'abbc'],
  ['[a-c-]x', 'bx', '-x', 'dx', 'x'],
  ['[!a-c]x', 'dx', ']x', 'bx', 'x'],
  ['[^]a]x', 'bx', '^x', ']x', 'ax'],
  ['[]a]', ']', 'a', '[]a]', 'b'],
  ['[z-am]', 'm', 'm', 'z', 'a'],
  ['[!]*', '[!]', '[!]a', '[a', 'a'],
  ['.+(a|b){c}$\\', '.+(a|b){c}$\\', '.+(a|b){c}$\\', '.a', '.+(a|b){c}$'],
  ['*a**', 'a', 'bab', '', 'b'],
])('%s matches names', (glob, first, second, ...others) => {
  const matches = compileSegment(glob, posix);
  const onWindows = compileSegment(glob.toUpperCase(), win32);
  for (const name of [first, second]) expect([name, matches(name), onWindows(name)]).toEqual([name, true, true]);
  for (const name of others) expect([name, matches(name), onWindows(name)]).toEqual([name, false, false]);
});

test('letter case counts, but not on Windows', () => {
  for (const glob of ['A[B-C]?', 'a[b-c]?', '*[_B]C'])
    expect([posix, win32].map((path) => compileSegment(glob, path)('aBC'))).toEqual([glob === '*[_B]C', true]);
});

test.each(['*', '*?', '*-', '*[!a]'])('in time, for %s many times', (part) => {
  const matches = compileSegment(`${part.repeat(1_000)}.apk`);
  const before = performance.now();
  expect(matches(`${'-'.repeat(1_000)}.ap`)).toBe(false);
  expect(performance.now() - before).toBeLessThan(2_000);
});
