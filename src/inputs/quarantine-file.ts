import { isUtf8 } from 'node:buffer';
import { readFile, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { codeOf, fileError } from '../model/errors.ts';
import type { QuarantineFile } from '../model/inputs.ts';
import { pathWithin } from '../model/path-within.ts';
import { addDays, formatDay, type PlacedEntry } from '../model/quarantine.ts';
import { pluralize } from '../model/words.ts';
import type { Redact } from '../runtime/redact.ts';
import type { InputContext, InputReader } from './input-reader.ts';

/** In bytes. */
const LARGEST_FILE = 256 * 1024;
/** Most errors of the file in a message. */
const MAX_ERRORS = 10;
/** Entries that end within so many days are noticed. */
const SOON_DAYS = 7;

/**
 * Reads the file of `quarantine-file`, which must be in the workspace, also after links are followed. `undefined` if the input is empty or
 * wrong.
 *
 * @param now decides which entries have expired
 */
export async function readQuarantineFile(
  reader: InputReader,
  { workspace, redact }: Pick<InputContext, 'workspace' | 'redact'>,
  now = new Date(),
): Promise<QuarantineFile | undefined> {
  const given = reader.text('quarantine-file');
  if (given === '') return undefined;
  try {
    const file = await realpath(resolve(workspace, given));
    const path = pathWithin(await realpath(workspace), file);
    const reason = await whyUnreadable(file, path);
    const bytes = reason === undefined ? await readFile(file) : undefined;
    if (bytes && isUtf8(bytes)) return await parseFile(reader, path ?? file, bytes.toString(), { redact, now });
    reader.error('quarantine-file', `\`quarantine-file\` ${reason ?? 'is not in UTF-8'}: ${reader.quote(given)}.`);
  } catch (error) {
    const reason = codeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${fileError(error)})`;
    reader.error('quarantine-file', `\`quarantine-file\` ${reason}: ${reader.quote(given)}.`);
  }
  return undefined;
}

/** @param path relative to the workspace; absent outside of it */
async function whyUnreadable(file: string, path?: string): Promise<string | undefined> {
  if (path === undefined) return 'is outside of the workspace';
  const stats = await stat(file);
  if (!stats.isFile()) return 'is not a file';
  return stats.size > LARGEST_FILE ? 'is larger than 256 KiB' : undefined;
}

async function parseFile(
  reader: InputReader,
  path: string,
  text: string,
  { redact, now }: { readonly redact: Redact; readonly now: Date },
): Promise<QuarantineFile | undefined> {
  // Loaded only here: few steps have such a file, and the YAML reader takes time to load.
  const { parseQuarantine } = await import('./parse-quarantine.ts');
  const { entries, faults } = parseQuarantine(text, now, redact);
  for (const { line, message } of faults.slice(0, MAX_ERRORS)) {
    reader.error('quarantine-file', `\`quarantine-file\`, line ${line}: ${message}`);
  }
  const more = faults.length - MAX_ERRORS;
  if (more > 0) reader.error('quarantine-file', `\`quarantine-file\` has ${pluralize(more, 'more error')}.`);
  return faults.length > 0 ? undefined : { path, ...sortByDate(entries, now) };
}

function sortByDate(all: readonly PlacedEntry[], now: Date): Pick<QuarantineFile, 'entries' | 'ending'> {
  const today = formatDay(now);
  const soon = formatDay(addDays(now, SOON_DAYS - 1));
  return {
    entries: all.filter(({ expires }) => expires >= today),
    ending: all
      .filter(({ expires }) => expires <= soon)
      .map((entry) => ({ ...entry, hasExpired: entry.expires < today })),
  };
}
