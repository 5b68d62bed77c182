import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { codeOf, messageOf } from '../model/errors.ts';
import { InvalidReport, parseReport, type StoredReport } from '../model/report-schema.ts';
import { parseJunitXml } from '../results/parse-junit-xml.ts';
import { findContradiction, hasSameResults } from './check-report.ts';

/** The report of a job. */
export interface FoundReport {
  /** The name of the folder of its files. */
  readonly folder: string;
  readonly report: StoredReport;
  /** Why it cannot be trusted. */
  readonly contradiction?: string;
}

/** The files of one job. It is not known which scenarios an unreadable report is about. */
export type JobReport = FoundReport | { readonly folder: string; readonly reason: string };

const REPORT = 'report.json';
const JUNIT = 'junit.xml';

/** In bytes. */
const LARGEST_FILE = 256 * 1024 * 1024;

/**
 * Reads the files of all jobs: each in a folder of its own or, as GitHub downloads a single artifact, all in `folder` itself. None if
 * `folder` does not exist. Pages, which are artifacts of their own, are left out. In the order of the folders' names, then links.
 *
 * @param folder absolute
 * @throws errors of the file system if the folder cannot be listed
 */
export async function findReports(folder: string): Promise<readonly JobReport[]> {
  const entries = await entriesOf(folder);
  const isSingle = entries.some((entry) => entry.name === REPORT && !entry.isDirectory());
  const places: string[] = [];
  if (isSingle) places.push(folder);
  for (const entry of entries.filter((each) => each.isDirectory())) {
    const path = join(folder, entry.name);
    // Beside a report there are folders with the documents of its testsets.
    const isOfTestset = isSingle && /^testset-\d+$/.test(entry.name);
    const inside = await entriesOf(path);
    const hasReport = inside.some(({ name }) => name === REPORT);
    if (!isPage(inside) && (!isOfTestset || hasReport)) places.push(path);
  }
  const reports: JobReport[] = [];
  for (const place of places.sort()) reports.push(await readJobReport(place));
  // No artifact contains links. Ignoring one silently could hide a red report.
  const links = entries.filter((each) => each.isSymbolicLink() && each.name !== REPORT && each.name !== JUNIT);
  for (const { name } of links) reports.push({ folder: name, reason: 'links are not followed' });
  return reports;
}

/** Whether a folder is the artifact of a report page: the one with the report is beside it. */
function isPage(entries: Awaited<ReturnType<typeof entriesOf>>): boolean {
  const [only, another] = entries;
  return !another && only?.isFile() === true && only.name.endsWith('.html');
}

async function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
}

async function readJobReport(path: string): Promise<JobReport> {
  const folder = basename(path);
  try {
    const report = parseReport(await readText(path, REPORT));
    const contradiction = findContradiction(report) ?? (await checkJunit(path, report));
    return { folder, report, contradiction };
  } catch (error) {
    return { folder, reason: messageOf(error) };
  }
}

/** Why the JUnit file cannot be trusted. */
async function checkJunit(path: string, report: StoredReport): Promise<string | undefined> {
  try {
    // With the results of many testsets it is larger than one document of the service.
    const reading = parseJunitXml(await readText(path, JUNIT), (text) => text, LARGEST_FILE);
    if ('reason' in reading) return `${JUNIT} cannot be read: ${reading.reason}`;
    if (hasSameResults(reading.suites, report)) return undefined;
    return `${JUNIT} and ${REPORT} have different results`;
  } catch (error) {
    return messageOf(error);
  }
}

/** Reads a plain file: a link could lead to any file that the job may read, and a pipe has no end. @throws when it cannot be read */
async function readText(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const file = await lstat(path).catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? new InvalidReport(`${name} is missing`) : error;
  });
  if (!file.isFile()) throw new InvalidReport(`${name} is not a plain file`);
  if (file.size > LARGEST_FILE) throw new InvalidReport(`${name} is larger than 256 MiB`);
  return readFile(path, 'utf8');
}
