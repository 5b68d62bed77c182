import { UnreadableFile } from './app-contents.ts';

/** Chunk types of Android's binary XML (ResourceTypes.h in the platform's sources). */
const CHUNK = { strings: 0x0001, firstNode: 0x0100, start: 0x0102, end: 0x0103, lastNode: 0x017f, resourceMap: 0x0180 };

/** Types of an attribute's value. */
const VALUE = { text: 0x03, decimal: 0x10, hexadecimal: 0x11, boolean: 0x12 };

const ATTRIBUTE_BYTES = 20;
/** Chunks for the start and the end of an element, with the fixed part of their content in bytes. */
const ELEMENTS = new Map([
  [CHUNK.start, { kind: 'start', bytes: 20 }],
  [CHUNK.end, { kind: 'end', bytes: 8 }],
] as const);
const DAMAGED = 'it is cut off or damaged';
const UTF8_FLAG = 0x100;
/** In bytes: names are shorter, and a hostile file must not be decoded in full for each use. */
const LONGEST_STRING = 2000;

/** Most chunks of a document. Manifests have two for each of hundreds, rarely thousands of elements. */
const MAX_CHUNKS = 200_000;

/** The start or end of an element. */
export interface XmlEvent {
  readonly kind: 'start' | 'end';
  readonly name: string;
  /**
   * The value of an attribute, by its resource identifier or, for one without, its name.
   *
   * @returns `null` if there is no such attribute, `undefined` if its value is a reference to a resource
   */
  attribute(key: number | string): AttributeValue;
}

/** `null`: not there. `undefined`: a reference to a resource. */
export type AttributeValue = string | number | boolean | null | undefined;

type StringPool = (index: number) => string;

interface Chunk {
  readonly type: number;
  /** The whole chunk. */
  readonly bytes: Buffer;
  readonly headerBytes: number;
}

/**
 * Reads Android's binary XML as Android does, which ignores the type of the document and unknown chunks. Tools that obfuscate apps rely
 * on that.
 *
 * @throws UnreadableFile if Android cannot read it
 */
export function* readBinaryXml(file: Buffer): Generator<XmlEvent> {
  if (/^\s*</.test(file.toString('latin1', 0, 100))) throw new UnreadableFile('it is text, not binary XML');
  let stringAt: StringPool = () => '';
  let resources: Buffer = Buffer.alloc(0);
  let [chunks, isPreamble] = [0, true];
  for (const { type, bytes, headerBytes } of chunksOf(file)) {
    if ((chunks += 1) > MAX_CHUNKS) throw new Error(`It has more than ${MAX_CHUNKS} chunks.`);
    if (isPreamble && type === CHUNK.strings) stringAt = readStrings(bytes, headerBytes);
    if (isPreamble && type === CHUNK.resourceMap) resources = bytes.subarray(headerBytes);
    if (type >= CHUNK.firstNode && type <= CHUNK.lastNode) isPreamble = false;
    const element = ELEMENTS.get(type);
    if (!element) continue;
    const { kind } = element;
    const node = bytes.subarray(headerBytes);
    if (node.length < element.bytes) throw new UnreadableFile(DAMAGED);
    const attribute = kind === 'start' ? attributeReader(node, stringAt, resources) : () => null;
    yield { kind, name: stringAt(node.readUInt32LE(4)), attribute };
  }
}

function* chunksOf(file: Buffer): Generator<Chunk> {
  const document = chunkAt(file, 0);
  for (let at = document.headerBytes; at + 8 <= document.bytes.length;) {
    const chunk = chunkAt(document.bytes, at);
    yield chunk;
    at += chunk.bytes.length;
  }
}

function chunkAt(file: Buffer, at: number): Chunk {
  if (at + 8 > file.length) throw new UnreadableFile(DAMAGED);
  const [type, headerBytes, size] = [file.readUInt16LE(at), file.readUInt16LE(at + 2), file.readUInt32LE(at + 4)];
  if (headerBytes < 8 || size < headerBytes || at + size > file.length) throw new UnreadableFile(DAMAGED);
  return { type, bytes: file.subarray(at, at + size), headerBytes };
}

function attributeReader(node: Buffer, stringAt: StringPool, resources: Buffer): XmlEvent['attribute'] {
  const [first, size, count] = [node.readUInt16LE(8), node.readUInt16LE(10), node.readUInt16LE(12)];
  if (first + count * size > node.length) throw new UnreadableFile(DAMAGED);
  // Without a size, all of them are the same one.
  const different = size === 0 ? Math.min(count, 1) : count;
  const keyOf = (name: number, kind: string): number | string | undefined => {
    if (kind === 'string') return stringAt(name);
    return name * 4 + 4 <= resources.length ? resources.readUInt32LE(name * 4) : undefined;
  };
  return (key) => {
    for (let index = 0; index < different; index += 1) {
      const at = first + index * size;
      if (at + ATTRIBUTE_BYTES > node.length) break;
      if (key !== keyOf(node.readUInt32LE(at + 4), typeof key)) continue;
      const value = valueOf(node.readUInt8(at + 15), node.readUInt32LE(at + 16), stringAt);
      // Android takes the text as it was in the source, if there is one, for attributes that are not its own.
      return (typeof key === 'string' && stringAt(node.readUInt32LE(at + 8))) || value;
    }
    return null;
  };
}

function valueOf(type: number, data: number, stringAt: StringPool): AttributeValue {
  switch (type) {
    case VALUE.text:
      return stringAt(data);
    case VALUE.decimal:
    case VALUE.hexadecimal:
      return data | 0;
    case VALUE.boolean:
      return data !== 0;
    default:
      return undefined;
  }
}

/** A string that is not whole is empty: tools that obfuscate apps add some that nothing uses. */
function readStrings(chunk: Buffer, headerBytes: number): StringPool {
  if (headerBytes < 28) return () => '';
  const [count, flags, start] = [chunk.readUInt32LE(8), chunk.readUInt32LE(16), chunk.readUInt32LE(20)];
  const decode = (flags & UTF8_FLAG) !== 0 ? decodeUtf8 : decodeUtf16;
  return (index) => {
    const offsetAt = headerBytes + index * 4;
    if (index >= count || offsetAt + 4 > chunk.length) return '';
    const at = start + chunk.readUInt32LE(offsetAt);
    // The length takes at most four bytes; a string that takes less is empty.
    if (at + 4 > chunk.length) return '';
    return decode(chunk, at);
  };
}

/** Length in units, which has one or two 16-bit numbers, then the text. */
function decodeUtf16(chunk: Buffer, at: number): string {
  const first = chunk.readUInt16LE(at);
  if ((first & 0x8000) === 0) return textAt(chunk, at + 2, first * 2, 'utf16le');
  const length = ((first & 0x7fff) << 16) | chunk.readUInt16LE(at + 2);
  return textAt(chunk, at + 4, length * 2, 'utf16le');
}

/** Length in UTF-16 units, length in bytes, each of one or two bytes, then the text. */
function decodeUtf8(chunk: Buffer, at: number): string {
  const hasLongCount = (chunk.readUInt8(at) & 0x80) !== 0;
  const bytesAt = hasLongCount ? at + 2 : at + 1;
  const first = chunk.readUInt8(bytesAt);
  if ((first & 0x80) === 0) return textAt(chunk, bytesAt + 1, first, 'utf8');
  const length = ((first & 0x7f) << 8) | chunk.readUInt8(bytesAt + 1);
  return textAt(chunk, bytesAt + 2, length, 'utf8');
}

function textAt(chunk: Buffer, at: number, bytes: number, encoding: 'utf8' | 'utf16le'): string {
  if (at + bytes > chunk.length) return '';
  return chunk.toString(encoding, at, at + Math.min(bytes, LONGEST_STRING));
}
