import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { makeFolderWithin } from './folder.ts';
import { beginReplacement, replaceFile, type Pieces, type Replacement } from './replace-file.ts';
import { explainWriting } from './write-fault.ts';

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
