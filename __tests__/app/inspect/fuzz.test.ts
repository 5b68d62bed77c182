import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { useFolder } from '../../support/folder.ts';
import { fuzz } from './support/mutate.ts';

const folder = useFolder();

test('mutated files neither fail nor hang, and changes where nothing is read have no effect', async () => {
  const { broken, found } = await fuzz(1000, 1, join(folder(), 'app'));
  expect(broken).toEqual([]);
  const kinds = ['facts', 'not-inspected', 'not-a-zip', 'unreadable-manifest'];
  expect([...found.keys()]).toEqual(expect.arrayContaining(kinds));
});
