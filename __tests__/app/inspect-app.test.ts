import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from '@jest/globals';

import { finding, type Finding } from '../../src/app/findings.ts';
import { inspectApp } from '../../src/app/inspect-app.ts';
import { NOTHING_SET, useWorkspace } from '../inputs/support.ts';
import { zipOf } from '../support/zip.ts';
import { makeApk } from './support/make-apk.ts';
import { iosFiles, makeProfile, makeXmlPlist } from './support/make-ios.ts';

/** What an app is, the name of its file, its content, the kinds of its findings, and the system that its content tells. */
type Row = readonly [
  what: string,
  name: string,
  make: () => Promise<Buffer> | Buffer,
  kinds: readonly Finding['kind'][],
  osType?: 'ANDROID' | 'iOS',
];

const workspace = useWorkspace();
const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/app-checks.md'), 'utf8');

/** Inspects an app. The document explains each finding. */
async function inspectAt(path: string, kind: 'file' | 'folder' = 'file') {
  const inspection = await inspectApp({ path, kind }, NOTHING_SET);
  const kinds = inspection.findings.map((each) => each.kind);
  for (const each of kinds) {
    const [what = ''] = finding(each, '…').message.split(/\. |, so /);
    expect(DOCUMENT).toContain(`\n| ${what} |`);
  }
  return { ...inspection, kinds, messages: inspection.findings.map(({ message }) => message) };
}

const inspect = async (name: string, content: Buffer) => inspectAt(workspace.put(name, content));

/** What an inspection of a row found, in the form of a row. */
async function foundIn([what, name, make]: Row): Promise<unknown[]> {
  const { kinds, osType } = await inspect(name, await make());
  return [what, name, make, kinds, ...(osType ? [osType] : [])];
}

const TEXT = Buffer.from('not a zip');
const IN_FOLDER = iosFiles({}, 'Wallet.app/');

describe('an app', () => {
  const WATCH = iosFiles({}, 'Payload/Wallet.app/Watch/W.app/');
  /** An app after so many small files, whose list has the count that Apple writes. */
  const makeLargeIpa = async (files: number): Promise<Buffer> => {
    const zip = await zipOf({ 'Payload/Wallet.app/a': '', ...iosFiles() }, false);
    const end = Buffer.from(zip.subarray(-22));
    const listAt = end.readUInt32LE(16);
    const lengths = [28, 30, 32].map((at) => zip.readUInt16LE(listAt + at));
    const entry = zip.subarray(
      listAt,
      lengths.reduce((sum, length) => sum + length, listAt + 46),
    );
    const list = Buffer.concat([...Array.from({ length: files - 1 }, () => entry), zip.subarray(listAt, -22)]);
    end.writeUInt16LE((files + Object.keys(iosFiles()).length) & 0xffff, 10);
    end.writeUInt32LE(list.length, 12);
    return Buffer.concat([zip.subarray(0, listAt), list, end]);
  };
  /** Replaces a text of the same length everywhere: yazl writes no such names. */
  const changed = async (zip: Promise<Buffer>, text: string, replacement: string): Promise<Buffer> =>
    Buffer.from((await zip).toString('latin1').replaceAll(text, replacement), 'latin1');

  test.each<Row>([
    ['', 'app.apk', () => makeApk(), [], 'ANDROID'],
    ['for all', 'app.apk', () => makeApk({ 'lib/x86/a.so': '', 'lib/arm64-v8a/a.so': '' }), [], 'ANDROID'],
    ['for ARM', 'app.apk', () => makeApk({ 'lib/armeabi-v7a/a.so': '', 'lib/arm64-v8a/a.so': '' }), [], 'ANDROID'],
    [
      'of React Native',
      'app.apk',
      () => makeApk({ 'lib/arm64-v8a/libreactnativejni.so': '', 'assets/index.android.bundle': '' }),
      [],
      'ANDROID',
    ],
    ['', 'app.ipa', () => zipOf(iosFiles()), [], 'iOS'],
    ['with a folder', 'app.zip', () => zipOf(IN_FOLDER), [], 'iOS'],
    ['in folders', 'app.zip', () => zipOf(iosFiles({}, 'build/Debug-iphoneos/Wallet.app/')), [], 'iOS'],
    ['of the files of an APK', 'app.zip', () => makeApk(), [], 'ANDROID'],
    ['packed on Windows', 'app.zip', () => changed(zipOf(IN_FOLDER), 'Wallet.app/', 'Wallet.app\\'), [], 'iOS'],
    ['with names from ./', 'app.ipa', () => zipOf(iosFiles({}, './Payload/Wallet.app/')), [], 'iOS'],
    ['of 70,003 files', 'app.ipa', () => makeLargeIpa(70_003 - Object.keys(iosFiles()).length), [], 'iOS'],
    ['in an app', 'app.ipa', () => zipOf({ ...WATCH, ...iosFiles() }), [], 'iOS'],
    ['also elsewhere', 'app.ipa', () => zipOf({ ...IN_FOLDER, ...iosFiles() }), [], 'iOS'],
    ['of a store', 'app.xapk', () => zipOf({ 'manifest.json': '{}', 'com.example.apk': '' }), [], 'ANDROID'],
    ['of bundletool', 'app.apks', () => zipOf({ 'splits/base-master.apk': '', 'toc.pb': '' }), [], 'ANDROID'],
    ['with bytes after it', 'app.apk', async () => Buffer.concat([await makeApk(), TEXT]), [], 'ANDROID'],
  ])('%s is right: %s', async (...row) => {
    expect(await foundIn(row)).toEqual(row);
  });

  test.each<Row>([
    ...['app.apk', 'app.ipa', 'app.zip', 'app.apks'].map((name): Row => ['text', name, () => TEXT, ['not-a-zip']]),
    ['half of a file', 'app.apk', async () => (await makeApk()).subarray(0, 300), ['not-a-zip']],
    ['without a manifest', 'app.apk', () => zipOf({ 'classes.dex': 'dex' }), ['no-manifest']],
    ['for emulators', 'app.apk', () => makeApk({ 'lib/x86/a.so': '', 'lib/x86_64/a.so': '' }), ['only-x86'], 'ANDROID'],
    ...['armeabi-v7a', 'armeabi'].map((abi): Row => {
      const files = { [`lib/${abi}/a.so`]: '', 'lib/x86_64/a.so': '' };
      return [`for 32-bit devices (${abi})`, 'app.apk', () => makeApk(files), ['only-32-bit'], 'ANDROID'];
    }),
    [
      'of React Native for a debug server',
      'app.apk',
      () => makeApk({ 'lib/arm64-v8a/libreactnative.so': '', 'assets/fonts/a.ttf': '' }),
      ['no-javascript'],
      'ANDROID',
    ],
    ['without an Info.plist', 'app.ipa', () => zipOf({ 'Payload/Wallet.app/Wallet': 'code' }), ['no-info-plist']],
    ['without Payload', 'app.ipa', () => zipOf(IN_FOLDER), ['not-in-payload']],
    ['around Payload', 'app.ipa', () => zipOf(iosFiles({}, 'Wallet/Payload/Wallet.app/')), ['not-in-payload']],
    ['the content of an .app folder', 'app.zip', () => zipOf(iosFiles({}, '')), ['zipped-contents']],
    ['symbols', 'a.app.dSYM.zip', () => zipOf({ 'Wallet.app.dSYM/Contents/Info.plist': '<plist>' }), ['no-app']],
    ['something else', 'app.xapk', () => zipOf({ 'readme.txt': 'hello' }), ['no-app']],
    ['an APK', 'app.zip', () => zipOf({ 'a/a.apk': 'apk', 'a/Info.plist': '' }), ['contains-app'], 'ANDROID'],
    ['an IPA in a zip', 'app.zip', () => zipOf({ 'app.ipa': 'ipa' }), ['contains-app'], 'iOS'],
  ])('%s is not, or may not be: %s', async (...row) => {
    expect(await foundIn(row)).toEqual(row);
  });

  test('that is not signed is one, unless its signature is before the list of files', async () => {
    const unsigned = await zipOf({ 'AndroidManifest.xml': 'manifest' });
    expect(await foundIn(['', 'app.apk', () => unsigned, []])).toMatchObject({ 3: ['not-signed'], 4: 'ANDROID' });
    const [listAt, end] = [unsigned.indexOf('PK\u0001\u0002', 0, 'latin1'), 'APK Sig Block 42'];
    unsigned.writeUInt32LE(listAt + end.length, unsigned.length - 6);
    const signed = Buffer.concat([unsigned.subarray(0, listAt), Buffer.from(end), unsigned.subarray(listAt)]);
    expect((await inspect('app.apk', signed)).kinds).toEqual([]);
  });

  test('that is not signed is named with the one beside it that is', async () => {
    workspace.put('com.acme-Signed.apk');
    const { messages } = await inspect('com.acme.apk', await zipOf({ 'AndroidManifest.xml': 'manifest' }));
    expect(messages).toEqual(['is not signed, so devices may refuse it. Use com.acme-Signed.apk.']);
  });

  test('beside another is named with it', async () => {
    const zip = await zipOf({ ...iosFiles({}, 'Products/WalletUITests-Runner.app/'), ...IN_FOLDER });
    const several = finding('several-apps', 'Wallet.app/, Products/WalletUITests-Runner.app/');
    expect(await inspect('app.zip', zip)).toMatchObject({ osType: 'iOS', findings: [several] });
    const apks = await zipOf({ 'a.apk': '', 'b.apk': '' });
    expect((await inspect('app.zip', apks)).findings).toEqual([finding('contains-app', 'a.apk, b.apk')]);
  });
});

test.each([
  [
    { 'a.dSYM.zip': '', 'bundle/release/app.aab': '' },
    /^It contains bundle\/release\/app\.aab, an Android App Bundle\. Make an APK/,
  ],
  [{ 'Wallet.zip': '', 'readme.txt': '' }, /^It contains Wallet\.zip\. Extract both, and set `app-file` to the app\.$/],
  [{ 'Wallet.app.dSYM/Contents/Info.plist': '' }, /not to a zip of its symbols\.$/],
  [{ 'Pay.framework/Pay': '' }, /^Set `app-file` to the app itself\.$/],
])('the advice about a zip without an app names what is in it: %j', async (files, advice) => {
  const { messages } = await inspect('app.zip', await zipOf(files));
  const [found, ...others] = messages.join().split('contains no app, so no device can install it. ');
  expect([found, others]).toEqual(['', [expect.stringMatching(advice)]]);
});

const BUNDLE = { 'BundleConfig.pb': '', 'base/manifest/AndroidManifest.xml': '' };
const FOR_MAC = { 'build/Wallet.app/Contents/Info.plist': '' };

test.each([
  ['app.apk', BUNDLE, 'is an Android App Bundle. Make an APK of it'],
  ['app.zip', BUNDLE, 'is an Android App Bundle. Make an APK of it'],
  ['app.apk', { 'AndroidManifest.xml': '', 'classes.jar': '' }, 'is an Android library. Use an app that contains it.'],
  ['app.apk', iosFiles(), 'is an iOS app. Let its name end in .ipa.'],
  ['app.ipa', { 'AndroidManifest.xml': '' }, 'is an Android app. Let its name end in .apk.'],
  ['app.ipa', FOR_MAC, 'is an app for macOS. Build it for iOS devices.'],
  ['app.zip', FOR_MAC, 'is an app for macOS. Build it for iOS devices.'],
])('%s says what it is in truth (%#)', async (name, files, message) => {
  expect((await inspect(name, await zipOf(files))).messages).toEqual([expect.stringContaining(message)]);
});

describe('an Info.plist', () => {
  const platforms = (...names: readonly string[]) => ({ CFBundleSupportedPlatforms: names, LSRequiresIPhoneOS: true });
  const SIMULATOR = makeXmlPlist(platforms('iPhoneSimulator'));
  const [LITTLE, BIG] = [Buffer.from(SIMULATOR, 'utf16le'), Buffer.from(SIMULATOR, 'utf16le').swap16()];

  test.each([
    ['binary, for the simulator', { info: platforms('iPhoneSimulator') }, ['simulator']],
    ['XML, for the simulator', { infoFile: SIMULATOR }, ['simulator']],
    ['UTF-16, for the simulator', { infoFile: LITTLE }, ['simulator']],
    ['UTF-16 in the other order, for the simulator', { infoFile: BIG }, ['simulator']],
    ['for the simulator of a watch', { info: platforms('WatchSimulator') }, ['simulator']],
    ['for both', { info: platforms('iPhoneSimulator', 'iPhoneOS') }, []],
    ['for a television', { info: platforms('AppleTVOS') }, []],
    ['of more than 1 MiB', { infoFile: SIMULATOR.padEnd(1024 * 1024 + 1) }, []],
    ['of something else', { infoFile: 'text' }, []],
  ])('%s', async (_, parts, kinds) => {
    expect((await inspect('app.ipa', await zipOf(iosFiles(parts)))).kinds).toEqual(kinds);
  });
});

describe('a profile', () => {
  const [EXPIRED, ENTERPRISE] = [{ expires: new Date('2020-01-01') }, { isDebuggable: false }];

  test.each([
    ['missing', false as const, ['no-profile']],
    ['not understood', Buffer.from('a profile'), []],
    ...(['der', 'indefinite'] as const).flatMap((encoding) => [
      [`expired: ${encoding}`, makeProfile({ ...EXPIRED, encoding }), ['expired-profile']] as const,
      [`of another kind: ${encoding}`, makeProfile({ ...ENTERPRISE, encoding }), ['other-profile']] as const,
      [
        `both: ${encoding}`,
        makeProfile({ ...EXPIRED, ...ENTERPRISE, encoding }),
        ['expired-profile', 'other-profile'],
      ] as const,
    ]),
  ])('%s', async (_, profile, kinds) => {
    expect((await inspect('app.ipa', await zipOf(iosFiles({ profile })))).kinds).toEqual(kinds);
  });
});

describe('.app folder', () => {
  /** Instead of the content of a file. Windows has no named pipes among its files. */
  const PIPE = 'a named pipe, which is not waited for';
  const PIPES = process.platform === 'win32' ? [] : [[PIPE, { 'Info.plist': PIPE }, ['not-inspected']] as const];

  test.each<readonly [string, Readonly<Record<string, string | Buffer>>, readonly Finding['kind'][]]>([
    ['right', iosFiles({}, ''), []],
    ['no Info.plist', { Wallet: 'code' }, ['no-info-plist']],
    ['an app for macOS', { 'Contents/Info.plist': '' }, ['other-kind']],
    ['no profile', iosFiles({ profile: false }, ''), ['no-profile']],
    ['a simulator build', iosFiles({ infoFile: '<string>iPhoneSimulator</string>' }, ''), ['simulator']],
    ...PIPES,
  ])('%s', async (_, files, kinds) => {
    const path = workspace.makeFolder('Wallet.app');
    for (const [name, content] of Object.entries(files)) {
      if (content === PIPE) execFileSync('mkfifo', [join(path, name)]);
      else workspace.put(join('Wallet.app', name), content);
    }
    expect((await inspectAt(path, 'folder')).kinds).toEqual(kinds);
  });
});

test.each([
  ['android-apidemos', 'apks/ApiDemos-debug.apk'],
  ['io.appium.settings', 'apks/settings_apk-debug.apk'],
])('nothing is found in %s', async (name, file) => {
  const path = fileURLToPath(new URL(file, import.meta.resolve(`${name}/package.json`)));
  expect(await inspectAt(path)).toMatchObject({ osType: 'ANDROID', kinds: [] });
});
