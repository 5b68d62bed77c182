import { appendFile, truncate, writeFile } from 'node:fs/promises';

import { zipOf } from '../../support/zip.ts';

/** An APK of a few bytes: what it is, is told by the names in it. @param files more of them */
export function makeApk(files: Readonly<Record<string, string | Buffer>> = {}): Promise<Buffer> {
  return zipOf({ 'AndroidManifest.xml': 'manifest', 'classes.dex': 'dex', 'META-INF/CERT.RSA': 'signature', ...files });
}

/** The end of an APK of so many bytes, whose other bytes may be anything: the list of its files. */
export async function endOfApk(bytes: number): Promise<Buffer> {
  const apk = await makeApk();
  const end = apk.subarray(apk.indexOf('PK\u0001\u0002', 0, 'latin1'));
  end.writeUInt32LE(bytes - end.length, end.length - 6);
  return end;
}

/** Writes an APK of so many bytes, most of them zero. */
export async function writeApk(path: string, bytes: number): Promise<void> {
  const end = await endOfApk(bytes);
  await writeFile(path, '');
  await truncate(path, bytes - end.length);
  await appendFile(path, end);
}
