import { createWriteStream } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { ZipFile } from 'yazl';

import { messageOf } from '../model/errors.ts';

/** One time for all entries, so that the same folder always makes the same bytes. */
const ENTRY_TIME = new Date(2000, 0, 1);

/** File modes of a zip entry; a link's is what Unix and Xcode write. */
const LINK_MODE = 0o120777;

/**
 * Packs a folder, itself included, into a zip file: entries in order of name, links as links, executable bits kept. The same folder gives
 * the same bytes.
 *
 * @throws what the file system says, or an AbortError when `signal` aborts
 */
export async function zipFolder(folder: string, into: string, signal: AbortSignal): Promise<void> {
  const zip = new ZipFile();
  const output = createWriteStream(into, { flags: 'w', mode: 0o600 });
  // A file that cannot be read is told here alone; without a listener nobody would ever hear of it, and the pipeline never end.
  zip.on('error', (error) => {
    output.destroy(error instanceof Error ? error : new Error(messageOf(error)));
  });
  const written = pipeline(zip.outputStream, output, { signal });
  await Promise.all([
    written,
    addFolder(zip, folder, basename(folder)).then(() => {
      zip.end();
    }),
  ]);
}

async function addFolder(zip: ZipFile, folder: string, name: string): Promise<void> {
  zip.addEmptyDirectory(name, { mtime: ENTRY_TIME, mode: 0o40755, forceDosTimestamp: true });
  const entries = await readdir(folder);
  for (const entry of entries.sort()) {
    await addEntry(zip, join(folder, entry), `${name}/${entry}`);
  }
}

async function addEntry(zip: ZipFile, path: string, name: string): Promise<void> {
  const info = await lstat(path);
  const options = { mtime: ENTRY_TIME, forceDosTimestamp: true };
  if (info.isDirectory()) await addFolder(zip, path, name);
  else if (info.isSymbolicLink())
    zip.addBuffer(Buffer.from(await readlink(path)), name, { ...options, mode: LINK_MODE });
  else if (info.isFile()) zip.addFile(path, name, { ...options, mode: info.mode & 0o111 ? 0o100755 : 0o100644 });
}
