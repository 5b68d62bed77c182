import { extname } from 'node:path';

import type { OsType } from '../model/report.ts';

/** What the service accepts, and for which operating system; a zip may be for either. docs/design.md, service §4.1. */
const OS_TYPES: ReadonlyMap<string, OsType | undefined> = new Map([
  ['apk', 'ANDROID'],
  ['xapk', 'ANDROID'],
  ['apks', 'ANDROID'],
  ['ipa', 'iOS'],
  ['app', 'iOS'],
  ['zip', undefined],
]);

/** The extensions that the service accepts, in lower case, without the dot. */
export const APP_EXTENSIONS: readonly string[] = [...OS_TYPES.keys()];

/** The extension of a name or path, in lower case, without the dot; '' if it has none. */
export function extensionOf(name: string): string {
  return extname(name).slice(1).toLowerCase();
}

/** Whether a folder with this name or path is an app: `Demo.app`. */
export function isBundleName(path: string): boolean {
  return extensionOf(path) === 'app';
}

/** The operating system that the extension of an app's name tells; `undefined` if it tells none. */
export function osTypeOf(name: string): OsType | undefined {
  return OS_TYPES.get(extensionOf(name));
}
