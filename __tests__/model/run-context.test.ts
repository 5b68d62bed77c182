import { join, resolve } from 'node:path';

import { expect, test } from '@jest/globals';

import { pathWithin, shortPath } from '../../src/model/run-context.ts';

const FOLDER = resolve('work', 'space');

test.each([
  [FOLDER, ''],
  [join(FOLDER, 'a', 'b'), join('a', 'b')],
  [join(FOLDER, '..a'), '..a'],
  [resolve('work'), undefined],
  [resolve('work', 'spaceship'), undefined],
])('%s', (path, relative) => {
  expect(pathWithin(FOLDER, path)).toBe(relative);
  expect(shortPath(FOLDER, path)).toBe(relative ?? path);
});
