import { randomUUID } from 'node:crypto';
import { lstat, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { codeOf, fileError } from '../model/errors.ts';
import type { REPORT_FILES } from '../model/report.ts';
import { DOCUMENTS, type DocumentKind } from '../model/results.ts';

/** The folder for result files. Other files in it stay, unless one of the same name is written. */
export interface ResultsFolder {
  /** Absolute. */
  readonly path: string;
  /** Writes one of the folder's own files. @returns its absolute path @throws Error naming path and reason */
  write(name: (typeof REPORT_FILES)[number], content: string | Iterable<string>): Promise<string>;
  /** Writes a document to `testset-<id>/`; bare XML only if no XML was written before: a reader of all files counts both. @throws Error naming path and reason */
  writeResult(testsetId: number, kind: DocumentKind, text: string): Promise<void>;
  /** Absolute paths of the files that were written, each once, in order. */
  files(): readonly string[];
}

/** The folder for result files at an absolute path. It is created with the first file; a link or a file in its place is an error then. */
export function toResultsFolder(folder: string): ResultsFolder {
  const files = new Set<string>();
  const withXml = new Set<number>();
  const write = async (content: string | Iterable<string>, name: string, inner?: string): Promise<string> => {
    const path = join(folder, inner ?? '', name);
    try {
      const real = await makeRealFolder(folder);
      await replaceFile(join(inner === undefined ? real : await makeRealFolder(join(real, inner)), name), content);
    } catch (error) {
      throw new Error(`${path} cannot be written: ${fileError(error)}.`, { cause: error });
    }
    files.add(path);
    return path;
  };
  return {
    path: folder,
    write: (name, content) => write(typeof content === 'string' ? content : inBatches(content), name),
    writeResult: async (testsetId, kind, text) => {
      if (kind === 'xml') withXml.add(testsetId);
      if (kind === 'bare_xml' && withXml.has(testsetId)) return;
      await write(text, `result.${DOCUMENTS[kind].file}`, `testset-${testsetId}`);
    },
    files: () => [...files],
  };
}

/** Joins pieces into batches of about 64 Ki characters, because each one is written by itself. */
function* inBatches(pieces: Iterable<string>): Generator<string> {
  let batch: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    batch.push(piece);
    length += piece.length;
    if (length < 64 * 1024) continue;
    yield batch.join('');
    batch = [];
    length = 0;
  }
  yield batch.join('');
}

/** Writes a file completely or not at all. What was there, also a link, is replaced and not followed. */
async function replaceFile(path: string, content: string | Iterable<string>): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await writeFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary).catch(() => undefined);
    throw error;
  }
}

/** Creates a folder, unless it exists. @returns its real path @throws if a file or a link is in its place; errors of the file system */
async function makeRealFolder(folder: string): Promise<string> {
  const path = join(await realpath(dirname(folder)), basename(folder));
  await mkdir(path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  if (!(await lstat(path)).isDirectory()) throw new Error(`${path} is a file or a link`);
  return path;
}
