import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { finding, FINDING_KINDS, type FindingKind, type Inspection } from '../../../src/app/inspect/findings.ts';
import { inspectApp } from '../../../src/app/inspect/inspect-app.ts';
import type { AppFacts } from '../../../src/model/app-facts.ts';
import { activity, filter, LAUNCHER, makeApk, walletManifest } from './support/make-apk.ts';
import {
  CPU,
  iosFiles,
  joinObjects,
  makeBinaryPlist,
  makeFatMachO,
  makeMachO,
  makeProfile,
  makeXmlPlist,
  type IosParts,
  type Plist,
} from './support/make-ios.ts';
import { pool } from './support/make-manifest.ts';
import { makeZip, SCHEMES } from './support/make-zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function inspect(name: string, content: string | Buffer): Promise<Inspection> {
  const path = join(folder, name);
  await writeFile(path, content);
  return inspectApp({ path, kind: 'file', name });
}

/** What an app is, how its file is made, what is found, and some of the facts. */
type Row = [string, () => Promise<string | Buffer> | string | Buffer, readonly FindingKind[], Partial<AppFacts>?];

const WALLET: AppFacts = {
  format: 'apk',
  osType: 'ANDROID',
  identifier: 'com.example.wallet',
  name: 'Wallet',
  version: '3.2.1',
  build: '321',
  minimumOs: 'Android 7',
  debuggable: false,
  launchable: true,
  signatures: ['v2'],
};

const WALLET_FOR_IOS: AppFacts = {
  format: 'ios',
  osType: 'iOS',
  identifier: 'com.example.wallet',
  name: 'Wallet',
  version: '3.2.1',
  build: '321',
  minimumOs: 'iOS 15.0',
  executable: 'Wallet',
  architectures: ['arm64'],
  platform: 'device',
  encrypted: false,
  profile: { kind: 'development', expires: '2099-01-01T00:00:00.000Z' },
};

async function expectFound(name: string, [, make, kinds, facts]: Row): Promise<void> {
  const found = await inspect(name, await make());
  expect(found.findings.map(({ kind }) => kind)).toEqual(kinds);
  if (facts) expect(found.facts).toMatchObject(facts);
  else expect(found.facts).toBeUndefined();
}

describe('apk', () => {
  const [MAIN = '', CATEGORY = ''] = LAUNCHER;
  const REFERENCE = { reference: 0x7f0a0001 };
  const UNKNOWN_CHUNK = Buffer.from('0190080010000000ffffffffffffffff', 'hex');
  const half = (name: unknown) => ({ element: 'category', attributes: { name: name as string } });

  /** A manifest in which a string is longer than the string pool. */
  const withLong = (text: string): Buffer => {
    const manifest = walletManifest();
    manifest.writeUInt16LE(0x7fff, manifest.indexOf(Buffer.from(text, 'utf16le')) - 2);
    return manifest;
  };

  /** An attribute `package` with a type for other values; its text is in it, too. */
  const withPackageType = (type: number): Buffer => {
    const manifest = walletManifest();
    const first = manifest.indexOf(Buffer.from('02011000', 'hex')) + 36;
    manifest.writeUInt8(type, first + 15);
    return manifest;
  };

  const withType = (type: number): Buffer => {
    const manifest = walletManifest();
    manifest.writeUInt16LE(type);
    return manifest;
  };

  test('all facts', async () => {
    expect(await inspect('app.apk', await makeApk())).toEqual({ facts: WALLET, findings: [] });
  });

  test.each<Row>([
    [
      'UTF-8 strings',
      () => makeApk({ style: { encoding: 'utf8' }, application: { label: '지갑'.repeat(80) } }),
      [],
      { ...WALLET, name: '지갑'.repeat(80) },
    ],
    ['stripped names of attributes', () => makeApk({ style: { isStripped: true } }), [], WALLET],
    ['an unknown chunk', () => makeApk({ style: { extra: { before: UNKNOWN_CHUNK } } }), [], WALLET],
    ['a label that is a resource', () => makeApk({ application: { label: REFERENCE } }), [], { version: '3.2.1' }],
    [
      'a 64-bit version code',
      () => makeApk({ root: { versionCodeMajor: 2, versionCode: -1 } }),
      [],
      { build: '12884901887' },
    ],
    [
      'native code',
      () => makeApk({ files: { 'lib/x86/a.so': '', 'lib/arm64-v8a/a.so': '', 'lib/x86/b.so': '', 'lib/z/c.so': '' } }),
      [],
      { architectures: ['arm64-v8a', 'x86'] },
    ],
    ['debuggable', () => makeApk({ application: { debuggable: true } }), [], { debuggable: true }],
    ['a preview of Android', () => makeApk({ minSdk: 'Baklava' }), [], { version: '3.2.1' }],
    ['an API level from the future', () => makeApk({ minSdk: 99 }), [], { minimumOs: 'Android API 99' }],
    [
      'all signatures',
      () => makeApk({ files: { 'META-INF/CERT.RSA': '' }, schemes: Object.values(SCHEMES) }),
      [],
      { signatures: ['v1', 'v2', 'v3'] },
    ],
    [
      'an alias that can be launched',
      () => makeApk({ activities: [activity(LAUNCHER, 'activity-alias')] }),
      [],
      { launchable: true },
    ],
    [
      'an app for televisions',
      () => makeApk({ activities: [activity([MAIN, 'android.intent.category.LEANBACK_LAUNCHER'])] }),
      [],
      {},
    ],
    [
      'a category that is a resource',
      () =>
        makeApk({
          activities: [{ element: 'activity', children: [{ element: 'intent-filter', children: [half(REFERENCE)] }] }],
        }),
      [],
      {},
    ],
    [
      'MAIN and LAUNCHER in two filters of one activity',
      () => makeApk({ activities: [{ element: 'activity', children: [filter([MAIN]), filter([CATEGORY])] }] }),
      [],
      { launchable: true },
    ],
    ['a name that is cut off', () => makeApk({ manifest: withLong('android.intent.action.MAIN') }), [], {}],
    ['a package that has another type', () => makeApk({ manifest: withPackageType(0x10) }), [], WALLET],
    [
      'a category without a name that Android knows',
      () =>
        makeApk({
          activities: [
            { element: 'activity', children: [{ element: 'intent-filter', children: [{ element: 'category' }] }] },
          ],
        }),
      [],
      {},
    ],
    ['an empty name of a split', () => makeApk({ root: { split: '' } }), [], WALLET],
    ['a package that is a resource', () => makeApk({ root: { package: REFERENCE } }), [], { version: '3.2.1' }],
    ['another type of document', () => makeApk({ manifest: withType(0) }), [], WALLET],
    ['a string pool with a longer header', () => makeApk({ style: { extraPoolHeader: Buffer.alloc(8) } }), [], WALLET],
    [
      'a second string pool in the first element',
      () => makeApk({ style: { extra: { inside: pool(['x'], 'utf8') } } }),
      [],
      WALLET,
    ],
    [
      'a damaged chunk after the last element',
      () => makeApk({ style: { extra: { after: Buffer.from('0201ffff00000000', 'hex') } } }),
      [],
      WALLET,
    ],
    [
      'a version that is cut off',
      () => makeApk({ manifest: withLong('3.2.1') }),
      [],
      { identifier: 'com.example.wallet', launchable: true },
    ],
    ['a v1 signature in lower case', () => makeApk({ files: { 'META-INF/cert.rsa': '' }, schemes: [] }), [], {}],
    [
      'a manifest larger than 64 MiB',
      () => makeApk({ manifest: Buffer.concat([walletManifest(), Buffer.alloc(64 * 1024 * 1024)]) }),
      [],
    ],
    ['no signature', () => makeApk({ schemes: [SCHEMES.padding] }), ['unsigned-apk'], { signatures: [] }],
    ['no activity', () => makeApk({ activities: [] }), ['no-launcher'], { launchable: false }],
    [
      'MAIN and LAUNCHER in different filters',
      () => makeApk({ activities: [activity([MAIN]), activity([CATEGORY])] }),
      ['no-launcher'],
      {},
    ],
    [
      'a receiver for MAIN and LAUNCHER',
      () => makeApk({ activities: [activity(LAUNCHER, 'receiver')] }),
      ['no-launcher'],
      {},
    ],
    ['a split', () => makeApk({ root: { split: 'config.arm64_v8a' }, activities: [] }), ['split-apk'], {}],
    ['no manifest', () => makeZip({ 'classes.dex': 'dex' }), ['no-manifest']],
    [
      'a manifest that is text',
      () => makeApk({ manifest: '<?xml version="1.0"?><manifest package="a"/>' }),
      ['unreadable-manifest'],
    ],
    ['a manifest that is something else', () => makeApk({ manifest: 'something else' }), ['unreadable-manifest']],
    ['an empty manifest', () => makeApk({ manifest: '' }), ['unreadable-manifest']],
    ['a manifest without a package', () => makeApk({ root: { package: '' } }), ['unreadable-manifest']],
    ['text', () => 'not a zip', ['not-a-zip']],
    ['half of a file', async () => (await makeApk()).subarray(0, 500), ['not-a-zip']],
  ])('%s', (...row) => expectFound('app.apk', row));

  test.each([
    [
      'android-apidemos',
      'apks/ApiDemos-debug.apk',
      {
        identifier: 'io.appium.android.apis',
        version: '5.0.0',
        build: '25',
        minimumOs: 'Android 4.2',
        debuggable: true,
        launchable: true,
        signatures: ['v1', 'v2'],
      },
    ],
    [
      'io.appium.settings',
      'apks/settings_apk-debug.apk',
      {
        identifier: 'io.appium.settings',
        version: '8.0.10',
        build: '192',
        minimumOs: 'Android 8',
        debuggable: true,
        launchable: true,
        signatures: ['v2'],
      },
    ],
  ])('%s', async (name, file, facts) => {
    const path = fileURLToPath(new URL(file, import.meta.resolve(`${name}/package.json`)));
    const found = await inspectApp({ path, kind: 'file', name: 'app.apk' });
    expect(found).toMatchObject({ facts, findings: [] });
  });
});

describe('xapk and apks', () => {
  const description = (fields: object): string => JSON.stringify({ package_name: 'com.example.wallet', ...fields });
  const DESCRIBED = {
    name: 'Purse',
    version_name: '1.0',
    version_code: '10',
    min_sdk_version: '26',
    split_apks: [{ file: 'w.apk', id: 'base' }],
  };

  test.each<Row>([
    [
      'an xapk with a stored base',
      async () =>
        makeZip({ 'manifest.json': description(DESCRIBED), 'config.x86_64.apk': 'x', 'w.apk': await makeApk() }, [
          'w.apk',
        ]),
      [],
      { ...WALLET, format: 'xapk', architectures: ['x86_64'] },
    ],
    [
      'an xapk with a compressed base',
      async () => makeZip({ 'manifest.json': description(DESCRIBED), 'w.apk': await makeApk() }),
      [],
      { identifier: 'com.example.wallet', name: 'Purse', version: '1.0', build: '10', minimumOs: 'Android 8' },
    ],
    [
      'an xapk with a base of the package name',
      async () =>
        makeZip(
          {
            'manifest.json': description({}),
            'com.example.wallet.apk': await makeApk({ activities: [] }),
            'a.apk': '',
          },
          ['com.example.wallet.apk'],
        ),
      ['no-launcher'],
      {},
    ],
    [
      'an xapk without a description',
      async () => makeZip({ 'base.apk': await makeApk(), 'a.apk': '' }, ['base.apk']),
      [],
      { version: '3.2.1' },
    ],
    [
      'an xapk with a description that is not JSON',
      async () => makeZip({ 'manifest.json': '{', 'only.apk': await makeApk() }, ['only.apk']),
      [],
      { version: '3.2.1' },
    ],
    [
      'an xapk of a package that is named like a split',
      async () =>
        makeZip({ 'manifest.json': '{"package_name": "config.wallet"}', 'config.wallet.apk': await makeApk() }, 'all'),
      [],
      { version: '3.2.1' },
    ],
    [
      'an xapk with one APK besides splits',
      async () => makeZip({ 'wallet.apk': await makeApk(), 'config.en.apk': '' }, 'all'),
      [],
      { version: '3.2.1' },
    ],
    ['an xapk with names in upper case', () => makeZip({ 'WALLET.APK': '' }), [], { format: 'xapk' }],
    [
      'an xapk with splits only',
      () => makeZip({ 'manifest.json': description({}), 'config.en.apk': '' }),
      ['no-base-apk'],
    ],
    ['an xapk without an APK', () => makeZip({ 'manifest.json': description({}) }), ['no-base-apk']],
  ])('%s', (...row) => expectFound('app.xapk', row));

  test.each<Row>([
    [
      'an apks of bundletool',
      async () =>
        makeZip({ 'toc.pb': '', 'splits/base-arm64_v8a.apk': '', 'splits/base-master.apk': await makeApk() }, [
          'splits/base-master.apk',
        ]),
      [],
      { ...WALLET, format: 'apks', architectures: ['arm64-v8a'] },
    ],
    [
      'a universal apks',
      async () => makeZip({ 'toc.pb': '', 'universal.apk': await makeApk({ schemes: [] }) }, ['universal.apk']),
      ['unsigned-apk'],
      { version: '3.2.1' },
    ],
    [
      'an apks with a compressed base',
      async () => makeZip({ 'universal.apk': await makeApk() }),
      [],
      { format: 'apks' },
    ],
    [
      'an apks with a base that is no APK',
      () => makeZip({ 'universal.apk': 'text' }, ['universal.apk']),
      [],
      { format: 'apks' },
    ],
    ['text', () => 'not a zip', ['not-a-zip']],
  ])('%s', (...row) => expectFound('app.apks', row));
});

describe('ipa', () => {
  const ipa = (parts: IosParts = {}): Promise<Buffer> => makeZip(iosFiles(parts));
  const simulator = { CFBundleSupportedPlatforms: ['iPhoneSimulator'] };
  const arm64 = { cpu: CPU.arm64, platform: 2 };
  const nested = (levels: number): Plist => (levels === 0 ? '' : [nested(levels - 1)]);
  const [YEAR_2020, YEAR_2099] = [new Date('2020-01-01'), '2099-01-01T00:00:00.000Z'];

  /** A Mac decomposes letters in names of files, and not in the property list. */
  const withExecutable = (name: string): Record<string, string | Buffer> => {
    const { 'Payload/Wallet.app/Wallet': executable = '', ...files } = iosFiles({ info: { CFBundleExecutable: name } });
    return { ...files, [`Payload/Wallet.app/${name.normalize('NFD')}`]: executable };
  };

  test('all facts', async () => {
    expect(await inspect('app.ipa', await ipa())).toEqual({ facts: WALLET_FOR_IOS, findings: [] });
  });

  test.each<Row>([
    [
      'an XML property list',
      () => ipa({ infoFile: makeXmlPlist({ CFBundleIdentifier: 'a.b&c', CFBundleExecutable: 'Wallet' }) }),
      [],
      { identifier: 'a.b&c' },
    ],
    [
      'an XML property list in UTF-16',
      () => ipa({ infoFile: Buffer.from(`\ufeff${makeXmlPlist({ CFBundleIdentifier: 'a.b' })}`, 'utf16le') }),
      [],
      { identifier: 'a.b' },
    ],
    [
      'a name that is not ASCII',
      () => ipa({ info: { CFBundleDisplayName: '지갑', More: ['x'.repeat(70), 5, true, [YEAR_2020]] } }),
      [],
      { name: '지갑' },
    ],
    ['an old-style property list', () => ipa({ infoFile: '{ CFBundleIdentifier = "a.b"; }' }), []],
    [
      'an app in an app',
      async () =>
        makeZip({
          ...iosFiles({ info: { CFBundleIdentifier: 'watch' } }, 'Payload/Wallet.app/Watch/W.app/'),
          ...iosFiles(),
        }),
      [],
      { identifier: 'com.example.wallet' },
    ],
    [
      'an executable from before 2018',
      () => ipa({ executable: makeMachO({ cpu: CPU.arm64 }) }),
      [],
      { platform: 'device' },
    ],
    [
      'several architectures',
      () => ipa({ executable: makeFatMachO([arm64, { cpu: 12 }]) }),
      [],
      { architectures: ['arm64', 'armv7'] },
    ],
    [
      'an executable that is not understood',
      () => ipa({ executable: Buffer.from('#!/bin/sh') }),
      [],
      { platform: 'device' },
    ],
    [
      'a profile with indefinite lengths',
      () => ipa({ profile: makeProfile({ encoding: 'indefinite' }) }),
      [],
      { profile: { kind: 'development', expires: YEAR_2099 } },
    ],
    [
      'an app for devices and the simulator, of which only the beginning is read',
      () => ipa({ executable: makeFatMachO([{ cpu: CPU.x64, platform: 7 }, arm64], 256 * 1024) }),
      [],
      { architectures: ['arm64', 'x86_64'], platform: 'device' },
    ],
    [
      'an app for devices before 2018 and the simulator',
      () => ipa({ executable: makeFatMachO([{ cpu: CPU.x64, platform: 7 }, { cpu: CPU.arm64 }]) }),
      [],
      { platform: 'device' },
    ],
    ['an executable with a decomposed name', async () => makeZip(withExecutable('지갑')), [], { executable: '지갑' }],
    ['folders that begin with ./', () => makeZip(iosFiles({}, './Payload/Wallet.app/')), [], { platform: 'device' }],
    [
      'an app outside of Payload, too',
      async () => makeZip({ ...iosFiles({}, 'Wallet.app/'), ...iosFiles() }),
      [],
      { platform: 'device' },
    ],
    [
      'an XML property list after an empty line',
      () => ipa({ infoFile: `\n${makeXmlPlist({ CFBundleIdentifier: 'a.b' })}` }),
      [],
      { identifier: 'a.b' },
    ],
    [
      'an XML property list with a strange comment',
      () => ipa({ infoFile: makeXmlPlist({ CFBundleIdentifier: 'a.b' }).replace('<dict>', '<!-- a -- b --><dict>') }),
      [],
      { identifier: 'a.b' },
    ],
    ['a profile that is not understood', () => ipa({ profile: Buffer.from('a profile') }), [], { platform: 'device' }],
    ['no profile', () => ipa({ profile: false }), ['no-profile'], {}],
    ['an expired profile', () => ipa({ profile: makeProfile({ expires: YEAR_2020 }) }), ['expired-profile'], {}],
    [
      'a profile for testers',
      () => ipa({ profile: makeProfile({ isDebuggable: false }) }),
      ['other-profile'],
      { profile: { kind: 'ad-hoc', expires: YEAR_2099 } },
    ],
    [
      'a profile for a company',
      () => ipa({ profile: makeProfile({ isDebuggable: false, devices: 'all' }) }),
      ['other-profile'],
      { profile: { kind: 'enterprise', expires: YEAR_2099 } },
    ],
    [
      'a profile for the App Store',
      () => ipa({ profile: makeProfile({ isDebuggable: false, devices: 'none' }) }),
      ['other-profile'],
      { profile: { kind: 'app-store', expires: YEAR_2099 } },
    ],
    [
      'an app of the App Store',
      () => ipa({ executable: makeMachO({ ...arm64, isEncrypted: true }), profile: false }),
      ['no-profile', 'store-encryption'],
      { encrypted: true },
    ],
    [
      'a simulator build',
      () => ipa({ executable: makeMachO({ cpu: CPU.arm64, platform: 7 }), profile: false }),
      ['simulator-build'],
      { platform: 'simulator' },
    ],
    [
      'a simulator build for Intel',
      () => ipa({ executable: makeMachO({ cpu: CPU.x64 }), profile: false }),
      ['simulator-build'],
      { architectures: ['x86_64'] },
    ],
    [
      'a simulator build for both',
      () =>
        ipa({
          executable: makeFatMachO([
            { cpu: CPU.x64, platform: 7 },
            { cpu: CPU.arm64, platform: 7 },
          ]),
        }),
      ['simulator-build'],
      {},
    ],
    [
      'a simulator build by its Info.plist',
      () => ipa({ info: simulator, executable: makeMachO({ cpu: CPU.arm64 }) }),
      ['simulator-build'],
      {},
    ],
    ['a device build with another Info.plist', () => ipa({ info: simulator }), [], { platform: 'device' }],
    ['no executable', () => ipa({ info: { CFBundleExecutable: 'Purse' } }), ['no-executable'], {}],
    ['an empty executable', () => ipa({ executable: Buffer.alloc(0) }), ['no-executable'], {}],
    ['no Info.plist', () => makeZip({ 'Payload/Wallet.app/Wallet': 'code' }), ['no-info-plist']],
    ['an app that is not in Payload', () => makeZip(iosFiles({}, 'Wallet.app/')), ['no-info-plist']],
    ['an Info.plist that is text', () => ipa({ infoFile: 'Wallet' }), ['unreadable-info-plist']],
    ['an Info.plist that is not XML', () => ipa({ infoFile: '<plist><dict>' }), ['unreadable-info-plist']],
    [
      'an Info.plist that is cut off',
      () => ipa({ infoFile: makeBinaryPlist({ a: 'b' }).subarray(0, 40) }),
      ['unreadable-info-plist'],
    ],
    [
      'an Info.plist with more levels than are read',
      () => ipa({ infoFile: makeXmlPlist({ CFBundleIdentifier: 'a.b', More: nested(100) }) }),
      [],
    ],
    ['an Info.plist with hundreds of errors', () => ipa({ infoFile: `<plist>${'</a>'.repeat(200)}` }), []],
    ['an Info.plist that is never closed', () => ipa({ infoFile: '<plist>'.repeat(60) }), ['unreadable-info-plist']],
    ['an Info.plist that is a list', () => ipa({ infoFile: makeBinaryPlist(['a']) }), ['unreadable-info-plist']],
    ['an Info.plist that contains itself', () => ipa({ infoFile: joinObjects([Buffer.from([0xa1, 0, 0])]) }), []],
    [
      'an Info.plist that expands',
      () =>
        ipa({
          infoFile: joinObjects(
            Array.from({ length: 12 }, (_, at) =>
              Buffer.from([
                0xaa,
                ...(Array(10)
                  .fill([0, Math.min(11, at + 1)])
                  .flat() as number[]),
              ]),
            ),
          ),
        }),
      [],
    ],
    ['text', () => 'not a zip', ['not-a-zip']],
  ])('%s', (...row) => expectFound('app.ipa', row));
});

describe('zip', () => {
  /** yazl writes no such names, which have the same length. */
  async function withBackslashes(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
    const zip = await makeZip(files);
    return Buffer.from(zip.toString('latin1').replaceAll('Wallet.app/', 'Wallet.app\\'), 'latin1');
  }

  test.each<Row>([
    ['an iOS app', () => makeZip(iosFiles({}, 'Wallet.app/')), [], { format: 'ios', osType: 'iOS' }],
    ['an iOS app in folders', () => makeZip(iosFiles({}, 'build/Debug-iphoneos/Wallet.app/')), [], { osType: 'iOS' }],
    ['the files of an APK', () => makeApk(), [], { format: 'apk', osType: 'ANDROID' }],
    ['an iOS app packed on Windows', () => withBackslashes(iosFiles({}, 'Wallet.app/')), [], { osType: 'iOS' }],
    ['something else', () => makeZip({ 'readme.txt': 'hello' }), []],
    ['text', () => 'not a zip', ['not-a-zip']],
  ])('%s', (...row) => expectFound('app.zip', row));
});

describe('.app folder', () => {
  async function inspectFolder(files: Readonly<Record<string, string | Buffer>>): Promise<Inspection> {
    const path = join(await mkdtemp(join(folder, 'bundle-')), 'Wallet.app');
    await mkdir(path);
    for (const [name, content] of Object.entries(files)) await writeFile(join(path, name), content);
    return inspectApp({ path, kind: 'folder', name: 'Wallet.app' });
  }

  test('has the same facts as an ipa', async () => {
    expect(await inspectFolder(iosFiles({}, ''))).toEqual({ facts: WALLET_FOR_IOS, findings: [] });
  });

  test.each<[string, Readonly<Record<string, string | Buffer>>, FindingKind]>([
    ['no Info.plist', { Wallet: 'code' }, 'no-info-plist'],
    ['an empty executable', iosFiles({ executable: Buffer.alloc(0) }, ''), 'no-executable'],
    ['a simulator build', iosFiles({ executable: makeMachO({ cpu: CPU.x64 }) }, ''), 'simulator-build'],
  ])('%s', async (_, files, kind) => {
    expect((await inspectFolder(files)).findings.map((found) => found.kind)).toEqual([kind]);
  });
});

test('a named pipe in an .app folder is not waited for', async () => {
  const path = join(await mkdtemp(join(folder, 'bundle-')), 'Wallet.app');
  await mkdir(path);
  execFileSync('mkfifo', [join(path, 'Info.plist')]);
  expect(await inspectApp({ path, kind: 'folder', name: 'Wallet.app' })).toEqual({ findings: [] });
});

test('docs/app-checks.md explains every finding', async () => {
  const document = await readFile(join(import.meta.dirname, '../../../docs/app-checks.md'), 'utf8');
  for (const kind of FINDING_KINDS) {
    const [what = ''] = finding(kind, '…').message.split('. ');
    expect(document).toContain(`
| ${what} |`);
  }
});
