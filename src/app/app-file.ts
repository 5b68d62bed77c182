import { createHash } from 'node:crypto';
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import { TestsetError, messageOf } from '../model/errors.ts';
import type { AppFile } from '../model/inputs.ts';

/** One read of the file: large enough that a fast network never waits for it (docs/design.md §2). */
const CHUNK_BYTES = 1024 * 1024;

/** An app file that is open, so that what is sent is the file that was opened, whatever happens to its name. */
export interface OpenApp {
  /** The file name that the service sees. */
  readonly name: string;
  readonly bytes: number;
  /**
   * Exactly `bytes` bytes from the beginning. A chunk's memory is used again once the next chunk is asked for. Fails when the file got
   * shorter.
   */
  chunks(): AsyncIterable<Uint8Array>;
  /** How the file differs from the one that was opened; `undefined` when it does not. */
  change(): Promise<string | undefined>;
  /** SHA-256 of the file in lower-case hex; `undefined` when the file is no longer the one that was opened. */
  digest(): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Opens an app for sending; a folder becomes a zip in `tempDir`, removed at close.
 *
 * @throws TestsetError `app-file` when it cannot be read
 */
export async function openApp(app: AppFile, tempDir: string, signal: AbortSignal): Promise<OpenApp> {
  try {
    if (app.kind === 'file') return await openFile(app.path, app.name);
    const { zipFolder } = await import('./app-folder.ts');
    const zip = join(tempDir, `${app.name}-${process.pid}.zip`);
    await zipFolder(app.path, zip, signal).catch(async (error: unknown) => {
      await rm(zip, { force: true });
      throw error;
    });
    return await openFile(zip, `${app.name}.zip`, () => rm(zip, { force: true }));
  } catch (error) {
    const reason = messageOf(error);
    throw new TestsetError(
      'app-file',
      `The app ${app.path} cannot be read: ${reason}.`,
      'Check the file and who may read it.',
      error,
    );
  }
}

async function openFile(
  path: string,
  name: string,
  after: () => Promise<void> = () => Promise.resolve(),
): Promise<OpenApp> {
  const file = await open(path, 'r');
  const opened = await identity(file);
  const change = async (): Promise<string | undefined> => {
    const now = await identity(file).catch(() => undefined);
    const named = await stat(path, { bigint: true }).catch(() => undefined);
    if (!now || !named) return `${name} is gone`;
    if (now.size !== opened.size) return `${name} changed its size from ${opened.size} to ${now.size} bytes`;
    if (named.ino !== opened.ino || named.dev !== opened.dev) return `${name} was replaced by another file`;
    return now.mtimeNs === opened.mtimeNs ? undefined : `${name} was written to`;
  };
  const chunks = (): AsyncIterable<Uint8Array> => readChunks(file, Number(opened.size), name);
  return {
    name,
    bytes: Number(opened.size),
    chunks,
    change,
    digest: async () => ((await change()) ? undefined : digestOf(chunks(), change)),
    close: async () => {
      await file.close();
      await after();
    },
  };
}

interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

async function identity(file: FileHandle): Promise<Identity> {
  const { dev, ino, size, mtimeNs } = await file.stat({ bigint: true });
  return { dev, ino, size, mtimeNs };
}

/** Reads ahead by one chunk into two buffers that take turns, so that disk and network work at the same time. */
async function* readChunks(file: FileHandle, bytes: number, name: string): AsyncGenerator<Uint8Array> {
  const buffers = [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)] as const;
  const read = (turn: number, position: number): Promise<Uint8Array> => {
    const buffer = buffers[turn % 2 === 0 ? 0 : 1];
    const wanted = Math.min(CHUNK_BYTES, bytes - position);
    return file.read(buffer, 0, wanted, position).then(({ bytesRead }) => buffer.subarray(0, bytesRead));
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

async function digestOf(
  chunks: AsyncIterable<Uint8Array>,
  change: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of chunks) hash.update(chunk);
  } catch {
    return undefined;
  }
  return (await change()) ? undefined : hash.digest('hex');
}
