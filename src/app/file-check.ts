import type { Stats } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { extname } from 'node:path';

import { APP_TYPES, type AppType } from '../model/inputs.ts';
import type { OsType } from '../model/report.ts';
import { keysOf } from '../model/words.ts';

/** The type of an app by its name or path; `undefined` for another extension. */
export function appTypeOf(name: string): AppType | undefined {
  return keysOf(APP_TYPES).find((type) => type === extensionOf(name));
}

/** The extension of a name or path, in lower case, without the dot; '' if it has none. */
export function extensionOf(name: string): string {
  return extname(name).slice(1).toLowerCase();
}

/** Whether a folder with this name or path is an app: `Demo.app`. */
export function isBundleName(path: string): boolean {
  return extensionOf(path) === 'app';
}

/** The operating system that the extension of an app's name tells; `undefined` if it tells none. */
export function osTypeOf(name: string): OsType | undefined {
  const type = appTypeOf(name);
  return type && APP_TYPES[type];
}

/** How much of a file is read to see what it is, in bytes. */
const BEGINNING_BYTES = 512;
/** What a checkout contains in place of a large file that was not fetched. */
const LFS_POINTER = /^version https:\/\/git-lfs/;
/** What a download saves in place of the file if it was rejected. */
const ERROR_TEXT = /^(?:\xef\xbb\xbf)?\s*(?:<!--|<!doctype html|<html|<\?xml|<head|\{\s*")/i;

/** Why a file or folder cannot be an app: `what` completes the sentence "`app-file` …: its name."; the advice is whole sentences. */
type Objection = Readonly<Record<'what' | 'advice', string>>;

const CHECK_MAKER = 'Check the step that made it.';

/** What to do with an Android App Bundle. */
export const MAKE_APK =
  'Make an APK of it: `./gradlew packageReleaseUniversalApk`, or bundletool as in docs/recipes.md, "An APK of an App Bundle".';

/** Checks a file or folder by its name and its first bytes; `undefined` if nothing is wrong. @throws the system's error if it cannot be read */
export async function reasonAgainst(path: string, found: Stats): Promise<Objection | undefined> {
  if (found.isDirectory()) {
    return (await readdir(path)).length > 0 ? undefined : { what: 'is an empty folder', advice: CHECK_MAKER };
  }
  if (!found.isFile()) return { what: 'is not a file', advice: 'Use an app.' };
  return reasonByName(path) ?? (await reasonByContent(path));
}

function reasonByName(path: string): Objection | undefined {
  if (/-androidTest\.apk$/.test(path))
    return { what: 'is the APK of instrumentation tests', advice: 'Use the APK of the app, such as app-debug.apk.' };
  const extension = extensionOf(path);
  if (appTypeOf(path)) return undefined;
  if (extension === 'aab') return { what: 'is an Android App Bundle', advice: `No device can install it. ${MAKE_APK}` };
  const known = keysOf(APP_TYPES).join(', .');
  const advice = `The service would reject it (4050). Use an app that ends in one of .${known}.`;
  return { what: extension === '' ? 'has no extension' : 'has an unknown extension', advice };
}

async function reasonByContent(path: string): Promise<Objection | undefined> {
  const beginning = await readBeginning(path);
  if (beginning === '') return { what: 'is an empty file', advice: CHECK_MAKER };
  if (LFS_POINTER.test(beginning))
    return { what: 'is a Git LFS pointer', advice: 'Set `lfs: true` in the step that uses actions/checkout.' };
  if (beginning.startsWith('/annex/objects/'))
    return { what: 'is a git-annex pointer', advice: 'Run `git annex get` in a step before this one.' };
  if (!ERROR_TEXT.test(beginning)) return undefined;
  return { what: 'is a web page or an error message', advice: 'Check the step that saved it.' };
}

/** The first 512 bytes of a file as Latin-1. @throws the system's error */
export async function readBeginning(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(BEGINNING_BYTES) });
  return buffer.toString('latin1', 0, bytesRead);
}
