import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { finding, FINDING_KINDS, type FindingKind, type Inspection } from '../../../src/app/inspect/findings.ts';
import { inspectApp } from '../../../src/app/inspect/inspect-app.ts';
import { makeWorkspace } from '../../inputs/support.ts';
import { expectFound, inspect, WALLET_FOR_IOS, type Row } from './support/inspect-file.ts';
import { makeApk } from './support/make-apk.ts';
import { iosFiles } from './support/make-ios.ts';
import { makeZip } from './support/make-zip.ts';

describe('zip', () => {
  /** yazl writes no such names, which have the same length. */
  async function withBackslashes(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
    const zip = await makeZip(files);
    return Buffer.from(zip.toString('latin1').replaceAll('Wallet.app/', 'Wallet.app\\'), 'latin1');
  }

  test.each<Row>([
    ['an iOS app', () => makeZip(iosFiles({}, 'Wallet.app/')), [], { osType: 'iOS' }],
    ['an iOS app in folders', () => makeZip(iosFiles({}, 'build/Debug-iphoneos/Wallet.app/')), [], { osType: 'iOS' }],
    ['the files of an APK', () => makeApk(), [], { osType: 'ANDROID' }],
    ['an iOS app packed on Windows', () => withBackslashes(iosFiles({}, 'Wallet.app/')), [], { osType: 'iOS' }],
    ['something else', () => makeZip({ 'readme.txt': 'hello' }), ['not-inspected']],
    ['an APK', async () => makeZip({ 'out/app-release.apk': await makeApk() }), ['contains-app']],
    ['an IPA', async () => makeZip({ 'app.ipa': await makeZip(iosFiles()) }), ['contains-app']],
    ['text', () => 'not a zip', ['not-a-zip']],
    ['the content of an .app folder', () => makeZip(iosFiles({}, '')), ['zipped-contents']],
    [
      'an iOS app that contains others',
      () => makeZip({ ...iosFiles({}, 'Wallet.app/'), ...iosFiles({}, 'Wallet.app/Watch/W.app/PlugIns/P.app/') }),
      [],
      { osType: 'iOS' },
    ],
  ])('%s', (...row) => expectFound('app.zip', row));

  test.each(['', 'Payload/'])('with two iOS apps names both, and the one of the facts: %j', async (parent) => {
    const others = iosFiles({ info: { CFBundleIdentifier: 'a.tests' } }, `${parent}Products/WalletUITests-Runner.app/`);
    const zip = await makeZip({ ...others, ...iosFiles({}, `${parent}Wallet.app/`) });
    const names = `${parent}Wallet.app/, ${parent}Products/WalletUITests-Runner.app/; the report is of ${parent}Wallet.app/`;
    expect(await inspect(parent === '' ? 'app.zip' : 'app.ipa', zip)).toEqual({
      facts: WALLET_FOR_IOS,
      findings: [finding('several-apps', names)],
    });
  });
});

describe('.app folder', () => {
  /** Instead of the content of a file. Windows has no named pipes among its files. */
  const PIPE = 'a named pipe, which is not waited for';
  const PIPES = process.platform === 'win32' ? [] : [[PIPE, { 'Info.plist': PIPE }, 'not-inspected'] as const];

  async function inspectFolder(files: Readonly<Record<string, string | Buffer>>): Promise<Inspection> {
    const { makeFolder, put, remove } = makeWorkspace();
    const path = makeFolder('Wallet.app');
    for (const [name, content] of Object.entries(files)) {
      if (content === PIPE) execFileSync('mkfifo', [join(path, name)]);
      else put(join('Wallet.app', name), content);
    }
    return inspectApp({ path, kind: 'folder', name: 'Wallet.app' }).finally(remove);
  }

  test('has the same facts as an ipa', async () => {
    expect(await inspectFolder(iosFiles({}, ''))).toEqual({ facts: WALLET_FOR_IOS, findings: [] });
  });

  test.each<readonly [string, Readonly<Record<string, string | Buffer>>, FindingKind]>([
    ['no Info.plist', { Wallet: 'code' }, 'no-info-plist'],
    ['no identifier', iosFiles({ info: { CFBundleIdentifier: '' } }, ''), 'no-bundle-identifier'],
    ['no profile', iosFiles({ profile: false }, ''), 'no-profile'],
    [
      'a simulator build',
      iosFiles({ info: { CFBundleSupportedPlatforms: ['iPhoneSimulator'] } }, ''),
      'other-platform',
    ],
    ...PIPES,
  ])('%s', async (_, files, kind) => {
    expect((await inspectFolder(files)).findings.map((found) => found.kind)).toEqual([kind]);
  });
});

test('docs/app-checks.md explains every finding', async () => {
  const document = await readFile(join(import.meta.dirname, '../../../docs/app-checks.md'), 'utf8');
  for (const kind of FINDING_KINDS) {
    const [what = ''] = finding(kind, '…').message.split(/\. |, so /);
    expect(document).toContain(`
| ${what} |`);
  }
});
