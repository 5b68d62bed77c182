import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { readWorkflows } from '../support/document-workflows.ts';

test('every workflow of the documents is run', async () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
  const tests = files.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n');
  const names = [...(await readWorkflows()).keys()];
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !tests.includes(`'${name}'`))).toStrictEqual([]);
});
