import { constants, unzipSync } from 'node:zlib';

import { codeOf } from '../../model/errors.ts';
import { toTransferError, NetworkError } from './network-error.ts';

/** The body of a response. */
export interface ReceivedBody {
  readonly text: string;
  /** Why the body is incomplete or cannot be read; `undefined` when it is whole. */
  readonly cutOff?: NetworkError;
}

/**
 * Reads a body as UTF-8. What arrived before a connection was cut is kept: it may contain the identifier of a testset.
 * @param maxBytes limit for the body, also when it is decompressed; a larger body is cut off
 */
export async function readBody(
  chunks: AsyncIterable<Buffer>,
  encoding: string | undefined,
  maxBytes: number,
): Promise<ReceivedBody> {
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
  try {
    const body = decode(Buffer.concat(received), encoding, maxBytes);
    if (hasTooManyValues(body)) {
      throw new NetworkError('too-large', 'the response has more than 2,000,000 objects and lists');
    }
    return { text: body.toString('utf8'), ...(cutOff && { cutOff }) };
  } catch (error) {
    return { text: '', cutOff: toTransferError(error) };
  }
}

/** `JSON.parse` takes 1 GB for 16 million nested lists. The results of 10,000 devices have about 40,000 objects. */
const MAX_VALUES = 2_000_000;

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

const COMPRESSIONS = ['gzip', 'x-gzip', 'deflate'];

/** Undoes one compression, which a proxy may add unasked, also of a body that was cut off. Not several: 8,000 of them took 85 s. */
function decode(body: Buffer, encoding = '', maxBytes: number): Buffer {
  const names = encoding.split(',').map((name) => name.trim().toLowerCase());
  const [name, ...others] = names.filter((each) => each !== '' && each !== 'identity');
  // A JSON object or a page, whatever the header says.
  if (name === undefined || /^(?:\xEF\xBB\xBF)?\s*[{<]/.test(body.toString('latin1', 0, 64))) return body;
  if (others.length > 0 || !COMPRESSIONS.includes(name)) {
    throw new NetworkError('encoded', 'the response has a `Content-Encoding` that the action does not read');
  }
  try {
    return unzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBytes });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    // It is not compressed as its header says.
    return body;
  }
}
