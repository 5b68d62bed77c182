import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { messageOf } from '../model/errors.ts';
import { APP_TYPES, type AppFile, type AppType } from '../model/inputs.ts';
import type { OsType } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { keysOf, listFirst } from '../model/words.ts';
import type { Redact } from '../runtime/redact.ts';
import { openZip, type Zip } from '../runtime/zip.ts';
import { appTypeOf, extensionOf, MAKE_APK, osTypeOf } from './file-check.ts';
import { finding, findOtherKind, type Finding } from './findings.ts';

interface Inspection {
  /** The system that the names in it tell; absent if they tell none. */
  readonly osType?: OsType;
  readonly findings: readonly Finding[];
}

/** `redact`: a name in an app may hold anything. */
type InspectionContext = Readonly<{ now: Date; redact: Redact }>;

/** The files of an app: those of a zip, or of an `.app` folder. */
type Contents = Pick<Zip, 'names' | 'read'>;

const MANIFEST = 'AndroidManifest.xml';

/** Ends the APK signing block (source.android.com/docs/security/features/apksigning/v2). */
const SIGNATURE_END = 'APK Sig Block 42';

/** How the zip of an app is inspected, by its type. */
const INSPECT = {
  ipa: inspectIpa,
  apk: inspectApk,
  xapk: inspectPackage,
  apks: inspectPackage,
  app: inspectZip,
  zip: inspectZip,
} satisfies Readonly<Record<AppType, typeof inspectZip>>;

/** Most bytes of a property list or a profile. An Info.plist has a few kB. */
const LIMIT = 1024 * 1024;

const MAX_LISTED = 5;

/** Inspects an app by the names of its files, and a few bytes. Never fails: what cannot be read is a finding. */
export async function inspectApp(
  { path, kind }: Pick<AppFile, 'path' | 'kind'>,
  context: InspectionContext,
): Promise<Inspection> {
  try {
    if (kind === 'folder') return await inspectBundle(await openFolder(path), '', context);
    await using file = await open(path);
    const { size } = await file.stat();
    const zip = await openZip({
      size,
      read: async (position, length) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
        return buffer.subarray(0, bytesRead);
      },
    });
    if (!zip) return found('not-a-zip');
    const type = appTypeOf(path) ?? 'zip';
    const inspection = await INSPECT[type](zip, context, path);
    const other = inspection.findings.length > 0 && findOtherKind(zip.names, type);
    return other ? { findings: [other] } : inspection;
  } catch (error) {
    return found('not-inspected', cleanText(context.redact(messageOf(error))));
  }
}

function found(...given: Parameters<typeof finding>): Inspection {
  return { findings: [finding(...given)] };
}

async function openFolder(folder: string): Promise<Contents> {
  return {
    names: await readdir(folder),
    read: async (name, limit) => {
      const file = await stat(join(folder, name));
      // To open a named pipe would wait for a writer.
      if (!file.isFile()) throw new Error(`${name} is not a file`);
      return file.size > limit ? undefined : readFile(join(folder, name));
    },
  };
}

async function inspectZip(zip: Zip, context: InspectionContext, path: string): Promise<Inspection> {
  const { names } = zip;
  const bundles = findBundles(names);
  if (bundles.length > 0) return inspectBundles(zip, bundles, context);
  if (names.includes(MANIFEST)) return inspectApk(zip, context, path);
  const packed = names.filter(isPackedApp);
  const [first] = packed;
  if (first !== undefined) return { osType: osTypeOf(first), ...found('contains-app', listNames(packed, context)) };
  if (names.includes('Info.plist')) return found('zipped-contents');
  const inner = ['aab', 'zip'].flatMap((type) => names.find((name) => extensionOf(name) === type) ?? [])[0];
  const symbols = names.some((name) => name.includes('.dSYM/')) ? OF_SYMBOLS : undefined;
  return found('no-app', '', inner ? adviseOnInner(inner, context) : symbols);
}

const OF_SYMBOLS = 'Set `app-file` to the app itself, not to a zip of its symbols.';

/** What to do about a zip without an app but with an Android App Bundle, or else a zip, which may contain the app. */
function adviseOnInner(name: string, context: InspectionContext): string {
  const shown = listNames([name], context);
  if (extensionOf(name) === 'aab') return `It contains ${shown}, an Android App Bundle. ${MAKE_APK}`;
  return `It contains ${shown}. Extract both, and set \`app-file\` to the app.`;
}

/** Whether a name in a zip is that of an app which is a file. */
function isPackedApp(name: string): boolean {
  return keysOf(APP_TYPES).some((type) => type !== 'app' && type !== 'zip' && name.toLowerCase().endsWith(`.${type}`));
}

/** Inspects a package, which may contain APKs. */
async function inspectPackage(zip: Zip, context: InspectionContext, path: string): Promise<Inspection> {
  const { osType, findings } = await inspectZip(zip, context, path);
  return { osType, findings: findings.filter(({ kind }) => kind !== 'contains-app') };
}

function listNames(names: readonly string[], { redact }: InspectionContext): string {
  const shown = names.map((name) => cleanText(redact(name)));
  return listFirst(shown, MAX_LISTED);
}

async function inspectApk(apk: Zip, context: InspectionContext, path: string): Promise<Inspection> {
  const { names } = apk;
  if (!names.includes(MANIFEST)) return found('no-manifest');
  const findings = (await isSigned(apk)) ? [] : [await describeUnsigned(path, context)];
  const libraries = names.filter((name) => /^lib\/[^/]+\//.test(name));
  if (libraries.length > 0 && libraries.every((name) => /^lib\/x86(?:_64)?\//.test(name)))
    findings.push(finding('only-x86'));
  const hasCode = (abi: string): boolean => libraries.some((name) => name.startsWith(`lib/${abi}`));
  if (hasCode('armeabi') && !hasCode('arm64')) findings.push(finding('only-32-bit'));
  const isReactNative = libraries.some((name) => /\/libreactnative(?:jni)?\.so$/.test(name));
  // A debug build loads it from a server on the developer's machine.
  if (isReactNative && !names.some((name) => /^assets\/.*(?:bundle|hbc)$/.test(name)))
    findings.push(finding('no-javascript'));
  return { osType: 'ANDROID', findings };
}

async function describeUnsigned(path: string, { redact }: InspectionContext): Promise<Finding> {
  // .NET writes both, and signs the second.
  const signed = path.replace(/\.apk$/i, '-Signed.apk');
  const hasSigned = await stat(signed).catch(() => undefined);
  return finding('not-signed', '', hasSigned && `Use ${cleanText(redact(basename(signed)))}.`);
}

/** By the older scheme a file of the zip is the signature; by the newer ones it is before the list of files. */
async function isSigned({ names, readBeforeList }: Zip): Promise<boolean> {
  if (names.some((name) => /^META-INF\/[^/]+\.(?:RSA|DSA|EC)$/i.test(name))) return true;
  return (await readBeforeList(SIGNATURE_END.length)).toString('latin1') === SIGNATURE_END;
}

async function inspectIpa(zip: Zip, context: InspectionContext): Promise<Inspection> {
  const bundles = findBundles(zip.names);
  const inPayload = bundles.filter((bundle) => bundle.startsWith('Payload/'));
  if (inPayload.length > 0) return inspectBundles(zip, inPayload, context);
  const [elsewhere] = bundles;
  return elsewhere === undefined ? found('no-info-plist') : found('not-in-payload', listNames([elsewhere], context));
}

/** The folders of apps in a zip, each with an Info.plist and `/` at its end: the outermost first, and those that are in no other app. */
function findBundles(names: readonly string[]): readonly string[] {
  const bundles = names.flatMap((name) => /^((?:[^/]+\/)*[^/]+\.app\/)Info\.plist$/.exec(name)?.[1] ?? []);
  bundles.sort((a, b) => a.split('/').length - b.split('/').length);
  return bundles.filter((bundle, at) => at === 0 || !/\.app\/./.test(bundle));
}

async function inspectBundles(zip: Zip, bundles: readonly string[], context: InspectionContext): Promise<Inspection> {
  const inspection = await inspectBundle(zip, bundles[0] ?? '', context);
  if (bundles.length === 1) return inspection;
  const several = finding('several-apps', listNames(bundles, context));
  return { ...inspection, findings: [...inspection.findings, several] };
}

/** Inspects the iOS app in a folder of the contents. @param bundle '' or a path with `/` at its end */
async function inspectBundle(contents: Contents, bundle: string, context: InspectionContext): Promise<Inspection> {
  const [info, profile] = [`${bundle}Info.plist`, `${bundle}embedded.mobileprovision`];
  const other = findOtherKind(contents.names, 'app');
  if (!contents.names.includes(info)) return other ? { findings: [other] } : found('no-info-plist');
  const findings = (await isForSimulator(contents, info))
    ? [finding('simulator')]
    : await checkProfile(contents, profile, context);
  return { osType: 'iOS', findings };
}

/** Xcode writes the systems that it built for: binary property lists hold them as plain text, XML ones may be UTF-16. */
async function isForSimulator(contents: Contents, name: string): Promise<boolean> {
  const info = (await contents.read(name, LIMIT))?.toString('latin1').replaceAll('\0', '') ?? '';
  // Letter case matters: nearly each has the key LSRequiresIPhoneOS.
  return /(?:iPhone|Watch|AppleTV)Simulator/.test(info) && !info.includes('iPhoneOS');
}

/** A profile is an XML property list in a signed message (CMS), so its bytes contain the text of the list. */
async function checkProfile(contents: Contents, name: string, { now }: InspectionContext): Promise<readonly Finding[]> {
  if (!contents.names.includes(name)) return [finding('no-profile')];
  const bytes = await contents.read(name, LIMIT).catch(() => undefined);
  const profile = bytes?.toString('latin1') ?? '';
  const findings: Finding[] = [];
  const [, expires = ''] = /<key>ExpirationDate<\/key>\s*<date>([^<]+)<\/date>/.exec(profile) ?? [];
  if (Date.parse(expires) < now.getTime()) findings.push(finding('expired-profile', expires.slice(0, 10)));
  if (/<key>get-task-allow<\/key>\s*<false\/>/.test(profile)) findings.push(finding('other-profile'));
  return findings;
}
