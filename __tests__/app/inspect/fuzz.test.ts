import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { fuzz } from './support/mutate.ts';

test('mutated files neither fail nor hang, and changes where nothing is read have no effect', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
  const { broken, found } = await fuzz(1000, 1, join(folder, 'app'));
  await rm(folder, { recursive: true });
  expect(broken).toEqual([]);
  expect([...found.keys()]).toEqual(
    expect.arrayContaining(['facts', 'not-inspected', 'not-a-zip', 'damaged-zip', 'unreadable-manifest']),
  );
});
