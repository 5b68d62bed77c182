import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { startBlobStore } from './blob-store.ts';
import { unzip } from './zip.ts';

/** A stand-in of GitHub's artifact service, over a real blob store. */
export interface ArtifactService {
  /** What the runner tells an action of the service. */
  readonly env: Readonly<Record<string, string>>;
  /** The artifacts that are finished, oldest first. */
  artifacts(): readonly StoredArtifact[];
  /** The methods that were called, in order. */
  calls(): readonly string[];
  /** Where the content of an artifact is; anybody may read it. */
  addressOf(name: string): string;
  /** The zip of a finished artifact. */
  download(name: string): Promise<Buffer>;
  /** The files in it by their names. */
  files(name: string): Promise<ReadonlyMap<string, Buffer>>;
  /** Takes an artifact away, as somebody who deletes it by hand. */
  forget(name: string): void;
  /** Changes what goes wrong from now on. */
  breakWith(faults: ArtifactFaults): void;
  close(): Promise<void>;
}

interface StoredArtifact {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  /** As the client reported it: `sha256:` and lower-case hex. */
  readonly digest: string;
  /** When it is to be deleted; empty when the client did not say. */
  readonly expires: string;
}

/** What goes wrong, if anything. */
export interface ArtifactFaults {
  /** Names that another step of the run has used. */
  readonly taken?: readonly string[];
  /** No request is answered that is about an artifact whose name begins so; with an empty text, none at all. */
  readonly hangFor?: string;
  /** Awaited before a request is answered. */
  readonly delay?: () => Promise<void>;
  /** Every request is answered with this status. */
  readonly status?: number;
}

const SERVICE = '/twirp/github.actions.results.api.v1.ArtifactService/';

const RUN = 'run-of-the-tests';
const JOB = 'job-of-the-tests';

const NOT_OURS = [401, { code: 'unauthenticated', msg: 'not a token of this run' }] as const;
const missing: Method = () => [404, {}];

type Message = Readonly<Record<string, unknown>>;
type Method = (request: Message) => readonly [status: number, answer: Message];

/** Starts the service on a free port of this machine. */
export async function startArtifactService(): Promise<ArtifactService> {
  const blobs = await startBlobStore();
  const stored: StoredArtifact[] = [];
  const calls: string[] = [];
  let faults: ArtifactFaults = {};

  const methods = artifactMethods(
    stored,
    (name) => blobs.addressOf(name),
    () => faults.taken ?? [],
  );
  const server = createServer((request, response) => {
    const name = request.url?.replace(SERVICE, '') ?? '';
    calls.push(name);
    const { status: failing } = faults;
    const method: Method = failing === undefined ? (methods.get(name) ?? missing) : () => [failing, {}];
    void (async () => {
      await faults.delay?.();
      const message = await json(request);
      if (!isMessage(message)) return;
      const { hangFor } = faults;
      if (hangFor !== undefined && text(message['name']).startsWith(hangFor)) return;
      const isOurs =
        message['workflow_run_backend_id'] === RUN && request.headers.authorization === `Bearer ${token()}`;
      const [status, body] = isOurs ? method(message) : NOT_OURS;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  const download = async (name: string): Promise<Buffer> => {
    const response = await fetch(blobs.addressOf(name));
    if (!response.ok) throw new Error(`There is no artifact ${name}: ${String(response.status)}.`);
    return Buffer.from(await response.arrayBuffer());
  };
  return {
    env: {
      ACTIONS_RUNTIME_TOKEN: token(),
      ACTIONS_RESULTS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    },
    artifacts: () => stored,
    calls: () => calls,
    addressOf: (name) => blobs.addressOf(name),
    download,
    files: async (name) => unzip(await download(name)),
    forget: (name) => {
      stored.splice(0, stored.length, ...stored.filter((one) => one.name !== name));
    },
    breakWith: (next) => {
      faults = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await blobs.close();
    },
  };
}

function artifactMethods(
  stored: StoredArtifact[],
  addressOf: (name: string) => string,
  taken: () => readonly string[],
): ReadonlyMap<string, Method> {
  const expiries = new Map<string, string>();
  let counted = 0;
  const create: Method = (request) => {
    const name = text(request['name']);
    const isTaken = taken().includes(name) || stored.some((artifact) => artifact.name === name);
    if (isTaken)
      return [409, { code: 'already_exists', msg: 'an artifact with this name already exists on the workflow run' }];
    expiries.set(name, text(request['expires_at']));
    return [200, { ok: true, signed_upload_url: addressOf(name) }];
  };
  const finalize: Method = (request) => {
    const name = text(request['name']);
    const id = 1000 + counted;
    counted += 1;
    const expires = expiries.get(name) ?? '';
    stored.push({ id, name, bytes: Number(request['size']), digest: text(request['hash']), expires });
    return [200, { ok: true, artifact_id: String(id) }];
  };
  const list: Method = (request) => {
    const [wanted, id] = [text(request['name_filter']), text(request['id_filter'])];
    const isMeant = (one: StoredArtifact): boolean =>
      (wanted === '' || one.name === wanted) && (id === '' || `${one.id}` === id);
    return [200, { artifacts: stored.filter(isMeant).map(listed) }];
  };
  const remove: Method = (request) => {
    const at = stored.findIndex(({ name }) => name === text(request['name']));
    const [gone] = at < 0 ? [] : stored.splice(at, 1);
    return gone ? [200, { ok: true, artifact_id: String(gone.id) }] : [404, {}];
  };
  const sign: Method = (request) => [200, { signed_url: addressOf(text(request['name'])) }];
  return new Map([
    ['CreateArtifact', create],
    ['FinalizeArtifact', finalize],
    ['ListArtifacts', list],
    ['GetSignedArtifactURL', sign],
    ['DeleteArtifact', remove],
  ]);
}

function listed({ id, name, bytes, digest }: StoredArtifact): Message {
  return {
    workflow_run_backend_id: RUN,
    workflow_job_run_backend_id: JOB,
    database_id: String(id),
    name,
    size: String(bytes),
    digest,
  };
}

/** A token as the runner gives it out, as far as the client looks at it. */
function token(): string {
  const parts = [{ alg: 'none' }, { scp: `Actions.Example Actions.Results:${RUN}:${JOB}` }];
  return [...parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')), 'unsigned'].join('.');
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
