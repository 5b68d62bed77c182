/** The operating system of an app, and of the devices of a testset, as the service spells it. */
export type OsType = 'ANDROID' | 'iOS';

/** What an app file contains, as far as it was understood; a fact that is not known is absent. Texts come from the file. */
export interface AppFacts {
  /** What the file contains, whatever its extension is. */
  readonly format: 'apk' | 'xapk' | 'apks' | 'ios';
  readonly osType: OsType;
  /** Package name or bundle identifier. */
  readonly identifier?: string;
  /** The name that users see, if the file has it as plain text. */
  readonly name?: string;
  /** Version name, such as `3.2.1`. */
  readonly version?: string;
  /** Version code or bundle version. */
  readonly build?: string;
  /** The first version that can install it, such as `Android 7` or `iOS 15.0`. */
  readonly minimumOs?: string;
  /** Android: the API level that the app was made for. */
  readonly targetSdk?: number;
  /** ABIs of native code, or architectures of the executable; sorted. */
  readonly architectures?: readonly string[];
  /** Android. */
  readonly debuggable?: boolean;
  /** Android: the kinds of signatures that are present; they are not verified. */
  readonly signatures?: readonly ('v1' | 'v2' | 'v3')[];
  /** Android: whether an activity or an alias has the launcher category. */
  readonly launchable?: boolean;
  /** iOS. */
  readonly platform?: 'device' | 'simulator';
  /** iOS: the file name of the executable. */
  readonly executable?: string;
  /** iOS: whether the executable has the encryption of the App Store. */
  readonly encrypted?: boolean;
  /** iOS. */
  readonly profile?: ProvisioningProfile;
}

/** The provisioning profile in an iOS app. */
interface ProvisioningProfile {
  readonly kind: 'development' | 'ad-hoc' | 'enterprise' | 'app-store';
  /** ISO 8601; absent if it is not known. */
  readonly expires?: string;
}

const TEXTS = ['identifier', 'name', 'version', 'build', 'minimumOs', 'executable'] as const;

/** Changes every text that comes from the file. */
export function mapTexts(facts: AppFacts, change: (text: string) => string): AppFacts {
  const changed: { -readonly [Key in keyof AppFacts]: AppFacts[Key] } = { ...facts };
  for (const key of TEXTS) changed[key] = facts[key] && change(facts[key]);
  changed.architectures = facts.architectures?.map(change);
  return changed;
}

/** `3.2.1 (321)`; empty if neither version nor build is known. */
export function formatVersion({ version = '', build }: AppFacts): string {
  if (build === undefined || build === version) return version;
  return `${version} (${build})`.trim();
}

/** What a device must have: `Android 7 and later`, `arm64-v8a`. */
export function listRequirements(facts: Pick<AppFacts, 'minimumOs' | 'architectures'>): readonly string[] {
  const { minimumOs, architectures = [] } = facts;
  if (minimumOs === undefined) return architectures;
  return [`${minimumOs} and later`, ...architectures];
}
