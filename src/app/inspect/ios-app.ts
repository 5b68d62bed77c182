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
    const info = readPropertyList(await contents.read(`${bundle}Info.plist`, PROPERTY_LIST_LIMIT));
    if (!isJsonObject(info)) throw new UnreadableFile('it is not a dictionary, or it is cut off');
    const executable = textIn(info, 'CFBundleExecutable');
    const start = await readStart(contents, bundle + executable);
    const facts: AppFacts = {
      ...describeInfo(info),
      ...describeExecutable(info, start),
      profile: await readProfile(contents, `${bundle}${PROFILE}`),
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
  const textOf = (key: string): string | undefined => textIn(info, key) || undefined;
  const minimum = textOf('MinimumOSVersion');
  return {
    format: 'ios',
    osType: 'iOS',
    identifier: textOf('CFBundleIdentifier'),
    name: textOf('CFBundleDisplayName') ?? textOf('CFBundleName'),
    version: textOf('CFBundleShortVersionString'),
    build: textOf('CFBundleVersion'),
    minimumOs: minimum && `iOS ${minimum}`,
    executable: textOf('CFBundleExecutable'),
  };
}

/** What the executable was built for. If the Info.plist says something else, the executable counts. */
function describeExecutable(info: JsonObject, start: Buffer | undefined): Partial<AppFacts> {
  const machO = start && readMachO(start);
  return {
    platform: machO?.platform ?? declaredPlatform(info),
    architectures: machO?.architectures,
    encrypted: machO?.encrypted,
  };
}

function declaredPlatform(info: JsonObject): AppFacts['platform'] {
  const platforms = listIn(info, 'CFBundleSupportedPlatforms');
  if (platforms.includes('iPhoneSimulator')) return 'simulator';
  if (platforms.includes('iPhoneOS')) return 'device';
  return undefined;
}

/** `undefined` if there is no profile, or it is not understood. */
async function readProfile(contents: AppContents, name: string): Promise<AppFacts['profile']> {
  if (!contents.names.includes(name)) return undefined;
  return contents
    .read(name, PROPERTY_LIST_LIMIT)
    .then(parseProfile)
    .catch(() => undefined);
}

/** Parses a provisioning profile: a signed message (CMS) around a property list. `undefined` if it is not understood. */
async function parseProfile(file: Buffer): Promise<AppFacts['profile']> {
  // 5 to 10 ms, for iOS apps only.
  const { BaseBlock, Constructed, fromBER, OctetString } = await import('asn1js');
  const childOf = (block: unknown, index: number): unknown =>
    block instanceof Constructed ? block.valueBlock.value[index] : undefined;
  // ContentInfo, its [0], SignedData, encapContentInfo, its [0], the content (RFC 5652 §3 to §5).
  const path = [1, 0, 2, 1, 0];
  const content = path.reduce<unknown>(childOf, fromBER(file).result);
  if (!(content instanceof BaseBlock) || !(content instanceof OctetString)) return undefined;
  const profile = readPropertyList(Buffer.from(content.getValue()));
  if (!isJsonObject(profile)) return undefined;
  return { kind: profileKind(profile), expires: isoDate(profile['ExpirationDate']) };
}

/** ISO 8601; `undefined` for what is not a valid date. */
function isoDate(value: unknown): string | undefined {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return undefined;
  return value.toISOString();
}

/** Only development profiles allow a debugger; the others differ in which devices they allow. */
function profileKind(profile: object): NonNullable<AppFacts['profile']>['kind'] {
  if (objectIn(profile, 'Entitlements')['get-task-allow'] === true) return 'development';
  if ('ProvisionsAllDevices' in profile) return 'enterprise';
  if ('ProvisionedDevices' in profile) return 'ad-hoc';
  return 'app-store';
}

function checkIosApp(facts: AppFacts, hasNoCode: boolean, hasProfile: boolean): Finding[] {
  const { identifier, platform, profile, encrypted, executable, architectures = [] } = facts;
  if (identifier === undefined) return [finding('no-bundle-identifier')];
  if (platform === 'simulator') return [finding('simulator-build')];
  if (hasNoCode) return [finding('no-executable', executable ?? 'CFBundleExecutable is not set')];
  const findings: Finding[] = [];
  if (architectures.join() === 'armv7') findings.push(finding('old-architecture', 'armv7'));
  if (!hasProfile) findings.push(finding('no-profile'));
  if (profile?.expires !== undefined && Date.parse(profile.expires) < Date.now()) {
    findings.push(finding('expired-profile', profile.expires.slice(0, 10)));
  }
  if (profile && profile.kind !== 'development') findings.push(finding('other-profile', profile.kind));
  if (encrypted) findings.push(finding('store-encryption'));
  return findings;
}
