import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { type Api, createApi } from '../../src/github/api/api.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { Secret } from '../../src/model/secret.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { ARTIFACT_ROUTES, RUNTIME_TOKEN } from './github-artifacts.ts';
import type { BlobStore } from './blob-store.ts';
import { requestProblems } from './github-openapi.ts';
import {
  type Answer,
  API_ROUTES,
  type Artifact,
  type GithubState,
  type Message,
  NOT_FOUND,
  REPOSITORY,
  TOKEN,
} from './github-routes.ts';
import { unzip } from './zip.ts';
import { NEVER } from './runtime.ts';

/** A stand-in of GitHub for one repository: REST API, artifact service, and the storage of both. */
export interface Github {
  readonly url: string;
  readonly token: string;
  /** What the runner tells an action of GitHub. */
  readonly env: Readonly<Record<string, string>>;
  /** What exists on GitHub; tests may change it at any time. */
  readonly state: GithubState;
  /** The requests in order. */
  readonly requests: Asked[];
  /** The routes of the requests whose client did not wait for the response, in order. */
  readonly abandoned: string[];
  /** Makes requests fail whose route matches; the first match counts. */
  breakWith(...faults: readonly Fault[]): void;
  /** Creates a client of the API, by default one that is never cancelled. */
  client(given?: GivenClient): Api;
  /** The artifact with the name. @throws if there is none */
  artifact(name: string): Artifact;
  /** The files in it by their names. */
  files(name: string): Promise<ReadonlyMap<string, Buffer>>;
  /** @throws if GitHub's OpenAPI description does not allow one of the requests */
  close(): Promise<void>;
}

interface GivenClient extends Partial<Pick<Runtime, 'clock' | 'cancelled' | 'redact'>> {
  readonly apiUrl?: string;
  readonly token?: Secret;
}

interface Asked {
  /** Such as `GET /repos/o/r/pulls/7`; of the artifact service with the name of the artifact behind it. */
  readonly route: string;
  readonly body: Message;
}

export interface Fault {
  readonly route: RegExp;
  /** How often; always by default. */
  times?: number;
  /**
   * `reset`: closes the connection; `reset-after`: after the request took effect. `hang`: no response. `cut`: half a response.
   * A function is awaited before the request takes effect.
   */
  readonly play: 'reset' | 'reset-after' | 'hang' | 'cut' | Answer | (() => Promise<unknown>);
}

/** The version of the REST API that the description is of. */
const API_VERSION = '2022-11-28';

/** Starts the stand-in on a free port of this machine. @param store also gets each upload: what it rejects is rejected */
export async function startGithub(store?: BlobStore): Promise<Github> {
  const state: GithubState = {
    viewer: 'github-actions[bot]',
    comments: [],
    issues: [],
    pulls: new Map(),
    runs: [],
    jobs: [],
    artifacts: [],
    uploads: new Map(),
  };
  const requests: Asked[] = [];
  const abandoned: string[] = [];
  const problems: string[] = [];
  let faults: readonly Fault[] = [];

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const content = await buffer(request);
    const body = readMessage(request, content);
    const route = routeOf(request, body);
    requests.push({ route, body });
    problems.push(...problemsOf(request, content.toString()));
    response.once('close', () => {
      if (!response.writableEnded) abandoned.push(route);
    });
    const play = takeFault(faults, route);
    if (typeof play === 'function') await play();
    if (play === 'hang') return;
    if (play === 'reset') {
      request.socket.destroy();
      return;
    }
    const rejected = request.method === 'PUT' && store ? await storeIn(store, request, content) : undefined;
    const answer = typeof play === 'object' ? play : (rejected ?? respond(request, content, body, state));
    if (play === 'reset-after') request.socket.destroy();
    else send(response, answer, play === 'cut');
  };
  const server = createServer((request, response) => void serve(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const artifact = (name: string): Artifact => {
    const found = state.artifacts.find((one) => one.name === name);
    if (!found) throw new Error(`There is no artifact ${name}.`);
    return found;
  };
  return {
    url,
    token: TOKEN,
    env: { GITHUB_API_URL: url, ACTIONS_RUNTIME_TOKEN: RUNTIME_TOKEN, ACTIONS_RESULTS_URL: `${url}/` },
    state,
    requests,
    abandoned,
    breakWith: (...next) => {
      faults = next;
    },
    client: ({ apiUrl = url, token = new Secret(TOKEN), ...given } = {}) => {
      const runtime = { clock: systemClock, cancelled: NEVER, graceOver: NEVER, redact: String, ...given };
      return createApi(runtime, apiUrl, REPOSITORY, token);
    },
    artifact,
    files: (name) => unzip(artifact(name).content),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      if (problems.length > 0) throw new Error(`GitHub's description does not allow:\n${problems.join('\n')}`);
    },
  };
}

/** Puts what an upload sends in the store. @returns its answer if it rejects that */
async function storeIn(store: BlobStore, { url = '', headers }: IncomingMessage, content: Buffer) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const address = new URL(store.addressOf(decodeURIComponent(pathname.split('/').at(-1) ?? '')));
  for (const [name, value] of searchParams) if (name !== 'sig') address.searchParams.set(name, value);
  const sent = Object.entries(headers).filter(([name]) => name.startsWith('x-ms-') || name === 'content-type');
  const init = { method: 'PUT', headers: sent.map(([name, value]) => [name, String(value)] as [string, string]) };
  const { status } = await fetch(address, { ...init, body: new Uint8Array(content) });
  return status === 201 ? undefined : { status };
}

/** A blob is no message. */
function readMessage({ url = '' }: IncomingMessage, content: Buffer): Message {
  return content.length === 0 || url.startsWith('/storage/') ? {} : (JSON.parse(content.toString()) as Message);
}

function routeOf({ method = '', url = '' }: IncomingMessage, { name }: Message): string {
  return `${method} ${url}${url.startsWith('/twirp/') && typeof name === 'string' ? ` ${name}` : ''}`;
}

/** The description has the REST API only. */
function problemsOf({ method = '', url = '', headers }: IncomingMessage, body: string): string[] {
  if (/^\/(?:twirp|storage)\/|\/graphql$/.test(url)) return [];
  const version = headers['x-github-api-version'] === API_VERSION ? [] : ['has another version'];
  return [...version, ...requestProblems({ method, path: url, body })].map((problem) => `${method} ${url} ${problem}`);
}

function takeFault(faults: readonly Fault[], route: string): Fault['play'] | undefined {
  const fault = faults.find((one) => one.route.test(route) && one.times !== 0);
  if (fault?.times !== undefined) fault.times -= 1;
  return fault?.play;
}

function respond(
  { method, url = '', headers }: IncomingMessage,
  content: Buffer,
  body: Message,
  state: GithubState,
): Answer {
  const origin = `http://${headers.host ?? ''}`;
  const { pathname, searchParams: query } = new URL(url, origin);
  for (const [expected, path, handler] of [...API_ROUTES, ...ARTIFACT_ROUTES]) {
    const found = path.exec(pathname);
    if (found && expected === method) {
      return handler({ path: found.slice(1), query, headers, body, content, origin }, state);
    }
  }
  return NOT_FOUND;
}

function send(response: ServerResponse, { status, body = '', headers = {} }: Answer, cut: boolean): void {
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const content = Buffer.from(isText ? body : JSON.stringify(body));
  const type = isText ? 'text/html' : 'application/json; charset=utf-8';
  response.writeHead(status, { 'content-type': type, 'content-length': content.length, ...headers });
  if (cut) response.write(content.subarray(0, content.length / 2), () => response.socket?.destroy());
  else response.end(content);
}
