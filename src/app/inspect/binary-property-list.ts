import { codeOf } from '../../model/errors.ts';
import { UnreadableFile } from './app-contents.ts';

const HEADER_BYTES = 8;
const TRAILER_BYTES = 32;
const DAMAGED = 'it is cut off or damaged';
const MAX_DEPTH = 64;
/** Objects may be used several times, so that 138 bytes can expand to 100 million values. */
const MAX_VALUES = 100_000;

/** Reads the dictionaries, lists and texts of a property list of the format `bplist00`. @throws UnreadableFile if it is damaged */
export function readBinaryPropertyList(file: Buffer): unknown {
  try {
    return new Reader(file).read();
  } catch (error) {
    // Buffer throws these for a read beyond its end, and for numbers of more than 6 bytes.
    if (/^ERR_(?:OUT_OF_RANGE|BUFFER_OUT_OF_BOUNDS)$/.test(codeOf(error))) throw new UnreadableFile(DAMAGED);
    throw error;
  }
}

class Reader {
  readonly #file: Buffer;
  readonly #offsetBytes: number;
  readonly #referenceBytes: number;
  readonly #table: number;
  readonly #top: number;
  readonly #count: number;
  #values = 0;

  constructor(file: Buffer) {
    if (file.length < HEADER_BYTES + TRAILER_BYTES) throw new UnreadableFile(DAMAGED);
    const trailer = file.subarray(-TRAILER_BYTES);
    this.#file = file;
    this.#offsetBytes = trailer.readUInt8(6);
    this.#referenceBytes = trailer.readUInt8(7);
    this.#count = Number(trailer.readBigUInt64BE(8));
    this.#top = Number(trailer.readBigUInt64BE(16));
    this.#table = Number(trailer.readBigUInt64BE(24));
  }

  read(): unknown {
    return this.#object(this.#top, 0);
  }

  #object(index: number, depth: number): unknown {
    this.#values += 1;
    if (depth > MAX_DEPTH || this.#values > MAX_VALUES) throw new Error('It is too large.');
    if (index >= this.#count) throw new UnreadableFile(DAMAGED);
    const at = this.#file.readUIntBE(this.#table + index * this.#offsetBytes, this.#offsetBytes);
    const marker = this.#file.readUInt8(at);
    const size = marker & 0x0f;
    switch (marker >> 4) {
      case 0x5:
        return this.#bytes(at, size, 1).toString('latin1');
      case 0x6:
        return Buffer.from(this.#bytes(at, size, 2))
          .swap16()
          .toString('utf16le');
      case 0xa:
      case 0xc:
        return this.#references(this.#bytes(at, size, this.#referenceBytes), depth);
      case 0xd:
        return this.#dictionary(this.#bytes(at, size, this.#referenceBytes * 2), depth);
      default:
        // Numbers, dates and data, of which nothing is needed.
        return undefined;
    }
  }

  #integer(at: number, bytes: number): number {
    if (bytes <= 4) return this.#file.readUIntBE(at, bytes);
    return Number(this.#file.readBigInt64BE(at + bytes - 8));
  }

  /** The content of an object: its length is in the marker or, if that is 15, in an integer after it. */
  #bytes(at: number, size: number, unit: number): Buffer {
    let length = size;
    let start = at + 1;
    if (size === 0x0f) {
      const lengthBytes = 2 ** (this.#file.readUInt8(at + 1) & 0x0f);
      length = this.#integer(at + 2, lengthBytes);
      start = at + 2 + lengthBytes;
    }
    if (length < 0 || start + length * unit > this.#file.length) throw new UnreadableFile(DAMAGED);
    return this.#file.subarray(start, start + length * unit);
  }

  #references(bytes: Buffer, depth: number): unknown[] {
    const values: unknown[] = [];
    for (let at = 0; at < bytes.length; at += this.#referenceBytes) {
      values.push(this.#object(bytes.readUIntBE(at, this.#referenceBytes), depth + 1));
    }
    return values;
  }

  /** All keys, then all values. */
  #dictionary(bytes: Buffer, depth: number): Record<string, unknown> {
    const all = this.#references(bytes, depth);
    const count = all.length / 2;
    return Object.fromEntries(all.slice(0, count).map((key, index) => [String(key), all[count + index]]));
  }
}
