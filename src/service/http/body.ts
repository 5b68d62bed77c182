import { constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

import { codeOf } from '../../model/errors.ts';
import { toTransferError, NetworkError } from './network-error.ts';

/** The body of a response. */
export interface Text {
  readonly text: string;
  /** Why the body is incomplete; `undefined` when it is whole. */
  readonly cutOff?: NetworkError;
}

/**
 * Reads a body as UTF-8. What arrived before a connection was cut is kept: it may contain the identifier of a testset.
 *
 * @param encoding the header `Content-Encoding`
 * @param maxBytes limit for the body, also when it is decompressed; a larger body is cut off
 * @throws NetworkError `encoded`, before anything is read
 */
export async function readBody(
  chunks: AsyncIterable<Buffer>,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Text> {
  const compression = readCompression(encoding);
  const received: Buffer[] = [];
  let bytes = 0;
  let cutOff: NetworkError | undefined;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      received.push(chunk);
    }
  } catch (error) {
    cutOff = toTransferError(error);
  }
  const body = decompress(Buffer.concat(received), compression, maxBytes);
  if (!body) return { text: '', cutOff: tooLarge(maxBytes) };
  if (hasTooManyValues(body)) return { text: '', cutOff: new NetworkError('too-large', TOO_MANY_VALUES) };
  return { text: body.toString('utf8'), ...(cutOff && { cutOff }) };
}

/** `JSON.parse` takes 1 GB for 16 million nested lists. The results of 10,000 devices have about 40,000 objects. */
const MAX_VALUES = 2_000_000;
const TOO_MANY_VALUES = 'the response has more than 2,000,000 objects and lists';

/** Whether a body would take too much memory as JSON. Brackets in strings count too: documents are parsed themselves. */
function hasTooManyValues(body: Buffer): boolean {
  if (body.length <= MAX_VALUES) return false;
  let values = 0;
  for (let at = 0; at < body.length; at += 1) if (body[at] === 0x5b || body[at] === 0x7b) values += 1;
  return values > MAX_VALUES;
}

/** The error of a response that is larger than the action reads. */
export function tooLarge(maxBytes: number): NetworkError {
  return new NetworkError('too-large', `the response is larger than ${maxBytes / 1024 / 1024} MiB`);
}

type Compression = 'gzip' | 'deflate' | undefined;

const COMPRESSIONS: ReadonlyMap<string, Compression> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
]);

/** Other encodings that proxies add (RFC 9110 §8.4.1). A name that is not known is not shown: it may be anything. */
const NAMED = ['br', 'zstd', 'compress'];

/** One compression, which was not asked for but which a proxy may add, is undone; 8,000 of them took 85 s. */
function readCompression(header = ''): Compression {
  const names = header.split(',').map((name) => name.trim().toLowerCase());
  const [name = '', ...others] = names.filter((each) => each !== '' && each !== 'identity');
  if (others.length === 0 && (name === '' || COMPRESSIONS.has(name))) return COMPRESSIONS.get(name);
  let what = NAMED.includes(name) ? name : 'an unknown encoding';
  if (others.length > 0) what = `${others.length + 1} encodings`;
  const message = `the response has the header \`Content-Encoding\` with ${what}, which the action does not read`;
  throw new NetworkError('encoded', message);
}

/**
 * Undoes a compression as far as the bytes go; `undefined` when the result is larger than `maxBytes`. A body that is not compressed as its
 * header says is left as it is.
 */
function decompress(body: Buffer, compression: Compression, maxBytes: number): Buffer | undefined {
  // Without its header, deflate has no signature: JSON and HTML are recognised by their first byte.
  if (!compression || /^[{<]/.test(body.toString('latin1', 0, 1))) return body;
  const partly = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBytes };
  try {
    if (compression === 'gzip') return gunzipSync(body, partly);
    // The header of zlib is a multiple of 31; some servers leave it out.
    if (body.length > 1 && body.readUInt16BE() % 31 === 0) return inflateSync(body, partly);
    return inflateRawSync(body, partly);
  } catch (error) {
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? undefined : body;
  }
}
