import { beforeEach, describe, expect, test } from '@jest/globals';

import { makeApk } from '../app/inspect/support/make-apk.ts';
import { iosFiles } from '../app/inspect/support/make-ios.ts';
import { makeZip } from '../app/inspect/support/make-zip.ts';
import { ENOUGH, errorsOf, inputErrors, read, workspaceWithApp, type Values } from './support.ts';

const CHECKED: Values = { ...ENOUGH, 'check-app': '' };

const workspace = workspaceWithApp();
let unlaunchable: Buffer;
beforeEach(async () => {
  workspace.put('app.apk', await makeApk());
  unlaunchable = await makeApk({ activities: [], application: { testOnly: true } });
});

describe('check-app', () => {
  test('is read although `app-file` matches nothing: both are reported', async () => {
    const errors = await errorsOf(workspace, { ...CHECKED, 'app-file': 'gone.apk', 'check-app': 'maybe' });
    const wrong = ['`app-file` matches no file', '`check-app` is "maybe"'];
    expect(errors.toSorted()).toEqual(wrong.map((what) => expect.stringContaining(what)));
  });

  test('finds what the service would reject, and says how to change it', async () => {
    workspace.put('app.apk', unlaunchable);
    const error = await read(workspace, CHECKED).catch(String);
    expect(error).toMatch(/app\.apk has no launcher activity .+ the service would reject it \(4041\)\. Use the APK of/);
    const unchecked = { errors: [{ input: 'app-file', hint: 'To send the app unchecked, set `check-app: false`.' }] };
    expect(await inputErrors(() => read(workspace, CHECKED))).toMatchObject(unchecked);
  });

  test('warns of what is likely to be a problem', async () => {
    workspace.put('app-unsigned.apk', await makeApk());
    const { warnings } = await read(workspace, { ...CHECKED, 'app-file': 'app-unsigned.apk' });
    expect(warnings).toEqual([
      expect.stringMatching(/^app-unsigned\.apk has a name that says it is not signed, .+ `signingConfig`/),
    ]);
  });

  test('false: no errors and no warnings, but the facts', async () => {
    workspace.put('app.apk', unlaunchable);
    const { inputs, warnings } = await read(workspace, { ...CHECKED, 'check-app': 'false' });
    expect(inputs.target).toMatchObject({ app: { facts: { version: '3.2.1' } } });
    expect(warnings).toEqual([]);
  });
});

describe('os-type of a zip', () => {
  const zipOf = async (files: Readonly<Record<string, string | Buffer>>): Promise<Values> => {
    workspace.put('app.zip', await makeZip(files));
    return { ...CHECKED, 'app-file': 'app.zip' };
  };

  test('comes from its content', async () => {
    const { inputs } = await read(workspace, await zipOf(iosFiles({}, 'Wallet.app/')));
    expect(inputs.target).toMatchObject({ osType: 'iOS' });
  });

  test('must be given if the content does not show it', async () => {
    const values = await zipOf({ 'readme.txt': 'hello' });
    expect(await errorsOf(workspace, values)).toEqual([expect.stringContaining('`os-type` is empty')]);
    expect(await errorsOf(workspace, { ...values, 'os-type': 'iOS' })).toEqual([]);
  });

  test('is not asked for if the app is packed in it', async () => {
    const values = await zipOf({ 'out/app.apk': 'bytes' });
    const message = /^app\.zip contains out\/app\.apk, .+ Extract the zip, and set `app-file` to the app in it\.$/;
    const error = {
      input: 'app-file',
      message: expect.stringMatching(message),
      hint: expect.stringContaining('os-type'),
    };
    expect(await inputErrors(() => read(workspace, values))).toMatchObject({ errors: [error], warnings: [] });
    const { warnings } = await read(workspace, { ...values, 'os-type': 'ANDROID' });
    expect(warnings).toEqual([expect.stringMatching(message)]);
    expect(await errorsOf(workspace, { ...values, 'check-app': 'false' })).toEqual([
      expect.stringContaining('`os-type` is empty'),
    ]);
  });

  test('must not contradict the content', async () => {
    const values = { ...(await zipOf(iosFiles({}, 'Wallet.app/'))), 'os-type': 'ANDROID' };
    expect(await errorsOf(workspace, values)).toEqual([expect.stringMatching(/"app\.zip" is for iOS.+4055/)]);
    expect(await errorsOf(workspace, { ...values, 'check-app': 'false' })).toEqual([]);
  });
});
