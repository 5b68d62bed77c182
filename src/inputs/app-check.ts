import type { Stats } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename } from 'node:path';

import type { AppFacts } from '../model/app-facts.ts';
import { fileError } from '../model/errors.ts';
import type { AppFile } from '../model/inputs.ts';
import type { InputReader } from './input-reader.ts';
import { APP_EXTENSIONS, extensionOf } from './os-type.ts';
import { readFlag } from './values.ts';

/** How much of a file is read to see what it is, in bytes. */
const BEGINNING_BYTES = 512;
/** What a checkout contains in place of a large file that was not fetched. */
const LFS_POINTER = /^version https:\/\/git-lfs/;
/** What a download saves in place of the file if it was refused. */
const ERROR_TEXT = /^(?:\xef\xbb\xbf)?\s*(?:<!--|<!doctype html|<html|<\?xml|<head|\{\s*")/i;

/** Checks the one file or folder that `app-file` matches, and looks into it; `undefined` if it is not an app. */
export async function checkApp(reader: InputReader, path: string): Promise<AppFile | undefined> {
  const app = await checkFile(reader, path);
  return app && inspect(reader, app);
}

async function checkFile(reader: InputReader, path: string): Promise<AppFile | undefined> {
  try {
    const found = await stat(path);
    const why = reasonByKind(path, found) ?? (await reasonByContent(path, found));
    const name = basename(path);
    if (why === undefined)
      return found.isDirectory()
        ? { path, kind: 'folder', name }
        : { path, kind: 'file', name, checked: { bytes: found.size, changedMs: found.mtimeMs } };
    reader.error('app-file', `\`app-file\` is ${reader.quote(name)}, ${why}`);
  } catch (error) {
    reader.error(
      'app-file',
      `\`app-file\` is ${reader.quote(basename(path))}, which cannot be read: ${fileError(error)}.`,
    );
  }
  return undefined;
}

/** Completes the sentence "`app-file` is …,"; `undefined` if the name and kind are those of an app. */
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

/** The service would reject these files only after the whole upload. @throws the system's error if the content cannot be read */
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

/** Looks into an app, reports what is wrong with it, and returns it with its facts. */
async function inspect(reader: InputReader, app: AppFile): Promise<AppFile> {
  const isChecked = readFlag(reader, 'check-app', true);
  // Loads the readers of zips and property lists, which other modes do not need.
  const { inspectApp } = await import('../app/inspect/inspect-app.ts');
  const { facts, findings } = await inspectApp(app);
  // A message begins with the name, which needs no quotes there.
  const name = reader.quote(app.name).slice(1, -1);
  for (const { isError, message } of isChecked ? findings : []) {
    const sentence = `${name} ${message}`;
    if (isError) reader.error('app-file', sentence, 'To send the app unchecked, set `check-app: false`.');
    else reader.warn(sentence);
  }
  checkExpectation(reader, app, { input: 'expected-app-identifier', what: 'identifier', found: facts?.identifier });
  checkExpectation(reader, app, { input: 'expected-app-version', what: 'version', found: facts?.version });
  return facts ? { ...app, facts } : app;
}

interface Expectation {
  readonly input: 'expected-app-identifier' | 'expected-app-version';
  readonly what: string;
  readonly found: AppFacts['identifier'];
}

function checkExpectation(reader: InputReader, { name }: AppFile, { input, what, found }: Expectation): void {
  const expected = reader.text(input);
  if (expected === '' || expected === found) return;
  // Not cut here, so that a secret in it is found.
  const actual =
    found === undefined
      ? 'cannot be read from the file. Remove the input, or use an app of another format.'
      : `is "${found}". Check which file \`app-file\` matches, and that the app was built again.`;
  reader.error(input, `\`${input}\` is ${reader.quote(expected)}, but the ${what} of ${reader.quote(name)} ${actual}`);
}
