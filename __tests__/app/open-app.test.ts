import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { afterEach, describe, expect, test } from '@jest/globals';
import { fromBufferPromise } from 'yauzl';

import { openApp, type OpenApp } from '../../src/app/open-app.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { AppFile } from '../../src/model/inputs.ts';
import { useWorkspace } from '../inputs/support.ts';
import { unzip } from '../support/zip.ts';

const NOT_ABORTED = new AbortController().signal;

const opened: OpenApp[] = [];
afterEach(closeAll);
const workspace = useWorkspace();
const pathOf = (...names: readonly string[]): string => join(workspace.folder, ...names);

async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((app) => app.close()));
}

async function open(name: string, more: Partial<AppFile> = {}, signal = NOT_ABORTED): Promise<OpenApp> {
  const kind = name.endsWith('.app') ? 'folder' : 'file';
  const app = await openApp({ path: pathOf(name), name: basename(name), kind, ...more }, workspace.folder, signal);
  opened.push(app);
  return app;
}

function openBytes(bytes: Buffer): Promise<OpenApp> {
  workspace.put('app.apk', bytes);
  return open('app.apk');
}

async function read(app: OpenApp): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const chunk of app.chunks()) copies.push(Buffer.from(chunk));
  return Buffer.concat(copies);
}

describe('an app file', () => {
  test.each([1, 1024 * 1024 - 1, 1024 * 1024, 1024 * 1024 + 1, 5_000_000])(
    'of %i bytes is read whole',
    async (bytes) => {
      const content = Buffer.alloc(bytes, 'some bytes that do not repeat evenly');
      const app = await openBytes(content);
      expect((await read(app)).equals(content)).toBe(true);
      expect(app.bytes).toBe(bytes);
      expect(await app.digest()).toBe(createHash('sha256').update(content).digest('hex'));
      expect(await app.change()).toBeUndefined();
    },
  );

  test('that was changed after it was checked is not opened', async () => {
    const path = workspace.put('app.apk', 'checked');
    const { size: bytes, mtimeMs: changedMs } = await stat(path);
    const checked = { bytes, changedMs };
    await open('app.apk', { checked });
    await utimes(path, 1, 1);
    await expect(open('app.apk', { checked })).rejects.toThrow('was changed after it was checked');
    workspace.put('app.apk', 'longer than it was');
    await expect(open('app.apk', { checked })).rejects.toThrow(TestsetError);
  });

  const replace = async (path: string): Promise<void> => rename(workspace.put('new.apk', Buffer.alloc(100)), path);
  const overwrite = async (path: string): Promise<void> => {
    await writeFile(path, 'x', { flag: 'r+' });
    await utimes(path, 1, 1);
  };

  test.each<[string, (path: string) => Promise<unknown>, string]>([
    ['shrank', (path) => truncate(path, 5), 'changed its size from 100 to 5 bytes'],
    ['grew', (path) => writeFile(path, 'more', { flag: 'a' }), 'changed its size from 100 to 104 bytes'],
    ['was replaced', replace, 'was replaced by another file'],
    ['was written to', overwrite, 'was written to'],
    ['is gone', (path) => rm(path), 'is gone'],
  ])('that %s is detected', async (_what, change, words) => {
    const app = await openBytes(Buffer.alloc(100));
    await change(pathOf('app.apk'));
    expect(await app.change()).toContain(words);
    expect(await app.digest()).toBeUndefined();
  });

  test('that got shorter fails while it is read', async () => {
    const app = await openBytes(Buffer.alloc(3_000_000));
    await truncate(pathOf('app.apk'), 10);
    await expect(read(app)).rejects.toThrow('app.apk ended after 10 of 3000000 bytes');
  });

  // A named pipe is not waited for. Windows has none among its files.
  const PIPE = process.platform === 'win32' ? [] : [['pipe.apk', 'is not a regular file'] as const];

  test.each([['empty.apk', 'is empty'], ['missing.apk', ''], ['Missing.app', ''], ...PIPE])(
    'that cannot be opened is one clear error: %s',
    async (name, words) => {
      workspace.put('empty.apk', '');
      if (PIPE.length > 0) execFileSync('mkfifo', [pathOf('pipe.apk')]);
      const error: unknown = await open(name).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TestsetError);
      expect(error).toMatchObject({ code: 'app-file', message: expect.stringContaining(words || pathOf(name)) });
    },
  );
});

describe('an .app folder', () => {
  async function makeBundle(parent: string): Promise<string> {
    const name = join(parent, 'Demo.app');
    await mkdir(pathOf(name, 'Frameworks', 'Empty'), { recursive: true });
    workspace.put(join(name, 'Info.plist'), '<plist/>');
    await chmod(workspace.put(join(name, 'Demo'), 'binary'), 0o755);
    workspace.put(join(name, '한국어.txt'), 'text');
    await symlink('../Demo', pathOf(name, 'Frameworks', 'Link'));
    return name;
  }

  async function expectNoZip(): Promise<void> {
    expect((await readdir(workspace.folder)).filter((name) => name.endsWith('.zip'))).toEqual([]);
  }

  test('is sent as a zip of itself: links as links, nothing is left out, and the same bytes each time', async () => {
    const app = await open(await makeBundle('one'));
    expect(app.name).toBe('Demo.app.zip');
    const bytes = await read(app);
    const again = await read(await open(await makeBundle('two')));
    expect(again.equals(bytes)).toBe(true);
    await closeAll();
    await expectNoZip();
    const entries = await unzip(bytes);
    expect(Object.fromEntries([...entries].map(([name, content]) => [name, content.toString()]))).toEqual({
      'Demo.app/': '',
      'Demo.app/Demo': 'binary',
      'Demo.app/Frameworks/': '',
      'Demo.app/Frameworks/Empty/': '',
      'Demo.app/Frameworks/Link': '../Demo',
      'Demo.app/Info.plist': '<plist/>',
      'Demo.app/한국어.txt': 'text',
    });
  });

  test.each([
    ['an executable that lost its mode', Buffer.from('cffaedfe0c000001', 'hex'), 0o755],
    ['an executable of two architectures', Buffer.from('cafebabe00000002', 'hex'), 0o755],
    ['another file', Buffer.from('feedface', 'hex'), 0o644],
    ['an empty file', '', 0o644],
  ])('that an artifact contained: %s', async (_, content, mode) => {
    await chmod(workspace.put('Demo.app/Demo', content), 0o644);
    const zip = await fromBufferPromise(await read(await open('Demo.app')));
    const modes = new Map<string, number>();
    for await (const entry of zip.eachEntry()) modes.set(entry.fileName, (entry.externalFileAttributes >>> 16) & 0o777);
    expect(modes.get('Demo.app/Demo')).toBe(mode);
  });

  // On Linux a device that is always full. Its name is that of the zip.
  const FULL = process.platform === 'linux' ? [['is full', '/dev/full'] as const] : [];
  test.each([['has no such folder', '/dev/null/no'] as const, ...FULL])(
    'is not to blame when the temporary folder %s',
    async (_, zip) => {
      const bundle = await makeBundle('one');
      await symlink(zip, pathOf(`Demo.app-${process.pid}.zip`));
      const error: unknown = await open(bundle).catch((thrown: unknown) => thrown);
      const message = expect.stringMatching(/Demo\.app cannot be packed in the temporary folder .*E[A-Z]+/);
      expect(error).toMatchObject({ code: 'app-file', message, hint: expect.stringContaining('free space') });
      await expectNoZip();
    },
  );

  test('whose packing fails is one clear error, and leaves no zip', async () => {
    const bundle = await makeBundle('one');
    await expect(open(bundle, {}, AbortSignal.abort())).rejects.toThrow(TestsetError);
    await expectNoZip();
  });
});
