import { join, sep } from 'node:path';

import { expect, test } from '@jest/globals';

import { findNearMisses } from '../../src/app/app-search.ts';
import { makeWorkspace } from '../inputs/support.ts';

/** What is found instead of a file that is wanted, among some files. */
async function search(files: readonly string[], wanted: string, most?: number): Promise<readonly string[]> {
  const workspace = makeWorkspace();
  for (const path of files) workspace.put(path);
  const { nearMisses } = await findNearMisses(workspace.folder, join(workspace.folder, wanted), most);
  workspace.remove();
  return nearMisses.map((path) => path.replaceAll(sep, '/'));
}

test('the search ends after a number of entries', async () => {
  const files = ['a.apk', 'b.txt', 'deep/c.apk', 'deep/d.apk'];
  expect(await search(files, 'x.apk', 5)).toEqual(['a.apk', 'deep/c.apk', 'deep/d.apk']);
  expect(await search(files, 'x.apk', 4)).toEqual(['a.apk']);
  expect(await search(files, 'x.apk', 2)).toEqual([]);
});

test('only folders that end in .app are apps', async () => {
  const files = ['folder.apk/inner.zip', 'Demo.APP/inner.zip', '.git/x.apk'];
  expect(await search(files, 'x.ipa')).toEqual(['Demo.APP', 'folder.apk/inner.zip']);
});

test('what Gradle leaves for itself comes last', async () => {
  const files = ['build/intermediates/x/app.apk', 'build/outputs/x.apk', 'build/outputs/x/app.apk'];
  const order = ['outputs/x/app.apk', 'intermediates/x/app.apk', 'outputs/x.apk'];
  expect(await search(files, 'build/output/app.apk')).toEqual(order);
});

test('nothing is searched outside of the workspace', async () => {
  expect(await search(['out/a.apk'], '../x.apk')).toEqual(['out/a.apk']);
  expect(await search(['out/a.apk'], '../gone/x.apk')).toEqual(['out/a.apk']);
});
