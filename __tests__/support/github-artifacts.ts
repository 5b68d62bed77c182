import { createHash } from 'node:crypto';

import { addressOf, NOT_FOUND, SIGNATURE } from './github-routes.ts';
import type { Artifact, Handler, Message, Route } from './github-routes.ts';

/** The workflow run whose artifacts the service has. */
const RUN = 7_123_456_789;
const [RUN_KEY, JOB_KEY] = ['run-of-the-tests', 'job-of-the-tests'];

/** A token as the runner gives it out, as far as the client looks at it. */
export const RUNTIME_TOKEN = `e30.${Buffer.from(
  JSON.stringify({ scp: `Actions.Example Actions.Results:${RUN_KEY}:${JOB_KEY}` }),
).toString('base64url')}.unsigned`;

const create: Handler = ({ body, origin }, state) => {
  const name = textOf(body, 'name');
  if (state.artifacts.some((one) => one.name === name))
    return { status: 409, body: { code: 'already_exists', msg: 'an artifact with this name already exists' } };
  state.uploads.set(name, { blocks: new Map(), expires: textOf(body, 'expires_at') });
  return { status: 200, body: { ok: true, signed_upload_url: addressOf(origin, name) } };
};

const finalize: Handler = ({ body }, state) => {
  const name = textOf(body, 'name');
  const { content, type = '', expires } = state.uploads.get(name) ?? {};
  if (!content || Number(body['size']) !== content.length || body['hash'] !== digestOf(content))
    return { status: 400, body: { code: 'invalid_argument', msg: 'size or hash is not that of the blob' } };
  const id = 1 + Math.max(999, ...state.artifacts.map((one) => one.id));
  state.artifacts.push({ id, run: RUN, name, content, type, ...(expires && { expires }) });
  return { status: 200, body: { ok: true, artifact_id: `${id}` } };
};

const list: Handler = ({ body }, state) => {
  const [name, id] = [textOf(body, 'name_filter'), textOf(body, 'id_filter')];
  const found = state.artifacts.filter((one) => ['', one.name].includes(name) && ['', `${one.id}`].includes(id));
  return { status: 200, body: { artifacts: found.map(listed) } };
};

function listed({ id, name, content }: Artifact): Message {
  return {
    workflow_run_backend_id: RUN_KEY,
    workflow_job_run_backend_id: JOB_KEY,
    database_id: `${id}`,
    name,
    size: `${content.length}`,
    digest: digestOf(content),
  };
}

const sign: Handler = ({ body, origin }, state) => {
  const artifact = state.artifacts.find(({ name }) => name === body['name']);
  return artifact ? { status: 200, body: { signed_url: addressOf(origin, artifact.id) } } : NOT_FOUND;
};

const remove: Handler = ({ body }, state) => {
  const at = state.artifacts.findIndex(({ name }) => name === body['name']);
  const [gone] = at < 0 ? [] : state.artifacts.splice(at, 1);
  return gone ? { status: 200, body: { ok: true, artifact_id: `${gone.id}` } } : NOT_FOUND;
};

/** Allows a method to the jobs of the run. */
function ofRun(method: Handler): Handler {
  return (call, state) =>
    call.headers.authorization === `Bearer ${RUNTIME_TOKEN}` && call.body['workflow_run_backend_id'] === RUN_KEY
      ? method(call, state)
      : { status: 401, body: { code: 'unauthenticated', msg: 'not a token of this run' } };
}

/** Puts a block, or makes a blob of the blocks in a list, as Azure's storage does. */
const putBlob: Handler = ({ path, query, headers, content }, state) => {
  const upload = state.uploads.get(decodeURIComponent(path[0] ?? ''));
  if (!upload || query.get('sig') !== SIGNATURE) return { status: 403 };
  if (query.get('comp') === 'block') {
    upload.blocks.set(query.get('blockid') ?? '', content);
    return { status: 201 };
  }
  const ids = [...content.toString().matchAll(/<Latest>([^<]*)/g)].map(([, id = '']) => id);
  const blocks = ids.flatMap((id) => upload.blocks.get(id) ?? []);
  if (query.get('comp') !== 'blocklist' || blocks.length !== ids.length) return { status: 400 };
  upload.content = Buffer.concat(blocks);
  upload.type = String(headers['x-ms-blob-content-type']);
  return { status: 201 };
};

/** The storage rejects requests with a token, as Azure's does. */
const getBlob: Handler = ({ path, query, headers }, state) => {
  const artifact = state.artifacts.find(({ id }) => String(id) === path[0]);
  if (!artifact || query.get('sig') !== SIGNATURE || headers.authorization !== undefined) return { status: 400 };
  const { content, type = 'application/zip' } = artifact;
  return { status: 200, body: content, headers: { 'content-type': type } };
};

const METHODS = {
  CreateArtifact: create,
  FinalizeArtifact: finalize,
  ListArtifacts: list,
  GetSignedArtifactURL: sign,
  DeleteArtifact: remove,
};

/** All operations of the artifact service and the storage. */
export const ARTIFACT_ROUTES: readonly Route[] = [
  ...Object.entries(METHODS).map(([name, method]): Route => [
    'POST',
    new RegExp(`^/twirp/github\\.actions\\.results\\.api\\.v1\\.ArtifactService/${name}$`),
    ofRun(method),
  ]),
  ['PUT', /^\/storage\/([^/]+)$/, putBlob],
  ['GET', /^\/storage\/([^/]+)$/, getBlob],
];

function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

function textOf(message: Message, field: string): string {
  const value = message[field];
  return typeof value === 'string' ? value : '';
}
