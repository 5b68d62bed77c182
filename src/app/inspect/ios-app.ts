import type { AppFacts } from '../../model/app-facts.ts';
import { isJsonObject, listIn, objectIn, textIn, type JsonObject } from '../../model/fields.ts';
import { UnreadableFile, type AppContents } from './app-contents.ts';
import { finding, type Finding, type Inspection } from './findings.ts';
import { readMachO } from './mach-o.ts';
import { PROPERTY_LIST_LIMIT, readPropertyList } from './property-list.ts';

const PROFILE = 'embedded.mobileprovision';

/**
 * The folder of the app in a zip, with `/` at its end: the outermost with an Info.plist; `undefined` without one.
 *
 * @param parent what the path begins with
 */
export function findBundle(names: readonly string[], parent = ''): string | undefined {
  let found: { readonly bundle: string; readonly depth: number } | undefined;
  for (const name of names) {
    const bundle = /^((?:[^/]+\/)*[^/]+\.app\/)Info\.plist$/.exec(name)?.[1];
    if (!bundle?.startsWith(parent)) continue;
    const depth = bundle.split('/').length;
    if (!found || depth < found.depth) found = { bundle, depth };
  }
  return found?.bundle;
}

/** Inspects the iOS app in a folder of the contents. @param bundle '' or a path with `/` at its end */
export async function inspectIosApp(contents: AppContents, bundle: string): Promise<Inspection> {
  if (!contents.names.includes(`${bundle}Info.plist`)) return { findings: [finding('no-info-plist')] };
  try {
    const info = await readPropertyList(await contents.read(`${bundle}Info.plist`, PROPERTY_LIST_LIMIT));
    if (!isJsonObject(info)) throw new UnreadableFile('it is not a dictionary, or it is cut off');
    const executable = textIn(info, 'CFBundleExecutable');
    const start = await readStart(contents, bundle + executable);
    const facts: AppFacts = {
      ...describeInfo(info),
      ...describeExecutable(info, start),
      ...(await readProfileFact(contents, `${bundle}${PROFILE}`)),
    };
    // Other letters may be encoded or composed differently in the names of files.
    const hasNoCode = /^[ -.0-~]*$/.test(executable) && (executable === '' || start?.length === 0);
    return { facts, findings: checkIosApp(facts, hasNoCode, contents.names.includes(`${bundle}${PROFILE}`)) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { findings: [finding('unreadable-info-plist', error.message)] };
  }
}

/** Empty if there is no such file; `undefined` if it cannot be read. */
async function readStart(contents: AppContents, name: string): Promise<Buffer | undefined> {
  if (!contents.names.includes(name)) return Buffer.alloc(0);
  return contents.readStart(name).catch(() => undefined);
}

function describeInfo(info: JsonObject): AppFacts {
  const texts = {
    identifier: textIn(info, 'CFBundleIdentifier'),
    name: textIn(info, 'CFBundleDisplayName') || textIn(info, 'CFBundleName'),
    version: textIn(info, 'CFBundleShortVersionString'),
    build: textIn(info, 'CFBundleVersion'),
    executable: textIn(info, 'CFBundleExecutable'),
  };
  const known = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
  const minimum = textIn(info, 'MinimumOSVersion');
  return { format: 'ios', osType: 'iOS', ...known, ...(minimum !== '' && { minimumOs: `iOS ${minimum}` }) };
}

/** What the executable was built for. If the Info.plist says something else, the executable counts. */
function describeExecutable(info: JsonObject, start: Buffer | undefined): Partial<AppFacts> {
  const platforms = listIn(info, 'CFBundleSupportedPlatforms');
  const isSimulator = platforms.includes('iPhoneSimulator');
  const declared = isSimulator ? 'simulator' : platforms.includes('iPhoneOS') ? 'device' : undefined;
  const machO = start && readMachO(start);
  const platform = machO?.platform ?? declared;
  return {
    ...(platform && { platform }),
    ...(machO && { architectures: machO.architectures, encrypted: machO.encrypted }),
  };
}

async function readProfileFact(contents: AppContents, name: string): Promise<Pick<AppFacts, 'profile'>> {
  if (!contents.names.includes(name)) return {};
  const profile = await contents
    .read(name, PROPERTY_LIST_LIMIT)
    .then(readProfile)
    .catch(() => undefined);
  return profile ? { profile } : {};
}

/** Reads a provisioning profile: a signed message (CMS) around a property list. `undefined` if it is not understood. */
async function readProfile(file: Buffer): Promise<AppFacts['profile']> {
  const { BaseBlock, Constructed, fromBER, OctetString } = await import('asn1js');
  const childOf = (block: unknown, index: number): unknown =>
    block instanceof Constructed ? block.valueBlock.value[index] : undefined;
  // ContentInfo, its [0], SignedData, encapContentInfo, its [0], the content (RFC 5652 §3 to §5).
  const path = [1, 0, 2, 1, 0];
  const content = path.reduce<unknown>(childOf, fromBER(file).result);
  if (!(content instanceof BaseBlock) || !(content instanceof OctetString)) return undefined;
  const profile = await readPropertyList(Buffer.from(content.getValue()));
  if (!isJsonObject(profile)) return undefined;
  const expires = profile['ExpirationDate'];
  const isKnown = expires instanceof Date && !Number.isNaN(expires.getTime());
  return { kind: profileKind(profile), ...(isKnown && { expires: expires.toISOString() }) };
}

/** Only development profiles allow a debugger; the others differ in which devices they allow. */
function profileKind(profile: object): NonNullable<AppFacts['profile']>['kind'] {
  if (objectIn(profile, 'Entitlements')['get-task-allow'] === true) return 'development';
  if ('ProvisionsAllDevices' in profile) return 'enterprise';
  return 'ProvisionedDevices' in profile ? 'ad-hoc' : 'app-store';
}

function checkIosApp(facts: AppFacts, hasNoCode: boolean, hasProfile: boolean): Finding[] {
  const { identifier, platform, profile, encrypted, executable, architectures = [] } = facts;
  if (identifier === undefined) return [finding('no-bundle-identifier')];
  if (platform === 'simulator') return [finding('simulator-build')];
  if (hasNoCode) return [finding('no-executable', executable ?? 'CFBundleExecutable is not set')];
  const isExpired = profile?.expires !== undefined && Date.parse(profile.expires) < Date.now();
  const isOld = architectures.length > 0 && architectures.every((architecture) => architecture === 'armv7');
  return [
    ...(isOld ? [finding('old-architecture', architectures.join(', '))] : []),
    ...(hasProfile ? [] : [finding('no-profile')]),
    ...(isExpired ? [finding('expired-profile', profile.expires.slice(0, 10))] : []),
    ...(profile && profile.kind !== 'development' ? [finding('other-profile', profile.kind)] : []),
    ...(encrypted ? [finding('store-encryption')] : []),
  ];
}
