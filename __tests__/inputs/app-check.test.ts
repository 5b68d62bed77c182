import { utimesSync } from 'node:fs';

import { beforeEach, describe, expect, test } from '@jest/globals';

import { makeApk } from '../app/support/make-apk.ts';
import { iosFiles } from '../app/support/make-ios.ts';
import { zipOf } from '../support/zip.ts';
import { ENOUGH, errorsOf, NOTHING_SET, read, workspaceWithApp, type Values } from './support.ts';

const workspace = workspaceWithApp();
let incomplete: Buffer;
beforeEach(async () => {
  workspace.put('app.apk', await makeApk());
  incomplete = await zipOf({ 'classes.dex': 'dex' });
});

describe('the check of an app', () => {
  test('finds what the service would reject, and says how to change it', async () => {
    workspace.put('app.apk', incomplete);
    const error = await read(workspace, ENOUGH).catch(String);
    expect(error).toMatch(/app\.apk has no AndroidManifest\.xml, so the service would reject it \(4040\)\. Use an APK/);
  });

  test('warns of what is likely to be a problem', async () => {
    workspace.put('app.ipa', await zipOf(iosFiles({ profile: false })));
    const { warnings } = await read(workspace, { ...ENOUGH, 'app-file': 'app.ipa' });
    expect(warnings).toEqual([
      expect.stringMatching(/^app\.ipa has no provisioning profile, so the service may reject it \(4031\)\. Export/),
    ]);
  });
});

test('the age of an app is that of its last change, in whole days', async () => {
  const day = 24 * 60 * 60_000;
  const { inputs } = await read(workspace, ENOUGH);
  expect(inputs.target).toMatchObject({ app: { ageDays: 0 } });
  utimesSync(workspace.put('app.apk'), new Date(), new Date(NOTHING_SET.now.getTime() - 30.5 * day));
  expect((await read(workspace, ENOUGH)).inputs.target).toMatchObject({ app: { ageDays: 30 } });
});

describe('os-type of a zip', () => {
  const withZip = async (files: Readonly<Record<string, string | Buffer>>): Promise<Values> => {
    workspace.put('app.zip', await zipOf(files));
    return { ...ENOUGH, 'app-file': 'app.zip' };
  };

  test('comes from its content', async () => {
    const { inputs } = await read(workspace, await withZip(iosFiles({}, 'Wallet.app/')));
    expect(inputs.target).toMatchObject({ osType: 'iOS' });
  });

  test('must be given if the content cannot be read', async () => {
    workspace.put('app.zip', (await zipOf({ 'readme.txt': 'hello' })).fill(0, 0, 60));
    const values = { ...ENOUGH, 'app-file': 'app.zip' };
    expect(await errorsOf(workspace, values)).toEqual([expect.stringContaining('`os-type` is empty')]);
    expect(await errorsOf(workspace, { ...values, 'os-type': 'iOS' })).toEqual([]);
  });

  test('is that of the app which is packed in it, with a warning', async () => {
    const { inputs, warnings } = await read(workspace, await withZip({ 'out/app.ipa': 'bytes' }));
    expect(inputs.target).toMatchObject({ osType: 'iOS' });
    expect(warnings).toEqual([
      expect.stringMatching(
        /^app\.zip contains out\/app\.ipa, .+ Extract the zip, and set `app-file` to the app in it\.$/,
      ),
    ]);
  });

  test('must not contradict the content', async () => {
    const values = { ...(await withZip(iosFiles({}, 'Wallet.app/'))), 'os-type': 'ANDROID' };
    expect(await errorsOf(workspace, values)).toEqual([expect.stringMatching(/"app\.zip" is for iOS.+4055/)]);
  });
});
