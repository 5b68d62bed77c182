import type { AppFacts } from '../../model/app-facts.ts';
import { isJsonObject, listIn, textIn, type JsonObject } from '../../model/fields.ts';
import { cleanText } from '../../model/text.ts';
import { UnreadableFile, type AppContents } from './app-contents.ts';
import { finding, type Finding, type Inspection } from './findings.ts';
import { PROPERTY_LIST_LIMIT, readPropertyList } from './property-list.ts';

/** The folders of apps in a zip, each with an Info.plist and `/` at its end: the outermost first, and those that are in no other app. */
export function findBundles(names: readonly string[], parent = ''): string[] {
  const bundles = names.flatMap((name) => /^((?:[^/]+\/)*[^/]+\.app\/)Info\.plist$/.exec(name)?.[1] ?? []);
  const found = bundles.filter((bundle) => bundle.startsWith(parent));
  found.sort((a, b) => a.split('/').length - b.split('/').length);
  return found.filter((bundle, at) => at === 0 || !/\.app\/./.test(bundle));
}

/** Inspects the first of the iOS apps in a zip; a finding says so if there are others. */
export async function inspectBundles(contents: AppContents, bundles: readonly string[]): Promise<Inspection> {
  const [first = '', ...others] = bundles;
  const { facts, findings } = await inspectIosApp(contents, first);
  const detail = cleanText(`${bundles.join(', ')}; the report is of ${first}`);
  return { facts, findings: others.length === 0 ? findings : [...findings, finding('several-apps', detail)] };
}

/** Inspects the iOS app in a folder of the contents. @param bundle '' or a path with `/` at its end */
export async function inspectIosApp(contents: AppContents, bundle: string): Promise<Inspection> {
  if (!contents.names.includes(`${bundle}Info.plist`)) return { findings: [finding('no-info-plist')] };
  try {
    const info = readPropertyList(await contents.read(`${bundle}Info.plist`, PROPERTY_LIST_LIMIT));
    if (!isJsonObject(info)) throw new UnreadableFile('it is not a dictionary, or it is cut off');
    const facts = describeInfo(info);
    if (facts.identifier === undefined) return { facts, findings: [finding('no-bundle-identifier')] };
    if (isForOthers(info)) return { facts, findings: [finding('other-platform')] };
    return { facts, findings: await checkProfile(contents, `${bundle}embedded.mobileprovision`) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { findings: [finding('unreadable-info-plist', error.message)] };
  }
}

function describeInfo(info: JsonObject): AppFacts {
  const textOf = (key: string): string | undefined => textIn(info, key) || undefined;
  const minimum = textOf('MinimumOSVersion');
  return {
    osType: 'iOS',
    identifier: textOf('CFBundleIdentifier'),
    name: textOf('CFBundleDisplayName') ?? textOf('CFBundleName'),
    version: textOf('CFBundleShortVersionString'),
    build: textOf('CFBundleVersion'),
    minimumOs: minimum && `iOS ${minimum}`,
  };
}

/** Xcode writes the one platform that it built for. */
function isForOthers(info: JsonObject): boolean {
  const platforms = listIn(info, 'CFBundleSupportedPlatforms');
  return platforms.length > 0 && !platforms.includes('iPhoneOS');
}

/** A profile is an XML property list in a signed message (CMS), so its bytes contain the text of the list. */
async function checkProfile(contents: AppContents, name: string): Promise<Finding[]> {
  if (!contents.names.includes(name)) return [finding('no-profile')];
  const profile = (await contents.read(name, PROPERTY_LIST_LIMIT).catch(() => '')).toString('latin1');
  const findings: Finding[] = [];
  const [, expires = ''] = /<key>ExpirationDate<\/key>\s*<date>([^<]+)<\/date>/.exec(profile) ?? [];
  if (Date.parse(expires) < Date.now()) findings.push(finding('expired-profile', expires.slice(0, 10)));
  if (/<key>get-task-allow<\/key>\s*<false\/>/.test(profile)) findings.push(finding('other-profile'));
  return findings;
}
