import { join } from 'node:path';

import { makeFolderWithin } from './folder.ts';
import { replaceFile, type Content } from './replace-file.ts';
import { explainWriting } from './write-fault.ts';

/** The files that stand in the results folder itself (CONTRACT). */
export type ReportFile = 'junit.xml' | 'report.json' | 'summary.md';

/** The folder for result files. Files of an earlier step stay, except that the same names are replaced. */
export interface ResultsFolder {
  /** Absolute. */
  readonly path: string;
  /** Writes one of the folder's own files and gives its absolute path. @throws TestsetError naming path and reason */
  write(name: ReportFile, content: Content): Promise<string>;
  /** Writes `testset-<id>/result.<kind>`. @throws TestsetError naming path and reason; RangeError for an id below 1 */
  saveResult(testsetId: number, kind: 'xml' | 'html' | 'json', content: Content): Promise<void>;
  /** Absolute paths of what was written, each once, in order. */
  files(): readonly string[];
}

/**
 * The folder for result files, below the workspace; both paths are absolute. Nothing is made until the first file is written, and then
 * a folder that leads out of the workspace, lexically or through a link, is refused.
 */
export function openResultsFolder(workspace: string, resultsDir: string): ResultsFolder {
  const files = new Set<string>();

  const save = async (inner: readonly string[], name: string, content: Content): Promise<string> => {
    const path = join(resultsDir, ...inner, name);
    await explainWriting(path, async () => {
      const folder = await makeFolderWithin(workspace, join(resultsDir, ...inner));
      await replaceFile(folder, name, content);
    });
    files.add(path);
    return path;
  };

  return {
    path: resultsDir,
    write: (name, content) => save([], name, content),
    saveResult: async (testsetId, kind, content) => {
      if (!Number.isSafeInteger(testsetId) || testsetId < 1)
        throw new RangeError('A testset identifier is a positive number.');
      await save([`testset-${testsetId}`], `result.${kind}`, content);
    },
    files: () => [...files],
  };
}
