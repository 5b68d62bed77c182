import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of an app: those of a zip, or of an `.app` folder. */
export interface AppContents {
  /** With `/` between folders. */
  readonly names: readonly string[];
  /** Reads a whole file. @throws if it is larger than `limit` bytes */
  read(name: string, limit: number): Promise<Buffer>;
}

/** A file that the service certainly cannot read either. The message completes "cannot be read: …", without a full stop. */
export class UnreadableFile extends Error {}

/** The files directly in a folder. */
export async function openFolder(folder: string): Promise<AppContents> {
  return {
    names: await readdir(folder),
    read: async (name, limit) => {
      const found = await stat(join(folder, name));
      // To open a named pipe would wait for a writer.
      if (!found.isFile()) throw new Error(`${name} is not a file`);
      if (found.size > limit) throw new Error(`${name} is larger than ${limit} bytes`);
      return readFile(join(folder, name));
    },
  };
}
