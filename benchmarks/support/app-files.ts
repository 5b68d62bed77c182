import { randomFillSync } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { endOfApk, writeApk } from '../../__tests__/app/support/make-apk.ts';

/** A file for the action to send. */
export interface AppFile {
  readonly path: string;
  readonly bytes: number;
}

const MIB = 1024 * 1024;

/** Runs `use` with a new folder for app files, and removes it afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'benchmark-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes an APK that repeats one MiB of random bytes. */
export async function writeAppFile(folder: string, mebibytes: number): Promise<AppFile> {
  const path = join(folder, `random-${mebibytes}.apk`);
  const block = randomFillSync(Buffer.alloc(MIB));
  const file = await open(path, 'wx');
  for (let written = 0; written < mebibytes; written += 1) await file.write(block);
  const end = await endOfApk(mebibytes * MIB);
  await file.write(end, 0, end.length, mebibytes * MIB - end.length);
  await file.close();
  return { path, bytes: mebibytes * MIB };
}

/** Makes a sparse APK: zeros, with the position written every 100 MiB. */
export async function makeSparseFile(folder: string, bytes: number): Promise<AppFile> {
  const path = join(folder, `sparse-${bytes}.apk`);
  await writeApk(path, bytes);
  const file = await open(path, 'r+');
  for (let at = 0; at < bytes; at += 100 * MIB) await file.write(`${at}`, at);
  await file.close();
  return { path, bytes };
}
