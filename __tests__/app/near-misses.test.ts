import { join, parse } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { findNearMisses } from '../../src/app/near-misses.ts';
import { makeWorkspace, type Workspace } from '../inputs/support.ts';

let workspace: Workspace;

beforeEach(() => {
  workspace = makeWorkspace();
});

afterEach(() => {
  workspace.remove();
});

test('the search ends after a number of entries', async () => {
  for (const path of ['a.apk', 'b.txt', 'deep/c.apk', 'deep/d.apk']) workspace.put(path);
  const wanted = join(workspace.folder, 'x.apk');
  const seen = async (most: number): Promise<readonly string[]> => (await findNearMisses(wanted, most)).nearMisses;
  expect(await seen(5)).toEqual(['a.apk', join('deep', 'c.apk'), join('deep', 'd.apk')]);
  expect(await seen(4)).toEqual(['a.apk']);
  expect(await seen(2)).toEqual([]);
});

test('only folders that end in .app are apps', async () => {
  for (const path of ['folder.apk/inner.zip', 'Demo.APP/inner.zip', '.git/x.apk']) workspace.put(path);
  const { nearMisses } = await findNearMisses(join(workspace.folder, 'x.ipa'));
  expect(nearMisses).toEqual(['Demo.APP', join('folder.apk', 'inner.zip')]);
});

test('what Gradle leaves for itself comes last', async () => {
  for (const path of ['build/intermediates/x/app.apk', 'build/outputs/x.apk', 'build/outputs/x/app.apk']) {
    workspace.put(path);
  }
  const { nearMisses } = await findNearMisses(join(workspace.folder, 'build', 'output', 'app.apk'));
  const order = ['outputs/x/app.apk', 'intermediates/x/app.apk', 'outputs/x.apk'];
  expect(nearMisses).toEqual(order.map((path) => join(...path.split('/'))));
});

test('if no folder exists, the root is searched', async () => {
  const { root } = parse(workspace.folder);
  expect((await findNearMisses(join(root, 'no such folder', 'x.apk'), 0)).folder).toBe(root);
});

if (process.platform === 'linux') {
  // On other systems, a path in another letter case finds the file.
  test('another letter case of the same path comes before the same name elsewhere', async () => {
    for (const path of ['b.apk', 'aaa/app.apk', 'out/APP.apk', 'zzz/APP.apk']) workspace.put(path);
    const { nearMisses } = await findNearMisses(join(workspace.folder, 'Out', 'App.apk'));
    expect(nearMisses).toEqual(['out/APP.apk', 'aaa/app.apk', 'zzz/APP.apk', 'b.apk']);
  });
}
