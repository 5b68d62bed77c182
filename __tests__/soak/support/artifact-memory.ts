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

/** A client as GitHub's. @param blind whether it cannot list artifacts */
export function createArtifactClient(stored: ArtifactMemory, label: string, blind: boolean): ArtifactClient {
  return {
    uploadArtifact: async (name, files, root) => {
      uploads += 1;
      const id = uploads;
      const [path = ''] = files;
      stored.set(name, { id, label, file: path.slice(root.length + 1), text: await readFile(path, 'utf8') });
      return { id, size: 1, digest: '' };
    },
    listArtifacts: () => {
      if (blind) return Promise.reject(new Error('the list is not available'));
      const artifacts = [...stored].map(([name, { id, text }]) => ({ name, id, size: text.length }));
      return Promise.resolve({ artifacts });
    },
    downloadArtifact: async (id, { path = '' } = {}) => {
      const artifact = [...stored.values()].find((one) => one.id === id);
      if (!artifact) throw new Error(`no artifact ${id}`);
      // Not compressed, because the virtual clock does not see that zlib works.
      await writeFile(join(path, 'artifact.zip'), await zipOf({ [artifact.file]: artifact.text }, false));
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
