import { posix, win32 } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { hasWildcards, joinGlob, splitGlob } from '../../src/app/app-search.ts';

describe('on Windows', () => {
  test.each([
    ['app\\build\\*.apk', 'D:\\a\\app\\build', '*.apk'],
    ['app/build/*.apk', 'D:\\a\\app\\build', '*.apk'],
    ['C:\\out\\**\\*.apk', 'C:\\out', '**\\*.apk'],
    ['\\\\host\\share\\x\\*.apk', '\\\\host\\share\\x', '*.apk'],
    ['..\\x\\app.apk', 'D:\\x', 'app.apk'],
  ])('%s', (glob, base, rest) => {
    expect(splitGlob('D:\\a', glob, win32)).toEqual({ base, rest });
  });

  test('escapes wildcards in the folder', () => {
    expect(joinGlob({ base: 'D:\\run[1]', rest: '*.apk' }, win32)).toBe('D:\\run[[]1]\\*.apk');
  });
});

describe('elsewhere', () => {
  test.each([
    ['*.apk', '/ws', '*.apk'],
    ['a/b/[ab]/c.apk', '/ws/a/b', '[ab]/c.apk'],
    ['/out/x?/y', '/out', 'x?/y'],
    ['/*', '/', '*'],
    ['a\\b/*.apk', '/ws/a\\b', '*.apk'],
  ])('%s', (glob, base, rest) => {
    expect(splitGlob('/ws', glob, posix)).toEqual({ base, rest });
  });

  test('escapes wildcards in the folder', () => {
    expect(joinGlob({ base: '/a\\b/run[1]/w?*', rest: '*.apk' }, posix)).toBe('/a\\\\b/run[[]1]/w[?][*]/*.apk');
  });

  test('keeps the root', () => {
    expect(joinGlob({ base: '/', rest: '*.apk' }, posix)).toBe('/*.apk');
  });
});

test.each([
  ['a*', true],
  ['a?', true],
  ['a[b]', true],
  ['a{b,c}', false],
])('%s has wildcards: %s', (text, answer) => {
  expect(hasWildcards(text)).toBe(answer);
});
