import type { AppFacts } from '../../model/app-facts.ts';
import { isJsonObject, listIn, numberIn, textIn, type JsonObject } from '../../model/fields.ts';
import { androidVersion } from './android-manifest.ts';
import { checkAbis, inspectApk, listOrNone } from './apk.ts';
import { finding, type Inspection } from './findings.ts';
import type { ZipContents } from './zip-contents.ts';

/** The description of an XAPK. */
const DESCRIPTION = 'manifest.json';
const DESCRIPTION_LIMIT = 1024 * 1024;

/** The names of base APKs: of bundletool, of tools that pack the APKs of a device, and of APKs for one kind of device. */
const BASE_NAMES = [/^universal\.apk$/i, /(?:^|\/)base(?:-master)?\.apk$/i, /^standalones\/[^/]+\.apk$/i];

/** APKs that are certainly parts of an app, such as `config.arm64_v8a.apk`. */
const SPLIT = /(?:^|\/)(?:split_)?config\.[^/]+\.apk$/;

/** The ABI in the name of a split: `config.arm64_v8a.apk`, `splits/base-armeabi_v7a.apk`. */
const ABI = /(?:config\.|base-)(arm64_v8a|armeabi_v7a|armeabi|x86_64|x86)(?:_\d+)?\.apk$/;

/** Inspects an XAPK or an APKS, which is a zip of APKs. */
export async function inspectPackage(zip: ZipContents, format: 'xapk' | 'apks'): Promise<Inspection> {
  const apks = zip.names.filter((name) => /\.apk$/i.test(name));
  const description = zip.names.includes(DESCRIPTION) ? await readDescription(zip) : {};
  const base = baseOf(apks, description);
  if (base === undefined && apks.every((name) => SPLIT.test(name))) return { findings: [finding('no-base-apk')] };
  const splitAbis = apks.flatMap((name) => ABI.exec(name)?.[1]?.replace('_v', '-v') ?? []);
  const architectures = [...new Set(splitAbis)].sort();
  const described = describedFacts(description, format, architectures);
  const apk = base === undefined ? undefined : await zip.openStored(base).catch(() => undefined);
  if (!apk) return { facts: described, findings: checkAbis(architectures) };
  const { facts, findings } = await inspectApk(apk, architectures);
  return { facts: { ...described, ...withoutUnknown(facts), format }, findings };
}

/** What the base APK does not say must not replace what the description says. */
function withoutUnknown(facts: AppFacts | undefined): Partial<AppFacts> {
  return Object.fromEntries(Object.entries(facts ?? {}).filter(([, fact]) => fact !== undefined));
}

async function readDescription(zip: ZipContents): Promise<JsonObject> {
  try {
    const value: unknown = JSON.parse((await zip.read(DESCRIPTION, DESCRIPTION_LIMIT)).toString());
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** `undefined` if it is not known which APK is the base. */
function baseOf(apks: readonly string[], description: JsonObject): string | undefined {
  const described = listIn(description, 'split_apks').find((split) => textIn(split, 'id') === 'base');
  const names = [textIn(described, 'file'), `${textIn(description, 'package_name')}.apk`];
  const named = apks.find((name) => names.includes(name));
  const known = BASE_NAMES.map((pattern) => apks.find((name) => pattern.test(name))).find(Boolean);
  const [candidate, ...others] = apks.filter((name) => !SPLIT.test(name));
  const only = others.length === 0 ? candidate : undefined;
  return named ?? known ?? only;
}

/** What an XAPK says of its base APK, which may be compressed. */
function describedFacts(
  description: JsonObject,
  format: AppFacts['format'],
  architectures: readonly string[],
): AppFacts {
  const minimum = numeralIn(description, 'min_sdk_version');
  return {
    format,
    osType: 'ANDROID',
    identifier: textIn(description, 'package_name') || undefined,
    name: textIn(description, 'name') || undefined,
    version: textIn(description, 'version_name') || undefined,
    build: numeralIn(description, 'version_code') || undefined,
    minimumOs: /^\d+$/.test(minimum) ? androidVersion(Number(minimum)) : undefined,
    architectures: listOrNone(architectures),
  };
}

/** Some tools write numbers as text. */
function numeralIn(description: JsonObject, name: string): string {
  return textIn(description, name) || `${numberIn(description, name) ?? ''}`;
}
