import { distance } from 'fastest-levenshtein';

import { matchesParts, splitDevice } from './text.ts';

/** Who has excused a device run that does not pass, and until when. Texts of the quarantine file. */
export interface Quarantine {
  readonly reason: string;
  readonly owner: string;
  /** The last day, in UTC: `2026-12-15`. */
  readonly expires: string;
  /** Its line in the file, from 1. */
  readonly line: number;
}

/** A quarantine file as it is on the day of the run. */
export interface QuarantineFile {
  /** Relative to the workspace. */
  readonly path: string;
  readonly entries: readonly QuarantineEntry[];
  readonly expired: readonly QuarantineEntry[];
}

/** An entry of the quarantine file. It has `scenarios` or `device` or both. */
export interface QuarantineEntry extends Quarantine {
  /** Absent: all scenarios, and automated tests. */
  readonly scenarios?: readonly number[];
  /** The name of the device, with or without its OS; `*` stands for any text. Absent: every device. */
  readonly device?: string;
}

/** How many days of an entry are left after today; 0 on its last day. */
export function daysUntil({ expires }: Pick<Quarantine, 'expires'>, now: Date): number {
  return Math.ceil((Date.parse(expires) - now.getTime()) / DAY_MS);
}

/** A day in milliseconds. */
export const DAY_MS = 24 * 60 * 60_000;

/** The entry for all devices of a scenario; `undefined` without one. */
export function quarantineOfScenario(
  entries: readonly QuarantineEntry[],
  scenario?: number,
): QuarantineEntry | undefined {
  return entries.find((entry) => entry.device === undefined && isForScenario(entry, scenario));
}

/** Returns what finds the entries for a device of a scenario, by the name that the service gives it. The first one excuses it. */
export function quarantinesOfDevices(entries: readonly QuarantineEntry[], scenario?: number): FindEntries {
  const find = FINDERS.get(entries) ?? findByName(entries);
  FINDERS.set(entries, find);
  return (device) => find(device).filter((entry) => isForScenario(entry, scenario));
}

/** Testsets of a step share most names: 500 entries for each of 100,000 device runs take 34 s. */
const FINDERS = new WeakMap<readonly QuarantineEntry[], FindEntries>();

type FindEntries = (device: string) => readonly QuarantineEntry[];

/** Compares each different name once, whatever the scenario. */
function findByName(entries: readonly QuarantineEntry[]): FindEntries {
  const patterns = entries.map((entry) => ({ entry, parts: comparable(entry.device ?? '*').split('*') }));
  const found = new Map<string, readonly QuarantineEntry[]>();
  return (device) => {
    const [name = '', short = ''] = namesOf(device);
    const matching =
      found.get(device) ??
      patterns.filter(({ parts }) => matchesParts(parts, name) || matchesParts(parts, short)).map(({ entry }) => entry);
    found.set(device, matching);
    return matching;
  };
}

function isForScenario({ scenarios }: QuarantineEntry, scenario?: number): boolean {
  return scenarios?.some((each) => each === scenario) ?? true;
}

/** The entry with the nearest name: at most two letters, `_`, `-` or the scenario differ, or one name is a part of the other. */
export function nearestEntry(entries: readonly QuarantineEntry[], device: string): QuarantineEntry | undefined {
  const names = namesOf(device).map(lettersOf);
  const distanceTo = (pattern: string): number => {
    const letters = lettersOf(comparable(pattern));
    const isPart =
      letters.length >= MIN_LETTERS && names.some((name) => name.includes(letters) || letters.includes(name));
    return isPart ? 0 : Math.min(...names.map((name) => distance(name, letters)));
  };
  const near = entries
    .flatMap((entry) => (entry.device === undefined ? [] : { entry, letters: distanceTo(entry.device) }))
    .filter(({ letters }) => letters <= MAX_DISTANCE);
  return near.sort((a, b) => a.letters - b.letters)[0]?.entry;
}

const MAX_DISTANCE = 2;
/** Fewer letters are a part of too many names. */
export const MIN_LETTERS = 3;

/** The letters and digits of a name or pattern. */
export function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

/** The name of a device with and without its OS. */
function namesOf(device: string): readonly string[] {
  return [device, splitDevice(device).name].map(comparable);
}

/** Without regard to case, to blanks and the slash before the OS, and to how letters such as Hangul are composed. */
function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/[\s/]/g, '');
}
