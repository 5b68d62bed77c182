import { readManifest } from './android-manifest.ts';
import { UnreadableFile } from './app-contents.ts';
import { finding, type Inspection } from './findings.ts';
import type { ZipContents } from './zip-contents.ts';

/** The file that every APK has. */
export const MANIFEST = 'AndroidManifest.xml';

/** Most bytes of a manifest, unpacked. */
const MANIFEST_LIMIT = 64 * 1024 * 1024;

/** Inspects an APK. */
export async function inspectApk(apk: ZipContents): Promise<Inspection> {
  if (!apk.names.includes(MANIFEST)) return { findings: [finding('no-manifest')] };
  try {
    const { facts, isSplit, isTestOnly, isLaunchable } = readManifest(
      await apk.readAsAndroid(MANIFEST, MANIFEST_LIMIT),
    );
    if (isSplit) return { facts, findings: [finding('split-apk')] };
    const findings = [isTestOnly ? finding('test-only') : [], isLaunchable === false ? finding('no-launcher') : []];
    return { facts, findings: findings.flat() };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { findings: [finding('unreadable-manifest', error.message)] };
  }
}

/** The base APK as bundletool names it, and tools that pack the APKs of a device. */
const BASE = /^(?:universal|base|splits\/base-master(?:_\d+)?)\.apk$/i;

/** A certain part of an app, such as `config.arm64_v8a.apk`. */
const PART = /(?:^|\/)(?:split_)?config\.[^/]+\.apk$/i;

/** Inspects the base APK of an XAPK or an APKS, which is a zip of APKs. Finds nothing without one that can be read in place. */
export async function inspectPackage(zip: ZipContents): Promise<Inspection> {
  const apks = zip.names.filter((name) => /\.apk$/i.test(name) && !PART.test(name));
  const base = apks.find((name) => BASE.test(name)) ?? (apks.length === 1 ? apks[0] : undefined);
  const apk = base !== undefined && (await zip.openStored(base));
  if (!apk) return { findings: [] };
  const { facts, findings } = await inspectApk(apk);
  // The only APK may be another part than the base, so an error would not be certain.
  return { facts, findings: findings.filter(({ isError }) => !isError || BASE.test(base)) };
}
