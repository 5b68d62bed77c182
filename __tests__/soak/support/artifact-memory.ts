import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { ArtifactClient } from '@actions/artifact';

import type { Api } from '../../../src/github/api/api.ts';
import { zipOf } from '../../support/zip.ts';

/** The artifacts of a workflow run by name, in memory; each holds one file. */
export type ArtifactMemory = Map<string, StoredArtifact>;

interface StoredArtifact {
  readonly id: number;
  /** Of the client that uploaded it. */
  readonly label: string;
  readonly file: string;
  readonly text: string;
}

let uploads = 0;

/** A fault that passes: the first call of a kind fails. `finish`: the artifact stays unfinished, and its name is taken. `cut`: half a zip. */
export type PassingFault = 'create' | 'finish' | 'list' | 'address' | 'cut';

/** What the runner's interface does with artifacts of other clients: refuses their addresses, hides them, or refuses all. */
export type Access = 'whole' | 'refused' | 'hidden' | 'none';

/** A client as GitHub's. */
export function createArtifactClient(
  stored: ArtifactMemory,
  label: string,
  fault?: PassingFault,
  access: Access = 'whole',
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
      if (access === 'none' || fails('list')) return Promise.reject(new Error('the list is not available'));
      const shown = [...stored].filter(([, one]) => access !== 'hidden' || one.label === label);
      const artifacts = shown.map(([name, { id, text }]) => ({ name, id, size: text.length }));
      return Promise.resolve({ artifacts });
    },
    downloadArtifact: async (id, { path = '' } = {}) => {
      const artifact = [...stored.values()].find((one) => one.id === id);
      if (!artifact) throw new Error(`no artifact ${id}`);
      if (access !== 'whole' && artifact.label !== label) throw new Error('(404) Not Found: workflow run not found');
      if (fails('address')) throw new Error('Failed to GetSignedArtifactURL: (403) Forbidden');
      // Not compressed, because the virtual clock does not see that zlib works.
      const zip = await zipOf({ [artifact.file]: artifact.text }, false);
      await writeFile(join(path, 'artifact.zip'), fails('cut') ? zip.subarray(0, zip.length / 2) : zip);
      return { downloadPath: path };
    },
    deleteArtifact: (name) => {
      const { id = 0, label: owner = label } = stored.get(name) ?? {};
      if (access !== 'whole' && owner !== label) return Promise.reject(new Error('(404) Not Found'));
      stored.delete(name);
      return Promise.resolve({ id });
    },
    getArtifact: () => Promise.reject(new Error('not needed')),
  };
}

/** GitHub's REST interface of the same artifacts. @param isAllowed whether the token may read them */
export function serveArtifacts(stored: ArtifactMemory, isAllowed: boolean) {
  const server = createServer((request, response) => {
    const artifact = [...stored.values()].find(({ id }) => request.url === `/${id}`);
    const zip = artifact ? zipOf({ [artifact.file]: artifact.text }, false) : Promise.resolve(Buffer.alloc(0));
    void zip.then((bytes) => response.end(bytes));
  }).listen(0, '127.0.0.1');
  server.unref();
  const api: Api = (route, parameters = {}) => {
    if (!isAllowed) return Promise.resolve({ kind: 'rejected', reason: 'GitHub responded 403', status: 403 });
    const { port } = server.address() as AddressInfo;
    const artifacts = [...stored].map(([name, { id, text }]) => ({ name, id, size_in_bytes: text.length }));
    const location = `http://127.0.0.1:${port}/${String(parameters['artifact_id'])}`;
    const value = route.endsWith('/zip') ? { value: '', location } : { value: { artifacts } };
    return Promise.resolve({ kind: 'value', ...value });
  };
  return { api, close: () => server.close() };
}
