import { buffer } from 'node:stream/consumers';

import { fromBufferPromise } from 'yauzl';

/** The files of a zip by their names, in the zip's own order. */
export async function unzip(zip: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const archive = await fromBufferPromise(zip);
  for await (const entry of archive.eachEntry()) {
    files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  }
  return files;
}
