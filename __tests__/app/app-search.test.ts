import { posix, win32 } from 'node:path';

import { expect, test } from '@jest/globals';

import { hasWildcards, splitGlob } from '../../src/app/app-search.ts';

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
