import { makeManifest, type ManifestElement, type ManifestStyle } from './make-manifest.ts';
import { makeZip } from './make-zip.ts';

export interface ApkParts {
  readonly root?: ManifestElement['attributes'];
  readonly application?: ManifestElement['attributes'];
  /** In `application`. */
  readonly activities?: readonly ManifestElement[];
  readonly minSdk?: string | number;
  readonly style?: ManifestStyle;
  /** Instead of the manifest that is made. */
  readonly manifest?: string | Buffer;
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly isStored?: boolean;
}

/** An activity with an intent filter. */
export function activity(names: readonly string[], kind = 'activity'): ManifestElement {
  return { element: kind, attributes: { name: '.Main' }, children: [filter(names)] };
}

/** An intent filter with actions and categories. */
export function filter(names: readonly string[]): ManifestElement {
  const children = names.map((name) => ({
    element: name.includes('.action.') ? 'action' : 'category',
    attributes: { name },
  }));
  return { element: 'intent-filter', children };
}

export const LAUNCHER = ['android.intent.action.MAIN', 'android.intent.category.LAUNCHER'];

/** Wallet 3.2.1 (321) for Android 7, as the parts say. */
export async function makeApk(parts: ApkParts = {}): Promise<Buffer> {
  const { manifest = walletManifest(parts), files, isStored } = parts;
  const all = { 'AndroidManifest.xml': manifest, 'classes.dex': 'dex', ...files };
  return makeZip(all, isStored ? 'all' : []);
}

/** Wallet as stores for Android lay out an XAPK: the base APK is named after its package. @param base the base APK */
export function makeXapk(base: Buffer, isStored = true): Promise<Buffer> {
  const [name, split] = ['com.example.wallet.apk', 'config.arm64_v8a.apk'];
  const splits = [
    { file: name, id: 'base' },
    { file: split, id: 'config.arm64_v8a' },
  ];
  const description = { xapk_version: 2, package_name: 'com.example.wallet', name: 'Wallet', split_apks: splits };
  const files = {
    [name]: base,
    [split]: 'a split',
    'icon.png': 'an icon',
    'manifest.json': JSON.stringify(description),
  };
  return makeZip(files, isStored ? [name, split] : []);
}

/** The manifest of Wallet, as the parts say. */
export function walletManifest(parts: ApkParts = {}): Buffer {
  const { root, application, activities = [activity(LAUNCHER)], minSdk = 24, style } = parts;
  return makeManifest(
    {
      element: 'manifest',
      attributes: { package: 'com.example.wallet', versionCode: 321, versionName: '3.2.1', ...root },
      children: [
        { element: 'uses-sdk', attributes: { minSdkVersion: minSdk } },
        { element: 'application', attributes: { label: 'Wallet', ...application }, children: activities },
      ],
    },
    style,
  );
}
