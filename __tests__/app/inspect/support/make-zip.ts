import { buffer } from 'node:stream/consumers';

import { ZipFile } from 'yazl';

/** Makes a zip. @param stored the names that are not compressed */
export async function makeZip(
  files: Readonly<Record<string, string | Buffer>>,
  stored: readonly string[] | 'all' = [],
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) {
    const isFolder = name.endsWith('/');
    if (isFolder) zip.addEmptyDirectory(name);
    else zip.addBuffer(Buffer.from(content), name, { compress: stored !== 'all' && !stored.includes(name) });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** What the headers of a file in a zip say of it. */
export interface Header {
  readonly flags?: number;
  readonly method?: number;
  /** Of the local header; only in the central directory. */
  readonly position?: number;
}

/** Changes both headers of a file in a zip. */
export function changeHeader(zip: Buffer, name: string, { flags, method, position }: Header): Buffer {
  const changed = Buffer.from(zip);
  for (const [signature, nameAt, flagsAt] of [
    ['PK\u0003\u0004', 30, 6],
    ['PK\u0001\u0002', 46, 8],
  ] as const) {
    let at = changed.indexOf(signature, 0, 'latin1');
    while (changed.toString('latin1', at + nameAt, at + nameAt + name.length) !== name) {
      at = changed.indexOf(signature, at + 1, 'latin1');
    }
    if (flags !== undefined) changed.writeUInt16LE(flags, at + flagsAt);
    if (method !== undefined) changed.writeUInt16LE(method, at + flagsAt + 2);
    if (position !== undefined && nameAt === 46) changed.writeUInt32LE(position, at + 42);
  }
  return changed;
}

/** Replaces a text everywhere in a file, such as the name of a file in a zip; both have the same length. */
export function replaceBytes(file: Buffer, text: string, replacement: string): Buffer {
  return Buffer.from(file.toString('latin1').replaceAll(text, replacement), 'latin1');
}

/** The blocks of Android's signature schemes. */
export const SCHEMES = { v2: 0x7109871a, v3: 0xf05368c0, padding: 0x42726577 };

/** Puts a signing block with empty signatures before the central directory of a zip. */
export function addSigningBlock(zip: Buffer, identifiers: readonly number[]): Buffer {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  const directory = zip.readUInt32LE(end + 16);
  const pairs = identifiers.map((identifier) => {
    const pair = Buffer.alloc(16);
    pair.writeBigUInt64LE(8n);
    pair.writeUInt32LE(identifier, 8);
    return pair;
  });
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(pairs.length * 16 + 24));
  const block = Buffer.concat([size, ...pairs, size, Buffer.from('APK Sig Block 42')]);
  const signed = Buffer.concat([zip.subarray(0, directory), block, zip.subarray(directory)]);
  signed.writeUInt32LE(directory + block.length, end + block.length + 16);
  return signed;
}
