import { expect, test } from '@jest/globals';

import { makeApk } from '../app/inspect/support/make-apk.ts';
import { CPU, iosFiles, makeMachO, makeProfile } from '../app/inspect/support/make-ios.ts';
import { makeZip } from '../app/inspect/support/make-zip.ts';
import { simulate } from '../support/simulate.ts';
import { create, DATA } from './support.ts';

/** The name of an app, its content, and the code that the service rejects it with; 0 if it is accepted. */
type Row = [string, () => Promise<Buffer>, number];

test.each<Row>([
  ['app.apk', () => makeApk(), 0],
  ['unsigned.apk', () => makeApk({ schemes: [] }), 0],
  ['text.apk', () => Promise.resolve(Buffer.from('text')), 4032],
  ['unreadable.apk', () => makeApk({ manifest: '<manifest/>' }), 4040],
  ['empty.apk', () => makeZip({ 'classes.dex': '' }), 4040],
  ['service.apk', () => makeApk({ activities: [] }), 4041],
  ['split.apk', () => makeApk({ root: { split: 'config.en' } }), 4032],
  ['splits.apks', () => makeZip({ 'config.en.apk': '' }), 4032],
  ['app.ipa', () => makeZip(iosFiles()), 0],
  ['unreadable.ipa', () => makeZip(iosFiles({ infoFile: 'text' })), 4030],
  ['empty.ipa', () => makeZip({ 'readme.txt': '' }), 4030],
  ['store.ipa', () => makeZip(iosFiles({ profile: makeProfile({ isDebuggable: false }) })), 4031],
  ['simulator.ipa', () => makeZip(iosFiles({ executable: makeMachO({ cpu: CPU.x64 }) })), 4032],
  ['ios.zip', () => makeZip(iosFiles({}, 'Wallet.app/')), 4055],
])('%s is answered with the code of its content', async (name, make, code) => {
  const simulator = await simulate({ inspectApps: true });
  const data = { ...DATA, os_type: name.endsWith('.ipa') ? 'iOS' : 'ANDROID' };
  const { envelope } = await create(simulator, data, { name, bytes: Buffer.from(await make()) });
  expect(envelope).toMatchObject({ result_code: code });
  expect(simulator.created).toHaveLength(code === 0 ? 1 : 0);
});
