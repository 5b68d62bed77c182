import { constants, inflateRawSync } from 'node:zlib';

import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';

import { START_BYTES, type AppContents } from './app-contents.ts';
import type { FileRange } from './random-access.ts';

/** The signature of the record that ends every zip, and its size without a comment. */
const END_SIGNATURE = Buffer.from('PK\u0005\u0006');
const END_BYTES = 22;
/** Where yauzl looks for it: the end of the file as far as a comment and a Zip64 locator can reach. */
const TAIL_BYTES = 20 + END_BYTES + 0xffff;

/** Most files of an app; one with more is not inspected. */
const MAX_ENTRIES = 100_000;

/** Most bytes of names, extra fields and comments. Those of 100,000 ordinary files are 10 MB. */
const MAX_DIRECTORY_BYTES = 32 * 1024 * 1024;

/** Most bytes that the beginning of a file may expand to. */
const MAX_START_BYTES = 16 * 1024 * 1024;

/** The names that matter to an inspection: the others of 100,000 files are not kept. */
const READ = /^AndroidManifest\.xml$|^manifest\.json$|^META-INF\/[^/]+\.(?:RSA|DSA|EC)$|^lib\/|\.apk$|\.app\/[^/]+$/i;

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
  /** The content as it is stored. */
  const locate = async (name: string): Promise<{ packed: FileRange; isDeflated: boolean }> => {
    const entry = entries.get(name);
    if (!entry?.canDecodeFileData()) throw new Error(`${name} cannot be read.`);
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    return { packed: range.part(fileDataStart, entry.compressedSize), isDeflated: entry.compressionMethod !== 0 };
  };
  return {
    names: [...entries.keys()],
    directoryOffset,
    range,
    read: async (name, limit) => {
      const { packed, isDeflated } = await locate(name);
      if (packed.size > limit) throw new Error(`${name} is larger than ${limit} bytes.`);
      const content = await packed.readAt(0, packed.size);
      return isDeflated ? inflateRawSync(content, { maxOutputLength: limit }) : content;
    },
    readStart: async (name) => {
      const { packed, isDeflated } = await locate(name);
      const start = await packed.readAt(0, Math.min(packed.size, START_BYTES));
      // Only a flush makes zlib accept data that is cut off.
      const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_START_BYTES };
      return isDeflated ? inflateRawSync(start, options) : start;
    },
    openStored: async (name) => {
      const { packed, isDeflated } = await locate(name);
      return isDeflated ? undefined : openZip(packed);
    },
  };
}

async function findDirectory(range: FileRange): Promise<number | undefined> {
  const length = Math.min(range.size, TAIL_BYTES);
  if (length < END_BYTES) return undefined;
  const tail = await range.readAt(range.size - length, length);
  const end = tail.lastIndexOf(END_SIGNATURE, length - END_BYTES);
  return end < 0 ? undefined : tail.readUInt32LE(end + 16);
}

async function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new Error(`It has more than ${MAX_ENTRIES} files.`);
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (bytes > MAX_DIRECTORY_BYTES) throw new Error('Its central directory is too large.');
    // Some packers of Windows separate folders by a backslash, and others begin names with `./`.
    const name = entry.fileNameRaw
      .toString()
      .replaceAll('\\', '/')
      .replace(/^\.?\/+/, '');
    if (READ.test(name)) entries.set(name, entry);
  }
  return entries;
}
