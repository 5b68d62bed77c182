import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { finding, FINDING_KINDS, type FindingKind, type Inspection } from '../../../src/app/inspect/findings.ts';
import { inspectApp } from '../../../src/app/inspect/inspect-app.ts';
import { expectFound, WALLET_FOR_IOS, type Row } from './support/inspect-file.ts';
import { makeApk } from './support/make-apk.ts';
import { CPU, iosFiles, makeMachO } from './support/make-ios.ts';
import { makeZip } from './support/make-zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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
    ['something else', () => makeZip({ 'readme.txt': 'hello' }), ['not-inspected']],
    ['an APK', async () => makeZip({ 'out/app-release.apk': await makeApk() }), ['contains-app']],
    ['an IPA', async () => makeZip({ 'app.ipa': await makeZip(iosFiles()) }), ['contains-app']],
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
    ['no identifier', iosFiles({ info: { CFBundleIdentifier: '' } }, ''), 'no-bundle-identifier'],
    ['no name of an executable', iosFiles({ info: { CFBundleExecutable: '' } }, ''), 'no-executable'],
    ['an empty executable', iosFiles({ executable: Buffer.alloc(0) }, ''), 'no-executable'],
    ['a simulator build', iosFiles({ executable: makeMachO({ cpu: CPU.x64 }) }, ''), 'simulator-build'],
  ])('%s', async (_, files, kind) => {
    expect((await inspectFolder(files)).findings.map((found) => found.kind)).toEqual([kind]);
  });
});

// Windows has no named pipes among its files.
if (process.platform !== 'win32') {
  test('a named pipe in an .app folder is not waited for', async () => {
    const path = join(await mkdtemp(join(folder, 'bundle-')), 'Wallet.app');
    await mkdir(path);
    execFileSync('mkfifo', [join(path, 'Info.plist')]);
    const { findings } = await inspectApp({ path, kind: 'folder', name: 'Wallet.app' });
    expect(findings.map(({ kind }) => kind)).toEqual(['not-inspected']);
  });
}

test('docs/app-checks.md explains every finding', async () => {
  const document = await readFile(join(import.meta.dirname, '../../../docs/app-checks.md'), 'utf8');
  for (const kind of FINDING_KINDS) {
    const [what = ''] = finding(kind, '…').message.split(/\. |, so /);
    expect(document).toContain(`
| ${what} |`);
  }
});
