import { zipOf } from '../../support/zip.ts';

/** An APK of a few bytes: what it is, is told by the names in it. @param files more of them */
export function makeApk(files: Readonly<Record<string, string | Buffer>> = {}): Promise<Buffer> {
  return zipOf({ 'AndroidManifest.xml': 'manifest', 'classes.dex': 'dex', 'META-INF/CERT.RSA': 'signature', ...files });
}
