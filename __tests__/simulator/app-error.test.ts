import { writeFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import { makeApk } from '../app/support/make-apk.ts';
import { iosFiles } from '../app/support/make-ios.ts';
import { zipOf } from '../support/zip.ts';
import { ENOUGH, read, useWorkspace } from '../inputs/support.ts';
import { simulate } from '../support/simulate.ts';
import { create, DATA } from './support.ts';

const workspace = useWorkspace();

/** The code that the action names before the upload; 0 for none. */
async function codeBefore(name: string, bytes: Buffer): Promise<number> {
  writeFileSync(workspace.put(name), bytes);
  const osType = name.endsWith('.zip') ? 'ANDROID' : '';
  const values = { ...ENOUGH, 'app-file': name, 'os-type': osType };
  const said = await read(workspace, values).then(({ warnings }) => warnings.join(' '), String);
  const [, code] = /reject it \((\d+)\)/.exec(said) ?? [];
  return Number(code ?? 0);
}

test.each<[name: string, make: () => Promise<Buffer>, code: number]>([
  ['app.apk', () => makeApk(), 0],
  ['text.apk', () => Promise.resolve(Buffer.from('text')), 4032],
  ['empty.apk', () => zipOf({ 'classes.dex': '' }), 4040],
  ['splits.apks', () => zipOf({ 'config.en.apk': '' }), 0],
  ['app.ipa', () => zipOf(iosFiles()), 0],
  ['around.ipa', () => zipOf(iosFiles({}, 'Wallet/Payload/Wallet.app/')), 4030],
  ['empty.ipa', () => zipOf({ 'readme.txt': '' }), 4030],
  ['unsigned.ipa', () => zipOf(iosFiles({ profile: false })), 4031],
  ['ios.zip', () => zipOf(iosFiles({}, 'Wallet.app/')), 4055],
  ['ios-unsigned.zip', () => zipOf(iosFiles({ profile: false }, 'Wallet.app/')), 4055],
  ['android.zip', () => makeApk(), 0],
  ['app.txt', () => makeApk(), 4050],
])(
  '%s is answered with the code of its content, which the action names before the upload',
  async (name, make, code) => {
    const simulator = await simulate({ inspectApps: true });
    expect(await codeBefore(name, await make())).toBe(code);
    const data = { ...DATA, os_type: name.endsWith('.ipa') ? 'iOS' : 'ANDROID' };
    const { envelope } = await create(simulator, data, { name, bytes: Buffer.from(await make()) });
    expect(envelope).toMatchObject({ result_code: code });
    expect(simulator.created).toHaveLength(code === 0 ? 1 : 0);
  },
);
