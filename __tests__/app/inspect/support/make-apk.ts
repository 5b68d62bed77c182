import { makeManifest, type ManifestElement, type ManifestStyle } from './make-manifest.ts';
import { addSigningBlock, makeZip, SCHEMES } from './make-zip.ts';

export interface ApkParts {
  readonly root?: ManifestElement['attributes'];
  readonly application?: ManifestElement['attributes'];
  /** In `application`. */
  readonly activities?: readonly ManifestElement[];
  readonly minSdk?: string | number;
  /** Instead of `minSdk`. */
  readonly sdk?: ManifestElement['attributes'];
  readonly style?: ManifestStyle;
  /** Instead of the manifest that is made. */
  readonly manifest?: string | Buffer;
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly schemes?: readonly number[];
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

/** Wallet 3.2.1 (321) for Android 7, signed, as the parts say. */
export async function makeApk(parts: ApkParts = {}): Promise<Buffer> {
  const { manifest = walletManifest(parts), files, schemes, isStored } = parts;
  const all = { 'AndroidManifest.xml': manifest, 'classes.dex': 'dex', ...files };
  const zip = await makeZip(all, isStored ? 'all' : []);
  return addSigningBlock(zip, schemes ?? [SCHEMES.v2, SCHEMES.padding]);
}

/** The manifest of Wallet, as the parts say. */
export function walletManifest(parts: ApkParts = {}): Buffer {
  const { root, application, activities = [activity(LAUNCHER)], minSdk = 24, style } = parts;
  const { sdk = { minSdkVersion: minSdk } } = parts;
  return makeManifest(
    {
      element: 'manifest',
      attributes: { package: 'com.example.wallet', versionCode: 321, versionName: '3.2.1', ...root },
      children: [
        { element: 'uses-sdk', attributes: sdk },
        { element: 'application', attributes: { label: 'Wallet', ...application }, children: activities },
      ],
    },
    style,
  );
}
