import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { readAppFile } from '../../src/inputs/app-file.ts';
import { DAY_MS } from '../../src/model/quarantine.ts';
import { iosFiles } from '../app/support/make-ios.ts';
import { zipOf } from '../support/zip.ts';
import {
  NOTHING_SET,
  asOtherUser,
  createReader,
  ENOUGH,
  errorsOf,
  read,
  useWorkspace,
  type Values,
} from './support.ts';

const workspace = useWorkspace();
const elsewhere = useWorkspace();

async function appOf(given: string, values: Values = {}): Promise<unknown> {
  const { inputs } = await read(workspace, { ...ENOUGH, 'app-file': given, ...values });
  return Reflect.get(inputs.target, 'app');
}

async function errorOf(given: string, values: Values = {}, input = 'app-file'): Promise<string> {
  const errors = await errorsOf(workspace, { ...ENOUGH, 'app-file': given, ...values });
  expect(errors).toEqual([expect.stringMatching(`^${input}: .*${input}`)]);
  return errors.join();
}

describe('one file', () => {
  test.each([
    ['app/build/app-debug.apk', 'app/build/app-debug.apk'],
    ['./app/../app/My App.APK', 'app/My App.APK'],
    ['app/**/*.apk', 'app/build/app-debug.apk'],
    ['gone/../*.apk', 'top.apk'],
    ['t?p.apk', 'top.apk'],
    ['[s-u]op.apk', 'top.apk'],
    ['literal/app [12].apk', 'literal/app [12].apk'],
    // A folder of an Android module, not an app.
    ['c*/**/*.apk', 'com.example.app/build/app.apk'],
  ])('%s', async (given, path) => {
    for (const name of ['top.apk', 'literal/app 1.apk', path]) workspace.put(name);
    const absolute = join(workspace.folder, path);
    expect(await appOf(given)).toMatchObject({ path: absolute, kind: 'file', name: path.split('/').at(-1) });
    expect(await appOf(join(workspace.folder, given))).toMatchObject({ path: absolute });
  });

  test.each(['NFC', 'NFD'])('with a name in %s or the other form', async (form) => {
    const path = workspace.put('뷔유/지갑-é.apk'.normalize(form));
    for (const name of ['뷔유/지갑-é.apk', '뷔유/*-é.apk', '**/지*.apk'])
      for (const other of ['NFC', 'NFD']) expect(await appOf(name.normalize(other))).toMatchObject({ path });
  });

  test('beside files that are no apps', async () => {
    const path = workspace.put('out/app-debug.apk');
    for (const name of ['output-metadata.json', '._app-debug.apk', '.DS_Store', 'baselineProfiles/0/app.dm'])
      workspace.put(`out/${name}`);
    for (const given of ['out/*', 'out/**', '*/../out/*']) expect(await appOf(given)).toMatchObject({ path });
  });

  test('beside a named pipe, which is not opened', async () => {
    if (process.platform === 'win32') return;
    const path = workspace.put('out/app-debug.apk');
    execFileSync('mkfifo', [join(workspace.folder, 'out/sym.zip')]);
    expect(await appOf('out/*')).toMatchObject({ path });
    expect(await errorOf('out/*.zip')).toContain('matches no app');
    expect(await errorOf('out/sym.zip')).toContain('is not a file');
  });

  test('beside symbols, which are no app', async () => {
    workspace.put('out/Wallet.app.dSYM.zip', await zipOf({ 'Wallet.app.dSYM/Contents/Info.plist': '' }));
    expect(await errorOf('out/*')).toBe(
      'app-file: Wallet.app.dSYM.zip contains no app, so no device can install it. Set `app-file` to the app itself, not to a zip of its symbols.',
    );
    const path = workspace.put('out/Wallet.ipa');
    expect(await appOf('out/*')).toMatchObject({ path });
  });

  if (process.platform === 'linux') {
    test('beside folders that cannot be read, with a warning', async () => {
      const path = workspace.put('out/app.apk');
      workspace.put('locked/more.apk');
      mkdirSync(Buffer.from(`${workspace.folder}/caf\xe9`, 'latin1'));
      chmodSync(workspace.folder, 0o777);
      chmodSync(join(workspace.folder, 'locked'), 0);
      const { inputs, warnings } = await asOtherUser(() => read(workspace, { ...ENOUGH, 'app-file': '**/*.apk' }));
      chmodSync(join(workspace.folder, 'locked'), 0o755);
      expect(inputs.target).toMatchObject({ app: { path } });
      expect(warnings).toEqual([
        '`app-file` was not searched for in folders that cannot be read: caf\ufffd, locked. Use a narrower pattern.',
      ]);
      expect((await read(workspace, { ...ENOUGH, 'app-file': 'out/*.apk' })).warnings).toEqual([]);
    });
  }

  test('outside of the workspace', async () => {
    const path = elsewhere.put('out/app.ipa');
    expect(await appOf(path)).toMatchObject({ path });
    expect(await appOf(join(elsewhere.folder, '**', '*.ipa'))).toMatchObject({ path });
  });

  test('below a folder whose name has brackets', async () => {
    const path = elsewhere.put('run[1]/out/app.apk');
    const inner = { ...elsewhere, folder: join(elsewhere.folder, 'run[1]') };
    const { inputs } = await read(inner, { ...ENOUGH, 'app-file': 'out/*.apk' });
    expect(inputs.target).toMatchObject({ app: { path } });
  });

  test('reached through links, also in a loop', async () => {
    workspace.put('real/out/app.apk');
    workspace.link('real', 'linked');
    workspace.link('.', 'real/loop');
    workspace.link('real/out', 'real/again');
    workspace.link('gone', 'real/broken.apk');
    expect(await appOf('linked/**/*.apk')).toMatchObject({ path: join(workspace.folder, 'linked', 'out', 'app.apk') });
  });
});

describe('one .app folder', () => {
  test.each(['build/Demo.app/', '**/*.app', 'build/**'])('%s', async (given) => {
    workspace.put('build/Demo.app/Info.plist');
    workspace.put('build/Demo.app/PlugIns/Watch.app/Info.plist');
    workspace.put('build/Demo.app/assets/more.zip');
    workspace.makeFolder('build/intermediates');
    const path = join(workspace.folder, 'build', 'Demo.app');
    expect(await appOf(given)).toEqual({ path, kind: 'folder', name: 'Demo.app', osType: 'iOS', ageDays: 0 });
  });

  test('with files in it that are not apps of their own', async () => {
    workspace.put('Demo.app/Info.plist');
    const inner = workspace.put('Demo.app/assets/inner.zip');
    expect(await errorOf('**/*.zip', { 'os-type': 'iOS' })).toContain('matches no app');
    expect(await appOf('Demo.app/**/*.zip', { 'os-type': 'iOS' })).toMatchObject({ path: inner });
  });
});

describe('no match', () => {
  test('of an address', async () => {
    for (const address of ['https://example.com/app.apk?token=5', 's3://acme/app.apk', 'storage:app=a.apk']) {
      const [scheme = ''] = address.split(':');
      const advice = 'Only files of the runner can be tested: download the app in a step before this one.';
      expect(await errorOf(address)).toBe(`app-file: \`app-file\` is an address (${scheme}:). ${advice}`);
    }
    const ofFile = 'app-file: `app-file` is an address (file:). Write the path without file:.';
    expect(await errorOf('file:///home/runner/app.apk')).toBe(ofFile);
    expect(await errorOf('out/app:5.apk')).toContain('matches no file: "out/app:5.apk". ');
  });

  test('of a path of the host, from in a container', async () => {
    const inputs = { 'app-file': '/home/runner/work/wallet/wallet/build/app.apk' };
    const { reader, warnings } = createReader(inputs);
    await readAppFile(reader, { workspace: '/__w/wallet/wallet', ...NOTHING_SET });
    expect(warnings).toEqual([
      '`app-file` is a path outside of the container. "build/app.apk" in the workspace is used. Leave `${{ github.workspace }}` out.',
    ]);
    expect(reader.errors).toEqual([
      { inputs: ['app-file'], message: expect.stringMatching(/^`app-file` matches no file: "build\/app\.apk"\. /) },
    ]);
    for (const other of ['/home/runner/work/other/other/build/app.apk', 'apps/wallet/wallet/app.apk']) {
      inputs['app-file'] = other;
      await readAppFile(reader, { workspace: '/__w/wallet/wallet', ...NOTHING_SET });
      expect(warnings).toHaveLength(1);
      expect(reader.errors.at(-1)?.message).toContain(`"${other}"`);
    }
  });

  test.each(['*.apk', 'gone.apk'])(
    'of %s in a folder whose name holds a secret, which is hidden before it is cut',
    async (last) => {
      const folder = `${'a'.repeat(188)}s3cret-of-mine`;
      for (const name of ['a.apk', 'b.apk']) workspace.put(`${folder}/${name}`);
      const redact = (text: string): string => text.replaceAll('s3cret-of-mine', '***');
      const { reader } = createReader({ 'app-file': join('*', last) }, redact);
      await readAppFile(reader, { ...NOTHING_SET, workspace: workspace.folder, redact });
      expect(reader.errors.map(({ message }) => message).join()).toMatch(/a{188}\*\*\*\/(?!.*s3c)/);
    },
  );

  test('of a folder, even with an app in it', async () => {
    workspace.put('out/app.apk');
    workspace.put('Wallet.app.dSYM/Contents/Info.plist');
    expect(await errorOf('Wallet.app.dSYM')).toMatch(/dSYM"\. It has symbols: use the \.app\.$/);
    const advice = 'Found: out/app.apk. Use it, or check the step that makes the app.';
    expect(await errorOf('out')).toBe(`app-file: \`app-file\` is a folder: "out". ${advice}`);
    expect(await errorOf('o*')).toBe(`app-file: \`app-file\` matches no app: "o*". ${advice}`);
    workspace.put('out/b.apk');
    expect(await errorOf('o*')).toMatch(/ Found: .+, out\/b\.apk\. Use one of these, or check the step/);
    workspace.put('archives/App.xcarchive/Products/Applications/App.app/Info.plist');
    expect(await errorOf('archives/App.xcarchive/')).toContain(
      '. Found: archives/App.xcarchive/Products/Applications/App.app. Use it, or',
    );
  });

  test.each(['app', 'app/*', 'app/*.app', 'app/Wallet.app', 'app/**/*.app'])(
    'of %s, whose .app folder is lost',
    async (given) => {
      workspace.put('app/Info.plist');
      workspace.put('app/Wallet');
      if (!given.includes('**')) workspace.put('app/Watch/WalletWatch.app/Info.plist');
      expect(await errorOf(given)).toMatch(
        /"\. `app` holds the files of an \.app \(Info\.plist, …\): upload the folder above it, `path: …\/\*\.app`\.$/,
      );
    },
  );

  test('of an .app folder whose files are in the workspace itself', async () => {
    workspace.put('Info.plist');
    expect(await errorOf('Wallet.app')).toContain('. The workspace holds the files of an .app (Info.plist, …): upload');
    expect(await errorOf('*.ipa')).toContain('There is no app in the workspace.');
    expect(await errorOf('gone/*.app')).toContain('There is no app in the workspace.');
  });

  if (process.platform === 'linux') {
    // On other systems, a path in another letter case finds the file.
    test.each(['out/APP.apk', 'Out/app.APK'])('of a path in another letter case: %s', async (given) => {
      workspace.put('app.apk');
      workspace.put('out/app.apk');
      const message = `\`app-file\` matches no file: "${given}". Letter case counts on this runner: use out/app.apk.`;
      expect(await errorOf(given)).toBe(`app-file: ${message}`);
    });
  }

  test('in time, for a name of many parts', async () => {
    workspace.put(`${'-'.repeat(240)}.ap`);
    for (const given of [`${'*-'.repeat(1_000)}*.apk`, `${'*[!a]?'.repeat(1_000)}*.apk`])
      expect(await errorOf(given)).toContain('matches no app');
  });

  test('in a folder that does not exist yet', async () => {
    workspace.put('build/README.md');
    expect(await errorOf('build/outputs/*.apk')).toContain('. There is no app in build. Check');
    expect(await errorOf('gone/*.apk')).toMatch(/ in the workspace\. Check .* download it here first \(.*\)\.$/);
  });

  test.each([
    ['app.aab', 'it is an Android App Bundle. Make an APK of it: `./gradlew packageReleaseUniversalApk`'],
    ['app-release-unsigned.apk', 'it is not signed. Build it with assembleDebug.'],
  ])('but of what cannot be installed: %s', async (name, reason) => {
    workspace.put(`build/intermediates/${name}`);
    workspace.put(`build/outputs/release/${name}`);
    const path = join('build', 'outputs', 'release', name);
    const message = `Found ${path}, which cannot be installed: ${reason}`;
    expect(await errorOf('build/outputs/debug/*.apk')).toContain(message);
    expect(await errorOf('build/a*.apk')).toContain(message);
    workspace.put('build/other.apk');
    expect(await errorOf('build/outputs.apk')).toContain(`Found: ${join('build', 'other.apk')}. Use it, or`);
  });

  test('of a path with backslashes', async () => {
    workspace.put('out/app.apk');
    workspace.put('out/zebra.apk');
    const error = await errorOf('gone\\app.apk');
    expect(error).toContain(`Found: ${join('out', 'app.apk')}, `);
    expect(error.includes('/ separates folders')).toBe(process.platform !== 'win32');
  });

  test.each([
    ['out/.*\\.apk', ['glob']],
    ['out/\\w+.apk', []],
    ['out/app\\.apk', ['glob']],
    ['out/app-release.*', []],
    ['out\\.gradle\\a.apk', []],
    ['out/a.apk, out/b.apk', ['path']],
  ])('that is not one path: %s', async (given, kinds) => {
    const error = await errorOf(given);
    const found = { glob: 'It is a glob, no regular expression', path: 'It is one path' };
    expect(Object.entries(found).flatMap(([kind, words]) => (error.includes(words) ? [kind] : []))).toEqual(kinds);
  });

  test('outside of the workspace lists files of the workspace only', async () => {
    elsewhere.put('x.apk');
    expect(await errorOf(join(elsewhere.folder, 'y.apk'))).toContain('There is no app in the workspace.');
    expect(await errorOf('../y.apk')).toContain('There is no app in the workspace.');
    const gone = await errorOf(join(elsewhere.folder, 'gone', 'y.apk'));
    expect(gone).toContain('The folder of `app-file` does not exist');
  });
});

describe('not one app', () => {
  test('but several', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) workspace.put(`${name}.apk`, name);
    expect(await errorOf('[a-e].apk')).toContain('matches 5 files (a.apk, b.apk, c.apk, d.apk, e.apk). Use');
    expect(await errorOf('*.apk')).toContain('matches 6 files (a.apk, b.apk, c.apk, d.apk, e.apk and 1 more). Use');
  });

  test('but one that .NET has signed, and one that it has not', async () => {
    for (const name of ['com.acme.app.apk', 'com.acme.app-Signed.apk']) workspace.put(`bin/${name}`);
    expect(await errorOf('bin/*.apk')).toMatch(/ matches 2 files \(.+\)\. Use bin\/\*-Signed\.apk\.$/);
    expect(await appOf('bin/*-Signed.apk')).toMatchObject({ name: 'com.acme.app-Signed.apk' });
    workspace.put('bin/other-Signed.apk');
    expect(await errorOf('bin/*.apk')).toMatch(/ Use a pattern that matches one\.$/);
  });

  test.each<[name: string, content: string | undefined, message: string]>([
    ['empty.apk', '', 'is an empty file'],
    ['lfs.apk', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\n', 'is a Git LFS pointer'],
    ['annex.apk', '/annex/objects/SHA256E-s6400000--5e59.apk\n', 'is a git-annex pointer'],
    ['page.ipa', '\ufeff\n<!DOCTYPE html>\n<title>Sign in</title>', 'is a web page or an error message'],
    ['old.zip', '<HTML><body>404</body></HTML>', 'is a web page or an error message'],
    ['none.apk', '{"message": "Not Found"}', 'is a web page or an error message'],
    ['app.aab', 'bytes', 'is an Android App Bundle'],
    ['app-debug-androidTest.apk', 'bytes', 'is the APK of instrumentation tests'],
    ['notes.txt', 'bytes', 'has an unknown extension'],
    ['noext', 'bytes', 'has no extension'],
    ['folder', undefined, 'is a folder'],
    ['Empty.app', undefined, 'is an empty folder'],
  ])('%s', async (name, content, message) => {
    if (content === undefined) workspace.makeFolder(name);
    else workspace.put(name, content);
    expect(await errorOf(name)).toContain(`\`app-file\` ${message}: "${name}". `);
  });

  test.each([
    ['app.apk\nnotes.txt', 'contains line breaks or control characters'],
    ['app\build/x.apk', 'Use one path, or one glob. In double quotes a backslash is an escape'],
    ['out/*.{apk,ipa}', 'matches no app: "out/*.{apk,ipa}". Braces are not supported: '],
    ['$DIR/a.apk', 'matches no file: "$DIR/a.apk". ~ and variables of a shell are not evaluated: '],
    ['~/app.apk', 'matches no file: "~/app.apk". ~ and variables of a shell are not evaluated: '],
    ['[z-a].apk', 'matches no app: "[z-a].apk". Found: '],
    ['broken.apk', 'is a link to a file that does not exist: "broken.apk". Check the step that made it.'],
    ['loop.apk', 'cannot be read: "loop.apk" ('],
  ])('%j', async (given, message) => {
    workspace.link('gone', 'broken.apk');
    workspace.link('loop.apk', 'loop.apk');
    expect(await errorOf(given)).toContain(message);
  });
});

describe('an app that was inspected', () => {
  test('is an error if the service would reject it, and a warning if it may', async () => {
    workspace.put('app.apk', await zipOf({ 'classes.dex': 'dex' }));
    const error = /app\.apk has no AndroidManifest\.xml, so the service would reject it \(4040\)\. Use an APK/;
    expect(await errorsOf(workspace, ENOUGH)).toEqual([expect.stringMatching(error)]);
    workspace.put('app.ipa', await zipOf(iosFiles({ profile: false })));
    const warning = /^app\.ipa has no provisioning profile, so the service may reject it \(4031\)\. Export/;
    const { warnings } = await read(workspace, { ...ENOUGH, 'app-file': 'app.ipa' });
    expect(warnings).toEqual([expect.stringMatching(warning)]);
  });

  test('has the age of its last change, in whole days', async () => {
    utimesSync(workspace.put('app.apk'), new Date(), new Date(NOTHING_SET.now.getTime() - 30.5 * DAY_MS));
    expect(await appOf('app.apk')).toMatchObject({ ageDays: 30 });
  });

  test('in a zip has its own system, which `os-type` must not contradict', async () => {
    workspace.put('app.zip', await zipOf(iosFiles({}, 'Wallet.app/')));
    expect(await appOf('app.zip')).toMatchObject({ osType: 'iOS' });
    expect(await errorOf('app.zip', { 'os-type': 'ANDROID' }, 'os-type')).toMatch(/"app\.zip" is for iOS.+4055/);
    workspace.put('app.zip', await zipOf({ 'out/app.ipa': 'bytes' }));
    expect(await appOf('app.zip')).toMatchObject({ osType: 'iOS' });
  });

  test('in a zip that cannot be read needs `os-type`', async () => {
    workspace.put('app.zip', (await zipOf({ 'readme.txt': 'hello' })).fill(0, 0, 60));
    expect(await errorOf('app.zip', {}, 'os-type')).toContain('`os-type` is empty');
    expect(await appOf('app.zip', { 'os-type': 'iOS' })).toMatchObject({ osType: undefined });
  });
});

describe('os-type', () => {
  test.each([
    ['a.apk', '', 'ANDROID'],
    ['a.XAPK', '', 'ANDROID'],
    ['a.apks', 'Android', 'ANDROID'],
    ['a.ipa', '', 'iOS'],
    ['a.app', 'IOS', 'iOS'],
    ['a.zip', 'iOS', 'iOS'],
  ])('%s with %j is for %s', async (name, given, osType) => {
    workspace.put(name);
    const { inputs } = await read(workspace, { ...ENOUGH, 'app-file': name, 'os-type': given });
    expect(inputs.target).toMatchObject({ osType });
  });

  test.each([
    ['a.ipa', 'ANDROID', '`os-type` is ANDROID, but "a.ipa" is for iOS'],
    ['a.apk', 'iphone', '`os-type` is "iphone"'],
  ])('%s with %j is an error', async (name, given, message) => {
    workspace.put(name);
    expect(await errorOf(name, { 'os-type': given }, 'os-type')).toContain(message);
  });
});
