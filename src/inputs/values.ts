import type { AppFile } from '../model/inputs.ts';
import type { OsType } from '../model/report.ts';
import { formatNumber } from '../model/words.ts';
import type { InputReader } from './input-reader.ts';

/** Parses decimal digits as a safe integer; `undefined` for anything else, such as a sign or an exponent. */
function parseWhole(text: string): number | undefined {
  const number = Number(text);
  const isWhole = /^[0-9]+$/.test(text) && Number.isSafeInteger(number);
  return isWhole ? number : undefined;
}

/** `true` or `false` in any case; an empty input means `fallback`. @param allowed for the message */
export function readFlag(reader: InputReader, name: string, fallback: boolean, allowed = 'true or false'): boolean {
  const text = reader.text(name);
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  if (text !== '') reader.error(name, `${reader.describe(name)}. Use ${allowed}.`);
  return fallback;
}

/** The range of a number, both ends included. */
interface Range {
  readonly min: number;
  readonly max: number;
  /** What the number counts, such as "minutes". */
  readonly unit: string;
}

/** A whole number within a range; `undefined` if the input is empty or wrong. */
export function readWhole(reader: InputReader, name: string, { min, max, unit }: Range): number | undefined {
  const text = reader.text(name);
  if (text === '') return undefined;
  const number = parseWhole(text) ?? NaN;
  if (number >= min && number <= max) return number;
  reader.error(name, `${reader.describe(name)}. Use a whole number of ${unit} from ${min} to ${max}.`);
  return undefined;
}

/** The number of the project; an empty input is an error if it is `required`. 0 if it is empty or wrong. */
export function readProject(reader: InputReader, required = true): number {
  const text = reader.text('project-id');
  const number = parseWhole(text) ?? 0;
  if (number === 0 && (text !== '' || required)) {
    const allowed = 'Set it to the number of your project, in the digits 0 to 9.';
    reader.error('project-id', `${reader.describe('project-id')}. ${allowed}`);
  }
  return number;
}

/** How many devices may end in a certain way: a number, or `Infinity` for `any`; an empty input means 0. */
export function readLimit(reader: InputReader, name: string): number {
  const text = reader.text(name) || '0';
  if (text.toLowerCase() === 'any') return Infinity;
  const limit = parseWhole(text);
  if (limit === undefined) reader.error(name, `${reader.describe(name)}. Use a whole number, 0 or more, or \`any\`.`);
  return limit ?? 0;
}

/** Text of at most `limit` UTF-16 units, which no message repeats; `undefined` if the input is empty or too long. */
export function readShortText(reader: InputReader, name: string, limit: number): string | undefined {
  const text = reader.text(name);
  if (text.length <= limit) return text || undefined;
  reader.error(name, `\`${name}\` is ${text.length} characters long. Use at most ${limit}.`);
  return undefined;
}

/** Most testsets or scenarios that an input may list (benchmarks/scenarios.ts). */
const MAX_IDENTIFIERS = 1_000;

/**
 * Positive numbers, separated by commas or white space, also as a JSON list, each once, in the order given.
 * `undefined` if the input is empty or wrong.
 *
 * @param kind what is numbered, such as "testset"
 * @param alternative what the input may hold instead
 */
export function readIdentifiers(
  reader: InputReader,
  name: string,
  kind: string,
  alternative = '',
): readonly number[] | undefined {
  const text = reader.text(name);
  if (text === '') return undefined;
  const [, list = text] = /^\[(.*)\]$/s.exec(text) ?? [];
  const words = (list === text ? text : list.replaceAll('"', '')).split(/[\s,]/).filter((word) => word !== '');
  const numbers = words.map((word) => parseWhole(word) ?? 0);
  const identifiers = [...new Set(numbers)];
  const count = identifiers.length;
  const areNumbers = !identifiers.includes(0);
  if (count >= 1 && count <= MAX_IDENTIFIERS && areNumbers) return identifiers;
  let what = reader.describe(name);
  if (count > MAX_IDENTIFIERS && areNumbers) what = `\`${name}\` has ${formatNumber(count)} different numbers`;
  const allowed = `Use 1 to ${formatNumber(MAX_IDENTIFIERS)} ${kind} numbers, separated by commas, spaces or new lines`;
  reader.error(name, `${what}. ${allowed}${alternative}.`);
  return undefined;
}

/** Longer than the name of any scenario. */
const QUERY_LIMIT = 200;

/** Text that the names of scenarios contain; `undefined` if the input is empty or wrong. */
export function readScenarioQuery(reader: InputReader): string | undefined {
  const text = reader.text('scenario-query');
  if (text === '') return undefined;
  if (text.length <= QUERY_LIMIT && !/\p{Cc}/u.test(text)) return text;
  const allowed = `Use one line of at most ${QUERY_LIMIT} characters, a part of the names of the scenarios.`;
  reader.error('scenario-query', `${reader.describe('scenario-query')}. ${allowed}`);
  return undefined;
}

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
  const expected = app?.osType;
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
