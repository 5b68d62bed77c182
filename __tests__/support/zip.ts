import { buffer } from 'node:stream/consumers';

import { ZipFile } from 'yazl';

/** A zip of files by their names. */
export async function zipOf(files: Readonly<Record<string, string | Buffer>>, compress = true): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, { compress });
  zip.end();
  return buffer(zip.outputStream);
}
