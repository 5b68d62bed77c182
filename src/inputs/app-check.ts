import type { Stats } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename } from 'node:path';

import type { AppFile } from '../model/inputs.ts';
import { APP_EXTENSIONS, extensionOf } from './os-type.ts';
import type { InputReader } from './input-reader.ts';
import { quote } from './input-reader.ts';

const BUNDLETOOL =
  'be an apk, which bundletool makes of it: bundletool build-apks --mode=universal --bundle=app.aab --output=app.apks, ' +
  'then unzip -p app.apks universal.apk > app.apk';

/** So much of a file is read to see what it is, in bytes. */
const BEGINNING = 512;
/** What stands in a checkout for a large file that was not fetched begins so. */
const LFS_POINTER = /^version https:\/\/git-lfs/;
/** What a download saves in place of the file when it was refused. */
const ERROR_TEXT = /^(?:\xef\xbb\xbf)?\s*(?:<!--|<!doctype html|<html|<\?xml|<head|\{\s*")/i;

/** What an app is and is not: the one after "is", the other after "must". */
type Trouble = [what: string, allowed: string];

/** Checks the one file or folder that app-file means; undefined after a fault. */
export async function checkApp(reader: InputReader, path: string): Promise<AppFile | undefined> {
  try {
    const found = await stat(path);
    const trouble = troubleWithKind(path, found) ?? (await troubleWithContent(path, found));
    if (trouble === undefined) return { path, kind: found.isDirectory() ? 'folder' : 'file', name: basename(path) };
    reader.error('app-file', `${quote(path)}, ${trouble[0]}`, trouble[1]);
  } catch (cause) {
    const what = `${quote(path)}, which cannot be read: ${reasonOf(cause)}`;
    reader.error('app-file', what, 'be readable for the user that the runner works as');
  }
  return undefined;
}

function troubleWithKind(path: string, found: Stats): Trouble | undefined {
  const extension = extensionOf(path);
  if (found.isDirectory()) {
    return extension === 'app' ? undefined : ['a folder', 'be a file, or a folder whose name ends in .app'];
  }
  if (!found.isFile()) return ['neither a file nor a folder', 'be an app'];
  if (extension === 'aab') return ['an Android App Bundle, which no device can install', BUNDLETOOL];
  if (APP_EXTENSIONS.includes(extension)) return undefined;
  const what = extension === '' ? 'without an extension' : `with the extension ${quote(extension)}`;
  return [what, `end in one of ${APP_EXTENSIONS.map((known) => `.${known}`).join(', ')}`];
}

/** Throws what the system says when the content may not be read. */
async function troubleWithContent(path: string, found: Stats): Promise<Trouble | undefined> {
  if (found.isDirectory()) return (await readdir(path)).length === 0 ? ['an empty folder', 'be an app'] : undefined;
  const file = await open(path);
  try {
    if (found.size === 0) return ['an empty file', 'be an app'];
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(BEGINNING) });
    return troubleWithBeginning(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await file.close();
  }
}

/** What stands in an app's place would be uploaded in full, only to be refused. */
function troubleWithBeginning(beginning: string): Trouble | undefined {
  if (LFS_POINTER.test(beginning)) {
    const allowed = 'be the app itself: let actions/checkout fetch it with lfs: true';
    return ['a pointer of Git LFS in place of the file', allowed];
  }
  if (ERROR_TEXT.test(beginning)) {
    const allowed =
      'be the app itself: see what the step before saved under this name, such as an error or a login page';
    return ['a web page or an error message in place of the app', allowed];
  }
  return undefined;
}

/** What the system says of a failed file operation, fit for a message. */
export function reasonOf(cause: unknown): string {
  return quote(String(cause).replace(/^\w*Error\b[^:]*: /, ''));
}
