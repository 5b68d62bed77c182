import { describe, expect, test } from '@jest/globals';

import type { FindingKind } from '../../../src/app/inspect/findings.ts';
import type { AppFacts } from '../../../src/model/app-facts.ts';
import { expectFound, inspect, WALLET_FOR_IOS, type Row } from './support/inspect-file.ts';
import {
  iosFiles,
  joinObjects,
  makeBinaryPlist,
  makeProfile,
  makeXmlPlist,
  type IosParts,
  type ProfileParts,
} from './support/make-ios.ts';
import { changeHeader, makeZip, type Header } from './support/make-zip.ts';

const ipa = (parts: IosParts = {}): Promise<Buffer> => makeZip(iosFiles(parts));
const IDENTIFIER = { identifier: 'com.example.wallet' };

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
  const platforms = (...names: readonly string[]) => ({ CFBundleSupportedPlatforms: names });
  const ITSELF = joinObjects([Buffer.from([0xa1, 0, 0])]);
  /** Twelve lists, each of which contains the next one ten times. */
  const LISTS = Array.from({ length: 12 }, (_, at) => {
    const reference = [0, Math.min(11, at + 1)];
    return Buffer.from([0xaa, ...Array.from({ length: 10 }, () => reference).flat()]);
  });

  test.each<PartsRow>([
    ['XML', { infoFile: makeXmlPlist({ ...SMALL, CFBundleIdentifier: 'a.b&c' }) }, [], { identifier: 'a.b&c' }],
    ['CDATA', { infoFile: XML.replace('a.b', '<![CDATA[a.]]>b') }, [], FOUND],
    ['UTF-16', { infoFile: Buffer.from(`\ufeff${XML}`, 'utf16le') }, [], FOUND],
    ['XML after an empty line', { infoFile: `\n${XML}` }, [], FOUND],
    ['a strange comment', { infoFile: XML.replace('<dict>', '<!-- a -- b --><dict>') }, [], FOUND],
    ['not ASCII', { info: NOT_ASCII }, [], { name: '지갑' }],
    ['old-style', { infoFile: '{ CFBundleIdentifier = "a.b"; }' }, ['not-inspected']],
    ['hundreds of errors', { infoFile: `<plist>${'</a>'.repeat(200)}` }, ['unreadable-info-plist']],
    ['thousands of errors', { infoFile: `<plist>${'</a>'.repeat(2000)}` }, ['not-inspected']],
    ['contains itself', { infoFile: ITSELF }, ['not-inspected']],
    ['expands', { infoFile: joinObjects(LISTS) }, ['not-inspected']],
    ['text', { infoFile: 'Wallet' }, ['unreadable-info-plist']],
    ['not XML', { infoFile: '<plist><dict>' }, ['unreadable-info-plist']],
    ['never closed', { infoFile: '<plist>'.repeat(60) }, ['unreadable-info-plist']],
    ['cut off', { infoFile: makeBinaryPlist({ a: 'b' }).subarray(0, 40) }, ['unreadable-info-plist']],
    ['a list', { infoFile: makeBinaryPlist(['a']) }, ['unreadable-info-plist']],
    ['for the simulator', { info: platforms('iPhoneSimulator') }, ['other-platform'], IDENTIFIER],
    ['for a television', { info: platforms('AppleTVOS') }, ['other-platform'], IDENTIFIER],
    ['for both', { info: platforms('iPhoneSimulator', 'iPhoneOS') }, [], IDENTIFIER],
  ])('%s', (...row) => expectOfParts(...row));
});

describe('the profile', () => {
  const [EXPIRED, ENTERPRISE] = [{ expires: new Date('2020-01-01') }, { isDebuggable: false }];
  const encoded = (parts: ProfileParts, found: readonly FindingKind[]): readonly PartsRow[] =>
    (['der', 'indefinite'] as const).map((encoding) => [
      `${encoding}: ${found.join()}`,
      { profile: makeProfile({ ...parts, encoding }) },
      found,
      IDENTIFIER,
    ]);

  test.each<PartsRow>([
    ['missing', { profile: false }, ['no-profile'], IDENTIFIER],
    ['not understood', { profile: Buffer.from('a profile') }, [], IDENTIFIER],
    ...encoded({}, []),
    ...encoded(EXPIRED, ['expired-profile']),
    ...encoded(ENTERPRISE, ['other-profile']),
    ...encoded({ ...EXPIRED, ...ENTERPRISE }, ['expired-profile', 'other-profile']),
  ])('%s', (...row) => expectOfParts(...row));
});

describe('a zip', () => {
  const withInfo = async (header: Header): Promise<Buffer> =>
    changeHeader(await ipa(), 'Payload/Wallet.app/Info.plist', header);
  const WATCH = iosFiles({ info: { CFBundleIdentifier: 'watch' } }, 'Payload/Wallet.app/Watch/W.app/');

  test.each<Row>([
    ['an app in an app', () => makeZip({ ...WATCH, ...iosFiles() }), [], IDENTIFIER],
    ['folders that begin with ./', () => makeZip(iosFiles({}, './Payload/Wallet.app/')), [], IDENTIFIER],
    ['an app also elsewhere', () => makeZip({ ...iosFiles({}, 'Wallet.app/'), ...iosFiles() }), [], IDENTIFIER],
    ['no Info.plist', () => makeZip({ 'Payload/Wallet.app/Wallet': 'code' }), ['no-info-plist']],
    ['no Payload', () => makeZip(iosFiles({}, 'Wallet.app/')), ['not-in-payload']],
    ['a folder around Payload', () => makeZip(iosFiles({}, 'Wallet/Payload/Wallet.app/')), ['not-in-payload']],
    ['an encrypted Info.plist', () => withInfo({ flags: 1 }), ['not-inspected']],
    ['an Info.plist compressed with bzip2', () => withInfo({ method: 12 }), ['not-inspected']],
    ['text', () => 'not a zip', ['not-a-zip']],
  ])('%s', (...row) => expectFound('app.ipa', row));
});
