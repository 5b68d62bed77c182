import { extname } from 'node:path';

import type { OsType } from '../inputs.ts';

/** What the service takes, and for which system it is; a zip may be for either. docs/design.md, service §4.1. */
const OS_TYPES: ReadonlyMap<string, OsType | undefined> = new Map([
  ['apk', 'ANDROID'],
  ['xapk', 'ANDROID'],
  ['apks', 'ANDROID'],
  ['ipa', 'iOS'],
  ['app', 'iOS'],
  ['zip', undefined],
]);

/** The extensions that the service takes, lower case, without the dot. */
export const APP_EXTENSIONS: readonly string[] = [...OS_TYPES.keys()];

/** The extension of a name or path, lower case, without the dot; '' when it has none. */
export function extensionOf(name: string): string {
  return extname(name).slice(1).toLowerCase();
}

/** For which system an app is, by its name; undefined when the name does not tell. */
export function osTypeOf(name: string): OsType | undefined {
  return OS_TYPES.get(extensionOf(name));
}
