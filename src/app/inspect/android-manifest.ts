import type { AppFacts } from '../../model/app-facts.ts';
import { UnreadableFile } from './app-contents.ts';
import { readBinaryXml, type AttributeValue, type XmlEvent } from './binary-xml.ts';

/** Resource identifiers of the attributes that are read (android.R.attr). */
const ATTRIBUTE = {
  label: 0x01010001,
  name: 0x01010003,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  testOnly: 0x01010272,
  versionCodeMajor: 0x01010576,
};

interface Manifest {
  readonly facts: AppFacts;
  /** `undefined` if it is not known whether users can start it. */
  readonly isLaunchable: boolean | undefined;
  /** Whether devices install it only with a special option. */
  readonly isTestOnly: boolean;
  /** Whether it is of a split APK, which is only a part of an app. */
  readonly isSplit: boolean;
}

/** The elements around a name of an intent filter, and so the most that mean anything. */
const MAX_LEVELS = 5;

/** Reads the `AndroidManifest.xml` of an APK. @throws UnreadableFile if no device can read it either */
export function readManifest(file: Buffer): Manifest {
  let facts: AppFacts | undefined;
  let [isSplit, isTestOnly] = [false, false];
  const path: string[] = [];
  const launcher = new LauncherSearch();
  for (const event of readBinaryXml(file)) {
    if (event.kind === 'end') path.pop();
    else {
      path.push(path.length < MAX_LEVELS ? event.name : '');
      const place = path.slice(0, MAX_LEVELS + 1).join('/');
      if (place === 'manifest') {
        facts = packageFacts(event);
        isSplit = textOf(event.attribute('split')) !== undefined;
      } else if (facts && place === 'manifest/uses-sdk') facts = { ...facts, minimumOs: minimumOf(event) };
      else if (facts && place === 'manifest/application') {
        facts = { ...facts, name: textOf(event.attribute(ATTRIBUTE.label)) };
        isTestOnly = event.attribute(ATTRIBUTE.testOnly) === true;
      } else launcher.visit(place, event);
    }
    // Android ignores what comes after the first element.
    if (facts && path.length === 0) break;
  }
  if (!facts) throw new UnreadableFile('it has no manifest element');
  return { facts, isSplit, isTestOnly, isLaunchable: launcher.result() };
}

function packageFacts(event: XmlEvent): AppFacts {
  const identifier = event.attribute('package');
  if (identifier === null || identifier === '') throw new UnreadableFile('it has no package name');
  return {
    osType: 'ANDROID',
    identifier: textOf(identifier),
    version: textOf(event.attribute(ATTRIBUTE.versionName)),
    build: versionCode(event),
  };
}

/** `versionCodeMajor` is the upper half of a 64-bit version code. */
function versionCode(event: XmlEvent): string | undefined {
  const code = event.attribute(ATTRIBUTE.versionCode);
  const major = event.attribute(ATTRIBUTE.versionCodeMajor);
  if (typeof code !== 'number') return undefined;
  if (typeof major !== 'number') return `${code}`;
  const whole = (BigInt(major) << 32n) | BigInt(code >>> 0);
  return `${whole}`;
}

/** `undefined` for what is not a text, or an empty one. */
function textOf(value: AttributeValue): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return value;
}

/** A preview of Android has a name instead of a number. */
function minimumOf(event: XmlEvent): string | undefined {
  const minimum = event.attribute(ATTRIBUTE.minSdkVersion);
  return typeof minimum === 'number' ? androidVersion(minimum) : undefined;
}

const ACTIVITY = /^manifest\/application\/activity(?:-alias)?$/;
const NAMED = /^manifest\/application\/activity(?:-alias)?\/intent-filter\/(?:action|category)$/;

/** Looks for an activity with the action MAIN and the launcher category, as Android's tools do: also in two of its intent filters. */
class LauncherSearch {
  #isFound = false;
  #isUnknown = false;
  #hasMain = false;
  #hasLauncher = false;

  /** @param place the names of the element and of those around it, with `/` between them */
  visit(place: string, event: XmlEvent): void {
    if (ACTIVITY.test(place)) this.#hasMain = this.#hasLauncher = false;
    if (!NAMED.test(place)) return;
    const name = event.attribute(ATTRIBUTE.name);
    if (typeof name !== 'string' || name === '') this.#isUnknown = true;
    else if (event.name === 'action') this.#hasMain ||= name === 'android.intent.action.MAIN';
    // LEANBACK_LAUNCHER, of apps for televisions, counts too: it is not known whether the service accepts it.
    else this.#hasLauncher ||= name.endsWith('LAUNCHER');
    this.#isFound ||= this.#hasMain && this.#hasLauncher;
  }

  /** `undefined` if the name of an action or a category is not understood, such as a reference to a resource. */
  result(): boolean | undefined {
    if (this.#isFound) return true;
    if (this.#isUnknown) return undefined;
    return false;
  }
}

/** The Android version of each API level, from 14 on (developer.android.com/tools/releases/platforms). */
const VERSIONS = [
  ...['4.0', '4.0.3', '4.1', '4.2', '4.3', '4.4', '4.4', '5', '5.1', '6', '7', '7.1', '8', '8.1'],
  ...['9', '10', '11', '12', '12L', '13', '14', '15', '16'],
];

/** The words for an API level: `Android 7`; `Android API 99` for one that is not known. */
function androidVersion(level: number): string {
  const version = VERSIONS[level - 14] ?? `API ${level}`;
  return `Android ${version}`;
}
