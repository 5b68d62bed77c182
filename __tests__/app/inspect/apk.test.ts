import { fileURLToPath } from 'node:url';

import { describe, expect, test } from '@jest/globals';

import { inspectApp } from '../../../src/app/inspect/inspect-app.ts';
import { expectFound, inspect, WALLET, type Row } from './support/inspect-file.ts';
import { activity, filter, LAUNCHER, makeApk, walletManifest } from './support/make-apk.ts';
import { pool } from './support/make-manifest.ts';
import { changeHeader, makeZip, replaceBytes, SCHEMES } from './support/make-zip.ts';

describe('apk', () => {
  const [MAIN = '', CATEGORY = ''] = LAUNCHER;
  const REFERENCE = { reference: 0x7f0a0001 };
  const UNKNOWN_CHUNK = Buffer.from('0190080010000000ffffffffffffffff', 'hex');
  const SIGNED_BY_V2 = 'Signature-Version: 1.0\r\nX-Android-APK-Signed: 2, 3\r\n\r\nName: classes.dex\r\n';
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

  const withSmallPool = (): Buffer => {
    const manifest = walletManifest();
    const smallPool = Buffer.from('0100080008000000', 'hex');
    manifest.writeUInt32LE(manifest.length + smallPool.length, 4);
    return Buffer.concat([manifest.subarray(0, 8), smallPool, manifest.subarray(8)]);
  };

  const withType = (type: number): Buffer => {
    const manifest = walletManifest();
    manifest.writeUInt16LE(type);
    return manifest;
  };

  /** An APK with the files `a.b` and `b.b`, of which the first is renamed. */
  const withName = async (name: string): Promise<Buffer> =>
    replaceBytes(await makeApk({ files: { 'a.b': '', 'b.b': '' } }), 'a.b', name);

  /** An APK with a second manifest, whose name begins with a prefix. */
  const withManifestIn = async (prefix: string): Promise<Buffer> => {
    const name = `${'x'.repeat(prefix.length)}AndroidManifest.xml`;
    return replaceBytes(await makeApk({ files: { [name]: 'junk' } }), name, `${prefix}AndroidManifest.xml`);
  };

  /** An APK with a number in its end record. */
  const withEnd = async (offset: number, value: number): Promise<Buffer> => {
    const apk = await makeApk();
    apk.writeUInt32LE(value, apk.length - 22 + offset);
    return apk;
  };

  /** A zip with bytes in front, which its directory takes into account. */
  const withPrefix = (zip: Buffer): Buffer => {
    const prefixed = Buffer.concat([Buffer.from('#!'), zip]);
    const end = prefixed.length - 22;
    const directory = prefixed.readUInt32LE(end + 16) + 2;
    prefixed.writeUInt32LE(directory, end + 16);
    for (let at = directory; at < end; at += 46 + prefixed.readUInt16LE(at + 28) + prefixed.readUInt16LE(at + 30)) {
      prefixed.writeUInt32LE(prefixed.readUInt32LE(at + 42) + 2, at + 42);
    }
    return prefixed;
  };

  const withComment = (zip: Buffer, comment: string): Buffer => {
    const commented = Buffer.concat([zip, Buffer.from(comment, 'latin1')]);
    commented.writeUInt16LE(comment.length, zip.length - 2);
    return commented;
  };

  /** A manifest with thousands of elements, each of which has 65,535 attributes at the same place. */
  const withAttributesWithoutSize = (): Buffer => {
    const children = Array.from({ length: 20_000 }, () => ({ element: 'category', attributes: { label: 'none' } }));
    const without = { element: 'activity', children: [{ element: 'intent-filter', children }] };
    const manifest = walletManifest({ activities: [without] });
    for (let at = 8; at < manifest.length; at += manifest.readUInt32LE(at + 4)) {
      if (manifest.readUInt16LE(at) !== 0x0102 || manifest.readUInt16LE(at + 28) !== 1) continue;
      manifest.writeUInt16LE(0, at + 26);
      manifest.writeUInt16LE(0xffff, at + 28);
    }
    return manifest;
  };

  test('attributes without a size are not read again and again', async () => {
    const { facts } = await inspect('app.apk', await makeApk({ manifest: withAttributesWithoutSize() }));
    expect(facts).toMatchObject({ identifier: 'com.example.wallet' });
  });

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
    ...['./', '/', '\\'].map((prefix): Row => [
      `another manifest in ${prefix}`,
      () => withManifestIn(prefix),
      [],
      WALLET,
    ]),
    ['debuggable', () => makeApk({ application: { debuggable: true } }), [], { debuggable: true }],
    ['a preview of Android', () => makeApk({ minSdk: 'Baklava' }), [], { version: '3.2.1' }],
    ['an API level from the future', () => makeApk({ minSdk: 99 }), [], { minimumOs: 'Android API 99' }],
    ['a target', () => makeApk({ sdk: { minSdkVersion: 21, targetSdkVersion: 34 } }), [], { targetSdk: 34 }],
    ['a target that is a resource', () => makeApk({ sdk: { minSdkVersion: 21, targetSdkVersion: REFERENCE } }), [], {}],
    [
      'a target that Android 15 refuses',
      () => makeApk({ sdk: { minSdkVersion: 21, targetSdkVersion: 23 } }),
      ['low-target'],
      { targetSdk: 23 },
    ],
    ['a minimum without a target', () => makeApk({ minSdk: 16 }), ['low-target'], { targetSdk: 16 }],
    ['neither a minimum nor a target', () => makeApk({ sdk: {} }), ['low-target'], { targetSdk: 1 }],
    ['a test-only app', () => makeApk({ application: { testOnly: true } }), ['test-only'], WALLET],
    ['an app that says it is not test-only', () => makeApk({ application: { testOnly: false } }), [], WALLET],
    [
      'native code for Intel only',
      () => makeApk({ files: { 'lib/x86/a.so': '', 'lib/x86_64/a.so': '' } }),
      ['no-arm-code'],
      { architectures: ['x86', 'x86_64'] },
    ],
    [
      'a v1 signature that says there is a v2 signature',
      () => makeApk({ files: { 'META-INF/CERT.RSA': '', 'META-INF/CERT.SF': SIGNED_BY_V2 }, schemes: [] }),
      ['stripped-signature'],
      { signatures: ['v1'] },
    ],
    [
      'a v1 signature that says there is a v2 signature, which is there',
      () => makeApk({ files: { 'META-INF/CERT.RSA': '', 'META-INF/CERT.SF': SIGNED_BY_V2 } }),
      [],
      { signatures: ['v1', 'v2'] },
    ],
    [
      'a v1 signature of a file that is named like the attribute',
      () => {
        const text = 'Signature-Version: 1.0\r\n\r\nX-Android-APK-Signed: 2\r\n';
        return makeApk({ files: { 'META-INF/CERT.RSA': '', 'META-INF/CERT.SF': text }, schemes: [] });
      },
      [],
      { signatures: ['v1'] },
    ],
    [
      'a manifest that is flagged as encrypted',
      async () => changeHeader(await makeApk(), 'AndroidManifest.xml', { flags: 1 }),
      [],
      WALLET,
    ],
    [
      'a manifest with an unknown method of compression',
      async () => changeHeader(await makeApk({ isStored: true }), 'AndroidManifest.xml', { flags: 1, method: 99 }),
      [],
      WALLET,
    ],
    ['a name with a NUL character', () => withName('a\0b'), ['damaged-zip'], WALLET],
    ['a name that is not UTF-8', () => withName('a\xb0b'), ['damaged-zip'], WALLET],
    ['two files of one name', () => withName('b.b'), ['damaged-zip'], WALLET],
    [
      'a wrong position of a file',
      async () => changeHeader(await makeApk(), 'classes.dex', { position: 0xffff }),
      ['damaged-zip'],
      WALLET,
    ],
    ['a wrong size of the list of files', () => withEnd(12, 0xffff), ['damaged-zip'], WALLET],
    ['a wrong position of the list of files', () => withEnd(16, 7), ['not-inspected']],
    ['other bytes before the first file', async () => withPrefix(await makeApk()), ['damaged-zip'], WALLET],
    ['bytes after the end', async () => Buffer.concat([await makeApk(), Buffer.from('more')]), ['not-inspected']],
    [
      'a comment with the beginning of an end record',
      async () => withComment(await makeApk(), 'PK\u0005\u0006'.padEnd(40, '.')),
      ['not-inspected'],
    ],
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
      'a string pool that is too small, before the one that is used',
      () => makeApk({ manifest: withSmallPool() }),
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
      ['not-inspected'],
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
