import { posix, win32 } from 'node:path';

import { expect, test } from '@jest/globals';

import { hasWildcards, joinGlob, splitGlob } from '../../src/app/app-search.ts';

test.each([
  ['app\\build\\*.apk', 'D:\\a\\app\\build', '*.apk'],
  ['app/build/*.apk', 'D:\\a\\app\\build', '*.apk'],
  ['C:\\out\\**\\*.apk', 'C:\\out', '**\\*.apk'],
  ['\\\\host\\share\\x\\*.apk', '\\\\host\\share\\x', '*.apk'],
  ['..\\x\\app.apk', 'D:\\x', 'app.apk'],
])('on Windows: %s', (glob, base, rest) => {
  expect(splitGlob('D:\\a', glob, win32)).toEqual({ base, rest });
});

test.each([
  ['*.apk', '/ws', '*.apk'],
  ['a/b/[ab]/c.apk', '/ws/a/b', '[ab]/c.apk'],
  ['/out/x?/y', '/out', 'x?/y'],
  ['/*', '/', '*'],
  ['a\\b/*.apk', '/ws/a\\b', '*.apk'],
])('elsewhere: %s', (glob, base, rest) => {
  expect(splitGlob('/ws', glob, posix)).toEqual({ base, rest });
});

test.each([
  ['D:\\run[1]', 'D:\\run[[]1]\\*.apk', win32],
  ['/a\\b/run[1]/w?*', '/a\\\\b/run[[]1]/w[?][*]/*.apk', posix],
  ['/', '/*.apk', posix],
])('below the folder %s: %s', (base, glob, path) => {
  expect(joinGlob({ base, rest: '*.apk' }, path)).toBe(glob);
});

test('wildcards are *, ? and [', () => {
  expect(['a*', 'a?', 'a[b]', 'a{b,c}'].map(hasWildcards)).toEqual([true, true, true, false]);
});
