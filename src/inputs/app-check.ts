import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

import { reasonAgainst } from '../app/file-check.ts';
import type { AppFacts } from '../model/app-facts.ts';
import { fileError } from '../model/errors.ts';
import type { AppFile } from '../model/inputs.ts';
import type { InputReader } from './input-reader.ts';
import { readFlag } from './values.ts';

/** Checks the one file or folder that `app-file` matches, and looks into it; `undefined` if it is not an app. */
export async function checkApp(reader: InputReader, path: string): Promise<AppFile | undefined> {
  const app = await checkFile(reader, path);
  return app && inspect(reader, app);
}

async function checkFile(reader: InputReader, path: string): Promise<AppFile | undefined> {
  try {
    const found = await stat(path);
    const reason = await reasonAgainst(path, found);
    const name = basename(path);
    if (reason === undefined)
      return found.isDirectory()
        ? { path, kind: 'folder', name }
        : { path, kind: 'file', name, checked: { bytes: found.size, changedMs: found.mtimeMs } };
    reader.error('app-file', `\`app-file\` is ${reader.quote(name)}, ${reason}`);
  } catch (error) {
    reader.error(
      'app-file',
      `\`app-file\` is ${reader.quote(basename(path))}, which cannot be read: ${fileError(error)}.`,
    );
  }
  return undefined;
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
