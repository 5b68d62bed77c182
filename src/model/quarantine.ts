/** Who has excused a device run that does not pass, and until when. Texts of the quarantine file. */
export interface Quarantine {
  readonly reason: string;
  readonly owner: string;
  /** The last day, in UTC: `2026-12-15`. */
  readonly expires: string;
}

/** An entry of the quarantine file. It has `scenarios` or `device` or both. */
export interface QuarantineEntry extends Quarantine {
  /** Absent: all scenarios, and automated tests. */
  readonly scenarios?: readonly number[];
  /** The name of the device, with or without its OS; `*` stands for any text. Absent: every device. */
  readonly device?: string;
}

/** The entry for all devices of a scenario; `undefined` without one. */
export function quarantineOfScenario(
  entries: readonly QuarantineEntry[],
  scenario: number | undefined,
): QuarantineEntry | undefined {
  return entries.find((entry) => entry.device === undefined && isForScenario(entry, scenario));
}

/** Returns what finds the entry for a device of a scenario, by the name that the service gives it; `undefined` without one. */
export function quarantineOfDevices(
  entries: readonly QuarantineEntry[],
  scenario: number | undefined,
): (device: string) => QuarantineEntry | undefined {
  const own = entries.filter((entry) => isForScenario(entry, scenario));
  const patterns = own.map((entry) => ({ entry, parts: comparable(entry.device ?? '*').split('*') }));
  return (device) => {
    const names = namesOf(device);
    return patterns.find(({ parts }) => names.some((name) => matches(parts, name)))?.entry;
  };
}

function isForScenario({ scenarios }: QuarantineEntry, scenario: number | undefined): boolean {
  return scenarios === undefined || (scenario !== undefined && scenarios.includes(scenario));
}

const SEPARATOR = ' / ';

/** The name of a device with and without its OS. */
function namesOf(device: string): readonly string[] {
  const full = comparable(device);
  const at = full.lastIndexOf(SEPARATOR);
  return at > 0 ? [full, full.slice(0, at)] : [full];
}

/** Without regard to case, and to how letters such as Hangul are composed. */
function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase().trim();
}

/** Whether a text consists of the parts of a pattern, with any text between them. */
function matches([first = '', ...others]: readonly string[], text: string): boolean {
  const last = others.pop();
  if (last === undefined) return first === text;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
