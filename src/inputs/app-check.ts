import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

import { reasonAgainst } from '../app/file-check.ts';
import { codeOf, fileError } from '../model/errors.ts';
import type { AppFile } from '../model/inputs.ts';
import type { InputReader } from './input-reader.ts';

/** Checks the one file or folder that `app-file` matches, and inspects it; `undefined` if it is not an app. */
export async function checkApp(reader: InputReader, path: string, isChecked: boolean): Promise<AppFile | undefined> {
  const app = await checkFile(reader, path);
  return app && inspect(reader, app, isChecked);
}

async function checkFile(reader: InputReader, path: string): Promise<AppFile | undefined> {
  const name = basename(path);
  const quoted = reader.quote(name);
  try {
    const found = await stat(path);
    const reason = await reasonAgainst(path, found);
    if (!reason) return describeFile(path, name, found);
    reader.error('app-file', `\`app-file\` ${reason.what}: ${quoted}. ${reason.advice}`);
  } catch (error) {
    // The path itself was found, so it is a link.
    const isBrokenLink = codeOf(error) === 'ENOENT';
    const message = isBrokenLink
      ? `is a link to a file that does not exist: ${quoted}. Check the step that made it.`
      : `cannot be read: ${quoted} (${fileError(error)}). Check its permissions.`;
    reader.error('app-file', `\`app-file\` ${message}`);
  }
  return undefined;
}

function describeFile(path: string, name: string, found: Stats): AppFile {
  if (found.isDirectory()) return { path, kind: 'folder', name };
  const checked = { bytes: found.size, changedMs: found.mtimeMs };
  return { path, kind: 'file', name, checked };
}

/** Inspects an app, reports what is wrong with it, and returns it with its facts; `undefined` if it is packed in the zip. */
async function inspect(reader: InputReader, app: AppFile, isChecked: boolean): Promise<AppFile | undefined> {
  // Loads the readers of zips and property lists, which other modes do not need: 11 to 20 ms.
  const { inspectApp } = await import('../app/inspect/inspect-app.ts');
  const { facts, findings } = await inspectApp(app);
  // A message begins with the name, which needs no quotes there.
  const name = reader.quote(app.name).slice(1, -1);
  for (const { kind, isError, message } of isChecked ? findings : []) {
    const sentence = `${name} ${message}`;
    if (kind === 'contains-app' && reader.text('os-type') === '') {
      // Returns no app, so that there is no second error: the extension of the packed app tells `os-type`.
      reader.error('app-file', sentence, 'To send the zip as it is, set `os-type`.');
      return undefined;
    }
    if (isError) reader.error('app-file', sentence, 'To send the app unchecked, set `check-app: false`.');
    else reader.warn(sentence);
  }
  return { ...app, facts };
}
