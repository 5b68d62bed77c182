import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { finding, FINDING_KINDS, type FindingKind, type Inspection } from '../../../src/app/inspect/findings.ts';
import { inspectApp } from '../../../src/app/inspect/inspect-app.ts';
import type { AppFacts } from '../../../src/model/app-facts.ts';
import { activity, LAUNCHER, makeApk } from './support/make-apk.ts';
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

async function expectFound(name: string, [, make, kinds, facts]: Row): Promise<void> {
  const found = await inspect(name, await make());
  expect(found.findings.map(({ kind }) => kind)).toEqual(kinds);
  if (facts) expect(found.facts).toMatchObject(facts);
  else expect(found.facts).toBeUndefined();
}

describe('apk', () => {
  const [MAIN = '', CATEGORY = ''] = LAUNCHER;
  const REFERENCE = { reference: 0x7f0a0001 };
  const half = (name: unknown) => ({ element: 'category', attributes: { name: name as string } });

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
    [
      'an unknown chunk',
      () => makeApk({ style: { extraChunk: Buffer.from('0190080010000000ffffffffffffffff', 'hex') } }),
      [],
      WALLET,
    ],
    ['a label that is a resource', () => makeApk({ application: { label: REFERENCE } }), [], { version: '3.2.1' }],
    [
      'a 64-bit version code',
      () => makeApk({ root: { versionCodeMajor: 2, versionCode: -1 } }),
      [],
      { build: '12884901887' },
    ],
    [
      'native code',
      () => makeApk({ files: { 'lib/x86/a.so': '', 'lib/arm64-v8a/a.so': '', 'lib/x86/b.so': '' } }),
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

test('docs/app-checks.md explains every finding', async () => {
  const document = await readFile(join(import.meta.dirname, '../../../docs/app-checks.md'), 'utf8');
  for (const kind of FINDING_KINDS) {
    const [what = ''] = finding(kind, '…').message.split('. ');
    expect(document).toContain(`
| ${what} |`);
  }
});
