import { extname } from 'node:path';

import type { AppFile, OsType } from '../model/inputs.ts';
import { type InputReader, quote } from './input-reader.ts';

/** The system that `os-type` names, in any letter case; undefined when the input is empty, and after a fault. */
export function readOsType(reader: InputReader): OsType | undefined {
  const text = reader.text('os-type');
  switch (text.toLowerCase()) {
    case '':
      return undefined;
    case 'android':
      return 'ANDROID';
    case 'ios':
      return 'iOS';
    default:
      reader.error('os-type', quote(text), 'be ANDROID or iOS');
      return undefined;
  }
}

/** The system to test an app on: as given, or as its name says; undefined when neither tells. Faults are noted. */
export function readAppOsType(reader: InputReader, app: AppFile | undefined): OsType | undefined {
  const given = readOsType(reader);
  const meant = app && osTypeOf(app.name);
  if (app && meant && given && meant !== given) {
    reader.error('os-type', given, `be ${meant} or empty, because that is what ${quote(app.name)} is made for`);
  } else if (app && !meant && reader.text('os-type') === '') {
    reader.error('os-type', 'empty', 'be ANDROID or iOS, because a zip does not show which of them it is for');
  }
  return given ?? meant;
}

/** The system of scenarios, which nothing but the input tells; undefined after a fault. */
export function readScenarioOsType(reader: InputReader): OsType | undefined {
  if (reader.text('os-type') === '') {
    reader.error('os-type', 'empty', 'be ANDROID or iOS, because scenarios belong to one of them');
  }
  return readOsType(reader);
}

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
