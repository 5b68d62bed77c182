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
}

/** Changes both headers of a file in a zip. */
export function changeHeader(zip: Buffer, name: string, { flags, method }: Header): Buffer {
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
  }
  return changed;
}

/** Replaces a text everywhere in a file, such as the name of a file in a zip; both have the same length. */
export function replaceBytes(file: Buffer, text: string, replacement: string): Buffer {
  return Buffer.from(file.toString('latin1').replaceAll(text, replacement), 'latin1');
}
