import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ArtifactClient } from '@actions/artifact';

import { zipOf } from '../../support/zip.ts';

/** The artifacts of a workflow run by name, in memory; each holds one file. */
export type ArtifactMemory = Map<string, StoredArtifact>;

interface StoredArtifact {
  readonly id: number;
  /** Of the client that uploaded it. */
  readonly label: string;
  readonly file: string;
  text: string;
}

let uploads = 0;

/** A fault that passes: the first call of a kind fails. `finish`: the artifact stays unfinished, and its name is taken. `cut`: half a zip. */
export type PassingFault = 'create' | 'finish' | 'list' | 'address' | 'cut';

/** A client as GitHub's. @param blind whether it cannot list artifacts */
export function createArtifactClient(
  stored: ArtifactMemory,
  label: string,
  blind: boolean,
  fault?: PassingFault,
): ArtifactClient {
  let passing = fault;
  const fails = (...kinds: readonly PassingFault[]): boolean => {
    if (!passing || !kinds.includes(passing)) return false;
    passing = undefined;
    return true;
  };
  const unfinished = new Set<string>();
  return {
    uploadArtifact: async (name, files, root) => {
      if (fails('create')) throw new Error('Failed to CreateArtifact: (403) Forbidden: Error from intermediary');
      if (unfinished.has(name)) throw new Error('Failed to CreateArtifact: (409) Conflict');
      if (fails('finish')) {
        unfinished.add(name);
        throw new Error('Failed to FinalizeArtifact: (403) Forbidden: Error from intermediary');
      }
      uploads += 1;
      const id = uploads;
      const [path = ''] = files;
      stored.set(name, { id, label, file: path.slice(root.length + 1), text: await readFile(path, 'utf8') });
      return { id, size: 1, digest: '' };
    },
    listArtifacts: () => {
      if (blind || fails('list')) return Promise.reject(new Error('the list is not available'));
      const artifacts = [...stored].map(([name, { id, text }]) => ({ name, id, size: text.length }));
      return Promise.resolve({ artifacts });
    },
    downloadArtifact: async (id, { path = '' } = {}) => {
      const artifact = [...stored.values()].find((one) => one.id === id);
      if (!artifact) throw new Error(`no artifact ${id}`);
      if (fails('address')) throw new Error('Failed to GetSignedArtifactURL: (403) Forbidden');
      // Not compressed, because the virtual clock does not see that zlib works.
      const zip = await zipOf({ [artifact.file]: artifact.text }, false);
      await writeFile(join(path, 'artifact.zip'), fails('cut') ? zip.subarray(0, zip.length / 2) : zip);
      return { downloadPath: path };
    },
    deleteArtifact: (name) => {
      const id = stored.get(name)?.id ?? 0;
      stored.delete(name);
      return Promise.resolve({ id });
    },
    getArtifact: () => Promise.reject(new Error('not needed')),
  };
}
