import type { AppFacts } from '../../model/app-facts.ts';

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
  /** Completes the sentence "`app-file` is …,". */
  readonly message: string;
}

interface Description {
  readonly isError: boolean;
  /** What was found, with `{}` for a detail. */
  readonly what: string;
  /** See `Finding`. */
  readonly code?: number;
  readonly fix: string;
}

const USE_BUILD = 'Use an APK that Gradle made, for example with assembleDebug.';
const BUILD_FOR_DEVICES =
  "Build with `-sdk iphoneos -destination 'generic/platform=iOS'`, and sign the app with a development certificate.";
const EXPORT_DEVELOPMENT =
  'Export with `method` set to `development` (Xcode 15.3 and later: `debugging`) in the export options.';
const CHECK_STEP = 'Check the step that built, packed or downloaded it.';

/** docs/app-checks.md explains each. */
const DESCRIPTIONS = {
  'not-a-zip': {
    isError: true,
    what: 'which is not a zip file, or only a part of one',
    code: 4032,
    fix: CHECK_STEP,
  },
  'no-manifest': { isError: true, what: 'which has no AndroidManifest.xml', code: 4040, fix: USE_BUILD },
  'unreadable-manifest': {
    isError: true,
    what: 'with an AndroidManifest.xml that cannot be read: {}',
    code: 4040,
    fix: USE_BUILD,
  },
  'no-launcher': {
    isError: true,
    what: 'in which no activity has the action MAIN and the category LAUNCHER',
    code: 4041,
    fix: 'Use the APK of the app, not of its tests, or add both to an intent-filter of the activity that starts the app.',
  },
  'split-apk': {
    isError: true,
    what: 'a split APK, which is a part of an app that no device can install alone',
    fix: 'Use one APK for all devices, such as that of `bundletool build-apks --mode=universal`.',
  },
  'unsigned-apk': {
    isError: false,
    what: 'which is not signed, and devices install only signed apps',
    fix: 'Use a debug build, or set `signingConfig` for the build type in build.gradle.',
  },
  'no-base-apk': {
    isError: true,
    what: 'in which there is no base APK, so that no device can install it',
    code: 4032,
    fix: 'Use the APKS that `bundletool build-apks` made, or one APK.',
  },
  'no-info-plist': { isError: true, what: 'an iOS app without an Info.plist', code: 4030, fix: CHECK_STEP },
  'unreadable-info-plist': {
    isError: true,
    what: 'an iOS app with an Info.plist that cannot be read: {}',
    code: 4030,
    fix: CHECK_STEP,
  },
  'simulator-build': {
    isError: true,
    what: 'a build for the simulator, which no device can install',
    fix: BUILD_FOR_DEVICES,
  },
  'no-executable': {
    isError: true,
    what: 'an iOS app without its executable {}, which no device can install',
    fix: CHECK_STEP,
  },
  'no-profile': {
    isError: false,
    what: 'an iOS app without a provisioning profile, so devices may reject it',
    code: 4031,
    fix: EXPORT_DEVELOPMENT,
  },
  'expired-profile': {
    isError: false,
    what: 'an iOS app with a provisioning profile that expired on {}',
    code: 4031,
    fix: 'Renew the profile (Xcode does so with automatic signing), and build again.',
  },
  'other-profile': {
    isError: false,
    what: 'an iOS app with a provisioning profile of the kind {}, but the service accepts development builds only',
    code: 4031,
    fix: EXPORT_DEVELOPMENT,
  },
  'store-encryption': {
    isError: false,
    what: 'an iOS app with the encryption of the App Store, which runs only for the account that bought it',
    fix: EXPORT_DEVELOPMENT,
  },
} as const satisfies Readonly<Record<string, Description>>;

/** The heading of a finding in docs/app-checks.md. */
export type FindingKind = keyof typeof DESCRIPTIONS;

/** Every kind of finding. */
export const FINDING_KINDS = Object.keys(DESCRIPTIONS) as readonly FindingKind[];

/** Describes a finding. @param detail of this file */
export function finding(kind: FindingKind, detail = ''): Finding {
  const { isError, what, code, fix }: Description = DESCRIPTIONS[kind];
  const rejects = isError ? 'rejects' : 'may reject';
  const rejection = code === undefined ? '' : ` The service ${rejects} it with the error code ${code}.`;
  const message = `${what.replace('{}', () => detail)}.${rejection} ${fix}`;
  return { kind, isError, ...(code !== undefined && { code }), message };
}
