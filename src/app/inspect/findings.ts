import type { AppFacts } from '../../model/app-facts.ts';
import { joinPieces } from '../../model/words.ts';

/** What was found in an app. */
export interface Inspection {
  readonly facts?: AppFacts;
  readonly findings: readonly Finding[];
}

/** Something that is wrong with an app. */
export interface Finding {
  readonly kind: FindingKind;
  /** Whether the service certainly rejects the app, or no device can install it. */
  readonly isError: boolean;
  /** The service's error code that is prevented; absent if no device can install the app. */
  readonly code?: number;
  /** Sentences that begin after the name of the app: "has no AndroidManifest.xml, so …". */
  readonly message: string;
}

interface Description {
  readonly isError: boolean;
  /** What was found, with `{}` for a detail. */
  readonly what: string;
  /** See `Finding`. */
  readonly code?: number;
  /** What follows, if there is no code. */
  readonly consequence?: string;
  readonly fix: string;
}

const USE_BUILD = 'Use an APK that Gradle made, for example with assembleDebug.';
const BUILD_FOR_DEVICES =
  "Build with `-sdk iphoneos -destination 'generic/platform=iOS'`, and sign the app with a development certificate.";
const EXPORT_DEVELOPMENT =
  'Export with `method` set to `development` (Xcode 15.3 and later: `debugging`) in the export options.';
const CHECK_STEP = 'Check the step that built, packed or downloaded it.';
const NOT_INSTALLABLE = 'no device can install it';

/** docs/app-checks.md explains each. */
const DESCRIPTIONS = {
  'not-a-zip': { isError: true, what: 'is not a complete zip file', code: 4032, fix: CHECK_STEP },
  'not-inspected': { isError: false, what: 'was not inspected: {}', fix: CHECK_STEP },
  'contains-app': {
    isError: false,
    what: 'contains {}',
    consequence: 'the service may not find the app',
    fix: 'Extract the zip, and set `app-file` to the app in it.',
  },
  'several-apps': { isError: false, what: 'contains several apps ({})', fix: 'Zip only the app to test.' },
  'zipped-contents': {
    isError: true,
    what: 'is a zip of the files of an .app',
    code: 4030,
    fix: 'Zip the folder.',
  },
  'no-manifest': { isError: true, what: 'has no AndroidManifest.xml', code: 4040, fix: USE_BUILD },
  'unreadable-manifest': {
    isError: true,
    what: 'has an unreadable AndroidManifest.xml ({})',
    code: 4040,
    fix: USE_BUILD,
  },
  'no-launcher': {
    isError: true,
    what: 'has no launcher activity (action MAIN, category LAUNCHER)',
    code: 4041,
    fix: 'Use the APK of the app, not of its tests. Otherwise add both to an intent-filter of its main activity.',
  },
  'split-apk': {
    isError: true,
    what: 'is a split APK, only a part of an app',
    consequence: NOT_INSTALLABLE,
    fix: 'Use one APK for all devices, such as that of `bundletool build-apks --mode=universal`.',
  },
  'test-only': {
    isError: false,
    what: 'is marked as test-only (android:testOnly)',
    consequence: 'devices refuse it without a special option',
    fix: 'Run `./gradlew assembleDebug`, and use the APK in build/outputs/apk, not in build/intermediates.',
  },
  'unsigned-apk': {
    isError: false,
    what: 'has a name that says it is not signed',
    consequence: 'devices may refuse it',
    fix: 'Use a debug build, or set `signingConfig` for the build type in build.gradle. If it is signed, rename it.',
  },
  'not-in-payload': {
    isError: true,
    what: 'has its app in {}, not in a folder Payload at the top',
    code: 4030,
    fix: 'Zip the folder Payload itself.',
  },
  'no-info-plist': { isError: true, what: 'has no Info.plist of an iOS app', code: 4030, fix: CHECK_STEP },
  'unreadable-info-plist': {
    isError: true,
    what: 'has an unreadable Info.plist ({})',
    code: 4030,
    fix: CHECK_STEP,
  },
  'no-bundle-identifier': {
    isError: true,
    what: 'has no CFBundleIdentifier in its Info.plist',
    consequence: NOT_INSTALLABLE,
    fix: CHECK_STEP,
  },
  'other-platform': {
    isError: true,
    what: 'is a build for the simulator or another system',
    consequence: NOT_INSTALLABLE,
    fix: BUILD_FOR_DEVICES,
  },
  'no-profile': { isError: false, what: 'has no provisioning profile', code: 4031, fix: EXPORT_DEVELOPMENT },
  'expired-profile': {
    isError: false,
    what: 'has a provisioning profile that expired on {}',
    code: 4031,
    fix: 'Renew the profile, and build again. Xcode renews it with automatic signing.',
  },
  'other-profile': {
    isError: false,
    what: 'has a provisioning profile of another kind than development',
    code: 4031,
    fix: EXPORT_DEVELOPMENT,
  },
} as const satisfies Readonly<Record<string, Description>>;

/** The heading of a finding in docs/app-checks.md. */
export type FindingKind = keyof typeof DESCRIPTIONS;

/** Every kind of finding. */
export const FINDING_KINDS = Object.keys(DESCRIPTIONS) as readonly FindingKind[];

/** Describes a finding. @param detail of this file */
export function finding(kind: FindingKind, detail = ''): Finding {
  const { isError, what, code, consequence, fix }: Description = DESCRIPTIONS[kind];
  const verb = isError ? 'would' : 'may';
  const rejection = code !== undefined && `the service ${verb} reject it (${code})`;
  const sentence = joinPieces(', so ', [what.replace('{}', () => detail), rejection || consequence]);
  return { kind, isError, code, message: `${sentence}. ${fix}` };
}
