import { chmodSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { ENOUGH, errorsOf, makeWorkspace, read, type Values, type Workspace } from './support.ts';

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

async function errorOf(given: string, values: Values = {}): Promise<string> {
  const [error = '', ...others] = await errorsOf(workspace, { ...ENOUGH, 'app-file': given, ...values });
  expect(others).toEqual([]);
  return error;
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
    expect(await appOf(given)).toMatchObject({ path: absolute, kind: 'file', name: path.split('/').at(-1) });
    expect(await appOf(join(workspace.folder, given))).toMatchObject({ path: absolute });
  });

  test('outside of the workspace', async () => {
    const elsewhere = makeWorkspace();
    const path = elsewhere.put('out/app.ipa');
    expect(await appOf(path)).toMatchObject({ path });
    expect(await appOf(join(elsewhere.folder, '**', '*.ipa'))).toMatchObject({ path });
    elsewhere.remove();
  });

  test('with brackets in its name is taken literally', async () => {
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

  test('reached through links, also in a loop', async () => {
    workspace.put('real/out/app.apk');
    symlinkSync(join(workspace.folder, 'real'), join(workspace.folder, 'linked'));
    symlinkSync(workspace.folder, join(workspace.folder, 'real', 'loop'));
    symlinkSync(join(workspace.folder, 'real', 'out'), join(workspace.folder, 'real', 'again'));
    symlinkSync(join(workspace.folder, 'gone'), join(workspace.folder, 'real', 'broken.apk'));
    expect(await appOf('linked/**/*.apk')).toMatchObject({ path: join(workspace.folder, 'linked', 'out', 'app.apk') });
  });
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

  test('with files in it that are not apps of their own', async () => {
    workspace.put('Demo.app/Info.plist');
    workspace.put('Demo.app/assets/inner.zip');
    expect(await errorOf('**/*.zip', { 'os-type': 'iOS' })).toContain('which matches no file');
    const inner = join(workspace.folder, 'Demo.app', 'assets', 'inner.zip');
    expect(await appOf('Demo.app/**/*.zip', { 'os-type': 'iOS' })).toMatchObject({ path: inner });
  });

  test('in any letter case of its extension', async () => {
    workspace.put('Demo.APP/Info.plist');
    expect(await appOf('*.APP')).toMatchObject({ kind: 'folder', name: 'Demo.APP' });
  });

  test('is not a module of Android with a similar name', async () => {
    const path = workspace.put('com.example.app/build/app.apk');
    expect(await appOf('**/*.apk')).toMatchObject({ path });
  });
});

describe('no match', () => {
  test('of a folder, even with an app in it', async () => {
    workspace.put('out/app.apk');
    expect(await errorOf('o*')).toContain('`app-file` is "o*", which matches no file. Found: out/app.apk.');
  });

  test('in a folder that does not exist yet', async () => {
    workspace.put('build/README.md');
    const folder = join(workspace.folder, 'build');
    expect(await errorOf('build/outputs/*.apk')).toContain(`There is no app in ${folder}: check that an earlier step`);
  });

  test('of a path with backslashes', async () => {
    workspace.put('out/app.apk');
    workspace.put('out/zebra.apk');
    const error = await errorOf('gone\\app.apk');
    expect(error).toContain(`Found: ${join('out', 'app.apk')}, `);
    expect(error.includes('folders are separated by /')).toBe(process.platform !== 'win32');
  });

  test('lists near misses: the same name elsewhere first, then the extension, five by name', async () => {
    for (const name of ['a.ipa', 'b.apk', 'c.apk', 'd.apk', 'e.apk', 'f.apk', 'deep/er/App.apk', 'no.txt']) {
      workspace.put(name);
    }
    workspace.put('Demo.app/inner.apk');
    workspace.put('node_modules/x/app.apk');
    const misses = [join('deep', 'er', 'App.apk'), 'b.apk', 'c.apk', 'd.apk', 'e.apk'];
    expect(await errorOf('out/app.apk')).toContain(`Found: ${misses.join(', ')} and 3 more.`);
  });

  test('outside of the workspace lists only files of the folder that was named', async () => {
    const elsewhere = makeWorkspace();
    const path = elsewhere.put('x.apk');
    expect(await errorOf(join(elsewhere.folder, 'y.apk'))).toContain(`Found: ${path}.`);
    const gone = await errorOf(join(elsewhere.folder, 'gone', 'y.apk'));
    expect(gone).toContain('its folder does not exist');
    expect(gone).not.toContain('x.apk');
    elsewhere.remove();
  });
});

describe('not one app', () => {
  test('but several', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) workspace.put(`${name}.apk`);
    expect(await errorOf('[ab].apk')).toBe(
      'app-file: `app-file` matches 2 files (a.apk, b.apk). Use a pattern that matches one.',
    );
    expect(await errorOf('[a-e].apk')).toContain('5 files (a.apk, b.apk, c.apk, d.apk, e.apk)');
    expect(await errorOf('*.apk')).toContain('more than 5 files (a.apk, b.apk, c.apk, d.apk, e.apk, …)');
  });

  test.each<[string, string]>([
    ['folder', '"folder", a folder. Use a file, or a folder with a name that ends in .app.'],
    ['empty.apk', 'an empty file'],
    ['lfs.apk', 'a pointer of Git LFS. Let actions/checkout fetch the file with lfs: true.'],
    ['page.ipa', 'a web page or an error message. Check the step that saved this file.'],
    ['old.zip', 'a web page or an error message'],
    ['none.apk', 'a web page or an error message'],
    ['Empty.app', 'an empty folder'],
    ['app.aab', 'bundletool build-apks --mode=universal --bundle=app.aab --output=app.apks'],
    ['*.aab', 'an Android App Bundle'],
    [
      'notes.txt',
      'another extension, so the service would reject it (4050). Use an app that ends in one of .apk, .xapk, .apks, .ipa, .app, .zip',
    ],
    ['noext', 'no extension'],
    ['app.apk\nnotes.txt', 'has line breaks or control characters in it'],
    ['*/../app.apk', 'cannot be searched for: Invalid pattern'],
    ['broken.apk', 'cannot be read: ENOENT'],
  ])('%j', async (given, message) => {
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
    expect(await errorOf(given)).toContain(message);
  });

  if (process.platform !== 'win32') {
    test('a socket', async () => {
      const server = createServer();
      const path = join(workspace.folder, 's.apk');
      await new Promise<void>((resolve) => server.listen(path, resolve));
      const error = await errorOf('s.apk');
      await new Promise((resolve) => server.close(resolve));
      expect(error).toContain('not a file');
    });

    test('without permission to read it', async () => {
      const path = workspace.put('locked.apk');
      chmodSync(path, 0o000);
      workspace.put('locked/x.apk');
      chmodSync(join(workspace.folder, 'locked'), 0o000);
      chmodSync(workspace.folder, 0o755);
      const errors = await asOrdinaryUser(async () => [await errorOf('locked.apk'), await errorOf('locked/*.apk')]);
      chmodSync(join(workspace.folder, 'locked'), 0o755);
      expect(errors[0]).toContain('which cannot be read: EACCES');
      expect(errors[1]).toContain('which cannot be searched for: EACCES');
    });
  }
});

/** The superuser may read everything, so the work is done as another user. */
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
    ['a.zip', '', '`os-type` is empty. Set it to ANDROID or iOS: a zip can be for either.'],
    [
      'a.ipa',
      'ANDROID',
      '`os-type` is ANDROID, but "a.ipa" is made for iOS, so the service would reject it (4055). Leave',
    ],
    ['a.apk', 'iphone', '`os-type` is "iphone". Use ANDROID or iOS.'],
  ])('%s with %j is an error', async (name, given, message) => {
    workspace.put(name);
    expect(await errorOf(name, { 'os-type': given })).toContain(message);
  });
});
