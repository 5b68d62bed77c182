import { createHash } from 'node:crypto';
import { constants, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import { messageOf, TestsetError } from '../model/errors.ts';
import { textIn } from '../model/fields.ts';
import type { AppFile } from '../model/inputs.ts';
import { zipFolder } from './app-folder.ts';

/** Size of one read: large enough that a fast network does not wait for the disk (docs/design.md §2). */
const CHUNK_BYTES = 1024 * 1024;

/** An open app file: the same file is read even if its path is replaced. */
export interface OpenApp {
  /** The file name that the service gets. */
  readonly name: string;
  readonly bytes: number;
  /** Exactly `bytes` bytes. A chunk is valid until the next one is requested. Throws if the file became shorter. */
  chunks(): AsyncIterable<Uint8Array>;
  /** How the file differs from the one that was opened; `undefined` if it does not. */
  change(): Promise<string | undefined>;
  /** SHA-256 in lower-case hex, computed once; `undefined` if the file has changed. */
  readonly digest: () => Promise<string | undefined>;
  close(): Promise<void>;
}

/** Opens an app for the upload; of a folder, a zip in `tempDir` that `close` removes. @throws TestsetError if it cannot be read or packed */
export async function openApp(app: AppFile, tempDir: string, signal: AbortSignal): Promise<OpenApp> {
  try {
    if (app.kind === 'file') {
      await checkUnchanged(app);
      return await openFile(app.path, app.name);
    }
    const zip = join(tempDir, `${app.name}-${process.pid}.zip`);
    const removeZip = (): Promise<void> => rm(zip, { force: true });
    try {
      await zipFolder(app.path, zip, signal);
    } catch (error) {
      await removeZip();
      if (textIn(error, 'syscall') !== 'write' && textIn(error, 'path') !== zip) throw error;
      const message = `The app ${app.path} cannot be packed in the temporary folder ${tempDir}: ${messageOf(error)}.`;
      const hint = 'Check the free space and the permissions of this folder.';
      throw new TestsetError({ code: 'app-file', message, hint, cause: error });
    }
    return await openFile(zip, `${app.name}.zip`, removeZip);
  } catch (error) {
    if (error instanceof TestsetError) throw error;
    const message = `The app ${app.path} cannot be read: ${messageOf(error)}.`;
    throw new TestsetError({ code: 'app-file', message, hint: 'Check the file and its permissions.', cause: error });
  }
}

/** The file that is sent must be the one that was inspected. */
async function checkUnchanged({ path, checked }: AppFile): Promise<void> {
  const { size, mtimeMs } = await stat(path);
  if (checked && (size !== checked.bytes || mtimeMs !== checked.changedMs)) {
    const message = `The app ${path} was changed after it was checked.`;
    const hint = 'Let the build finish before this step, and run it again.';
    throw new TestsetError({ code: 'app-file', message, hint });
  }
}

async function openFile(path: string, name: string, afterClose?: () => Promise<void>): Promise<OpenApp> {
  // Without O_NONBLOCK, opening a named pipe waits for a writer. Windows has neither; `undefined` is 0 here.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const opened = await file.stat({ bigint: true });
  const bytes = Number(opened.size);
  if (!opened.isFile() || bytes === 0) {
    await file.close();
    const reason = opened.isFile() ? 'empty' : 'not a regular file';
    const hint = 'Check the step that made it.';
    throw new TestsetError({ code: 'app-file', message: `The app ${path} is ${reason}.`, hint });
  }
  const change = async (): Promise<string | undefined> => {
    const now = await file.stat({ bigint: true }).catch(() => undefined);
    const atPath = await stat(path, { bigint: true }).catch(() => undefined);
    if (!now || !atPath) return `${name} is gone`;
    if (now.size !== opened.size) return `${name} changed its size from ${opened.size} to ${now.size} bytes`;
    if (atPath.ino !== opened.ino || atPath.dev !== opened.dev) return `${name} was replaced by another file`;
    if (now.mtimeNs !== opened.mtimeNs) return `${name} was written to`;
    return undefined;
  };
  const computeDigest = async (): Promise<string | undefined> => {
    const hash = createHash('sha256');
    try {
      for await (const chunk of readChunks(file, bytes, name)) hash.update(chunk);
    } catch {
      return undefined;
    }
    return (await change()) === undefined ? hash.digest('hex') : undefined;
  };
  let digest: Promise<string | undefined> | undefined;
  return {
    name,
    bytes,
    chunks: () => readChunks(file, bytes, name),
    change,
    digest: () => (digest ??= computeDigest()),
    close: async () => {
      await file.close();
      await afterClose?.();
    },
  };
}

/** Reads ahead by one chunk into two alternating buffers, so that disk and network work at the same time. */
async function* readChunks(file: FileHandle, bytes: number, name: string): AsyncGenerator<Uint8Array> {
  const size = Math.min(CHUNK_BYTES, bytes);
  const buffers = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)] as const;
  const read = async (turn: number, position: number): Promise<Uint8Array> => {
    const buffer = buffers[turn % 2 === 0 ? 0 : 1];
    const { bytesRead } = await file.read(buffer, 0, Math.min(size, bytes - position), position);
    return buffer.subarray(0, bytesRead);
  };
  let position = 0;
  let ahead = read(0, 0);
  for (let turn = 1; position < bytes; turn += 1) {
    const chunk = await ahead;
    if (chunk.length === 0) throw new Error(`${name} ended after ${position} of ${bytes} bytes`);
    position += chunk.length;
    ahead = read(turn, position);
    ahead.catch(() => undefined);
    yield chunk;
  }
}
