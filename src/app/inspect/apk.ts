import type { AppFacts } from '../../model/app-facts.ts';
import { readManifest } from './android-manifest.ts';
import { UnreadableFile } from './app-contents.ts';
import { finding, type Finding, type Inspection } from './findings.ts';
import type { ZipContents } from './zip-contents.ts';

/** The file that every APK has. */
export const MANIFEST = 'AndroidManifest.xml';

/** Most bytes of a manifest, unpacked. */
const MANIFEST_LIMIT = 64 * 1024 * 1024;

/** Inspects an APK. @param otherAbis the ABIs of its splits */
export async function inspectApk(apk: ZipContents, otherAbis: readonly string[] = []): Promise<Inspection> {
  if (!apk.names.includes(MANIFEST)) return { findings: [finding('no-manifest')] };
  try {
    const { isSplit, isTestOnly, ...manifest } = readManifest(await apk.readAsAndroid(MANIFEST, MANIFEST_LIMIT));
    const architectures = [...new Set([...abisOf(apk.names), ...otherAbis])].sort();
    const facts: AppFacts = {
      format: 'apk',
      osType: 'ANDROID',
      ...manifest,
      architectures: listOrNone(architectures),
      signatures: await findSignatures(apk),
    };
    if (isSplit) return { facts, findings: [finding('split-apk')] };
    const findings: Finding[] = [];
    if (apk.androidProblem !== undefined) findings.push(finding('damaged-zip', apk.androidProblem));
    if (isTestOnly) findings.push(finding('test-only'));
    findings.push(...checkFacts(facts));
    if (await isStripped(apk, facts)) findings.push(finding('stripped-signature'));
    return { facts, findings };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { findings: [finding('unreadable-manifest', error.message)] };
  }
}

/** A fact without items is not known. */
export function listOrNone(items: readonly string[]): readonly string[] | undefined {
  return items.length > 0 ? items : undefined;
}

function checkFacts({ launchable, signatures, targetSdk, architectures = [] }: AppFacts): Finding[] {
  const findings: Finding[] = [];
  if (launchable === false) findings.push(finding('no-launcher'));
  if (targetSdk !== undefined && targetSdk < LOWEST_TARGET) findings.push(finding('low-target', `${targetSdk}`));
  findings.push(...checkAbis(architectures));
  if (signatures?.length === 0) findings.push(finding('unsigned-apk'));
  return findings;
}

/** Below it, Android 15 and 16 refuse an app (MIN_INSTALLABLE_TARGET_SDK in the platform's PackageManagerService). */
const LOWEST_TARGET = 24;

/** Finds native code that no phone can run. */
export function checkAbis(abis: readonly string[]): Finding[] {
  if (abis.length === 0 || abis.some((abi) => abi.startsWith('arm'))) return [];
  return [finding('no-arm-code', abis.join(', '))];
}

/** Most signature files that are read; an app has one. */
const MAX_SIGNATURE_FILES = 5;

/** Whether a v1 signature says that there is one of a newer scheme, and there is none: Android takes that for an attack. */
async function isStripped(apk: ZipContents, { signatures }: AppFacts): Promise<boolean> {
  if (signatures?.join() !== 'v1') return false;
  const files = apk.names.filter((name) => /^META-INF\/[^/]+\.SF$/i.test(name)).slice(0, MAX_SIGNATURE_FILES);
  const starts = await Promise.all(files.map((name) => apk.readStart(name).catch(() => '')));
  return starts.some((start) => {
    const [attributes = ''] = start.toString().split(/\r?\n\r?\n/, 1);
    return /^X-Android-APK-Signed:.*\b[23]\b/im.test(attributes);
  });
}

const NATIVE_CODE = /^lib\/(arm64-v8a|armeabi|armeabi-v7a|mips|mips64|riscv64|x86|x86_64)\/[^/]+\.so$/;

/** The ABIs that the APK has native code for. */
function abisOf(names: readonly string[]): string[] {
  const abis = names.flatMap((name) => NATIVE_CODE.exec(name)?.[1] ?? []);
  return [...new Set(abis)].sort();
}

/** Ends the block before the central directory (source.android.com, APK Signature Scheme v2). */
const MAGIC = 'APK Sig Block 42';

/** The blocks of the signature schemes. One of v3.1 comes with one of v3. */
const SCHEMES: ReadonlyMap<number, 'v2' | 'v3'> = new Map([
  [0x7109871a, 'v2'],
  [0xf05368c0, 'v3'],
]);

/** More pairs are not searched; there are about five. */
const MAX_PAIRS = 100;

/** The kinds of signatures that an APK has. They are not verified. */
async function findSignatures(apk: ZipContents): Promise<NonNullable<AppFacts['signatures']>> {
  const isV1 = apk.names.some((name) => /^META-INF\/[^/]+\.(?:RSA|DSA|EC)$/i.test(name));
  const schemes = new Set<'v1' | 'v2' | 'v3'>(isV1 ? ['v1'] : []);
  for await (const identifier of blockIdentifiers(apk)) {
    const scheme = SCHEMES.get(identifier);
    if (scheme) schemes.add(scheme);
  }
  return [...schemes].sort();
}

/** Layout: size, pairs of length, identifier and value, size again, magic. */
async function* blockIdentifiers({ range, directoryOffset }: ZipContents): AsyncGenerator<number> {
  if (directoryOffset < 32) return;
  const footer = await range.readAt(directoryOffset - 24, 24);
  if (footer.toString('latin1', 8) !== MAGIC) return;
  const end = directoryOffset - 24;
  let at = directoryOffset - Number(footer.readBigUInt64LE(0));
  for (let pair = 0; pair < MAX_PAIRS && at >= 0 && at + 12 <= end; pair += 1) {
    const header = await range.readAt(at, 12);
    yield header.readUInt32LE(8);
    at += 8 + Number(header.readBigUInt64LE(0));
  }
}
