import { fileURLToPath } from 'node:url';

import { describe, expect, test } from '@jest/globals';

import type { FindingKind } from '../../../src/app/inspect/findings.ts';
import { inspectApp } from '../../../src/app/inspect/inspect-app.ts';
import type { AppFacts } from '../../../src/model/app-facts.ts';
import { expectFound, inspect, WALLET, type Row } from './support/inspect-file.ts';
import { activity, filter, LAUNCHER, makeApk, makeXapk, walletManifest, type ApkParts } from './support/make-apk.ts';
import { pool } from './support/make-manifest.ts';
import { changeHeader, makeZip, replaceBytes, type Header } from './support/make-zip.ts';

const [MAIN = '', CATEGORY = ''] = LAUNCHER;
const REFERENCE = { reference: 0x7f0a0001 };
const MANIFEST = 'AndroidManifest.xml';

test('all facts', async () => {
  expect(await inspect('app.apk', await makeApk())).toEqual({ facts: WALLET, findings: [] });
});

describe('a manifest', () => {
  const UNKNOWN_CHUNK = Buffer.from('0190080010000000ffffffffffffffff', 'hex');
  const DAMAGED_CHUNK = Buffer.from('0201ffff00000000', 'hex');
  const SMALL_POOL = Buffer.from('0100080008000000', 'hex');
  /** The start of every element. */
  const ELEMENT = Buffer.from('02011000', 'hex');

  const changed = (change: (manifest: Buffer) => void): Buffer => {
    const manifest = walletManifest();
    change(manifest);
    return manifest;
  };

  /** A manifest in which a string is longer than the string pool. */
  const withLong = (text: string): Buffer =>
    changed((manifest) => manifest.writeUInt16LE(0x7fff, manifest.indexOf(Buffer.from(text, 'utf16le')) - 2));

  const OTHER_TYPE = changed((manifest) => manifest.writeUInt16LE(0));

  /** The attribute `package` with a type for other values; its text is in it, too. */
  const PACKAGE_OF_OTHER_TYPE = changed((manifest) => manifest.writeUInt8(0x10, manifest.indexOf(ELEMENT) + 36 + 15));

  /** A manifest with one more chunk. */
  const withChunk = (at: number, chunk: Buffer): Buffer => {
    const manifest = walletManifest();
    manifest.writeUInt32LE(manifest.length + chunk.length, 4);
    return Buffer.concat([manifest.subarray(0, at), chunk, manifest.subarray(at)]);
  };

  const WHOLE = walletManifest();
  const FIRST_ELEMENT = WHOLE.indexOf(ELEMENT);
  const SECOND_ELEMENT = WHOLE.indexOf(ELEMENT, FIRST_ELEMENT + 1);

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

  /** An activity with one category. */
  const withCategory = (attributes: Record<string, typeof REFERENCE>): ApkParts => {
    const children = [{ element: 'intent-filter', children: [{ element: 'category', attributes }] }];
    return { activities: [{ element: 'activity', children }] };
  };

  const TWO_FILTERS = { element: 'activity', children: [filter([MAIN]), filter([CATEGORY])] };
  const TOO_LARGE = Buffer.concat([walletManifest(), Buffer.alloc(64 * 1024 * 1024)]);
  const LONG_LABEL = '지갑'.repeat(80);

  test.each<[what: string, parts: ApkParts, facts: Partial<AppFacts>]>([
    ['UTF-8 strings', { style: { encoding: 'utf8' }, application: { label: LONG_LABEL } }, { name: LONG_LABEL }],
    ['stripped names of attributes', { style: { isStripped: true } }, WALLET],
    ['an unknown chunk', { manifest: withChunk(FIRST_ELEMENT, UNKNOWN_CHUNK) }, WALLET],
    ['a string pool with a longer header', { style: { extraPoolHeader: Buffer.alloc(8) } }, WALLET],
    ['a second string pool', { manifest: withChunk(SECOND_ELEMENT, pool(['x'], 'utf8')) }, WALLET],
    ['a string pool that is too small, before the other', { manifest: withChunk(8, SMALL_POOL) }, WALLET],
    ['a damaged chunk after the last element', { manifest: withChunk(WHOLE.length, DAMAGED_CHUNK) }, WALLET],
    ['another type of document', { manifest: OTHER_TYPE }, WALLET],
    ['a package that has another type', { manifest: PACKAGE_OF_OTHER_TYPE }, WALLET],
    ['a name that is cut off', { manifest: withLong(MAIN) }, WALLET],
    ['a version that is cut off', { manifest: withLong('3.2.1') }, { version: undefined }],
    ['attributes without a size', { manifest: withAttributesWithoutSize() }, { identifier: 'com.example.wallet' }],
    ['a label that is a resource', { application: { label: REFERENCE } }, { version: '3.2.1', name: undefined }],
    ['a package that is a resource', { root: { package: REFERENCE } }, { version: '3.2.1', identifier: undefined }],
    ['a 64-bit version code', { root: { versionCodeMajor: 2, versionCode: -1 } }, { build: '12884901887' }],
    ['an empty name of a split', { root: { split: '' } }, WALLET],
    ['not test-only', { application: { testOnly: false } }, WALLET],
    ['a preview of Android', { minSdk: 'Baklava' }, { minimumOs: undefined }],
    ['an API level from the future', { minSdk: 99 }, { minimumOs: 'Android API 99' }],
    ['an alias that can be launched', { activities: [activity(LAUNCHER, 'activity-alias')] }, WALLET],
    ['an app for televisions', { activities: [activity([MAIN, 'a.LEANBACK_LAUNCHER'])] }, WALLET],
    ['two filters of one activity', { activities: [TWO_FILTERS] }, WALLET],
    ['a category that is a resource', withCategory({ name: REFERENCE }), WALLET],
    ['a category without a name', withCategory({}), WALLET],
  ])('%s', async (_, parts, facts) => {
    expect(await inspect('app.apk', await makeApk(parts))).toMatchObject({ facts, findings: [] });
  });

  test.each<[what: string, parts: ApkParts, found: FindingKind, facts?: Partial<AppFacts>]>([
    ['a test-only app', { application: { testOnly: true } }, 'test-only', WALLET],
    ['no activity', { activities: [] }, 'no-launcher', WALLET],
    ['two activities', { activities: [activity([MAIN]), activity([CATEGORY])] }, 'no-launcher', {}],
    ['a receiver', { activities: [activity(LAUNCHER, 'receiver')] }, 'no-launcher', {}],
    ['a split', { root: { split: 'config.arm64_v8a' }, activities: [] }, 'split-apk', {}],
    ['text', { manifest: '<?xml version="1.0"?><manifest package="a"/>' }, 'unreadable-manifest'],
    ['something else', { manifest: 'something else' }, 'unreadable-manifest'],
    ['an empty file', { manifest: '' }, 'unreadable-manifest'],
    ['no package', { root: { package: '' } }, 'unreadable-manifest'],
    ['more than 64 MiB', { manifest: TOO_LARGE }, 'not-inspected'],
  ])('%s', async (...[what, parts, kind, facts]) => {
    await expectFound('app.apk', [what, () => makeApk(parts), [kind], facts]);
  });
});

test.each(['app-release-unsigned.apk', 'App-Unsigned.APK'])('%s', async (name) => {
  await expectFound(name, ['', () => makeApk(), ['unsigned-apk'], WALLET]);
});

describe('a zip', () => {
  /** An APK with a second manifest, whose name begins with a prefix. */
  const withManifestIn = async (prefix: string): Promise<Buffer> => {
    const name = `${'x'.repeat(prefix.length)}${MANIFEST}`;
    return replaceBytes(await makeApk({ files: { [name]: 'junk' } }), name, `${prefix}${MANIFEST}`);
  };

  const withDirectoryAt = async (position: number): Promise<Buffer> => {
    const apk = await makeApk();
    apk.writeUInt32LE(position, apk.length - 22 + 16);
    return apk;
  };

  const withComment = (zip: Buffer, comment: string): Buffer => {
    const commented = Buffer.concat([zip, Buffer.from(comment, 'latin1')]);
    commented.writeUInt16LE(comment.length, zip.length - 2);
    return commented;
  };

  const withHeader = async (name: string, header: Header, parts: ApkParts = {}): Promise<Buffer> =>
    changeHeader(await makeApk(parts), name, header);
  const [ENCRYPTED, UNKNOWN] = [{ flags: 1 }, { flags: 1, method: 99 }];

  test.each<Row>([
    ...['./', '/', '\\'].map((prefix): Row => [`a manifest in ${prefix}`, () => withManifestIn(prefix), [], WALLET]),
    ['flagged as encrypted', () => withHeader(MANIFEST, ENCRYPTED), [], WALLET],
    ['an unknown method of compression', () => withHeader(MANIFEST, UNKNOWN, { isStored: true }), [], WALLET],
    ['a wrong position of the list of files', () => withDirectoryAt(7), ['not-inspected']],
    ['bytes after the end', async () => Buffer.concat([await makeApk(), Buffer.from('more')]), ['not-inspected']],
    ['a comment like an end', async () => withComment(await makeApk(), 'PK\u0005\u0006'.padEnd(40)), ['not-inspected']],
    ['no manifest', () => makeZip({ 'classes.dex': 'dex' }), ['no-manifest']],
    ['text', () => 'not a zip', ['not-a-zip']],
    ['half of a file', async () => (await makeApk()).subarray(0, 500), ['not-a-zip']],
  ])('%s', (...row) => expectFound('app.apk', row));
});

const API_DEMOS = { identifier: 'io.appium.android.apis', build: '25', minimumOs: 'Android 4.2' };
const SETTINGS = { identifier: 'io.appium.settings', build: '192', minimumOs: 'Android 8' };

test.each<[name: string, file: string, facts: Partial<AppFacts>]>([
  ['android-apidemos', 'apks/ApiDemos-debug.apk', API_DEMOS],
  ['io.appium.settings', 'apks/settings_apk-debug.apk', SETTINGS],
])('%s', async (name, file, facts) => {
  const path = fileURLToPath(new URL(file, import.meta.resolve(`${name}/package.json`)));
  expect(await inspectApp({ path, kind: 'file', name: 'app.apk' })).toMatchObject({ facts, findings: [] });
});

describe('the APKs of an app', () => {
  test.each<[name: string, ...Row]>([
    ['app.xapk', 'of a store', async () => makeXapk(await makeApk()), [], WALLET],
    ['app.xapk', 'with a base that is compressed', async () => makeXapk(await makeApk(), false), []],
    ['app.xapk', 'with a base for tests', async () => makeXapk(await makeApk(TEST_ONLY)), ['test-only'], WALLET],
    ['app.xapk', 'of a device', () => makePackage('base.apk', 'feature.apk'), [], WALLET],
    ['app.apks', 'of bundletool', () => makePackage('splits/base-master.apk', 'splits/base-hdpi.apk'), [], WALLET],
    ['app.apks', 'of a device', () => makePackage('splits/base-master_2.apk', 'splits/base-hdpi_2.apk'), [], WALLET],
    ['app.apks', 'universal', () => makePackage('universal.apk'), [], WALLET],
    ['app.apks', 'with a zip', async () => makeZip({ 'base.apk': await makeZip({}) }, 'all'), ['no-manifest']],
    ['app.apks', 'with two that may be the base', () => makePackage('standalones/a.apk', 'standalones/b.apk'), []],
    ['app.xapk', 'with two, one in upper case', () => makePackage('Wallet.APK', 'feature.apk'), []],
    ['app.xapk', 'with a split alone', async () => makeXapk(await makeApk(SPLIT)), [], { version: '3.2.1' }],
    ['app.apks', 'with a base that is no APK', () => makeZip({ 'base.apk': 'text' }, 'all'), []],
    ['app.apks', 'text', () => 'not a zip', ['not-a-zip']],
  ])('%s %s', (name, ...row) => expectFound(name, row));

  const TEST_ONLY = { application: { testOnly: true } };
  const SPLIT = { root: { split: 'feature' }, activities: [] };

  /** Makes a zip of stored APKs, of which the first is one. */
  async function makePackage(base: string, ...others: readonly string[]): Promise<Buffer> {
    const splits = others.map((name) => [name, 'a split'] as const);
    return makeZip({ [base]: await makeApk(), ...Object.fromEntries(splits) }, 'all');
  }
});
