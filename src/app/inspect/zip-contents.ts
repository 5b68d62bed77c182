import { inflateRawSync } from 'node:zlib';

import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';

import { PACKED_APP } from '../app-extensions.ts';
import type { AppContents } from './app-contents.ts';
import type { FileRange } from './random-access.ts';

/** Begins the record that ends every zip. */
const END_SIGNATURE = 'PK\u0005\u0006';
/** Where it is looked for: the record has 22 bytes, and its comment may have 65,535. */
const TAIL_BYTES = 22 + 0xffff;
const DAMAGED_LIST = 'its list of files is damaged';
const DEFLATED = 8;

/** Most files of an app; one with more is not inspected. */
const MAX_ENTRIES = 100_000;

/** The names that matter to an inspection: the others of 100,000 files are not kept. */
const NEEDED_NAMES = [/^AndroidManifest\.xml$/, /(?:^|\.app\/)(?:Info\.plist|embedded\.mobileprovision)$/, PACKED_APP];

/** The files of a zip. */
export interface ZipContents extends AppContents {
  /** As `read`, but as Android does: the flag for encryption is ignored, and what is not deflated is stored. */
  readAsAndroid(name: string, limit: number): Promise<Buffer>;
  /** Opens a zip in this zip; `undefined` if it is compressed, because then all of it would have to be unpacked. */
  openStored(name: string): Promise<ZipContents | undefined>;
}

/**
 * Lists a zip by its central directory.
 *
 * @returns `undefined` if it is not a complete zip
 * @throws if it has too many files, or is broken in another way; the message completes "was not inspected: …"
 */
export async function openZip(range: FileRange): Promise<ZipContents | undefined> {
  if (!(await hasEnd(range))) return undefined;
  // Without decoding, yauzl does not reject names such as `../a`: they are not used as paths here, and must not hide the others.
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
  const zip = await fromRandomAccessReaderPromise(range, range.size, options).catch(throwAs(DAMAGED_LIST));
  const entries = await listEntries(zip).catch(throwAs(DAMAGED_LIST));
  const locate = async (entry: Entry | undefined, name: string): Promise<StoredFile> => {
    if (!entry) throw new ZipError(`${name} is missing`);
    const { fileDataStart } = await zip
      .readLocalFileHeaderPromise(entry, { minimal: true })
      .catch(throwAs(`${name} is damaged`));
    const isDeflated = entry.compressionMethod === DEFLATED;
    const size = isDeflated ? entry.compressedSize : entry.uncompressedSize;
    return { name, isDeflated, range: range.part(fileDataStart, size) };
  };
  const locateReadable = (name: string): Promise<StoredFile> => {
    const entry = entries.get(name);
    if (entry?.isEncrypted()) throw new ZipError(`${name} is encrypted`);
    if (entry && !entry.canDecodeFileData()) {
      throw new ZipError(`${name} has the compression method ${entry.compressionMethod}`);
    }
    return locate(entry, name);
  };
  return {
    names: [...entries.keys()],
    read: async (name, limit) => unpack(await locateReadable(name), limit),
    readAsAndroid: async (name, limit) => unpack(await locate(entries.get(name), name), limit),
    openStored: async (name) => {
      const packed = await locateReadable(name);
      if (packed.isDeflated) return undefined;
      return openZip(packed.range);
    },
  };
}

/** A file as it is stored in a zip. */
interface StoredFile {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly range: FileRange;
}

async function unpack({ name, isDeflated, range }: StoredFile, limit: number): Promise<Buffer> {
  if (range.size > limit) throw new ZipError(`${name} is larger than ${limit} bytes`);
  const content = await range.readAt(0, range.size).catch(throwAs(`${name} is cut off`));
  if (!isDeflated) return content;
  try {
    return inflateRawSync(content, { maxOutputLength: limit });
  } catch (error) {
    throw new ZipError(`${name} cannot be unpacked`, { cause: error });
  }
}

/** A part of the zip cannot be read. */
class ZipError extends Error {}

/** Replaces the words of a library. */
function throwAs(message: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ZipError) throw error;
    throw new ZipError(message, { cause: error });
  };
}

async function hasEnd(range: FileRange): Promise<boolean> {
  const length = Math.min(range.size, TAIL_BYTES);
  const tail = await range.readAt(range.size - length, length);
  return tail.includes(END_SIGNATURE);
}

async function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new ZipError('it has more than 100,000 files');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    // Some packers of Windows separate folders by a backslash, and others begin names with `./`. Devices want the exact name.
    const exactName = entry.fileNameRaw.toString();
    const name = exactName.replaceAll('\\', '/').replace(/^\.?\/+/, '');
    const isNeeded = NEEDED_NAMES.some((pattern) => pattern.test(name));
    if (isNeeded && (name === exactName || !entries.has(name))) entries.set(name, entry);
  }
  return entries;
}
