import { describe, test } from '@jest/globals';

import { expectFound, WALLET, type Row } from './support/inspect-file.ts';
import { makeApk, type ApkParts } from './support/make-apk.ts';
import { makeZip } from './support/make-zip.ts';

type Files = Readonly<Record<string, string>>;

/** Makes a zip of files and an APK. */
async function pack(apk: string, files: Files = {}, isStored = true, parts: ApkParts = {}): Promise<Buffer> {
  return makeZip({ ...files, [apk]: await makeApk(parts) }, isStored ? [apk] : []);
}

describe('xapk', () => {
  const identifier = 'com.example.wallet';
  const describing = (fields: object = {}): Files => ({
    'manifest.json': JSON.stringify({ package_name: identifier, ...fields }),
  });
  const VERSION = { version_name: '1.0', version_code: '10', min_sdk_version: '26' };
  const DESCRIBED = describing({ name: 'Purse', ...VERSION, split_apks: [{ file: 'w.apk', id: 'base' }] });
  const PURSE = { identifier, name: 'Purse', version: '1.0', build: '10', minimumOs: 'Android 8' };
  const [FOUND, ARM, INTEL] = [{ version: '3.2.1' }, { 'config.arm64_v8a.apk': 'x' }, { 'config.x86_64.apk': '' }];
  const STORED: Row[3] = { ...WALLET, format: 'xapk', architectures: ['arm64-v8a'] };
  const AS_SPLIT = { 'manifest.json': '{"package_name": "config.wallet"}' };
  const NO_LABEL = { application: { label: { reference: 0x7f0a0001 } } };
  const X86_CODE = { files: { 'lib/x86/a.so': '' } };

  test.each<Row>([
    ['a stored base', () => pack('w.apk', { ...DESCRIBED, ...ARM }), [], STORED],
    ['a compressed base', () => pack('w.apk', DESCRIBED, false), [], PURSE],
    ['a base without a label', () => pack('w.apk', DESCRIBED, true, NO_LABEL), [], { ...FOUND, name: 'Purse' }],
    ['a base of the package name', () => pack('com.example.wallet.apk', { ...describing(), 'a.apk': '' }), [], FOUND],
    ['no description', () => pack('base.apk', { 'a.apk': '' }), [], FOUND],
    ['a description that is not JSON', () => pack('only.apk', { 'manifest.json': '{' }), [], FOUND],
    ['a package that is named like a split', () => pack('config.wallet.apk', AS_SPLIT), [], FOUND],
    ['one APK besides splits', () => pack('wallet.apk', { 'config.en.apk': '' }), [], FOUND],
    ['code for Intel only', () => pack('base.apk', INTEL), ['no-arm-code'], { architectures: ['x86_64'] }],
    ['the same, compressed', () => pack('base.apk', INTEL, false), ['no-arm-code'], { architectures: ['x86_64'] }],
    ['ARM in a split', () => pack('base.apk', ARM, true, X86_CODE), [], { architectures: ['arm64-v8a', 'x86'] }],
    ['names in upper case', () => makeZip({ 'WALLET.APK': '' }), [], { format: 'xapk' }],
    ['splits only', () => makeZip({ ...describing(), 'config.en.apk': '' }), ['no-base-apk']],
    ['no APK', () => makeZip(describing()), ['no-base-apk']],
  ])('%s', (...row) => expectFound('app.xapk', row));
});

describe('apks', () => {
  const SPLITS = { 'toc.pb': '', 'splits/base-arm64_v8a.apk': '' };
  const MADE: Row[3] = { ...WALLET, format: 'apks', architectures: ['arm64-v8a'] };
  const UNSIGNED: ApkParts = { schemes: [] };

  test.each<Row>([
    ['of bundletool', () => pack('splits/base-master.apk', SPLITS), [], MADE],
    ['universal', () => pack('universal.apk', {}, true, UNSIGNED), ['unsigned-apk'], { version: '3.2.1' }],
    ['with a compressed base', () => pack('universal.apk', {}, false), [], { format: 'apks' }],
    ['with a base that is no APK', () => makeZip({ 'universal.apk': 'text' }, 'all'), [], { format: 'apks' }],
    ['text', () => 'not a zip', ['not-a-zip']],
  ])('%s', (...row) => expectFound('app.apks', row));
});
