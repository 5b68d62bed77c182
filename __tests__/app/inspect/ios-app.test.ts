import { describe, expect, test } from '@jest/globals';

import type { FindingKind } from '../../../src/app/inspect/findings.ts';
import type { AppFacts } from '../../../src/model/app-facts.ts';
import { expectFound, inspect, WALLET_FOR_IOS, type Row } from './support/inspect-file.ts';
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
import { changeHeader, makeZip, type Header } from './support/make-zip.ts';

const ipa = (parts: IosParts = {}): Promise<Buffer> => makeZip(iosFiles(parts));
const [ARM64, X64, ARMV7] = [{ cpu: CPU.arm64 }, { cpu: CPU.x64 }, { cpu: 12 }];
const [FOR_IOS, FOR_SIMULATOR] = [{ platform: 2 }, { platform: 7 }];
const ON_DEVICE = { platform: 'device' } as const;

type PartsRow = [what: string, parts: IosParts, found: readonly FindingKind[], facts?: Partial<AppFacts>];

async function expectOfParts(...[what, parts, kinds, facts]: PartsRow): Promise<void> {
  await expectFound('app.ipa', [what, () => ipa(parts), kinds, facts]);
}

test('all facts', async () => {
  expect(await inspect('app.ipa', await ipa())).toEqual({ facts: WALLET_FOR_IOS, findings: [] });
});

describe('Info.plist', () => {
  const SMALL = { CFBundleIdentifier: 'a.b', CFBundleExecutable: 'Wallet' };
  const XML = makeXmlPlist(SMALL);
  const FOUND = { identifier: 'a.b' };
  const NOT_ASCII = { CFBundleDisplayName: '지갑', More: ['x'.repeat(70), 5, true, [new Date('2020-01-01')]] };
  const nested = (levels: number): Plist => (levels === 0 ? '' : [nested(levels - 1)]);
  const NESTED = makeXmlPlist({ ...SMALL, More: nested(100) });
  const ITSELF = joinObjects([Buffer.from([0xa1, 0, 0])]);
  /** Twelve lists, each of which contains the next one ten times. */
  const LISTS = Array.from({ length: 12 }, (_, at) => {
    const reference = [0, Math.min(11, at + 1)];
    return Buffer.from([0xaa, ...Array.from({ length: 10 }, () => reference).flat()]);
  });

  test.each<PartsRow>([
    ['XML', { infoFile: makeXmlPlist({ ...SMALL, CFBundleIdentifier: 'a.b&c' }) }, [], { identifier: 'a.b&c' }],
    ['UTF-16', { infoFile: Buffer.from(`\ufeff${XML}`, 'utf16le') }, [], FOUND],
    ['XML after an empty line', { infoFile: `\n${XML}` }, [], FOUND],
    ['a strange comment', { infoFile: XML.replace('<dict>', '<!-- a -- b --><dict>') }, [], FOUND],
    ['not ASCII', { info: NOT_ASCII }, [], { name: '지갑' }],
    ['old-style', { infoFile: '{ CFBundleIdentifier = "a.b"; }' }, ['not-inspected']],
    ['more levels than are read', { infoFile: NESTED }, ['not-inspected']],
    ['hundreds of errors', { infoFile: `<plist>${'</a>'.repeat(200)}` }, ['not-inspected']],
    ['contains itself', { infoFile: ITSELF }, ['not-inspected']],
    ['expands', { infoFile: joinObjects(LISTS) }, ['not-inspected']],
    ['text', { infoFile: 'Wallet' }, ['unreadable-info-plist']],
    ['not XML', { infoFile: '<plist><dict>' }, ['unreadable-info-plist']],
    ['never closed', { infoFile: '<plist>'.repeat(60) }, ['unreadable-info-plist']],
    ['cut off', { infoFile: makeBinaryPlist({ a: 'b' }).subarray(0, 40) }, ['unreadable-info-plist']],
    ['a list', { infoFile: makeBinaryPlist(['a']) }, ['unreadable-info-plist']],
  ])('%s', (...row) => expectOfParts(...row));
});

describe('the executable', () => {
  const SIMULATOR_INFO = { CFBundleSupportedPlatforms: ['iPhoneSimulator'] };
  const OLD_ARM64 = makeMachO(ARM64);
  const APPLE_STORE = makeMachO({ ...ARM64, ...FOR_IOS, isEncrypted: true });
  const X64_SIMULATOR = { ...X64, ...FOR_SIMULATOR };
  const ARM64_SIMULATOR = { ...ARM64, ...FOR_SIMULATOR };
  const LARGE = makeFatMachO([X64_SIMULATOR, { ...ARM64, ...FOR_IOS }], 256 * 1024);
  const BOTH = { architectures: ['arm64', 'x86_64'], ...ON_DEVICE };

  test.each<PartsRow>([
    ['before 2018', { executable: OLD_ARM64 }, [], ON_DEVICE],
    ['several architectures', { executable: makeFatMachO([ARM64, ARMV7]) }, [], { architectures: ['arm64', 'armv7'] }],
    ['for devices and the simulator, large', { executable: LARGE }, [], BOTH],
    ['the same, before 2018', { executable: makeFatMachO([X64_SIMULATOR, ARM64]) }, [], ON_DEVICE],
    ['a script', { executable: Buffer.from('#!/bin/sh') }, [], { ...ON_DEVICE, architectures: undefined }],
    ['for devices, unlike the Info.plist', { info: SIMULATOR_INFO }, [], ON_DEVICE],
    ['for the simulator', { executable: makeMachO(ARM64_SIMULATOR) }, ['simulator-build'], { platform: 'simulator' }],
    ['for Intel', { executable: makeMachO(X64) }, ['simulator-build'], { architectures: ['x86_64'] }],
    ['for both simulators', { executable: makeFatMachO([X64_SIMULATOR, ARM64_SIMULATOR]) }, ['simulator-build'], {}],
    ['as the Info.plist says', { info: SIMULATOR_INFO, executable: OLD_ARM64 }, ['simulator-build'], {}],
    ['missing', { info: { CFBundleExecutable: 'Purse' } }, ['no-executable'], {}],
    ['empty', { executable: Buffer.alloc(0) }, ['no-executable'], {}],
    ['32-bit only', { executable: makeFatMachO([ARMV7]) }, ['old-architecture'], { architectures: ['armv7'] }],
    ['encrypted', { executable: APPLE_STORE }, ['store-encryption'], { encrypted: true }],
  ])('%s', (...row) => expectOfParts(...row));
});

describe('the profile', () => {
  const DEVELOPMENT = { kind: 'development', expires: '2099-01-01T00:00:00.000Z' } as const;
  const release = (devices: 'some' | 'all' | 'none') => ({ profile: makeProfile({ isDebuggable: false, devices }) });
  const EXPIRED = makeProfile({ expires: new Date('2020-01-01') });

  test.each<PartsRow>([
    ['missing', { profile: false }, ['no-profile'], { profile: undefined }],
    ['not understood', { profile: Buffer.from('a profile') }, [], { profile: undefined }],
    ['expired', { profile: EXPIRED }, ['expired-profile'], {}],
    ['indefinite', { profile: makeProfile({ encoding: 'indefinite' }) }, [], { profile: DEVELOPMENT }],
    ['ad-hoc', release('some'), ['other-profile'], { profile: { ...DEVELOPMENT, kind: 'ad-hoc' } }],
    ['enterprise', release('all'), ['other-profile'], { profile: { ...DEVELOPMENT, kind: 'enterprise' } }],
    ['app-store', release('none'), ['other-profile'], { profile: { ...DEVELOPMENT, kind: 'app-store' } }],
  ])('%s', (...row) => expectOfParts(...row));
});

describe('a zip', () => {
  /** A Mac decomposes letters in names of files, and not in the property list. */
  const withExecutable = (name: string): Record<string, string | Buffer> => {
    const { 'Payload/Wallet.app/Wallet': executable = '', ...files } = iosFiles({ info: { CFBundleExecutable: name } });
    return { ...files, [`Payload/Wallet.app/${name.normalize('NFD')}`]: executable };
  };
  const withInfo = async (header: Header): Promise<Buffer> =>
    changeHeader(await ipa(), 'Payload/Wallet.app/Info.plist', header);
  const WATCH = iosFiles({ info: { CFBundleIdentifier: 'watch' } }, 'Payload/Wallet.app/Watch/W.app/');
  const IDENTIFIER = { identifier: 'com.example.wallet' };

  test.each<Row>([
    ['a decomposed name', () => makeZip(withExecutable('지갑')), [], { executable: '지갑' }],
    ['an app in an app', () => makeZip({ ...WATCH, ...iosFiles() }), [], IDENTIFIER],
    ['folders that begin with ./', () => makeZip(iosFiles({}, './Payload/Wallet.app/')), [], ON_DEVICE],
    ['an app also elsewhere', () => makeZip({ ...iosFiles({}, 'Wallet.app/'), ...iosFiles() }), [], ON_DEVICE],
    ['no Info.plist', () => makeZip({ 'Payload/Wallet.app/Wallet': 'code' }), ['no-info-plist']],
    ['no Payload', () => makeZip(iosFiles({}, 'Wallet.app/')), ['not-in-payload']],
    ['a folder around Payload', () => makeZip(iosFiles({}, 'Wallet/Payload/Wallet.app/')), ['not-in-payload']],
    ['an encrypted Info.plist', () => withInfo({ flags: 1 }), ['not-inspected']],
    ['an Info.plist compressed with bzip2', () => withInfo({ method: 12 }), ['not-inspected']],
    ['text', () => 'not a zip', ['not-a-zip']],
  ])('%s', (...row) => expectFound('app.ipa', row));
});
