import { cut, plain } from './clean.ts';
import type { Report } from './report.ts';

const SEPARATOR = ' / ';

/** The longest that either part of a device's name is shown, in UTF-16 units. */
export const NAME_LIMIT = 200;

/** Splits `LGE Nexus_5X / ANDROID 8.1.0` at its last slash and cleans both parts; without a slash there is no operating system. */
export function splitDevice(name: string): { readonly device: string; readonly os: string } {
  const clean = plain(name, Infinity);
  const at = clean.lastIndexOf(SEPARATOR);
  const device = cut(at < 0 ? clean : clean.slice(0, at), NAME_LIMIT);
  const os = at < 0 ? '' : cut(clean.slice(at + SEPARATOR.length), NAME_LIMIT);
  return { device: device === '' ? 'unnamed device' : device, os };
}

/** How long the devices were busy, in seconds; absent durations count nothing. */
export function deviceSeconds({ testsets }: Report): number {
  let total = 0;
  for (const { suites } of testsets) {
    for (const { testcases } of suites) total = testcases.reduce((sum, { seconds = 0 }) => sum + seconds, total);
  }
  return total;
}
