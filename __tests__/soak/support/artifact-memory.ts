import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ArtifactClient, ListArtifactsResponse } from '@actions/artifact';
import yazl from 'yazl';

/** The artifacts of a workflow run, in memory. */
export interface ArtifactMemory {
  /** A client as GitHub's; `blind`: one that cannot list artifacts. */
  client(options: { readonly label: string; readonly blind?: boolean }): ArtifactClient;
  /** The labels of the clients that uploaded what is there now. */
  labels(): readonly string[];
  /** The content of all that a client uploaded and that is there now. */
  textOf(label: string): string;
  /** Changes the content of every artifact. */
  edit(change: (text: string) => string): void;
}

interface StoredArtifact {
  readonly id: number;
  readonly label: string;
  readonly file: string;
  text: string;
}

/** Starts without artifacts. Each artifact holds one file. */
export function createArtifactMemory(): ArtifactMemory {
  const stored = new Map<string, StoredArtifact>();
  let created = 0;
  const list = (): ListArtifactsResponse => ({
    artifacts: [...stored].map(([name, { id, text }]) => ({ name, id, size: text.length })),
  });
  return {
    labels: () => [...stored.values()].map(({ label }) => label),
    textOf: (label) => [...stored.values()].flatMap((one) => (one.label === label ? one.text : [])).join(' '),
    edit: (change) => {
      for (const artifact of stored.values()) artifact.text = change(artifact.text);
    },
    client: ({ label, blind = false }) => ({
      uploadArtifact: async (name, files, root) => {
        created += 1;
        const [path = ''] = files;
        const file = path.slice(root.length + 1);
        stored.set(name, { id: created, label, file, text: await readFile(path, 'utf8') });
        return { id: created, size: 1, digest: '' };
      },
      listArtifacts: () => (blind ? Promise.reject(new Error('the list is not available')) : Promise.resolve(list())),
      downloadArtifact: async (id, { path = '' } = {}) => {
        const artifact = [...stored.values()].find((one) => one.id === id);
        if (!artifact) throw new Error(`no artifact ${id}`);
        const zip = new yazl.ZipFile();
        // Not compressed, because the virtual clock does not see that zlib works.
        zip.addBuffer(Buffer.from(artifact.text), artifact.file, { compress: false });
        zip.end();
        const chunks: Buffer[] = [];
        for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk as Uint8Array));
        await writeFile(join(path, 'artifact.zip'), Buffer.concat(chunks));
        return { downloadPath: path };
      },
      deleteArtifact: (name) => {
        const id = stored.get(name)?.id ?? 0;
        stored.delete(name);
        return Promise.resolve({ id });
      },
      getArtifact: () => Promise.reject(new Error('not needed')),
    }),
  };
}
