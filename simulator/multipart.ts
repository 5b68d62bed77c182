import { isUtf8 } from 'node:buffer';
import { createHash, type Hash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** One part of a multipart body. */
export interface Part {
  readonly name: string;
  /** `undefined` unless the part is a file. */
  readonly fileName: string | undefined;
  readonly bytes: number;
  /** Where the content of a file is; `undefined` unless files are kept. */
  readonly path: string | undefined;
  /** Lower-case hex, of a file; empty when digests are switched off. */
  readonly sha256: string;
  /** The first 64 KiB of any part but `app_file`; empty unless they are UTF-8. */
  readonly text: string;
}

/** Reads a multipart body while it arrives. The bytes of a file are counted and digested. */
export interface MultipartReader {
  write(chunk: Buffer): void;
  readonly parts: readonly Part[];
  /** Whether the closing boundary has arrived. */
  readonly complete: boolean;
}

const TEXT_LIMIT = 64 * 1024;
const HEAD_LIMIT = 16 * 1024;
const BLANK_LINE = '\r\n\r\n';

interface OpenPart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly path: string | undefined;
  readonly hash: Hash | undefined;
  readonly kept: Buffer[];
  bytes: number;
}

/** Makes a reader for the boundary of a Content-Type. @param folder for the files; without it they are not kept */
export function createMultipartReader(boundary: string, digest: boolean, folder?: string): MultipartReader {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: Part[] = [];
  let place: 'content' | 'line' | 'head' | 'end' | 'broken' = 'content';
  let open: OpenPart | undefined;
  // The first boundary has no line before it; with one, it is found like the others.
  let pending: Buffer = Buffer.from('\r\n');

  const content = (): boolean => {
    const at = pending.indexOf(delimiter);
    // The end of the pending bytes may be the start of a delimiter.
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
    // The line break stays: for a part without a head it is the first half of the blank line.
    pending = pending.subarray(Math.max(0, at));
    return place === 'head';
  };
  const head = (): boolean => {
    const at = pending.indexOf(BLANK_LINE);
    if (at < 0) {
      if (pending.length > HEAD_LIMIT) place = 'broken';
      return false;
    }
    open = openPart(pending.toString('utf8', 0, at), digest, folder);
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

function openPart(head: string, digest: boolean, folder: string | undefined): OpenPart {
  const fileName = partParameterOf(head, 'filename');
  return {
    name: partParameterOf(head, 'name') ?? '',
    fileName,
    path: fileName !== undefined && folder !== undefined ? join(folder, 'file') : undefined,
    hash: fileName !== undefined && digest ? createHash('sha256') : undefined,
    kept: [],
    bytes: 0,
  };
}

function take(part: OpenPart, bytes: Buffer): void {
  if (bytes.length === 0) return;
  if (part.name !== 'app_file' && part.bytes < TEXT_LIMIT) part.kept.push(bytes);
  if (part.path !== undefined) appendFileSync(part.path, bytes);
  part.hash?.update(bytes);
  part.bytes += bytes.length;
}

function close({ name, fileName, path, bytes, hash, kept }: OpenPart): Part {
  const text = Buffer.concat(kept).subarray(0, TEXT_LIMIT);
  return {
    name,
    fileName,
    path,
    bytes,
    sha256: hash?.digest('hex') ?? '',
    text: isUtf8(text) ? text.toString('utf8') : '',
  };
}

const PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:\\[^]|[^"\\])*)"|([^\s;"]*))/g;

/**
 * A parameter of a header value, such as `name` in `form-data; name="data"`. Text in quotes is never a parameter itself. Only `\"` and
 * `\\` are escapes, because browsers do not escape other backslashes.
 */
function parameterOf(value: string, name: string): string | undefined {
  for (const [, key = '', quoted, token = ''] of value.matchAll(PARAMETER)) {
    if (key.toLowerCase() === name) return quoted?.replace(/\\(["\\])/g, '$1') ?? token;
  }
  return undefined;
}

/** The same for the head of a part, where quotes and line breaks may be percent-encoded. */
function partParameterOf(head: string, name: string): string | undefined {
  const disposition = /(?:^|\r\n)content-disposition:([^\r\n]*)/i.exec(head)?.[1] ?? '';
  return parameterOf(disposition, name)?.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

/** The boundary of a multipart form; `undefined` for another content type. */
export function boundaryOf(contentType: string): string | undefined {
  return /^multipart\/form-data\s*;/i.test(contentType) ? parameterOf(contentType, 'boundary') : undefined;
}
