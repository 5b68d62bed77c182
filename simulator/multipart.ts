import { isUtf8 } from 'node:buffer';
import { createHash, type Hash } from 'node:crypto';

import { partParameterOf } from './parameters.ts';

/** One part of a multipart body, as it was received. */
export interface Part {
  readonly name: string;
  /** `undefined` for a part that is no file. */
  readonly fileName: string | undefined;
  readonly bytes: number;
  /** Lower-case hex, of a file; empty when digests are switched off. */
  readonly sha256: string;
  /** Of a part that is no file, its first 64 KiB; empty when they are no UTF-8. */
  readonly text: string;
}

/** Reads a multipart body as it comes; a file's bytes are counted and digested, never kept. */
export interface MultipartReader {
  write(chunk: Buffer): void;
  readonly parts: readonly Part[];
  /** Whether the closing boundary has come. */
  readonly complete: boolean;
}

const TEXT_LIMIT = 64 * 1024;
const HEAD_LIMIT = 16 * 1024;
const BLANK_LINE = '\r\n\r\n';

interface OpenPart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly hash: Hash | undefined;
  readonly kept: Buffer[];
  bytes: number;
}

/** Makes a reader for the boundary of a Content-Type. */
export function createMultipartReader(boundary: string, digest: boolean): MultipartReader {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: Part[] = [];
  let place: 'content' | 'line' | 'head' | 'end' | 'broken' = 'content';
  let open: OpenPart | undefined;
  // The first boundary has no line before it; with one, it is found like the others.
  let pending: Buffer = Buffer.from('\r\n');

  const content = (): boolean => {
    const at = pending.indexOf(delimiter);
    // The end of what has come may be the beginning of a delimiter.
    const safe = at >= 0 ? at : Math.max(0, pending.length - delimiter.length + 1);
    if (open) take(open, pending.subarray(0, safe));
    pending = pending.subarray(at >= 0 ? at + delimiter.length : safe);
    if (at < 0) return false;
    if (open) parts.push(close(open));
    open = undefined;
    place = 'line';
    return true;
  };
  const line = (): boolean => {
    if (pending.length < 2) return false;
    if (pending.toString('latin1', 0, 2) === '--') {
      place = 'end';
      return false;
    }
    const at = pending.indexOf('\r\n');
    const padding = pending.toString('latin1', 0, at < 0 ? pending.length : at);
    if (!/^[ \t]*\r?$/.test(padding) || padding.length > HEAD_LIMIT) place = 'broken';
    else if (at >= 0) place = 'head';
    // The line's end stays: where a part has no head at all, it is the first half of the blank line.
    pending = pending.subarray(Math.max(0, at));
    return place === 'head';
  };
  const head = (): boolean => {
    const at = pending.indexOf(BLANK_LINE);
    if (at < 0) {
      if (pending.length > HEAD_LIMIT) place = 'broken';
      return false;
    }
    open = openPart(pending.toString('utf8', 0, at), digest);
    pending = pending.subarray(at + BLANK_LINE.length);
    place = 'content';
    return true;
  };
  const steps = { content, line, head, end: () => false, broken: () => false };

  return {
    parts,
    get complete() {
      return place === 'end';
    },
    write: (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      while (steps[place]());
      if (place === 'end' || place === 'broken') pending = Buffer.alloc(0);
    },
  };
}

function openPart(head: string, digest: boolean): OpenPart {
  const fileName = partParameterOf(head, 'filename');
  return {
    name: partParameterOf(head, 'name') ?? '',
    fileName,
    hash: fileName !== undefined && digest ? createHash('sha256') : undefined,
    kept: [],
    bytes: 0,
  };
}

function take(part: OpenPart, bytes: Buffer): void {
  if (bytes.length === 0) return;
  if (part.fileName === undefined && part.bytes < TEXT_LIMIT) part.kept.push(bytes);
  part.hash?.update(bytes);
  part.bytes += bytes.length;
}

function close({ name, fileName, bytes, hash, kept }: OpenPart): Part {
  const text = Buffer.concat(kept).subarray(0, TEXT_LIMIT);
  return { name, fileName, bytes, sha256: hash?.digest('hex') ?? '', text: isUtf8(text) ? text.toString('utf8') : '' };
}
