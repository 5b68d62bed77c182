import { mkdir, realpath, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';

import { codeOf, TestsetError } from '../model/errors.ts';
import { pathWithin } from '../model/path-within.ts';
import { beginReplacement, type Pieces, replaceFile, type Replacement } from './replace-file.ts';

/** The files that stand in the results folder itself (docs/design.md, files and names). */
export type ReportFile = 'junit.xml' | 'report.json' | 'summary.md';

/** The documents that are saved for each testset, by the ending of their files. */
export type ResultFile = 'xml' | 'html' | 'json';

/** The folder for result files. Files of an earlier step stay, except that the same names are replaced. */
export interface ResultsFolder {
  /** Absolute. */
  readonly path: string;
  /** Writes one of the folder's own files and gives its absolute path. @throws TestsetError naming path and reason */
  write(name: ReportFile, content: string | Pieces): Promise<string>;
  /** Removes one of the folder's own files that an earlier step may have left. @throws TestsetError naming path and reason */
  remove(name: ReportFile): Promise<void>;
  /**
   * Begins `testset-<id>/result.<kind>`; so do the file's own functions.
   * @throws TestsetError naming path and reason; RangeError for an id below 1
   */
  beginResult(testsetId: number, kind: ResultFile): Promise<Replacement>;
  /** Absolute paths of what was written, each once, in order. */
  files(): readonly string[];
}

/**
 * The folder for result files, below the workspace; both paths are absolute. Nothing is made until the first file is written, and then
 * a folder that leads out of the workspace, lexically or through a link, is refused.
 */
export function openResultsFolder(workspace: string, resultsDir: string): ResultsFolder {
  const files = new Set<string>();
  return {
    path: resultsDir,
    write: async (name, content) => {
      const path = join(resultsDir, name);
      await explainWriting(path, async () => {
        await replaceFile(await makeFolderWithin(workspace, resultsDir), name, content);
      });
      files.add(path);
      return path;
    },
    remove: async (name) => {
      await explainWriting(join(resultsDir, name), async () => {
        await rm(join(await makeFolderWithin(workspace, resultsDir), name), { force: true });
      });
    },
    beginResult: async (testsetId, kind) => {
      if (!Number.isSafeInteger(testsetId) || testsetId < 1)
        throw new RangeError('A testset identifier is a positive number.');
      const inner = join(resultsDir, `testset-${testsetId}`);
      const path = join(inner, `result.${kind}`);
      const file = await explainWriting(path, async () =>
        beginReplacement(await makeFolderWithin(workspace, inner), `result.${kind}`),
      );
      return {
        write: (text) => explainWriting(path, () => file.write(text)),
        keep: async () => {
          await explainWriting(path, () => file.keep());
          files.add(path);
        },
        drop: () => file.drop(),
      };
    },
    files: () => [...files],
  };
}

/**
 * Makes a folder below the workspace, with all that is missing on the way, and gives its real path. Each step is looked at before the
 * next is made, so that nothing appears outside. Both paths are absolute.
 * @throws TestsetError when it is not below the workspace, or a link on the way leads out of it; errors of the file system
 */
export async function makeFolderWithin(workspace: string, folder: string): Promise<string> {
  const root = await realpath(workspace);
  const inner = pathWithin(workspace, folder);
  if (inner === undefined) throw leadsOut(folder);
  let reached = root;
  for (const step of inner.split(sep)) {
    reached = join(reached, step);
    await makeFolder(reached);
    reached = await realpath(reached);
    if (pathWithin(root, reached) === undefined) throw leadsOut(folder);
  }
  return reached;
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

function leadsOut(folder: string): TestsetError {
  return new TestsetError(
    'bad-inputs',
    `\`results-dir\` leads out of the workspace: ${folder}.`,
    'Choose a folder below the workspace that is no link to elsewhere.',
  );
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'it is larger than the system lets a file be'],
  ['ENOTDIR', 'a part of the path is a file, not a folder'],
  ['EISDIR', 'a folder of that name is in the way'],
  ['ENOENT', 'a part of the path does not exist, or is a link to nowhere'],
  ['ELOOP', 'links on the way lead in a circle'],
  ['ENAMETOOLONG', 'the path is too long'],
]);

/** Runs what writes a file, and says in words what the file system had against it. @throws TestsetError naming path and reason */
export async function explainWriting<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof TestsetError ? error : fault(path, error);
  }
}

function fault(path: string, error: unknown): TestsetError {
  const code = codeOf(error);
  const reason = REASONS.get(code) ?? 'the reason is not known';
  const hint = 'Make room for it, or choose another `results-dir`.';
  return new TestsetError('unexpected', `${path} cannot be written: ${reason}${code && ` (${code})`}.`, hint, error);
}
