import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { codeOf, messageOf } from '../model/errors.ts';
import { decode } from '../results/decode.ts';
import { readXml } from '../results/read-xml.ts';
import { doubtIn, tellsTheSame } from './doubt.ts';
import { readReport, type KeptReport } from './read-report.ts';
import { InvalidShape } from './shape.ts';

/** A job's report that could be read; `doubt` says why it is not to be believed, if it is not. */
export interface FoundReport {
  readonly kind: 'report';
  /** Name of the folder in which it lay. */
  readonly folder: string;
  readonly report: KeptReport;
  readonly doubt?: string;
}

/** What one job left. Nobody knows of which scenarios an unreadable report tells. */
export type Part = FoundReport | { readonly kind: 'unreadable'; readonly folder: string; readonly why: string };

const REPORT = 'report.json';
const JUNIT = 'junit.xml';

/** It may lead anywhere, and is in no artifact; passed over without a word, it could hide a report that is red. */
const LINK = 'it is a link, and links are not followed';

/** A file that is larger would not fit into one text. In bytes. */
const LARGEST = 256 * 1024 * 1024;

/**
 * Reads what the jobs left: each in a folder of its own or, as GitHub downloads a single artifact, all in the folder itself. A folder that
 * does not exist is one in which nothing was left. In the order of the folders' names, links behind them.
 *
 * @param folder absolute
 * @throws errors of the file system when the folder cannot be listed
 */
export async function findParts(folder: string): Promise<readonly Part[]> {
  const entries = await entriesOf(folder);
  const isPlace = entries.some((entry) => entry.name === REPORT && !entry.isDirectory());
  const places = isPlace ? [folder] : [];
  for (const entry of entries.filter((each) => each.isDirectory())) {
    const path = join(folder, entry.name);
    if (!isPlace || !isOfTestset(entry.name) || (await holdsReport(path))) places.push(path);
  }
  const parts: Part[] = [];
  for (const place of places.sort()) parts.push(await readPart(place));
  const links = entries.filter((each) => each.isSymbolicLink() && each.name !== REPORT && each.name !== JUNIT);
  for (const { name } of links) parts.push({ kind: 'unreadable', folder: name, why: LINK });
  return parts;
}

/** Beside a report lie the documents of its testsets; an artifact may have the same name. */
function isOfTestset(folder: string): boolean {
  return /^testset-\d+$/.test(folder);
}

async function holdsReport(folder: string): Promise<boolean> {
  return (await entriesOf(folder)).some(({ name }) => name === REPORT);
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
}

async function readPart(path: string): Promise<Part> {
  const folder = basename(path);
  const report = await orMisshapen(async () => readReport(await readText(path, REPORT)));
  if (report instanceof InvalidShape) return { kind: 'unreadable', folder, why: report.message };
  const doubt = doubtIn(report) ?? (await doubtInJunit(path, report));
  return { kind: 'report', folder, report, ...(doubt !== undefined && { doubt }) };
}

/** The file is only written where results came. */
async function doubtInJunit(path: string, report: KeptReport): Promise<string | undefined> {
  if (report.testsets.every(({ suites }) => suites.length === 0)) return undefined;
  const text = await orMisshapen(() => readText(path, JUNIT));
  if (text instanceof InvalidShape) return text.message;
  const reading = readXml(text, (each) => each);
  if (reading.kind === 'unreadable') return `${JUNIT} cannot be read: ${reading.why}`;
  return tellsTheSame(reading.suites, report) ? undefined : `${JUNIT} does not tell what ${REPORT} tells`;
}

async function orMisshapen<T>(read: () => Promise<T>): Promise<T | InvalidShape> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof InvalidShape) return error;
    throw error;
  }
}

/** A link could lead to whatever the job may read, and a pipe has no end: neither is ever in an artifact. */
async function readText(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const file = await lstat(path).catch((error: unknown) => {
    throw new InvalidShape(codeOf(error) === 'ENOENT' ? `${name} is missing` : unreadableBecause(name, error));
  });
  if (!file.isFile()) throw new InvalidShape(unreadableBecause(name, 'it is no plain file'));
  if (file.size > LARGEST) throw new InvalidShape(`${name} is larger than 256 MiB`);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new InvalidShape(unreadableBecause(name, error));
  });
  return decode(bytes);
}

function unreadableBecause(name: string, error: unknown): string {
  return `${name} cannot be read: ${messageOf(error)}`;
}
