import { read } from 'node:fs';

import { RandomAccessReader } from 'yauzl';

/** Size of one read: yauzl asks for each entry of the directory twice, for a few bytes. */
const BLOCK_BYTES = 256 * 1024;

/** Reads a range of an open file, such as a zip that is stored in another zip. */
export class FileRange extends RandomAccessReader {
  readonly size: number;
  readonly #fd: number;
  readonly #start: number;
  #block = Buffer.alloc(0);
  #blockStart = 0;

  /** @param fd stays open */
  constructor(fd: number, start: number, size: number) {
    super();
    this.size = size;
    this.#fd = fd;
    this.#start = start;
  }

  /** A part that begins at `position` of this range. */
  part(position: number, size: number): FileRange {
    return new FileRange(this.#fd, this.#start + position, size);
  }

  /** Fails if the range ends before `length` bytes. */
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    if (position < 0 || position + length > this.size) {
      callback(new Error('it is cut off'));
      return;
    }
    const inBlock = position - this.#blockStart;
    if (inBlock >= 0 && inBlock + length <= this.#block.length) {
      this.#block.copy(buffer, offset, inBlock, inBlock + length);
      callback(null);
      return;
    }
    const size = Math.min(Math.max(BLOCK_BYTES, length), this.size - position);
    read(this.#fd, Buffer.allocUnsafe(size), 0, size, this.#start + position, (error, bytesRead, block) => {
      if (error || bytesRead < length) {
        callback(error ?? new Error('it became shorter'));
        return;
      }
      this.#block = block.subarray(0, bytesRead);
      this.#blockStart = position;
      this.#block.copy(buffer, offset, 0, length);
      callback(null);
    });
  }

  /** @throws if the range ends before `length` bytes */
  readAt(position: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(length);
    return new Promise((resolve, reject) => {
      this.read(buffer, 0, length, position, (error) => {
        if (error) reject(error);
        else resolve(buffer);
      });
    });
  }
}
