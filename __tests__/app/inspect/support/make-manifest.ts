/** Resource identifiers of the attributes of Android (android.R.attr). */
const RESOURCES: Readonly<Record<string, number>> = {
  label: 0x01010001,
  name: 0x01010003,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  testOnly: 0x01010272,
  versionCodeMajor: 0x01010576,
};

/** The value of an attribute; `reference` is the identifier of a resource. */
type Value = string | number | boolean | { readonly reference: number };

/** An element of a manifest; attributes in RESOURCES are those of Android. */
export interface ManifestElement {
  readonly element: string;
  readonly attributes?: Readonly<Record<string, Value>>;
  readonly children?: readonly ManifestElement[];
}

/** How the build tools wrote a manifest. */
export interface ManifestStyle {
  readonly encoding?: 'utf8' | 'utf16le';
  /** Whether the names of attributes are stripped, so that only their identifiers are left. */
  readonly isStripped?: boolean;
  /** Bytes that are added to the header of the string pool. */
  readonly extraPoolHeader?: Buffer;
}

/** Writes Android's binary XML, as the build tools do. */
export function makeManifest(root: ManifestElement, style: ManifestStyle = {}): Buffer {
  const { encoding = 'utf16le', isStripped = false, extraPoolHeader = NOTHING } = style;
  const strings = Object.keys(RESOURCES);
  const indexOf = (text: string): number => {
    const known = strings.indexOf(text);
    // A package may be named like an attribute; the first strings are only for attributes.
    return known >= 0 ? known : strings.push(text) - 1;
  };
  const elements = writeElement(root, indexOf);
  const shown = strings.map((text) => (isStripped && text in RESOURCES ? '' : text));
  const resources = chunk(0x0180, NOTHING, numbers(...Object.values(RESOURCES)));
  return chunk(0x0003, NOTHING, Buffer.concat([pool(shown, encoding, extraPoolHeader), resources, elements]));
}

const NOTHING: Buffer = Buffer.alloc(0);

function writeElement({ element, attributes = {}, children = [] }: ManifestElement, indexOf: IndexOf): Buffer {
  const name = indexOf(element);
  const written = Object.entries(attributes).map(([key, value]) => writeAttribute(key, value, indexOf));
  const counts = Buffer.alloc(12);
  [20, 20, written.length].forEach((count, at) => counts.writeUInt16LE(count, at * 2));
  const position = numbers(1, 0xffffffff);
  const named = numbers(0xffffffff, name);
  return Buffer.concat([
    chunk(0x0102, position, Buffer.concat([named, counts, ...written])),
    ...children.map((child) => writeElement(child, indexOf)),
    chunk(0x0103, position, named),
  ]);
}

type IndexOf = (text: string) => number;

function writeAttribute(key: string, value: Value, indexOf: IndexOf): Buffer {
  const name = indexOf(key);
  const [type, data] = typedValue(value, indexOf);
  const raw = type === 0x03 ? data : 0xffffffff;
  const typed = Buffer.from([8, 0, 0, type]);
  return Buffer.concat([numbers(0xffffffff, name, raw), typed, numbers(data)]);
}

function typedValue(value: Value, indexOf: IndexOf): [number, number] {
  if (typeof value === 'string') return [0x03, indexOf(value)];
  if (typeof value === 'number') return [0x10, value >>> 0];
  if (typeof value === 'boolean') return [0x12, value ? 0xffffffff : 0];
  return [0x01, value.reference];
}

export function pool(strings: readonly string[], encoding: 'utf8' | 'utf16le', extraHeader = NOTHING): Buffer {
  const texts = strings.map((text) => writeString(text, encoding));
  const offsets: number[] = [];
  let bytes = 0;
  for (const text of texts) {
    offsets.push(bytes);
    bytes += text.length;
  }
  const padding = Buffer.alloc((4 - (bytes % 4)) % 4);
  const start = 28 + extraHeader.length + offsets.length * 4;
  const header = numbers(strings.length, 0, encoding === 'utf8' ? 0x100 : 0, start, 0);
  return chunk(0x0001, Buffer.concat([header, extraHeader]), Buffer.concat([numbers(...offsets), ...texts, padding]));
}

function writeString(text: string, encoding: 'utf8' | 'utf16le'): Buffer {
  const content = Buffer.from(text, encoding);
  if (encoding === 'utf8') {
    return Buffer.concat([utf8Length(text.length), utf8Length(content.length), content, Buffer.from([0])]);
  }
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  return Buffer.concat([length, content, Buffer.alloc(2)]);
}

function utf8Length(length: number): Buffer {
  return length < 0x80 ? Buffer.from([length]) : Buffer.from([0x80 | (length >> 8), length & 0xff]);
}

/** A chunk: type, size of the header, size of all. */
function chunk(type: number, header: Buffer, body: Buffer): Buffer {
  const start = Buffer.alloc(4);
  start.writeUInt16LE(type);
  start.writeUInt16LE(8 + header.length, 2);
  return Buffer.concat([start, numbers(8 + header.length + body.length), header, body]);
}

function numbers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeUInt32LE(value >>> 0, index * 4));
  return buffer;
}
