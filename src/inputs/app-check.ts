import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

import { reasonAgainst } from '../app/file-check.ts';
import { inspectApp } from '../app/inspect-app.ts';
import { codeOf, fileError } from '../model/errors.ts';
import type { AppFile } from '../model/inputs.ts';
import type { InputContext, InputReader } from './input-reader.ts';

type Context = Pick<InputContext, 'now' | 'redact'>;

/** Checks the one file or folder that `app-file` matches, and inspects it; `undefined` if it is not an app. */
export async function checkApp(reader: InputReader, path: string, context: Context): Promise<AppFile | undefined> {
  const app = await checkFile(reader, path, context);
  return app && inspect(reader, app, context);
}

async function checkFile(reader: InputReader, path: string, { now }: Context): Promise<AppFile | undefined> {
  const name = basename(path);
  const quoted = reader.quote(name);
  try {
    const found = await stat(path);
    const reason = await reasonAgainst(path, found);
    if (!reason) return describeFile(path, name, found, now);
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

const DAY_MS = 24 * 60 * 60_000;

function describeFile(path: string, name: string, found: Stats, now: Date): AppFile {
  const ageDays = Math.max(0, Math.floor((now.getTime() - found.mtimeMs) / DAY_MS));
  if (found.isDirectory()) return { path, kind: 'folder', name, ageDays };
  const checked = { bytes: found.size, changedMs: found.mtimeMs };
  return { path, kind: 'file', name, ageDays, checked };
}

/** Inspects an app, reports what is wrong with it, and returns it with its system. */
async function inspect(reader: InputReader, app: AppFile, context: Context): Promise<AppFile> {
  const { osType, findings } = await inspectApp(app, context);
  // A message begins with the name, which needs no quotes there.
  const name = reader.quote(app.name).slice(1, -1);
  for (const { isError, message } of findings) {
    const sentence = `${name} ${message}`;
    if (isError) reader.error('app-file', sentence);
    else reader.warn(sentence);
  }
  return { ...app, osType };
}
