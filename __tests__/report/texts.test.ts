import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { TEXTS } from '../support/gallery/texts.ts';

const FOLDER = join(import.meta.dirname, 'texts');

// `npm run demo -- --texts` writes them again after a change that is meant.
test.each(Object.entries(TEXTS))('the texts of %s are those in its file', (name, make) => {
  expect(make()).toBe(readFileSync(join(FOLDER, `${name}.txt`), 'utf8'));
});

test('each file is of a kind', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(
    Object.keys(TEXTS)
      .map((name) => `${name}.txt`)
      .sort(),
  );
});
