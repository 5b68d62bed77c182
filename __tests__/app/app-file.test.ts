import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { openApp, type OpenApp } from '../../src/app/app-file.ts';
import { TestsetError } from '../../src/model/errors.ts';
import { unzip } from '../support/unzip.ts';

const NOT_ABORTED = new AbortController().signal;

let folder: string;
const opened: OpenApp[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
  await rm(folder, { recursive: true, force: true });
});

async function openBytes(bytes: Buffer): Promise<{ app: OpenApp; path: string }> {
  const path = join(folder, 'app.apk');
  await writeFile(path, bytes);
  const app = await openApp({ path, name: 'app.apk', kind: 'file' }, folder, NOT_ABORTED);
  opened.push(app);
  return { app, path };
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
      const { app } = await openBytes(content);
      expect((await read(app)).equals(content)).toBe(true);
      expect(app.bytes).toBe(bytes);
      expect(await app.digest()).toBe(createHash('sha256').update(content).digest('hex'));
      expect(await app.change()).toBeUndefined();
    },
  );

  test('that was changed after it was checked is not opened', async () => {
    const path = join(folder, 'app.apk');
    await writeFile(path, 'checked');
    const { size: bytes, mtimeMs: changedMs } = await stat(path);
    const app = { path, name: 'app.apk', kind: 'file', checked: { bytes, changedMs } } as const;
    opened.push(await openApp(app, folder, NOT_ABORTED));
    await utimes(path, 1, 1);
    await expect(openApp(app, folder, NOT_ABORTED)).rejects.toThrow('was changed after it was checked');
    await writeFile(path, 'longer than it was');
    await expect(openApp(app, folder, NOT_ABORTED)).rejects.toThrow(TestsetError);
  });

  test.each<[string, (path: string) => Promise<unknown>, RegExp]>([
    ['shrank', (path) => truncate(path, 5), /changed its size from 100 to 5 bytes/],
    ['grew', (path) => writeFile(path, 'more', { flag: 'a' }), /changed its size from 100 to 104 bytes/],
    [
      'was replaced',
      (path) => writeFile(`${path}.new`, Buffer.alloc(100)).then(() => rename(`${path}.new`, path)),
      /was replaced by another file/,
    ],
    ['was written to', (path) => writeFile(path, 'x', { flag: 'r+' }).then(() => utimes(path, 1, 1)), /was written to/],
    ['is gone', (path) => rm(path), /is gone/],
  ])('that %s is detected', async (_what, change, words) => {
    const { app, path } = await openBytes(Buffer.alloc(100));
    await change(path);
    expect(await app.change()).toMatch(words);
    expect(await app.digest()).toBeUndefined();
  });

  test('that got shorter fails while it is read', async () => {
    const { app, path } = await openBytes(Buffer.alloc(3_000_000));
    await truncate(path, 10);
    await expect(read(app)).rejects.toThrow('app.apk ended after 10 of 3000000 bytes');
  });

  test('that is empty is not opened', async () => {
    const path = join(folder, 'app.apk');
    await writeFile(path, '');
    const opening = openApp({ path, name: 'app.apk', kind: 'file' }, folder, NOT_ABORTED);
    await expect(opening).rejects.toThrow('is empty');
  });

  // Windows has no named pipes among its files.
  if (process.platform !== 'win32') {
    test('that is a named pipe is not waited for', async () => {
      const path = join(folder, 'app.apk');
      execFileSync('mkfifo', [path]);
      const opening = openApp({ path, name: 'app.apk', kind: 'file' }, folder, NOT_ABORTED);
      await expect(opening).rejects.toThrow('not a regular file');
    });
  }

  test('that cannot be opened is one clear error', async () => {
    const path = join(folder, 'missing.apk');
    const error = await openApp({ path, name: 'missing.apk', kind: 'file' }, folder, NOT_ABORTED).catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(TestsetError);
    expect(error).toMatchObject({ code: 'app-file', message: expect.stringContaining(path) });
  });
});

describe('an .app folder', () => {
  async function makeBundle(name: string): Promise<string> {
    const path = join(folder, name, 'Demo.app');
    await mkdir(join(path, 'Frameworks', 'Empty'), { recursive: true });
    await writeFile(join(path, 'Info.plist'), '<plist/>');
    await writeFile(join(path, 'Demo'), 'binary');
    await chmod(join(path, 'Demo'), 0o755);
    await writeFile(join(path, '한국어.txt'), 'text');
    await symlink('../Demo', join(path, 'Frameworks', 'Link'));
    return path;
  }

  async function zipped(name: string): Promise<Buffer> {
    const app = await openApp({ path: await makeBundle(name), name: 'Demo.app', kind: 'folder' }, folder, NOT_ABORTED);
    opened.push(app);
    expect(app.name).toBe('Demo.app.zip');
    return read(app);
  }

  test('is sent as a zip of itself: links as links, nothing is left out', async () => {
    const entries = await unzip(await zipped('one'));
    expect(Object.fromEntries([...entries].map(([name, bytes]) => [name, bytes.toString()]))).toEqual({
      'Demo.app/': '',
      'Demo.app/Demo': 'binary',
      'Demo.app/Frameworks/': '',
      'Demo.app/Frameworks/Empty/': '',
      'Demo.app/Frameworks/Link': '../Demo',
      'Demo.app/Info.plist': '<plist/>',
      'Demo.app/한국어.txt': 'text',
    });
  });

  test('gives the same bytes each time, and leaves no zip behind', async () => {
    const first = await zipped('one');
    const second = await zipped('two');
    expect(first.equals(second)).toBe(true);
    await Promise.all(opened.splice(0).map((app) => app.close()));
    expect((await readdir(folder)).filter((name) => name.endsWith('.zip'))).toEqual([]);
  });

  test('whose packing fails is one clear error, and leaves no zip', async () => {
    const path = await makeBundle('one');
    const opening = openApp({ path, name: 'Demo.app', kind: 'folder' }, folder, AbortSignal.abort());
    await expect(opening).rejects.toThrow(TestsetError);
    expect((await readdir(folder)).filter((name) => name.endsWith('.zip'))).toEqual([]);
  });

  test('that does not exist is one clear error', async () => {
    const missing = openApp({ path: join(folder, 'No.app'), name: 'No.app', kind: 'folder' }, folder, NOT_ABORTED);
    await expect(missing).rejects.toThrow(TestsetError);
  });
});
