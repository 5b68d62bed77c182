import { isUtf8 } from 'node:buffer';
import { readFile, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import * as v from 'valibot';
import { isNode, LineCounter, parseDocument, visit, type Document } from 'yaml';

import { codeOf, fileError } from '../model/errors.ts';
import type { Inputs } from '../model/inputs.ts';
import type { QuarantineEntry } from '../model/quarantine.ts';
import { pathWithin } from '../model/run-context.ts';
import { cleanText } from '../model/text.ts';
import { pluralize } from '../model/words.ts';
import type { Redact } from '../runtime/redact.ts';
import type { InputContext, InputReader } from './input-reader.ts';
import { fileSchema, formatDay } from './quarantine-rules.ts';

const MAX_BYTES = 256 * 1024;
/** Most errors of the file in a message. */
const MAX_FAULTS = 10;

/** What to do about errors of the YAML reader, in the words of such a file. */
const SYNTAX_ADVICE: Readonly<Record<string, string>> = {
  MULTILINE_IMPLICIT_KEY: 'Write a key, a colon and a blank, as in `reason: It crashes`. A comment begins with #.',
  BLOCK_AS_IMPLICIT_KEY: 'Put a blank after the hyphen of an entry, and a text with `: ` in quotes.',
  MISSING_CHAR: 'Begin the keys of an entry in the same column, close each quote, and begin a comment with #.',
  UNEXPECTED_TOKEN: 'Indent with spaces, and put nothing after the closing quote.',
  BAD_SCALAR_START: 'Put a text that begins with a sign such as @ in quotes.',
  DUPLICATE_KEY: 'An entry has this key twice.',
  MULTIPLE_DOCS: 'Remove the line ---: the file is one list.',
};
const USUAL_SPACES = 'Write usual spaces: this line has others, such as no-break spaces.';
const NO_ALIASES = 'Aliases (*) are not allowed. Write the value out; put a text that begins with * in quotes.';
const MISSING_ADVICE =
  'Write a path from the workspace, not an address, with / and without *, check its letter case, and that actions/checkout ran before.';

/** What is wrong in a line of the file, from 1, as a sentence. */
interface Fault {
  readonly line: number;
  readonly message: string;
}

type Context = Pick<InputContext, 'workspace' | 'redact' | 'now'>;

/**
 * Reads the file that `quarantine-file` names: a YAML list of entries, none of which may contain a secret. It must be in the workspace, also
 * after links are followed. `undefined` if anything is wrong.
 */
export async function readQuarantineFile(reader: InputReader, context: Context): Promise<Inputs['quarantine']> {
  const given = reader.value('quarantine-file');
  if (given === undefined) return undefined;
  const file = await readText(context.workspace, given);
  if ('text' in file) return readEntries(reader, file, context);
  const { reason, advice = 'Use a YAML file of at most 256 KiB in the workspace.' } = file;
  reader.error('quarantine-file', `\`quarantine-file\` ${reason}: ${reader.quote(given)}. ${advice}`);
  return undefined;
}

interface TextFile {
  /** Relative to the workspace. */
  readonly path: string;
  readonly text: string;
}

/** @returns the file, or the `reason` why it is not used, which completes "`quarantine-file` …" */
async function readText(workspace: string, given: string): Promise<TextFile | { reason: string; advice?: string }> {
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

function readEntries(reader: InputReader, { path, text }: TextFile, { redact, now }: Context): Inputs['quarantine'] {
  if (text.trim() === '')
    reader.warn(`\`quarantine-file\` is an empty file: ${reader.quote(path)}. Write [] in it if that is meant.`);
  const warnOfComment = (line: number): void => {
    reader.warn(`\`quarantine-file\`, line ${line}: what follows # is a comment in YAML. Put the text in quotes.`);
  };
  const { entries, faults } = parseEntries(text, redact, now, warnOfComment);
  for (const { line, message } of faults.slice(0, MAX_FAULTS))
    reader.error('quarantine-file', `\`quarantine-file\`, line ${line}: ${message}`, undefined, { file: path, line });
  const more = faults.length - MAX_FAULTS;
  if (more > 0) reader.error('quarantine-file', `\`quarantine-file\` has ${pluralize(more, 'more error')}.`);
  if (faults.length > 0) return undefined;
  const today = formatDay(now);
  const isExpired = ({ expires }: QuarantineEntry): boolean => expires < today;
  return { path, entries: entries.filter((entry) => !isExpired(entry)), expired: entries.filter(isExpired) };
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
    const line = lineAt(pos[0]);
    const said = cleanText(redact(message).split(' at line ')[0] ?? '');
    const written = text.split('\n')[line - 1] ?? '';
    const advice = /(?! )\p{Zs}/u.test(written) ? USUAL_SPACES : (SYNTAX_ADVICE[code] ?? `${said}.`);
    // A secret of several lines would not be found in one.
    const shown = redact(text) === text ? `: "${cleanText(written, 60)}"` : '';
    return { line, message: `This is not YAML${shown}. ${advice}` };
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
  const lineOf = (path: readonly unknown[]): number => lineAt(startOf(document, path));
  if (result.success) return { entries: result.output.map((entry, at) => ({ ...entry, line: lineOf([at]) })), faults };
  const found = result.issues.map(({ path = [], message }) => ({ line: lineOf(path.map(({ key }) => key)), message }));
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
