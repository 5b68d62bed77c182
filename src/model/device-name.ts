import { cleanText, truncate } from './text.ts';

const SEPARATOR = ' / ';

/** The longest that a part of a device's name is shown, in UTF-16 units. */
const NAME_LIMIT = 200;

/** Splits `LGE Nexus_5X / ANDROID 8.1.0` at its last slash and cleans both parts; without a slash there is no operating system. */
export function splitDevice(text: string): { readonly name: string; readonly os: string } {
  const clean = cleanText(text, Infinity);
  const at = clean.lastIndexOf(SEPARATOR);
  if (at < 0) return { name: truncate(clean, NAME_LIMIT) || 'unnamed device', os: '' };
  const name = truncate(clean.slice(0, at), NAME_LIMIT) || 'unnamed device';
  return { name, os: truncate(clean.slice(at + SEPARATOR.length), NAME_LIMIT) };
}
