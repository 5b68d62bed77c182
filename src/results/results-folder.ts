import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';

import { codeOf, fileError, TestsetError } from '../model/errors.ts';
import { pathWithin } from '../model/path-within.ts';
import type { REPORT_FILES } from '../model/report.ts';
import { DOCUMENTS, type DocumentKind } from '../model/results.ts';

type ReportFile = (typeof REPORT_FILES)[number];

/** The folder for result files. Other files in it stay, unless one of the same name is written. */
export interface ResultsFolder {
  /** Absolute. */
  readonly path: string;
  /** Writes one of the folder's own files. @returns its absolute path @throws TestsetError naming path and reason */
  write(name: ReportFile, content: string | Iterable<string>): Promise<string>;
  /** Writes a document to `testset-<id>/`; bare XML only if no XML was written before: a reader of all files counts both. @throws TestsetError naming path and reason */
  writeResult(testsetId: number, kind: DocumentKind, text: string): Promise<void>;
  /** Absolute paths of the files that were written, each once, in order. */
  files(): readonly string[];
}

/**
 * Opens the folder for result files, below the workspace; both paths are absolute. Nothing is created before the first file is written,
 * and a folder that leads out of the workspace, by its path or through a link, is an error then.
 */
export function openResultsFolder(workspace: string, resultsDir: string): ResultsFolder {
  const files = new Set<string>();
  const withXml = new Set<number>();
  const write = async (folder: string, name: string, content: string | Iterable<string>): Promise<string> => {
    const path = join(folder, name);
    await explainWriting(path, async () => {
      await replaceFile(join(await makeFolderWithin(workspace, folder), name), content);
    });
    files.add(path);
    return path;
  };
  return {
    path: resultsDir,
    write: (name, content) => write(resultsDir, name, typeof content === 'string' ? content : inBatches(content)),
    writeResult: async (testsetId, kind, text) => {
      if (kind === 'xml') withXml.add(testsetId);
      if (kind === 'bare_xml' && withXml.has(testsetId)) return;
      await write(join(resultsDir, `testset-${testsetId}`), `result.${DOCUMENTS[kind].file}`, text);
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

/**
 * Creates a folder below the workspace one level at a time, so that no link on the way leads out of it. Both paths are absolute.
 *
 * @returns its real path
 * @throws TestsetError when it is outside of the workspace; errors of the file system
 */
async function makeFolderWithin(workspace: string, folder: string): Promise<string> {
  const root = await realpath(workspace);
  const inner = pathWithin(workspace, folder);
  if (inner === undefined) throw outsideWorkspace(folder);
  let path = root;
  for (const segment of inner.split(sep)) {
    path = join(path, segment);
    await mkdir(path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    path = await realpath(path);
    if (pathWithin(root, path) === undefined) throw outsideWorkspace(folder);
  }
  return path;
}

function outsideWorkspace(folder: string): TestsetError {
  const message = `\`results-dir\` leads out of the workspace: ${folder}.`;
  const hint = 'Choose a folder below the workspace that is not a link to another place.';
  return new TestsetError({ code: 'bad-inputs', message, hint });
}

/** @throws TestsetError naming path and reason */
async function explainWriting(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof TestsetError) throw error;
    const message = `${path} cannot be written: ${fileError(error)}.`;
    const hint = 'Check its permissions and the free space, or choose another `results-dir`.';
    throw new TestsetError({ code: 'unexpected', message, hint });
  }
}
