import { beforeEach, describe, expect, test } from '@jest/globals';

import { makeApk } from '../app/support/make-apk.ts';
import { iosFiles } from '../app/support/make-ios.ts';
import { zipOf } from '../support/zip.ts';
import { ENOUGH, errorsOf, inputErrors, read, workspaceWithApp, type Values } from './support.ts';

const CHECKED: Values = { ...ENOUGH, 'check-app': '' };

const workspace = workspaceWithApp();
let incomplete: Buffer;
beforeEach(async () => {
  workspace.put('app.apk', await makeApk());
  incomplete = await zipOf({ 'classes.dex': 'dex' });
});

describe('check-app', () => {
  test('is read although `app-file` matches nothing: both are reported', async () => {
    const errors = await errorsOf(workspace, { ...CHECKED, 'app-file': 'gone.apk', 'check-app': 'maybe' });
    const wrong = ['`app-file` matches no file', '`check-app` is "maybe"'];
    expect(errors.toSorted()).toEqual(wrong.map((what) => expect.stringContaining(what)));
  });

  test('finds what the service would reject, and says how to change it', async () => {
    workspace.put('app.apk', incomplete);
    const error = await read(workspace, CHECKED).catch(String);
    expect(error).toMatch(/app\.apk has no AndroidManifest\.xml, so the service would reject it \(4040\)\. Use an APK/);
    const unchecked = { errors: [{ input: 'app-file', hint: 'To send the app unchecked, set `check-app: false`.' }] };
    expect(await inputErrors(() => read(workspace, CHECKED))).toMatchObject(unchecked);
  });

  test('warns of what is likely to be a problem', async () => {
    workspace.put('app.ipa', await zipOf(iosFiles({ profile: false })));
    const { warnings } = await read(workspace, { ...CHECKED, 'app-file': 'app.ipa' });
    expect(warnings).toEqual([
      expect.stringMatching(/^app\.ipa has no provisioning profile, so the service may reject it \(4031\)\. Export/),
    ]);
  });

  test('false: no errors and no warnings', async () => {
    workspace.put('app.apk', incomplete);
    const { warnings } = await read(workspace, { ...CHECKED, 'check-app': 'false' });
    expect(warnings).toEqual([]);
  });
});

describe('os-type of a zip', () => {
  const withZip = async (files: Readonly<Record<string, string | Buffer>>): Promise<Values> => {
    workspace.put('app.zip', await zipOf(files));
    return { ...CHECKED, 'app-file': 'app.zip' };
  };

  test('comes from its content', async () => {
    const { inputs } = await read(workspace, await withZip(iosFiles({}, 'Wallet.app/')));
    expect(inputs.target).toMatchObject({ osType: 'iOS' });
  });

  test('must be given if the content cannot be read', async () => {
    workspace.put('app.zip', (await zipOf({ 'readme.txt': 'hello' })).fill(0, 0, 60));
    const values = { ...CHECKED, 'app-file': 'app.zip' };
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
    expect(await errorsOf(workspace, { ...values, 'check-app': 'false' })).toEqual([]);
  });
});
