import type { AppType } from '../model/inputs.ts';
import { joinPieces } from '../model/words.ts';
import { MAKE_APK } from './file-check.ts';

/** Something that is wrong with an app. */
export interface Finding {
  readonly kind: FindingKind;
  /** Whether the service certainly rejects the app, or no device can install it. */
  readonly isError: boolean;
  /** Sentences that begin after the name of the app: "has no AndroidManifest.xml, so …". */
  readonly message: string;
}

interface Description {
  readonly isError?: boolean;
  /** What was found, with `{}` for a detail. */
  readonly what: string;
  /** The service's error code that is prevented, or what else follows; absent if that is not known. */
  readonly consequence?: number | string;
  readonly advice: string;
}

const EXPORT_DEVELOPMENT =
  'Export with `method` set to `development` (Xcode 15.3 and later: `debugging`) in the export options.';
const CHECK_STEP = 'Check the step that built, packed or downloaded it.';
const BUILD_FOR_ARM64 = 'Build for arm64-v8a as well: see `abiFilters` in build.gradle.';
const NOT_INSTALLABLE = 'no device can install it';

/** docs/app-checks.md explains each. */
const DESCRIPTIONS = {
  'not-a-zip': { isError: true, what: 'is not a complete zip file', consequence: 4032, advice: CHECK_STEP },
  'not-inspected': { what: 'was not inspected: {}', advice: CHECK_STEP },
  'no-app': {
    isError: true,
    what: 'contains no app',
    consequence: NOT_INSTALLABLE,
    advice: 'Set `app-file` to the app itself.',
  },
  'other-kind': { isError: true, what: 'is {}', advice: 'Use an app for devices.' },
  'contains-app': {
    what: 'contains {}',
    consequence: 'the service may not find the app',
    advice: 'Extract the zip, and set `app-file` to the app in it.',
  },
  'several-apps': { what: 'contains several apps ({})', advice: 'Zip only the app to test.' },
  'zipped-contents': {
    isError: true,
    what: 'is a zip of the files of an .app',
    consequence: 4030,
    advice: 'Zip the folder.',
  },
  'no-manifest': {
    isError: true,
    what: 'has no AndroidManifest.xml',
    consequence: 4040,
    advice: 'Use an APK that Gradle made, for example with assembleDebug.',
  },
  'not-signed': {
    what: 'is not signed',
    consequence: 'devices may refuse it',
    advice: 'Set `signingConfig` for the build type in build.gradle. For .NET, use *-Signed.apk of a release build.',
  },
  'only-x86': { what: 'has only x86 code', consequence: 'ARM devices may not run it', advice: BUILD_FOR_ARM64 },
  'only-32-bit': {
    what: 'has only 32-bit code for ARM',
    consequence: 'newer devices may refuse it',
    advice: BUILD_FOR_ARM64,
  },
  'no-javascript': {
    what: 'is a React Native app without its JavaScript',
    consequence: 'it may not start on a device',
    advice: 'Build the release variant: assembleRelease.',
  },
  'not-in-payload': {
    isError: true,
    what: 'has its app in {}, not in a folder Payload at the top',
    consequence: 4030,
    advice: 'Zip the folder Payload itself.',
  },
  'no-info-plist': { isError: true, what: 'has no Info.plist of an iOS app', consequence: 4030, advice: CHECK_STEP },
  simulator: {
    isError: true,
    what: 'is a build for the simulator',
    consequence: NOT_INSTALLABLE,
    advice:
      "Build with `-sdk iphoneos -destination 'generic/platform=iOS'`, and sign the app with a development certificate.",
  },
  'no-profile': { what: 'has no provisioning profile', consequence: 4031, advice: EXPORT_DEVELOPMENT },
  'expired-profile': {
    what: 'has a provisioning profile that expired on {}',
    consequence: 4031,
    advice: 'Renew the profile, and build again. Xcode renews it with automatic signing.',
  },
  'other-profile': {
    what: 'has a provisioning profile of another kind than development',
    consequence: 4031,
    advice: EXPORT_DEVELOPMENT,
  },
} as const satisfies Readonly<Record<string, Description>>;

type FindingKind = keyof typeof DESCRIPTIONS;

/** Describes a finding. @param detail of this file @param instead in place of the usual advice */
export function finding(kind: FindingKind, detail = '', instead?: string): Finding {
  const { isError = false, what, consequence, advice }: Description = DESCRIPTIONS[kind];
  const rejection = `the service ${isError ? 'would' : 'may'} reject it (${consequence})`;
  const words = typeof consequence === 'number' ? rejection : consequence;
  const sentence = joinPieces(', so ', [what.replace('{}', () => detail), words]);
  return { kind, isError, message: `${sentence}. ${instead ?? advice}` };
}

/** What an app is in truth, by the name of a file in it; the extensions that say otherwise, absent: any. */
const OTHER_KINDS: readonly (readonly [sign: RegExp, what: string, advice: string, types?: readonly AppType[]])[] = [
  [/^BundleConfig\.pb$/, 'an Android App Bundle', MAKE_APK],
  [/^classes\.jar$/, 'an Android library', 'Use an app that contains it.'],
  [/^Payload\/[^/]+\.app\//, 'an iOS app', 'Let its name end in .ipa.', ['apk', 'xapk', 'apks']],
  [/^AndroidManifest\.xml$/, 'an Android app', 'Let its name end in .apk.', ['ipa']],
  [/\.app\/Contents\/Info\.plist$|^Contents$/, 'an app for macOS', 'Build it for iOS devices.', ['ipa', 'app', 'zip']],
];

/** Finds that an app is of another kind than its type, by the names in it. */
export function findOtherKind(names: readonly string[], type: AppType): Finding | undefined {
  const row = OTHER_KINDS.find(
    ([sign, , , types]) => types?.includes(type) !== false && names.some((name) => sign.test(name)),
  );
  return row && finding('other-kind', row[1], row[2]);
}
