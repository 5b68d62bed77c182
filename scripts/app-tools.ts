import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

import { makeApk, type ApkParts } from '../__tests__/app/inspect/support/make-apk.ts';
import { makeBinaryPlist, makeXmlPlist, type Plist } from '../__tests__/app/inspect/support/make-ios.ts';
import type { FindingKind, Inspection } from '../src/app/inspect/findings.ts';
import { inspectApp } from '../src/app/inspect/inspect-app.ts';
import { readPropertyList } from '../src/app/inspect/property-list.ts';
import { readOptions } from './read-options.ts';

const HELP = `npm run app-tools -- [file…]
Compares what the inspection finds with what Debian's tools print: aapt and apksigner for APKs, plistutil for the Info.plist
of IPAs and for property lists. Without files: the APKs of npm packages and the files that the tests make. A tool that is
not installed is left out. The last lines count what was found.`;

const { positionals: given } = readOptions(HELP, {}, true);

/** APKs that come with npm packages. */
const PACKAGED = ['android-apidemos|apks/ApiDemos-debug.apk', 'io.appium.settings|apks/settings_apk-debug.apk'];

const MADE: readonly ApkParts[] = [
  {},
  { style: { encoding: 'utf8' }, application: { label: '지갑', debuggable: true } },
  { style: { isStripped: true }, root: { versionName: '' } },
  { root: { versionCode: 2_000_000_000 }, minSdk: 33 },
  { activities: [], files: { 'lib/arm64-v8a/a.so': '', 'lib/x86/b.so': '' } },
];

/** Android 4.3 to 6 verify v1, 7 to 8 the newest up to v2, later ones the newest up to v3. */
const LEVELS = [
  [18, 23],
  [24, 27],
  [28, 35],
];

/** What stops the step, as far as aapt tells it too. */
const REFUSALS: readonly FindingKind[] = [
  'no-manifest',
  'unreadable-manifest',
  'no-launcher',
  'split-apk',
  'not-a-zip',
];
/** What keeps aapt, which uses the zip reader of Android, from opening a file. */
const UNOPENED: readonly FindingKind[] = ['damaged-zip', 'not-inspected', 'not-a-zip'];

const LISTS: readonly Plist[] = [
  { CFBundleIdentifier: 'com.example.wallet', CFBundleVersion: '321', Flag: true, Number: 70_000 },
  { CFBundleDisplayName: '지갑 & <b>', Devices: ['iPhoneOS', ['a', { b: false }]], Long: 'x'.repeat(300) },
  { ExpirationDate: new Date('2031-02-03T04:05:06Z'), Empty: {}, None: [], Text: '' },
];

const folder = await mkdtemp(join(tmpdir(), 'app-tools-'));
const differences: string[] = [];
const found = new Map<string, number>();
let comparisons = 0;
const files = await appFiles();
for (const file of files) {
  const inspection = await inspectApp({ path: file, kind: 'file', name: basename(file) });
  for (const { kind, isError } of inspection.findings) {
    const what = `${isError ? 'error' : 'warning'} ${kind}`;
    found.set(what, (found.get(what) ?? 0) + 1);
  }
  if (/\.ipa$/i.test(file)) await compareIpa(file, inspection);
  else compareApk(file, inspection);
}
for (const [index, list] of LISTS.entries()) await compareList(list, join(folder, `${index}.plist`));
await rm(folder, { recursive: true });
console.log(`${files.length} apps, ${comparisons} facts compared, ${differences.length} differences`);
for (const [what, count] of [...found].sort()) console.log(`${what}: ${count}`);
for (const difference of differences) console.log(difference);
process.exitCode = differences.length > 0 ? 1 : 0;

async function appFiles(): Promise<readonly string[]> {
  if (given.length > 0) return given;
  const packaged = PACKAGED.map((each) => {
    const [name = '', path = ''] = each.split('|');
    return fileURLToPath(new URL(path, import.meta.resolve(`${name}/package.json`)));
  });
  const made = MADE.map(async (parts, index) => {
    const path = join(folder, `${index}.apk`);
    await writeFile(path, await makeApk(parts));
    return path;
  });
  return [...packaged, ...(await Promise.all(made))];
}

/** Runs a tool; `undefined` if it is not installed. Some print warnings and still say what is needed. */
function run(tool: string, ...options: readonly string[]): string | undefined {
  const { error, stdout, stderr } = spawnSync(tool, options, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return error ? undefined : tool === 'apksigner' ? stdout + stderr : stdout;
}

function compare(file: string, what: string, ours: unknown, theirs: unknown): void {
  comparisons += 1;
  if (isDeepStrictEqual(ours, theirs)) return;
  differences.push(`${basename(file)}, ${what}: ${JSON.stringify(ours)} here, ${JSON.stringify(theirs)} there`);
}

function compareApk(path: string, { facts, findings }: Inspection): void {
  const has = (kinds: readonly FindingKind[]): boolean => findings.some(({ kind }) => kinds.includes(kind));
  const badging = run('aapt', 'dump', 'badging', path);
  if (badging !== undefined) {
    const [, identifier, code, version] =
      /^package: name='(.*?)' versionCode='(.*?)' versionName='(.*?)'/m.exec(badging) ?? [];
    compare(
      path,
      'not opened, or without a package',
      has(UNOPENED) || has(['no-manifest', 'unreadable-manifest']),
      identifier === undefined,
    );
    if (identifier === undefined || has(UNOPENED)) return;
    const isLaunchable = /^launchable-activity: |^leanback-launchable-activity: /m.test(badging);
    const isRefused = !isLaunchable || /^package: .* split='/m.test(badging);
    if (has(REFUSALS)) compare(path, 'refused', true, isRefused);
    const abis = /^native-code: (.*)$/m.exec(badging)?.[1]?.replaceAll("'", '').split(' ') ?? [];
    const target = /^targetSdkVersion:'(\d+)'/m.exec(badging)?.[1];
    compare(path, 'identifier', facts?.identifier ?? '', identifier);
    compare(path, 'version', facts?.version ?? '', version);
    compare(path, 'build', facts?.build ?? '', code);
    // Without a target, aapt prints none.
    if (target !== undefined) compare(path, 'target', `${facts?.targetSdk ?? ''}`, target);
    compare(path, 'debuggable', facts?.debuggable, /^application-debuggable/m.test(badging));
    // aapt leaves out aliases.
    if (isLaunchable) compare(path, 'launchable', facts?.launchable, true);
    compare(path, 'ABIs', facts?.architectures ?? [], abis.sort());
    compare(path, 'test-only', has(['test-only']), /^testOnly='-1'/m.test(badging));
  }
  const tree = run('aapt', 'dump', 'xmltree', path, 'AndroidManifest.xml');
  const application = tree?.split('E: application ')[1]?.split('E: ')[0];
  if (application !== undefined)
    compare(path, 'name', facts?.name, /\(0x01010001\)="(.*?)" \(Raw/.exec(application)?.[1]);
  // A made APK has empty signatures, which apksigner does not verify.
  if (!path.startsWith(folder)) compareSignatures(path, facts?.signatures, has(['stripped-signature']));
}

async function compareIpa(path: string, { facts }: Inspection): Promise<void> {
  const name = run('unzip', '-Z1', path)
    ?.split('\n')
    .find((each) => /^Payload\/[^/]+\.app\/Info\.plist$/.test(each));
  if (name === undefined) {
    compare(path, 'identifier', facts?.identifier, undefined);
    return;
  }
  const list = join(folder, 'Info.plist');
  const { stdout } = spawnSync('unzip', ['-p', path, name]);
  await writeFile(list, stdout);
  const xml = run('plistutil', '-i', list, '-f', 'xml');
  if (xml === undefined) return;
  const theirs = (key: string): string | undefined =>
    new RegExp(`<key>${key}</key>\\s*<string>(.*?)</string>`).exec(xml)?.[1];
  compare(path, 'identifier', facts?.identifier, theirs('CFBundleIdentifier'));
  compare(path, 'version', facts?.version, theirs('CFBundleShortVersionString'));
  compare(path, 'build', facts?.build, theirs('CFBundleVersion'));
  compare(path, 'executable', facts?.executable, theirs('CFBundleExecutable'));
}

function compareSignatures(path: string, ours: unknown, isStripped: boolean): void {
  const verified = LEVELS.map(([least, most]) =>
    run('apksigner', 'verify', '--verbose', '--min-sdk-version', `${least}`, '--max-sdk-version', `${most}`, path),
  );
  if (verified.includes(undefined)) return;
  const schemes = [...verified.join('').matchAll(/^Verified using (v[123]) scheme.*: true$/gm)].map(
    ([, scheme]) => scheme,
  );
  // What apksigner rejects for another reason is there all the same.
  if (schemes.length > 0) compare(path, 'signatures', ours, [...new Set(schemes)].sort());
  compare(
    path,
    'stripped',
    isStripped,
    /indicates the APK is signed using APK Signature Scheme v2 but no such/.test(verified.join('')),
  );
}

/** Converts a list from each format to the other by `plistutil`, and reads both. */
async function compareList(list: Plist, path: string): Promise<void> {
  for (const [content, format] of [
    [makeXmlPlist(list), 'bin'],
    [makeBinaryPlist(list), 'xml'],
  ] as const) {
    await writeFile(path, content);
    if (run('plistutil', '-i', path, '-o', `${path}.out`, '-f', format) === undefined) return;
    const converted = await readFile(`${path}.out`);
    const [ours, theirs] = [await readPropertyList(Buffer.from(content)), await readPropertyList(converted)];
    compare(path, `converted to ${format}`, ours, theirs);
  }
}
