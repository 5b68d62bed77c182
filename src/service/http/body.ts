import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

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
 * @param maxBytes limit for the body, also when it is decompressed; a larger body is cut off
 */
export async function readBody(
  chunks: AsyncIterable<Buffer>,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Text> {
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
  const body = decompress(Buffer.concat(received), encoding ?? '', maxBytes);
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

/**
 * Undoes compressions (RFC 9110 §8.4) that were not asked for, as far as the bytes go; `undefined` when the result is larger than
 * `maxBytes`. A body that is not compressed as its header says is left as it is.
 *
 * @param encodings in the order in which they were applied, separated by commas
 */
function decompress(body: Buffer, encodings: string, maxBytes: number): Buffer | undefined {
  const names = encodings.split(',').map((name) => name.trim().toLowerCase());
  try {
    return names.reduceRight((packed, name) => decode(packed, name, maxBytes), body);
  } catch (error) {
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? undefined : body;
  }
}

function decode(body: Buffer, encoding: string, maxOutputLength: number): Buffer {
  // Brotli has no signature: JSON and HTML are recognised by their first byte.
  if (/^[{<]/.test(body.toString('latin1', 0, 1))) return body;
  const partly = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength };
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(body, partly);
    case 'deflate':
      // The header of zlib is a multiple of 31; some servers leave it out.
      if (body.length > 1 && body.readUInt16BE() % 31 === 0) return inflateSync(body, partly);
      return inflateRawSync(body, partly);
    case 'br':
      return brotliDecompressSync(body, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength });
    default:
      return body;
  }
}
