import { createWriteStream } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { ZipFile } from 'yazl';

import { messageOf } from '../model/errors.ts';
import { readBeginning } from './file-check.ts';

/** Begins an executable of iOS, and a library, with one architecture or several. */
const MACH_O = /^(?:[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe)/;

/** One time for all entries, so that the same folder always makes the same bytes. */
const ENTRY_TIME = { mtime: new Date(2000, 0, 1), forceDosTimestamp: true };

/** Modes of zip entries; that of a link is what Unix and Xcode write. */
const FOLDER_MODE = 0o040755;
const LINK_MODE = 0o120777;
const FILE_MODE = 0o100644;
const EXECUTABLE_MODE = 0o100755;

/**
 * Packs a folder into a zip file with the folder itself at the top. Links stay links, and what is executable stays or becomes so: an
 * artifact keeps no modes. @throws the error of the file system, or an AbortError if `signal` aborts
 */
export async function zipFolder(folder: string, zipFile: string, signal: AbortSignal): Promise<void> {
  const zip = new ZipFile();
  const output = createWriteStream(zipFile, { mode: 0o600 });
  // yazl reports a file that cannot be read only by this event; without it, the pipeline would never end.
  zip.on('error', (error) => {
    output.destroy(error instanceof Error ? error : new Error(messageOf(error)));
  });
  const written = pipeline(zip.outputStream, output, { signal });
  const addAll = async (): Promise<void> => {
    await addFolder(zip, folder, basename(folder));
    zip.end();
  };
  await Promise.all([written, addAll()]);
}

async function addFolder(zip: ZipFile, folder: string, name: string): Promise<void> {
  zip.addEmptyDirectory(name, { ...ENTRY_TIME, mode: FOLDER_MODE });
  for (const entry of (await readdir(folder)).sort()) await addEntry(zip, join(folder, entry), `${name}/${entry}`);
}

async function addEntry(zip: ZipFile, path: string, name: string): Promise<void> {
  const info = await lstat(path);
  if (info.isDirectory()) await addFolder(zip, path, name);
  else if (info.isSymbolicLink()) {
    zip.addBuffer(Buffer.from(await readlink(path)), name, { ...ENTRY_TIME, mode: LINK_MODE });
  } else if (info.isFile()) {
    const isExecutable = (info.mode & 0o111) !== 0 || MACH_O.test(await readBeginning(path));
    zip.addFile(path, name, { ...ENTRY_TIME, mode: isExecutable ? EXECUTABLE_MODE : FILE_MODE });
  }
}
