import { buffer } from 'node:stream/consumers';

/**
 * Reads one file of a zip into memory; `undefined` when there is none of that name, or it has more than `maxBytes`. What is in the zip
 * becomes no path and no file. Throws when the zip is broken, names files outside of itself, or lies about sizes.
 */
export async function readFromZip(zip: Buffer, name: string, maxBytes: number): Promise<Buffer | undefined> {
  const { fromBufferPromise } = await import('yauzl');
  const archive = await fromBufferPromise(zip);
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName !== name) continue;
    if (entry.uncompressedSize > maxBytes) return undefined;
    return buffer(await archive.openReadStreamPromise(entry));
  }
  return undefined;
}
