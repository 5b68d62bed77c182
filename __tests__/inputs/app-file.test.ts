import { chmodSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { ENOUGH, faultsOf, makeWorkspace, read, type Values, type Workspace } from './support.ts';

let workspace: Workspace;

beforeEach(() => {
  workspace = makeWorkspace();
});

afterEach(() => {
  workspace.remove();
});

async function appOf(given: string, values: Values = {}): Promise<unknown> {
  const { inputs } = await read(workspace, { ...ENOUGH, 'app-file': given, ...values });
  return Reflect.get(inputs.target, 'app');
}

async function faultOf(given: string, values: Values = {}): Promise<string> {
  const [fault = '', ...others] = await faultsOf(workspace, { ...ENOUGH, 'app-file': given, ...values });
  expect(others).toEqual([]);
  return fault;
}

describe('one file', () => {
  test.each([
    ['app/build/outputs/apk/debug/app-debug.apk', 'app/build/outputs/apk/debug/app-debug.apk'],
    ['./app/../app/My App.APK', 'app/My App.APK'],
    ['app/*/outputs/**/*.apk', 'app/build/outputs/apk/debug/app-debug.apk'],
    ['app/**/app-?ebug.apk', 'app/build/outputs/apk/debug/app-debug.apk'],
    ['**/앱*.xapk', 'app/앱 (1).xapk'],
    ['앱/[12].apks', '앱/1.apks'],
    ['gone/../*.apk', 'top.apk'],
  ])('%s', async (given, path) => {
    workspace.put('top.apk');
    workspace.put(path);
    const absolute = join(workspace.folder, path);
    expect(await appOf(given)).toEqual({ path: absolute, kind: 'file', name: path.split('/').at(-1) });
    expect(await appOf(join(workspace.folder, given))).toMatchObject({ path: absolute });
  });

  test('outside of the workspace', async () => {
    const elsewhere = makeWorkspace();
    const path = elsewhere.put('out/app.ipa');
    expect(await appOf(path)).toMatchObject({ path });
    expect(await appOf(join(elsewhere.folder, '**', '*.ipa'))).toMatchObject({ path });
    elsewhere.remove();
  });

  test('whose name has brackets: what exists is meant as it stands', async () => {
    const path = workspace.put('app [12].apk');
    workspace.put('app 1.apk');
    expect(await appOf('app [12].apk')).toMatchObject({ path });
  });

  test('below a folder whose name has brackets', async () => {
    const elsewhere = makeWorkspace();
    const path = elsewhere.put('run[1]/out/app.apk');
    const inner = { ...elsewhere, folder: join(elsewhere.folder, 'run[1]') };
    const { inputs } = await read(inner, { ...ENOUGH, 'app-file': 'out/*.apk' });
    expect(inputs.target).toMatchObject({ app: { path } });
    elsewhere.remove();
  });

  test('reached through links: the start of a glob may be one, a loop is no trap', async () => {
    workspace.put('real/out/app.apk');
    symlinkSync(join(workspace.folder, 'real'), join(workspace.folder, 'linked'));
    symlinkSync(workspace.folder, join(workspace.folder, 'real', 'loop'));
    symlinkSync(join(workspace.folder, 'real', 'out'), join(workspace.folder, 'real', 'again'));
    symlinkSync(join(workspace.folder, 'gone'), join(workspace.folder, 'real', 'broken.apk'));
    expect(await appOf('linked/**/*.apk')).toMatchObject({ path: join(workspace.folder, 'linked', 'out', 'app.apk') });
  });
});

test.each(['지하철.apk', 'café.apk'])('%s, named by a Mac that writes letters in parts', async (name) => {
  const path = workspace.put(`out/${name.normalize('NFD')}`);
  expect(await appOf(`out/${name.normalize('NFC')}`)).toMatchObject({ path });
});

describe('one .app folder', () => {
  test.each([
    'build/Demo.app',
    'build/Demo.app/',
    'build/*.app',
    '**/*.app',
    'build/*',
    'build/**',
    'build/**/*.[aA]pp',
  ])('%s', async (given) => {
    workspace.put('build/Demo.app/Info.plist');
    workspace.put('build/Demo.app/PlugIns/Watch.app/Info.plist');
    workspace.put('build/Demo.app/assets/more.zip');
    workspace.makeFolder('build/intermediates');
    const path = join(workspace.folder, 'build', 'Demo.app');
    expect(await appOf(given)).toEqual({ path, kind: 'folder', name: 'Demo.app' });
  });

  test.each([['Info.plist'], ['Contents/Info.plist']])(
    'what lies in a bundle (%s) is no app of its own',
    async (list) => {
      workspace.put(`Demo.app/${list}`);
      workspace.put('Demo.app/assets/inner.zip');
      expect(await faultOf('**/*.zip', { 'os-type': 'iOS' })).toContain('which matches nothing');
      const inner = join(workspace.folder, 'Demo.app', 'assets', 'inner.zip');
      expect(await appOf('Demo.app/**/*.zip', { 'os-type': 'iOS' })).toMatchObject({ path: inner });
    },
  );

  test('whatever the letter case of its extension', async () => {
    workspace.put('Demo.APP/Info.plist');
    expect(await appOf('*.APP')).toMatchObject({ kind: 'folder', name: 'Demo.APP' });
  });

  test('an Android module that is named like one is a folder like any other', async () => {
    const path = workspace.put('com.example.app/build/app.apk');
    expect(await appOf('**/*.apk')).toMatchObject({ path });
  });
});

describe('nothing there', () => {
  test('a folder that matches is not what lies in it', async () => {
    workspace.put('out/app.apk');
    expect(await faultOf('o*')).toContain('which matches nothing');
  });

  test('a glob in a folder that is not there yet', async () => {
    workspace.put('build/README.md');
    expect(await faultOf('build/outputs/*.apk')).toBe(
      `app-file is "build/outputs/*.apk", which matches nothing (looked in "${join(workspace.folder, 'build')}": ` +
        'no app is there), but must match exactly one app file, or one .app folder.',
    );
  });

  test('a path that was written on Windows', async () => {
    workspace.put('out/app.apk');
    const fault = await faultOf('out\\app.apk');
    expect(fault).toContain('there is "out/app.apk"');
    expect(fault.includes('folders are separated by / on this runner')).toBe(process.platform !== 'win32');
  });

  test('near misses: the same name elsewhere first, then the extension, five at most', async () => {
    for (const name of ['a.ipa', 'b.apk', 'c.apk', 'd.apk', 'e.apk', 'f.apk', 'deep/er/App.apk', 'no.txt']) {
      workspace.put(name);
    }
    workspace.put('Demo.app/inner.apk');
    workspace.put('node_modules/x/app.apk');
    const misses = [join('deep', 'er', 'App.apk'), 'b.apk', 'c.apk', 'd.apk', 'e.apk'];
    expect(await faultOf('out/app.apk')).toContain(`there is ${misses.map((miss) => `"${miss}"`).join(', ')})`);
  });

  test('a path written with backslashes finds its file as a near miss', async () => {
    workspace.put('out/app.apk');
    workspace.put('out/zebra.apk');
    expect(await faultOf('gone\\app.apk')).toContain(`there is "${join('out', 'app.apk')}"`);
  });

  test('outside of the workspace, near misses are whole paths', async () => {
    const elsewhere = makeWorkspace();
    const there = elsewhere.put('x.apk');
    expect(await faultOf(join(elsewhere.folder, 'gone', 'y.apk'))).toContain(`there is "${there}"`);
    elsewhere.remove();
  });
});

describe('not an app', () => {
  test('several', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) workspace.put(`${name}.apk`);
    expect(await faultOf('[ab].apk')).toContain('which matches several ("a.apk", "b.apk"), but must match exactly one');
    expect(await faultOf('[a-e].apk')).toContain('("a.apk", "b.apk", "c.apk", "d.apk", "e.apk")');
    expect(await faultOf('*.apk')).toContain('("a.apk", "b.apk", "c.apk", "d.apk", "e.apk" and more)');
  });

  test.each<[string, string]>([
    ['folder', 'a folder, but must be a file, or a folder whose name ends in .app'],
    ['empty.apk', 'an empty file, but must be an app'],
    ['lfs.apk', 'a pointer of Git LFS in place of the file, but must be the app itself'],
    [
      'page.ipa',
      'a web page or an error message in place of the app, but must be the app itself: see what the step before saved',
    ],
    ['old.zip', 'a web page or an error message in place of the app'],
    ['none.apk', 'a web page or an error message in place of the app'],
    ['Empty.app', 'an empty folder, but must be an app'],
    ['app.aab', 'bundletool build-apks --mode=universal --bundle=app.aab --output=app.apks'],
    ['*.aab', 'an Android App Bundle'],
    ['notes.txt', 'with the extension "txt", but must end in one of .apk, .xapk, .apks, .ipa, .app, .zip'],
    ['noext', 'without an extension'],
    ['app.apk\nnotes.txt', 'with line breaks or control characters in it'],
    ['*/../app.apk', 'which cannot be searched for: "Invalid pattern'],
    ['broken.apk', 'which cannot be read: "ENOENT'],
  ])('%j', async (given, sentence) => {
    workspace.put('folder/app.apk');
    workspace.put('empty.apk', '');
    workspace.put('lfs.apk', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n');
    workspace.put('page.ipa', '\ufeff\n<!DOCTYPE html>\n<title>Sign in</title>');
    workspace.put('none.apk', '{"message": "Not Found"}');
    workspace.put('old.zip', '<HTML><body>404</body></HTML>');
    workspace.makeFolder('Empty.app');
    workspace.put('app.aab');
    workspace.put('notes.txt');
    workspace.put('noext');
    symlinkSync(join(workspace.folder, 'gone'), join(workspace.folder, 'broken.apk'));
    expect(await faultOf(given)).toContain(sentence);
  });

  if (process.platform !== 'win32') {
    test('a socket', async () => {
      const server = createServer();
      const path = join(workspace.folder, 's.apk');
      await new Promise<void>((resolve) => server.listen(path, resolve));
      const fault = await faultOf('s.apk');
      await new Promise((resolve) => server.close(resolve));
      expect(fault).toContain('neither a file nor a folder');
    });

    test('what may not be read', async () => {
      const path = workspace.put('locked.apk');
      chmodSync(path, 0o000);
      workspace.put('locked/x.apk');
      chmodSync(join(workspace.folder, 'locked'), 0o000);
      chmodSync(workspace.folder, 0o755);
      const faults = await asOrdinaryUser(async () => [await faultOf('locked.apk'), await faultOf('locked/*.apk')]);
      chmodSync(join(workspace.folder, 'locked'), 0o755);
      expect(faults[0]).toContain('which cannot be read: "EACCES');
      expect(faults[1]).toContain('which cannot be searched for: "EACCES');
    });
  }
});

/** Nothing is closed to the superuser, so the work is done as somebody else. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  const user = process.geteuid?.();
  if (user !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(user);
  }
}

describe('os-type', () => {
  test.each<[string, string, string]>([
    ['a.apk', '', 'ANDROID'],
    ['a.XAPK', '', 'ANDROID'],
    ['a.apks', 'Android', 'ANDROID'],
    ['a.ipa', '', 'iOS'],
    ['a.app', 'IOS', 'iOS'],
    ['a.zip', 'android', 'ANDROID'],
    ['a.zip', 'iOS', 'iOS'],
  ])('%s with %j is for %s', async (name, given, osType) => {
    workspace.put(name);
    const { inputs } = await read(workspace, { ...ENOUGH, 'app-file': name, 'os-type': given });
    expect(inputs.target).toMatchObject({ osType });
  });

  test.each<[string, string, string]>([
    ['a.zip', '', 'os-type is empty, but must be ANDROID or iOS, because a zip'],
    ['a.ipa', 'ANDROID', 'os-type is ANDROID, but must be iOS or empty, because that is what "a.ipa" is made for'],
    ['a.apk', 'iphone', 'os-type is "iphone", but must be ANDROID or iOS.'],
  ])('%s with %j is a fault', async (name, given, sentence) => {
    workspace.put(name);
    expect(await faultOf(name, { 'os-type': given })).toContain(sentence);
  });
});
