import { osTypeOf } from '../app/app-extensions.ts';
import type { OsType } from '../model/report.ts';
import type { AppFile } from '../model/inputs.ts';
import type { InputReader } from './input-reader.ts';

const OS_TYPES: readonly OsType[] = ['ANDROID', 'iOS'];

/** The operating system in `os-type`, in any letter case; `undefined` if the input is empty or wrong. */
export function readOsType(reader: InputReader): OsType | undefined {
  const text = reader.text('os-type').toLowerCase();
  const osType = OS_TYPES.find((each) => each.toLowerCase() === text);
  if (!osType && text !== '') reader.error('os-type', `${reader.describe('os-type')}. Use ANDROID or iOS.`);
  return osType;
}

/** The operating system of an app, as given, or as its name or its content tells; a placeholder after an error. */
export function readAppOsType(reader: InputReader, app: AppFile | undefined): OsType {
  const given = readOsType(reader);
  const expected = app && (osTypeOf(app.name) ?? app.osType);
  if (app && expected && given && expected !== given) {
    const reason = `\`os-type\` is ${given}, but ${reader.quote(app.name)} is for ${expected}`;
    reader.error('os-type', `${reason}. The service would reject it (4055). Remove \`os-type\`.`);
  } else if (app && !expected && !reader.errors.some(({ input }) => input === 'app-file')) {
    requireOsType(reader, 'a zip can be for either');
  }
  return given ?? expected ?? 'ANDROID';
}

/** The operating system of scenarios, which only the input tells; a placeholder after an error. */
export function readScenarioOsType(reader: InputReader): OsType {
  requireOsType(reader, 'every scenario is for one of them');
  return readOsType(reader) ?? 'ANDROID';
}

function requireOsType(reader: InputReader, reason: string): void {
  if (reader.text('os-type') !== '') return;
  reader.error('os-type', `\`os-type\` is empty. Set it to ANDROID or iOS: ${reason}.`);
}
