import { inflateRawSync } from 'node:zlib';

/** Where a zip is read from: memory, or an open file. */
interface ZipBytes {
  readonly size: number;
  /** Fewer bytes than `length` at the end. */
  readonly read: (position: number, length: number) => Promise<Buffer>;
}

/** The files of a zip. */
export interface Zip {
  /** With `/` between folders. */
  readonly names: readonly string[];
  /** Reads one file; `undefined` if it is missing or larger than `limit` bytes. @throws if it is encrypted, damaged, or packed unusually */
  readonly read: (name: string, limit: number) => Promise<Buffer | undefined>;
  /** Reads so many bytes before the list of files, where the signature of an APK ends. */
  readonly readBeforeList: (length: number) => Promise<Buffer>;
}

/** Begins the record that ends every zip, which has 22 bytes and a comment of at most 65,535 (APPNOTE.TXT 4.3.16). */
const END = 'PK\u0005\u0006';
const TAIL_BYTES = 22 + 0xffff;
/** Begins each entry of the list (4.3.12). */
const ENTRY = 'PK\u0001\u0002';

/** Most bytes of the list of files: enough for half a million. */
const LIST_LIMIT = 64 * 1024 * 1024;

const [STORED, DEFLATED] = [0, 8];
const ENCRYPTED = 1;

interface Entry {
  readonly flags: number;
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  readonly headerAt: number;
}

/** Lists the files of a zip by its central directory; `undefined` if it is not a complete zip. @throws if the list is damaged */
export async function openZip({ size, read }: ZipBytes): Promise<Zip | undefined> {
  const tailAt = Math.max(0, size - TAIL_BYTES);
  const tail = await read(tailAt, size - tailAt);
  const endAt = tail.lastIndexOf(END, undefined, 'latin1');
  if (endAt < 0) return undefined;
  try {
    const { count, bytes, position } = await locateList(tail, endAt, read);
    const entries = readList(await read(position, Math.min(bytes, LIST_LIMIT)), count);
    return {
      names: [...entries.keys()],
      read: async (name, limit) => {
        const entry = entries.get(name);
        if (!entry || Math.max(entry.packedSize, entry.size) > limit) return undefined;
        const content = await unpack(entry, read).catch(() => undefined);
        if (content?.length !== entry.size) throw new Error(`${name} cannot be unpacked`);
        return content;
      },
      readBeforeList: (length) => read(Math.max(0, position - length), length),
    };
  } catch (error) {
    throw new Error('its list of files is damaged', { cause: error });
  }
}

/** Reads one file of a zip in memory, as `read` of `openZip` does. @throws also if the zip is not whole, or its list is damaged */
export async function readFromZip(zip: Buffer, name: string, limit: number): Promise<Buffer | undefined> {
  const read: ZipBytes['read'] = (position, length) => Promise.resolve(zip.subarray(position, position + length));
  const opened = await openZip({ size: zip.length, read });
  if (!opened) throw new Error('it is no whole zip');
  return opened.read(name, limit);
}

type ListPlace = Readonly<Record<'count' | 'bytes' | 'position', number>>;

/** Numbers that are too large for the last record are in one before it (Zip64, 4.3.14 and 4.3.15). */
async function locateList(tail: Buffer, endAt: number, read: ZipBytes['read']): Promise<ListPlace> {
  const [count = 0, bytes = 0, position = 0] = [10, 12, 16].map((at) => tail.readUInt32LE(endAt + at));
  if (position < 0xffffffff && (count & 0xffff) < 0xffff) return { count: count & 0xffff, bytes, position };
  const record = await read(Number(tail.readBigUInt64LE(endAt - 20 + 8)), 56);
  const large = (at: number): number => Number(record.readBigUInt64LE(at));
  return { count: large(32), bytes: large(40), position: large(48) };
}

function readList(list: Buffer, count: number): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  let at = 0;
  // Apple's tools write the count modulo 65,536: the list may be longer.
  const hasEntry = (): boolean => list.toString('latin1', at, at + 4) === ENTRY;
  for (let read = 0; read < count || hasEntry(); read += 1) {
    if (!hasEntry()) throw new Error(`entry ${read} is missing`);
    const nameEnd = at + 46 + list.readUInt16LE(at + 28);
    // Some packers of Windows separate folders by a backslash, and others begin names with `./`. The exact name wins.
    const exactName = list.toString('utf8', at + 46, nameEnd);
    const name = exactName.replaceAll('\\', '/').replace(/^\.?\/+/, '');
    if (name === exactName || !entries.has(name)) {
      entries.set(name, {
        flags: list.readUInt16LE(at + 8),
        method: list.readUInt16LE(at + 10),
        packedSize: list.readUInt32LE(at + 20),
        size: list.readUInt32LE(at + 24),
        headerAt: list.readUInt32LE(at + 42),
      });
    }
    at = nameEnd + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return entries;
}

async function unpack({ flags, method, packedSize, size, headerAt }: Entry, read: ZipBytes['read']): Promise<Buffer> {
  if ((flags & ENCRYPTED) !== 0) throw new Error('it is encrypted');
  const header = await read(headerAt, 30);
  const content = await read(headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28), packedSize);
  if (method === STORED) return content;
  if (method !== DEFLATED) throw new Error(`it has the compression method ${method}`);
  return inflateRawSync(content, { maxOutputLength: Math.max(1, size) });
}
