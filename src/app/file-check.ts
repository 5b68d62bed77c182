import type { Stats } from 'node:fs';
import { open, readdir } from 'node:fs/promises';

import { APP_EXTENSIONS, extensionOf } from './app-extensions.ts';

/** How much of a file is read to see what it is, in bytes. */
const BEGINNING_BYTES = 512;
/** What a checkout contains in place of a large file that was not fetched. */
const LFS_POINTER = /^version https:\/\/git-lfs/;
/** What a download saves in place of the file if it was refused. */
const ERROR_TEXT = /^(?:\xef\xbb\xbf)?\s*(?:<!--|<!doctype html|<html|<\?xml|<head|\{\s*")/i;

/**
 * Why a file or folder cannot be an app, as far as its name and its first bytes show it; completes the sentence "`app-file` is …,".
 * `undefined` if nothing speaks against it. Throws the system's error if it cannot be read.
 */
export async function reasonAgainst(path: string, found: Stats): Promise<string | undefined> {
  return reasonByKind(path, found) ?? (await reasonByContent(path, found));
}

function reasonByKind(path: string, found: Stats): string | undefined {
  const extension = extensionOf(path);
  if (found.isDirectory()) {
    return extension === 'app' ? undefined : 'a folder. Use a file, or a folder with a name that ends in .app.';
  }
  if (!found.isFile()) return 'which is not a file. Use an app.';
  if (extension === 'aab') {
    return (
      'an Android App Bundle, which no device can install. Make an APK of it: ' +
      '`bundletool build-apks --mode=universal --bundle=app.aab --output=app.apks`, then `unzip -p app.apks universal.apk > app.apk`.'
    );
  }
  if (APP_EXTENSIONS.includes(extension)) return undefined;
  const known = APP_EXTENSIONS.map((each) => `.${each}`).join(', ');
  const what = extension === '' ? 'no extension' : 'another extension';
  return `which has ${what}, so the service would reject it (4050). Use an app that ends in one of ${known}.`;
}

/** The service would reject these files only after the whole upload. */
async function reasonByContent(path: string, found: Stats): Promise<string | undefined> {
  if (found.isDirectory()) {
    return (await readdir(path)).length === 0 ? 'an empty folder. Check the step that made it.' : undefined;
  }
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(BEGINNING_BYTES) });
    const beginning = buffer.toString('latin1', 0, bytesRead);
    if (bytesRead === 0) return 'an empty file. Check the step that made it.';
    if (LFS_POINTER.test(beginning)) return 'a pointer of Git LFS. Let actions/checkout fetch the file with lfs: true.';
    if (ERROR_TEXT.test(beginning)) return 'a web page or an error message. Check the step that saved this file.';
    return undefined;
  } finally {
    await file.close();
  }
}
