import { codeOf } from '../../model/errors.ts';
import { UnreadableFile } from './app-contents.ts';

/** Chunk types of Android's binary XML (ResourceTypes.h in the platform's sources). */
const CHUNK = { strings: 0x0001, document: 0x0003, start: 0x0102, end: 0x0103, resourceMap: 0x0180 };

/** Types of an attribute's value. */
const VALUE = { text: 0x03, decimal: 0x10, hexadecimal: 0x11, boolean: 0x12 };

const ATTRIBUTE_BYTES = 20;
const DAMAGED = 'it is cut off or damaged';
const UTF8_FLAG = 0x100;
const NO_STRING = 0xffffffff;
/** In UTF-16 units: names are shorter, and a hostile file must not be decoded in full for each use. */
const LONGEST_STRING = 1000;

/** Most elements of a document. Manifests have hundreds, rarely thousands. */
const MAX_ELEMENTS = 100_000;

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

/** Reads Android's binary XML; unknown chunks are skipped. @throws UnreadableFile for anything else */
export function* readBinaryXml(file: Buffer): Generator<XmlEvent> {
  try {
    yield* readDocument(file);
  } catch (error) {
    // Buffer throws these for a read beyond its end.
    if (/^ERR_(?:OUT_OF_RANGE|BUFFER_OUT_OF_BOUNDS)$/.test(codeOf(error))) throw new UnreadableFile(DAMAGED);
    throw error;
  }
}

function* readDocument(file: Buffer): Generator<XmlEvent> {
  if (/^\s*</.test(file.toString('latin1', 0, 100))) throw new UnreadableFile('it is text, not binary XML');
  if (file.readUInt16LE(0) !== CHUNK.document) throw new UnreadableFile('it is not binary XML');
  let stringAt: StringPool = () => '';
  let resources: Buffer = Buffer.alloc(0);
  let elements = 0;
  for (const { type, bytes, headerBytes } of chunksOf(file, file.readUInt16LE(2))) {
    if (type === CHUNK.strings) stringAt = readStrings(bytes);
    if (type === CHUNK.resourceMap) resources = bytes.subarray(headerBytes);
    if (type !== CHUNK.start && type !== CHUNK.end) continue;
    if ((elements += 1) > MAX_ELEMENTS * 2) throw new Error(`It has more than ${MAX_ELEMENTS} elements.`);
    const node = bytes.subarray(headerBytes);
    const attribute = type === CHUNK.start ? attributeReader(node, stringAt, resources) : () => null;
    yield { kind: type === CHUNK.start ? 'start' : 'end', name: stringAt(node.readUInt32LE(4)), attribute };
  }
}

function* chunksOf(file: Buffer, start: number): Generator<Chunk> {
  // Bytes after the document are padding.
  const end = Math.min(file.length, file.readUInt32LE(4));
  for (let at = start; at + 8 <= end;) {
    const [type, headerBytes, size] = [file.readUInt16LE(at), file.readUInt16LE(at + 2), file.readUInt32LE(at + 4)];
    if (headerBytes < 8 || size < headerBytes || at + size > file.length) {
      throw new UnreadableFile(DAMAGED);
    }
    yield { type, bytes: file.subarray(at, at + size), headerBytes };
    at += size;
  }
}

function attributeReader(node: Buffer, stringAt: StringPool, resources: Buffer): XmlEvent['attribute'] {
  const [first, size, count] = [node.readUInt16LE(8), node.readUInt16LE(10), node.readUInt16LE(12)];
  if (count > 0 && (size < ATTRIBUTE_BYTES || first + count * size > node.length)) throw new UnreadableFile(DAMAGED);
  return (key) => {
    for (let at = first; at < first + count * size; at += size) {
      const name = node.readUInt32LE(at + 4);
      const resource = name * 4 + 4 <= resources.length ? resources.readUInt32LE(name * 4) : 0;
      if (key !== (resource === 0 ? stringAt(name) : resource)) continue;
      return valueOf(node.readUInt8(at + 15), node.readUInt32LE(at + 16), stringAt);
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

function readStrings(chunk: Buffer): StringPool {
  const [count, flags, start] = [chunk.readUInt32LE(8), chunk.readUInt32LE(16), chunk.readUInt32LE(20)];
  const decode = (flags & UTF8_FLAG) !== 0 ? decodeUtf8 : decodeUtf16;
  return (index) => {
    if (index === NO_STRING) return '';
    if (index >= count) throw new UnreadableFile(DAMAGED);
    return decode(chunk, start + chunk.readUInt32LE(28 + index * 4));
  };
}

/** Length in units, which has one or two 16-bit numbers, then the text. */
function decodeUtf16(chunk: Buffer, at: number): string {
  const first = chunk.readUInt16LE(at);
  const isLong = (first & 0x8000) !== 0;
  const length = isLong ? ((first & 0x7fff) << 16) | chunk.readUInt16LE(at + 2) : first;
  return textAt(chunk, at + (isLong ? 4 : 2), Math.min(length, LONGEST_STRING) * 2, 'utf16le');
}

/** Length in UTF-16 units, length in bytes, each of one or two bytes, then the text. */
function decodeUtf8(chunk: Buffer, at: number): string {
  const bytesAt = at + ((chunk.readUInt8(at) & 0x80) !== 0 ? 2 : 1);
  const first = chunk.readUInt8(bytesAt);
  const isLong = (first & 0x80) !== 0;
  const length = isLong ? ((first & 0x7f) << 8) | chunk.readUInt8(bytesAt + 1) : first;
  return textAt(chunk, bytesAt + (isLong ? 2 : 1), Math.min(length, LONGEST_STRING), 'utf8');
}

function textAt(chunk: Buffer, at: number, bytes: number, encoding: 'utf8' | 'utf16le'): string {
  if (at + bytes > chunk.length) throw new UnreadableFile(DAMAGED);
  return chunk.toString(encoding, at, at + bytes);
}
