import { isUtf8 } from 'node:buffer';
import { constants, inflateRawSync, type ZlibOptions } from 'node:zlib';

import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';

import { PACKED_APP } from '../app-extensions.ts';
import { START_BYTES, type AppContents } from './app-contents.ts';
import type { FileRange } from './random-access.ts';

/** The record that ends every zip: its signature, and its size without a comment. */
const END_SIGNATURE = Buffer.from('PK\u0005\u0006');
const END_BYTES = 22;
/** Where yauzl looks for it: the end of the file as far as a comment and a Zip64 locator can reach. */
const TAIL_BYTES = 20 + END_BYTES + 0xffff;
/** In the end record: the value is in the Zip64 record. */
const IN_ZIP64 = 0xffffffff;

/** Begins every file in a zip. */
const LOCAL_SIGNATURE = Buffer.from('PK\u0003\u0004');
const DEFLATED = 8;

/** Most files of an app; one with more is not inspected. */
const MAX_ENTRIES = 100_000;

/** Most bytes of names, extra fields and comments. Those of 100,000 ordinary files are 10 MB. */
const MAX_DIRECTORY_BYTES = 32 * 1024 * 1024;

/** Most bytes that the beginning of a file may expand to. */
const MAX_START_BYTES = 16 * 1024 * 1024;

/** The names that matter to an inspection: the others of 100,000 files are not kept. */
const NEEDED_NAMES = [
  /^AndroidManifest\.xml$/i,
  /^manifest\.json$/i,
  /^META-INF\/[^/]+\.(?:RSA|DSA|EC|SF)$/i,
  /^lib\//i,
  /\.app\/[^/]+$/i,
  PACKED_APP,
];

/** The files of a zip. */
export interface ZipContents extends AppContents {
  /** Of the central directory. */
  readonly directoryOffset: number;
  readonly range: FileRange;
  /** Why Android's zip reader does not open it, part of a sentence; `undefined` if nothing was found. */
  readonly androidProblem: string | undefined;
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
  const end = await findEnd(range);
  if (!end) return undefined;
  const { zip, entries, androidProblem } = await listEntries(range, end.directoryOffset).catch(
    explain('its list of files is damaged'),
  );
  /** The content as it is stored. */
  const locate = async (entry: Entry | undefined, name: string): Promise<Packed> => {
    if (!entry) throw new ZipError(`${name} is missing`);
    const { fileDataStart } = await zip
      .readLocalFileHeaderPromise(entry, { minimal: true })
      .catch(explain(`${name} is damaged`));
    const isDeflated = entry.compressionMethod === DEFLATED;
    const size = isDeflated ? entry.compressedSize : entry.uncompressedSize;
    return { name, isDeflated, range: range.part(fileDataStart, size) };
  };
  const locateReadable = (name: string): Promise<Packed> => {
    const entry = entries.get(name);
    if (entry?.isEncrypted()) throw new ZipError(`${name} is encrypted`);
    if (entry && !entry.canDecodeFileData()) {
      throw new ZipError(`${name} has the compression method ${entry.compressionMethod}`);
    }
    return locate(entry, name);
  };
  return {
    names: [...entries.keys()],
    directoryOffset: end.directoryOffset,
    range,
    androidProblem: end.androidProblem ?? androidProblem,
    read: async (name, limit) => unpack(await locateReadable(name), limit),
    readAsAndroid: async (name, limit) => unpack(await locate(entries.get(name), name), limit),
    readStart: async (name) => {
      const packed = await locateReadable(name);
      const start = await packed.range.readAt(0, Math.min(packed.range.size, START_BYTES));
      // Only a flush makes zlib accept data that is cut off.
      const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_START_BYTES };
      return inflate(packed, start, options);
    },
    openStored: async (name) => {
      const packed = await locateReadable(name);
      if (packed.isDeflated) return undefined;
      return openZip(packed.range);
    },
  };
}

/** A file as it is stored in a zip. */
interface Packed {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly range: FileRange;
}

async function unpack(packed: Packed, limit: number): Promise<Buffer> {
  const { name, range } = packed;
  if (range.size > limit) throw new ZipError(`${name} is larger than ${limit} bytes`);
  const content = await range.readAt(0, range.size).catch(explain(`${name} is cut off`));
  return inflate(packed, content, { maxOutputLength: limit });
}

/** The content, unpacked if it is deflated. */
function inflate({ name, isDeflated }: Packed, content: Buffer, options: ZlibOptions): Buffer {
  if (!isDeflated) return content;
  try {
    return inflateRawSync(content, options);
  } catch (error) {
    throw new ZipError(`${name} cannot be unpacked`, { cause: error });
  }
}

/** A part of the zip cannot be read. */
class ZipError extends Error {}

/** Replaces the words of a library. */
function explain(message: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ZipError) throw error;
    throw new ZipError(message, { cause: error });
  };
}

interface End {
  readonly directoryOffset: number;
  readonly androidProblem: string | undefined;
}

async function findEnd(range: FileRange): Promise<End | undefined> {
  const length = Math.min(range.size, TAIL_BYTES);
  if (length < END_BYTES) return undefined;
  const tail = await range.readAt(range.size - length, length);
  const at = tail.lastIndexOf(END_SIGNATURE, length - END_BYTES);
  if (at < 0) return undefined;
  const [size, directoryOffset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  const extra = length - at - END_BYTES - tail.readUInt16LE(at + 20);
  if (extra > 0) throw new ZipError(`there are ${extra} bytes after the end of the zip`);
  if (extra < 0) throw new ZipError('the end of the zip is damaged');
  const isWrong = directoryOffset !== IN_ZIP64 && directoryOffset + size > range.size - length + at;
  const androidProblem = isWrong ? 'the size of its list of files is wrong' : undefined;
  return { directoryOffset, androidProblem };
}

interface Listing {
  readonly zip: ZipFile;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly androidProblem: string | undefined;
}

async function listEntries(range: FileRange, directoryOffset: number): Promise<Listing> {
  // Without decoding, yauzl does not reject names such as `../a`: they are not used as paths here, and must not hide the others.
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
  const zip = await fromRandomAccessReaderPromise(range, range.size, options);
  if (zip.entryCount > MAX_ENTRIES) throw new ZipError('it has more than 100,000 files');
  const entries = new Map<string, Entry>();
  const names = new Set<string>();
  let bytes = 0;
  let androidProblem: string | undefined;
  for await (const entry of zip.eachEntry()) {
    bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (bytes > MAX_DIRECTORY_BYTES) throw new ZipError('its list of files is too large');
    androidProblem ??= entryProblem(entry, directoryOffset, names);
    // Some packers of Windows separate folders by a backslash, and others begin names with `./`. Devices want the exact name.
    const exactName = entry.fileNameRaw.toString();
    const name = exactName.replaceAll('\\', '/').replace(/^\.?\/+/, '');
    const isNeeded = NEEDED_NAMES.some((pattern) => pattern.test(name));
    if (isNeeded && (name === exactName || !entries.has(name))) entries.set(name, entry);
  }
  if (!(await range.readAt(0, 4)).equals(LOCAL_SIGNATURE)) androidProblem ??= 'it does not begin with its first file';
  return { zip, entries, androidProblem };
}

/** What Android's `libziparchive` checks when it opens a zip. @param names of the entries before this one */
function entryProblem(entry: Entry, directoryOffset: number, names: Set<string>): string | undefined {
  const raw = entry.fileNameRaw;
  if (raw.includes(0)) return 'a name of a file has a NUL character';
  if (!isUtf8(raw)) return 'a name of a file is not UTF-8';
  if (entry.relativeOffsetOfLocalHeader >= directoryOffset) return 'the position of a file is wrong';
  const name = raw.toString();
  if (names.has(name)) return 'two files have the same name';
  names.add(name);
  return undefined;
}
