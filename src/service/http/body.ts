import { Readable, type Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { toTransferError, NetworkError } from './network-error.ts';

/** What came of a body. */
export interface Text {
  readonly text: string;
  /** `undefined` when it is whole; else what cut it off. */
  readonly cutOff?: NetworkError;
}

/** Takes in a piece of a text, cut between whole characters, and gives back what of it is to be kept. */
export type Divert = (piece: string) => Promise<string>;

/**
 * Reads a body as UTF-8 while it comes. What arrived before a cut is kept: it may hold the identifier of a testset.
 *
 * @param maxBytes the most that it may hold when its encoding is undone; what is larger is cut off
 */
export async function readBody(
  chunks: AsyncIterable<Buffer>,
  encoding: string | undefined,
  maxBytes: number,
  divert: Divert = (piece) => Promise.resolve(piece),
): Promise<Text> {
  const decoder = new StringDecoder('utf8');
  const kept: string[] = [];
  let bytes = 0;
  try {
    for await (const chunk of decoded(chunks, encoding)) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new NetworkError('too-large', `the answer is larger than ${maxBytes} bytes`);
      kept.push(await divert(decoder.write(chunk)));
    }
    kept.push(await divert(decoder.end()));
  } catch (error) {
    return { text: kept.join(''), cutOff: toTransferError(error) };
  }
  return { text: kept.join('') };
}

/** A content encoding: how it begins, as far as that can be told, and a decoder that gives out all it can of what ends too early. */
interface Coding {
  readonly marks: readonly number[];
  readonly create: () => Transform;
}

/** How JSON and HTML begin, and no encoding in use: `{`, `<`, or space. */
const PLAIN: readonly number[] = [0x7b, 0x3c, 0x20, 0x0a, 0x0d, 0x09];

const CODINGS: ReadonlyMap<string, Coding> = new Map<string, Coding>([
  ['gzip', { marks: [0x1f], create: () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }) }],
  ['deflate', { marks: [0x78], create: () => createInflate({ finishFlush: constants.Z_SYNC_FLUSH }) }],
  ['br', { marks: [], create: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }) }],
]);

/** We ask for no encoding; a server that encodes all the same, or says so and does not, is read, so that no identifier is lost to it. */
async function* decoded(chunks: AsyncIterable<Buffer>, encoding: string | undefined): AsyncIterable<Buffer> {
  const coding = CODINGS.get(encoding?.trim().toLowerCase() ?? '');
  if (!coding) {
    yield* chunks;
    return;
  }
  const rest = chunks[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done) return;
  const whole = startingWith(first.value, rest);
  const encoded = coding.marks.every((mark, at) => first.value[at] === mark) && !PLAIN.includes(first.value[0] ?? 0);
  yield* encoded ? decompressed(whole, coding.create()) : whole;
}

async function* startingWith(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    yield* { [Symbol.asyncIterator]: () => rest };
  } finally {
    await rest.return?.();
  }
}

async function* decompressed(chunks: AsyncIterable<Buffer>, decoder: Transform): AsyncIterable<Buffer> {
  const cuts: unknown[] = [];
  const source = Readable.from(untilCut(chunks, cuts));
  try {
    yield* source.pipe(decoder);
  } finally {
    source.destroy();
  }
  if (cuts.length > 0) throw cuts[0];
}

/** Ends where the chunks are cut off, so that a decoder behind it comes to its end as well. */
async function* untilCut(chunks: AsyncIterable<Buffer>, cuts: unknown[]): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    cuts.push(error);
  }
}
