import { describe, expect, test } from '@jest/globals';

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
import { changeHeader, makeZip } from './support/make-zip.ts';

describe('ipa', () => {
  const ipa = (parts: IosParts = {}): Promise<Buffer> => makeZip(iosFiles(parts));
  const simulator = { CFBundleSupportedPlatforms: ['iPhoneSimulator'] };
  const SMALL = { CFBundleIdentifier: 'a.b', CFBundleExecutable: 'Wallet' };
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
      () => ipa({ infoFile: Buffer.from(`\ufeff${makeXmlPlist(SMALL)}`, 'utf16le') }),
      [],
      { identifier: 'a.b' },
    ],
    [
      'a name that is not ASCII',
      () => ipa({ info: { CFBundleDisplayName: '지갑', More: ['x'.repeat(70), 5, true, [YEAR_2020]] } }),
      [],
      { name: '지갑' },
    ],
    ['an old-style property list', () => ipa({ infoFile: '{ CFBundleIdentifier = "a.b"; }' }), ['not-inspected']],
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
      () => ipa({ infoFile: `\n${makeXmlPlist(SMALL)}` }),
      [],
      { identifier: 'a.b' },
    ],
    [
      'an XML property list with a strange comment',
      () => ipa({ infoFile: makeXmlPlist(SMALL).replace('<dict>', '<!-- a -- b --><dict>') }),
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
    ['an app that is not in Payload', () => makeZip(iosFiles({}, 'Wallet.app/')), ['not-in-payload']],
    ['a folder around Payload', () => makeZip(iosFiles({}, 'Wallet/Payload/Wallet.app/')), ['not-in-payload']],
    [
      '32-bit code only',
      () => ipa({ executable: makeFatMachO([{ cpu: 12 }]) }),
      ['old-architecture'],
      { architectures: ['armv7'] },
    ],
    [
      'an Info.plist that is encrypted',
      async () => changeHeader(await ipa(), 'Payload/Wallet.app/Info.plist', { flags: 1 }),
      ['not-inspected'],
    ],
    [
      'an Info.plist that is compressed with bzip2',
      async () => changeHeader(await ipa(), 'Payload/Wallet.app/Info.plist', { method: 12 }),
      ['not-inspected'],
    ],
    ['an Info.plist that is text', () => ipa({ infoFile: 'Wallet' }), ['unreadable-info-plist']],
    ['an Info.plist that is not XML', () => ipa({ infoFile: '<plist><dict>' }), ['unreadable-info-plist']],
    [
      'an Info.plist that is cut off',
      () => ipa({ infoFile: makeBinaryPlist({ a: 'b' }).subarray(0, 40) }),
      ['unreadable-info-plist'],
    ],
    [
      'an Info.plist with more levels than are read',
      () => ipa({ infoFile: makeXmlPlist({ ...SMALL, More: nested(100) }) }),
      ['not-inspected'],
    ],
    [
      'an Info.plist with hundreds of errors',
      () => ipa({ infoFile: `<plist>${'</a>'.repeat(200)}` }),
      ['not-inspected'],
    ],
    ['an Info.plist that is never closed', () => ipa({ infoFile: '<plist>'.repeat(60) }), ['unreadable-info-plist']],
    ['an Info.plist that is a list', () => ipa({ infoFile: makeBinaryPlist(['a']) }), ['unreadable-info-plist']],
    [
      'an Info.plist that contains itself',
      () => ipa({ infoFile: joinObjects([Buffer.from([0xa1, 0, 0])]) }),
      ['not-inspected'],
    ],
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
      ['not-inspected'],
    ],
    ['text', () => 'not a zip', ['not-a-zip']],
  ])('%s', (...row) => expectFound('app.ipa', row));
});
