import { open, readdir, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Enough for the list of architectures in an executable, and the load commands of the first one. */
export const START_BYTES = 128 * 1024;

/** The files of an app: those of a zip, or of an `.app` folder. */
export interface AppContents {
  /** With `/` between folders. */
  readonly names: readonly string[];
  /** Reads a whole file. @throws if it is larger than `limit` bytes */
  read(name: string, limit: number): Promise<Buffer>;
  /** Reads about the first `START_BYTES` bytes of a file, which may be longer or shorter. */
  readStart(name: string): Promise<Buffer>;
}

/** A file that the service certainly cannot read either. The message completes "cannot be read: …", without a full stop. */
export class UnreadableFile extends Error {}

/** The files directly in a folder. */
export async function openFolder(folder: string): Promise<AppContents> {
  return {
    names: await readdir(folder),
    read: (name, limit) =>
      withFile(join(folder, name), (file, size) => {
        if (size > limit) throw new Error(`${name} is larger than ${limit} bytes.`);
        return file.readFile();
      }),
    readStart: (name) =>
      withFile(join(folder, name), async (file, size) => {
        const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(Math.min(START_BYTES, size)) });
        return buffer.subarray(0, bytesRead);
      }),
  };
}

async function withFile(path: string, use: (file: FileHandle, size: number) => Promise<Buffer>): Promise<Buffer> {
  const found = await stat(path);
  // To open a named pipe would wait for a writer.
  if (!found.isFile()) throw new Error(`${path} is not a file.`);
  const file = await open(path);
  try {
    return await use(file, found.size);
  } finally {
    await file.close();
  }
}
