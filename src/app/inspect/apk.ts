import type { AppFacts } from '../../model/app-facts.ts';
import { readManifest } from './android-manifest.ts';
import { MANIFEST_LIMIT, readWhole, UnreadableFile } from './app-contents.ts';
import { finding, type Finding, type Inspection } from './findings.ts';
import { findSignatures } from './signing-block.ts';
import type { ZipContents } from './zip-contents.ts';

/** The file that every APK has. */
export const MANIFEST = 'AndroidManifest.xml';

/** Inspects an APK. */
export async function inspectApk(apk: ZipContents): Promise<Inspection> {
  if (!apk.names.includes(MANIFEST)) return { findings: [finding('no-manifest')] };
  try {
    const { isSplit, ...manifest } = readManifest(await readWhole(apk, MANIFEST, MANIFEST_LIMIT));
    const architectures = abisOf(apk.names);
    const facts: AppFacts = {
      format: 'apk',
      osType: 'ANDROID',
      ...manifest,
      ...(architectures.length > 0 && { architectures }),
      signatures: await findSignatures(apk),
    };
    return { facts, findings: checkApk(facts, isSplit === true) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { findings: [finding('unreadable-manifest', error.message)] };
  }
}

function checkApk({ launchable, signatures }: AppFacts, isSplit: boolean): Finding[] {
  if (isSplit) return [finding('split-apk')];
  return [
    ...(launchable === false ? [finding('no-launcher')] : []),
    ...(signatures?.length === 0 ? [finding('unsigned-apk')] : []),
  ];
}

/** The ABIs that the APK has native code for. */
function abisOf(names: readonly string[]): string[] {
  const abis = names.flatMap((name) => /^lib\/([\w-]{1,30})\/[^/]+\.so$/.exec(name)?.[1] ?? []);
  return [...new Set(abis)].sort();
}
