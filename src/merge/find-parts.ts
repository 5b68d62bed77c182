import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { messageOf } from '../errors.ts';
import { decode } from '../results/decode.ts';
import { readXml } from '../results/read-xml.ts';
import { doubtIn, tellsTheSame } from './doubt.ts';
import { readReport, type KeptReport } from './read-report.ts';
import { Misshapen } from './shape.ts';

/** What one job left: a report, or a folder in which none can be used. */
export type Part =
  | { readonly kind: 'report'; readonly folder: string; readonly report: KeptReport }
  | { readonly kind: 'broken'; readonly folder: string; readonly why: string };

const REPORT = 'report.json';
const JUNIT = 'junit.xml';

/** A file that is larger would not fit into one text. In bytes. */
const LARGEST = 256 * 1024 * 1024;

/**
 * Reads what the jobs left: each in a folder of its own or, as GitHub downloads a single artifact, all in the folder itself. What cannot be
 * used is part of the value. In the order of the folders' names.
 *
 * @param folder absolute
 * @throws errors of the file system when the folder cannot be listed
 */
export async function findParts(folder: string): Promise<readonly Part[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some(({ name }) => name === REPORT)) return [await readPart(folder)];
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  const parts: Part[] = [];
  for (const each of folders.sort()) parts.push(await readPart(each));
  return parts;
}

async function readPart(path: string): Promise<Part> {
  const folder = basename(path);
  try {
    const report = readReport(await readText(path, REPORT));
    const doubt = doubtIn(report) ?? (await doubtInJunit(path, report));
    return doubt === undefined ? { kind: 'report', folder, report } : { kind: 'broken', folder, why: doubt };
  } catch (error) {
    if (!(error instanceof Misshapen)) throw error;
    return { kind: 'broken', folder, why: error.message };
  }
}

/** The file is only written where results came. */
async function doubtInJunit(path: string, report: KeptReport): Promise<string | undefined> {
  if (report.testsets.every(({ suites }) => suites.length === 0)) return undefined;
  const reading = readXml(await readText(path, JUNIT), (text) => text);
  if (reading.kind === 'unreadable') return `${JUNIT} cannot be read: ${reading.why}`;
  return tellsTheSame(reading.suites, report) ? undefined : `${JUNIT} does not tell what ${REPORT} tells`;
}

async function readText(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  try {
    if ((await stat(path)).size > LARGEST) throw new Misshapen(`${name} is larger than 256 MiB`);
    return decode(await readFile(path));
  } catch (error) {
    throw error instanceof Misshapen
      ? error
      : new Misshapen(`${name} is missing, or cannot be read: ${messageOf(error)}`);
  }
}
