import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A text in pieces, each cut between whole characters. */
export type Pieces = Iterable<string>;

/** A file that is being written beside its place. Until it is kept, what stood there before stands there still. */
export interface Replacement {
  /** Adds text as UTF-8, cut between whole characters. @throws errors of the file system */
  write(text: string): Promise<void>;
  /** Puts the file into its place; what stood there, a link too, is replaced and not followed. @throws errors of the file system */
  keep(): Promise<void>;
  /** Leaves nothing behind. Never fails. */
  drop(): Promise<void>;
}

/** How much text is written at a time, in UTF-16 units, so that each write is worth its while. */
const CHUNK = 64 * 1024;
/** The most bytes of UTF-8 that one UTF-16 unit becomes. */
const UNIT_BYTES = 3;

/** Begins a file of a folder that exists. @throws errors of the file system */
export async function beginReplacement(folder: string, name: string): Promise<Replacement> {
  const fresh = join(folder, `.${name}.${randomUUID()}`);
  const file = await open(fresh, 'wx');
  let waiting = '';
  // One buffer for all: a new one for each write would be tens of megabytes before the garbage collector frees them.
  const buffer = Buffer.allocUnsafeSlow(UNIT_BYTES * CHUNK);
  const flush = async (): Promise<void> => {
    const half = /[\uD800-\uDBFF]$/.test(waiting) ? 1 : 0;
    const text = waiting.slice(0, waiting.length - half);
    waiting = waiting.slice(text.length);
    for (const piece of cut(text)) await file.appendFile(buffer.subarray(0, buffer.write(piece)));
  };
  const drop = async (): Promise<void> => {
    await file.close().catch(() => undefined);
    await rm(fresh, { force: true }).catch(() => undefined);
  };
  return {
    write: async (text) => {
      waiting += text;
      if (waiting.length >= CHUNK) await flush();
    },
    keep: async () => {
      try {
        await flush();
        await file.appendFile(waiting);
        await file.close();
        await rename(fresh, join(folder, name));
      } catch (error) {
        await drop();
        throw error;
      }
    },
    drop,
  };
}

/** At most a chunk each, between whole characters. */
function* cut(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = start + CHUNK;
    const whole = (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;
    yield text.slice(start, whole);
    start = whole;
  }
}

/** Writes a file of a folder that exists, all or nothing. @throws errors of the file system */
export async function replaceFile(folder: string, name: string, content: string | Pieces): Promise<void> {
  const file = await beginReplacement(folder, name);
  try {
    for (const piece of typeof content === 'string' ? [content] : content) await file.write(piece);
  } catch (error) {
    await file.drop();
    throw error;
  }
  await file.keep();
}
