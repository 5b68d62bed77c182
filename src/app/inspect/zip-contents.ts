import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';

import { MAX_ENTRIES, type AppContents } from './app-contents.ts';
import type { FileRange } from './random-access.ts';

/** The signature of the record that ends every zip, and the most bytes that it can be from the end. */
const END_SIGNATURE = Buffer.from('PK\u0005\u0006');
const END_BYTES = 22 + 0xffff;

/** The names that matter to an inspection: the others of 100,000 files are not kept. */
const READ = /^AndroidManifest\.xml$|^manifest\.json$|^META-INF\/[^/]+\.(?:RSA|DSA|EC)$|^lib\/|\.apk$|\.app\/[^/]+$/;

/** The files of a zip. */
export interface ZipContents extends AppContents {
  /** Of the central directory. */
  readonly directoryOffset: number;
  readonly range: FileRange;
  /** Opens a zip in this zip; `undefined` if it is compressed, because then all of it would have to be unpacked. */
  openStored(name: string): Promise<ZipContents | undefined>;
}

/**
 * Lists a zip by its central directory.
 *
 * @returns `undefined` for what is no zip, or not a whole one
 * @throws if it has too many files, or is broken in another way
 */
export async function openZip(range: FileRange): Promise<ZipContents | undefined> {
  const directoryOffset = await findDirectory(range);
  if (directoryOffset === undefined) return undefined;
  // Without decoding, yauzl does not reject names such as `../a`: they are not used as paths here, and must not hide the others.
  const zip = await fromRandomAccessReaderPromise(range, range.size, { autoClose: false, decodeStrings: false });
  const entries = await listEntries(zip);
  const entryOf = (name: string): Entry => {
    const entry = entries.get(name);
    if (!entry) throw new Error(`There is no ${name}.`);
    return entry;
  };
  return {
    names: [...entries.keys()],
    directoryOffset,
    range,
    read: (name, most) => readEntry(zip, entryOf(name), most),
    openStored: async (name) => {
      const entry = entryOf(name);
      if (entry.compressionMethod !== 0 || entry.isEncrypted()) return undefined;
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      return openZip(range.part(fileDataStart, entry.compressedSize));
    },
  };
}

async function findDirectory(range: FileRange): Promise<number | undefined> {
  const length = Math.min(range.size, END_BYTES);
  const tail = await range.readAt(range.size - length, length);
  const end = tail.lastIndexOf(END_SIGNATURE);
  return end < 0 || end + 22 > tail.length ? undefined : tail.readUInt32LE(end + 16);
}

async function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new Error(`It has more than ${MAX_ENTRIES} files.`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    // Some packers of Windows separate folders by a backslash.
    const name = entry.fileNameRaw.toString().replaceAll('\\', '/');
    if (READ.test(name)) entries.set(name, entry);
  }
  return entries;
}

async function readEntry(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const content = Buffer.allocUnsafe(Math.min(most, entry.uncompressedSize));
  let bytes = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    bytes += (chunk as Buffer).copy(content, bytes);
    if (bytes === content.length) break;
  }
  return content.subarray(0, bytes);
}
