/** The operating system of an app, and of the devices of a testset, as the service spells it. */
export type OsType = 'ANDROID' | 'iOS';

/** What an app file contains, as far as it was understood; a fact that is not known is absent. Texts come from the file. */
export interface AppFacts {
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
}

const TEXTS = ['identifier', 'name', 'version', 'build', 'minimumOs'] as const;

/** Changes every text that comes from the file. */
export function mapTexts(facts: AppFacts, change: (text: string) => string): AppFacts {
  const changed: { -readonly [Key in keyof AppFacts]: AppFacts[Key] } = { ...facts };
  for (const key of TEXTS) changed[key] = facts[key] && change(facts[key]);
  return changed;
}

/** `3.2.1 (321)`; empty if neither version nor build is known. */
export function formatVersion({ version = '', build }: AppFacts): string {
  if (build === undefined || build === version) return version;
  return `${version} (${build})`.trim();
}

/** What a device must have: `Android 7 and later`; empty if it is not known. */
export function formatMinimumOs({ minimumOs }: Pick<AppFacts, 'minimumOs'>): string {
  return minimumOs === undefined ? '' : `${minimumOs} and later`;
}
