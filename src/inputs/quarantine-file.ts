import { isUtf8 } from 'node:buffer';
import { readFile, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import * as v from 'valibot';
import { isNode, LineCounter, parseDocument, visit, type Document } from 'yaml';

import { codeOf, fileError } from '../model/errors.ts';
import type { Inputs } from '../model/inputs.ts';
import { pathWithin } from '../model/path-within.ts';
import { lettersOf, MIN_LETTERS, type QuarantineEntry } from '../model/quarantine.ts';
import { cleanText } from '../model/text.ts';
import { pluralize } from '../model/words.ts';
import { redactVisible, type Redact } from '../runtime/redact.ts';
import type { InputContext, InputReader } from './input-reader.ts';

const MAX_BYTES = 256 * 1024;
const MAX_ENTRIES = 500;
/** In UTF-16 units. */
const MAX_TEXT = 300;
/** An entry that ends later would not be looked at again. */
const MAX_DAYS = 90;
/** From today to the day that messages give as an example. */
const EXAMPLE_DAYS = 30;
/** Most errors of the file in a message. */
const MAX_FAULTS = 10;

const KEYS = '`scenario`, `device`, `reason`, `owner` and `expires`';
const SCENARIO = '`scenario` must be a scenario number such as 1041, or a list such as [1041, 1042].';
/** What to do about errors of the YAML reader, in the words of such a file. */
const SYNTAX_ADVICE: Readonly<Record<string, string>> = {
  MULTILINE_IMPLICIT_KEY: 'Write a key, a colon and a blank, as in `reason: It crashes`. A comment begins with #.',
  BLOCK_AS_IMPLICIT_KEY: 'Put a blank after the hyphen of an entry, and a text with `: ` in quotes.',
  MISSING_CHAR: 'Begin the keys of an entry in the same column, and close each quote.',
  UNEXPECTED_TOKEN: 'Indent with spaces, and put nothing after the closing quote.',
  BAD_SCALAR_START: 'Put a text that begins with a sign such as @ in quotes.',
  DUPLICATE_KEY: 'An entry has this key twice.',
  MULTIPLE_DOCS: 'Remove the line ---: the file is one list.',
};
const NO_ALIASES = 'Aliases (*) are not allowed. Write the value out; put a text that begins with * in quotes.';
const MISSING_ADVICE =
  'Write the path from the workspace, check its letter case, and that actions/checkout ran before.';

/** What is wrong in a line of the file, from 1, as a sentence. */
interface Fault {
  readonly line: number;
  readonly message: string;
}

/**
 * Reads the file that `quarantine-file` names: a YAML list of entries, none of which may contain a secret. It must be in the workspace, also
 * after links are followed. `undefined` if anything is wrong.
 *
 * @param now decides which entries have expired, and how late one may end
 */
export async function readQuarantineFile(
  reader: InputReader,
  { workspace, redact }: Pick<InputContext, 'workspace' | 'redact'>,
  now = new Date(),
): Promise<Inputs['quarantine']> {
  const given = reader.text('quarantine-file');
  const file = await readText(workspace, given);
  if ('path' in file) return readEntries(reader, file.path, file.text, redact, now);
  const { advice = 'Use a YAML file of at most 256 KiB in the workspace.' } = file;
  reader.error('quarantine-file', `\`quarantine-file\` ${file.reason}: ${reader.quote(given)}. ${advice}`);
  return undefined;
}

/** @returns `path` relative to the workspace; or the `reason` why the file is not used, which completes "`quarantine-file` …" */
async function readText(
  workspace: string,
  given: string,
): Promise<{ path: string; text: string } | { reason: string; advice?: string }> {
  try {
    const file = await realpath(resolve(workspace, given));
    const path = pathWithin(await realpath(workspace), file);
    if (path === undefined) return { reason: 'is outside of the workspace' };
    const stats = await stat(file);
    if (!stats.isFile()) return { reason: 'is not a file' };
    if (stats.size > MAX_BYTES) return { reason: 'is larger than 256 KiB' };
    const bytes = await readFile(file);
    if (!isUtf8(bytes)) return { reason: 'is not in UTF-8', advice: 'Save it as UTF-8.' };
    return { path, text: bytes.toString() };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { reason: 'does not exist', advice: MISSING_ADVICE };
    return { reason: `cannot be read (${fileError(error)})` };
  }
}

function readEntries(reader: InputReader, path: string, text: string, redact: Redact, now: Date): Inputs['quarantine'] {
  const warnOfComment = (line: number): void => {
    reader.warn(`\`quarantine-file\`, line ${line}: what follows # is a comment in YAML. Put the text in quotes.`);
  };
  const { entries, faults } = parseEntries(text, redact, now, warnOfComment);
  for (const { line, message } of faults.slice(0, MAX_FAULTS)) {
    reader.error('quarantine-file', `\`quarantine-file\`, line ${line}: ${message}`, undefined, { file: path, line });
  }
  const more = faults.length - MAX_FAULTS;
  if (more > 0) reader.error('quarantine-file', `\`quarantine-file\` has ${pluralize(more, 'more error')}.`);
  if (faults.length > 0) return undefined;
  const today = formatDay(now);
  const [entriesOfToday, expired] = [true, false].map((isValid) =>
    entries.filter(({ expires }) => expires >= today === isValid),
  );
  return { path, entries: entriesOfToday ?? [], expired: expired ?? [] };
}

function parseEntries(
  text: string,
  redact: Redact,
  now: Date,
  warnOfComment: (line: number) => void,
): { entries: readonly QuarantineEntry[]; faults: readonly Fault[] } {
  const lines = new LineCounter();
  const lineAt = (offset = 0): number => lines.linePos(offset).line;
  const document = parseDocument(text.replace(/^\ufeff/, ''), { lineCounter: lines });
  // Only the first error of the syntax: others follow from it.
  const faults: Fault[] = document.errors.slice(0, 1).map(({ message, pos, code }) => {
    const said = cleanText(redactVisible(message, redact).split(' at line ')[0] ?? '');
    return { line: lineAt(pos[0]), message: `This is not YAML. ${SYNTAX_ADVICE[code] ?? `${said}.`}` };
  });
  // No alias is resolved: a few lines could stand for millions.
  visit(document, {
    // As in `reason: see #123`; a comment of a user has a blank behind its sign.
    Scalar: (_, { comment, range }) => {
      if (/^\S/.test(comment ?? '')) warnOfComment(lineAt(range?.[0]));
    },
    Alias: (_, { range }) => {
      faults.push({ line: lineAt(range?.[0]), message: NO_ALIASES });
    },
  });
  if (faults.length > 0) return { entries: [], faults };
  const content = readContent(document);
  const result = v.safeParse(fileSchema(redact, now), content, { abortPipeEarly: true });
  if (result.success) {
    const entries = result.output.map((entry, at) => ({ ...entry, line: lineAt(startOf(document, [at])) }));
    return { entries, faults: [] };
  }
  const found = result.issues.map(({ path = [], message }) => {
    const keys = path.map(({ key }) => key);
    return { line: lineAt(startOf(document, keys)), message };
  });
  return { entries: [], faults: found.sort((a, b) => a.line - b.line) };
}

/** The content; `undefined` if the library cannot convert it, such as a merge key (`<<`) of a number. */
function readContent(document: Document): unknown {
  try {
    return document.toJS() ?? [];
  } catch {
    return undefined;
  }
}

/** Where a value begins; of one that is missing, where its entry begins. */
function startOf(document: Document, path: readonly unknown[]): number {
  const node = document.getIn(path, true);
  if (isNode(node)) return node.range?.[0] ?? 0;
  return path.length === 0 ? 0 : startOf(document, path.slice(0, -1));
}

function fileSchema(redact: Redact, now: Date) {
  const ordinal = v.pipe(v.number(describeScenario), v.safeInteger(SCENARIO), v.minValue(1, SCENARIO));
  const scenarios = v.pipe(
    v.union([ordinal, v.pipe(v.array(ordinal), v.minLength(1, SCENARIO))], describeScenario),
    v.transform((value) => [value].flat()),
  );
  const anyDevice = 'To quarantine all devices of a scenario, leave `device` out.';
  const device = v.pipe(
    textSchema('device', redact),
    v.check((text) => /[^*\s/]/.test(text), `\`device\` is only *. ${anyDevice}`),
    v.check((text) => !/\.\*|^\/.*\/$/.test(text), '`device` is no regular expression: * alone stands for any text.'),
    v.check((text) => !/[“”„‘’]/.test(text), '`device` has curly quotes. Write the name as the log shows it.'),
    v.check(
      (text) => !text.includes('*') || lettersOf(text).length >= MIN_LETTERS,
      `\`device\` is too short for a pattern: it needs ${MIN_LETTERS} letters or digits beside *.`,
    ),
    v.check((text) => !/^(?:android|ios)\d*$/i.test(lettersOf(text)), '`device` names only a system. Name the device.'),
  );
  const last = formatDay(addDays(now, MAX_DAYS));
  const example = formatDay(addDays(now, EXAMPLE_DAYS));
  const date = `\`expires\` must be a day such as ${example}.`;
  const expires = v.pipe(
    v.string(date),
    v.regex(/^\d{4}-\d{2}-\d{2}$/, date),
    v.check(
      isInCalendar,
      ({ input }) => `\`expires\` is ${redact(input)}, which is not in the calendar. Use a day such as ${example}.`,
    ),
    v.check((day) => day <= last, `\`expires\` is more than ${MAX_DAYS} days ahead. Use ${last} at the latest.`),
  );
  const fields = {
    scenario: v.exactOptional(scenarios),
    device: v.exactOptional(device),
    reason: textSchema('reason', redact),
    owner: textSchema('owner', redact),
    expires,
  };
  const entry = v.pipe(
    v.strictObject(fields, (issue) => describeField(issue, redact)),
    v.check(
      (each) => each.scenario !== undefined || each.device !== undefined,
      'An entry needs `scenario` or `device`, or both.',
    ),
    v.transform(({ scenario, ...rest }) => ({ ...rest, scenarios: scenario })),
  );
  const list = 'The file must be a list: each entry begins with a hyphen (-).';
  return v.pipe(v.array(entry, list), v.maxLength(MAX_ENTRIES, `The file has more than ${MAX_ENTRIES} entries.`));
}

/** A key that is missing, one that is not known, or an entry that is not a mapping. */
function describeField({ received, path }: v.StrictObjectIssue, redact: Redact): string {
  const key = path?.[0].key;
  if (typeof key !== 'string') return `An entry has ${KEYS}.`;
  if (received === 'undefined') return `\`${key}\` is missing.`;
  return `\`${cleanText(redactVisible(key, redact), 60)}\` is not known. An entry has ${KEYS}.`;
}

/** A number in quotes is the most likely mistake. */
function describeScenario({ input }: { readonly input: unknown }): string {
  const quoted = typeof input === 'string' && /^\d{1,15}$/.test(input);
  return quoted ? `${SCENARIO} Remove the quotes: \`scenario: ${input}\`.` : SCENARIO;
}

function textSchema(name: string, redact: Redact) {
  const empty = `\`${name}\` is empty.`;
  const message = `\`${name}\` must be a text of at most ${MAX_TEXT} characters on one line.`;
  return v.pipe(
    v.string(({ input }) => {
      if (input === null) return `${empty} What follows # is a comment.`;
      return Array.isArray(input) ? `${message} Write one entry for each.` : `${message} Put it in quotes.`;
    }),
    v.trim(),
    v.minLength(1, empty),
    v.check((text) => text.length <= MAX_TEXT && !/\p{Cc}/u.test(text), message),
    v.check((text) => redactVisible(text, redact) === text, `\`${name}\` contains a secret.`),
  );
}

/** Whether a date such as `2026-02-30` exists. */
function isInCalendar(date: string): boolean {
  return !Number.isNaN(Date.parse(date)) && formatDay(new Date(date)) === date;
}

/** The day in UTC: `2026-12-15`. */
function formatDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function addDays(time: Date, days: number): Date {
  return new Date(time.getTime() + days * 24 * 60 * 60_000);
}
