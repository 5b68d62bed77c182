import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

import { createApi, type Api, type ApiSettings } from '../../src/github/api/client.ts';
import { Secret } from '../../src/model/secret.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { requestProblems } from './github-openapi.ts';
import { isMessage, NOT_FOUND, REPOSITORY, routesWith } from './github-routes.ts';
import type { Answer, GithubState, Message, Route } from './github-routes.ts';

/** A test server with GitHub's REST API for one repository. It validates requests with GitHub's OpenAPI description. */
export interface GithubApi {
  readonly url: string;
  readonly token: string;
  readonly repository: string;
  /** What exists on GitHub; tests may change it at any time. */
  readonly state: GithubState;
  /** The requests in order, such as `GET /repos/o/r/check-runs/1`. */
  readonly requests: Asked[];
  /** The requests whose client did not wait for the response, in order. */
  readonly abandoned: string[];
  /** Makes requests fail whose `METHOD /path` matches; the first match counts. */
  breakWith(...faults: readonly Fault[]): void;
  /** Delays matching requests until so many of them have arrived, once. */
  meet(route: RegExp, number: number): void;
  /** Creates a client of the API, by default one that is never cancelled. */
  client(given?: Partial<ApiSettings>): Api;
  /** @throws if GitHub's description does not allow one of the requests */
  close(): Promise<void>;
}

interface Asked {
  readonly route: string;
  readonly body: Message;
}

export interface Fault {
  readonly route: RegExp;
  /** How often; always by default. */
  times?: number;
  /** `reset`: closes the connection; `reset-after`: after the request took effect. `hang`: no response. `cut`: half a response. */
  readonly play: 'reset' | 'reset-after' | 'hang' | 'cut' | Answer;
}

const TOKEN = 'ghs_token-of-the-tests';

/** The version of the REST API that the description is of. */
const API_VERSION = '2022-11-28';

/** Starts the server and its storage on free ports of this machine. */
export async function startGithubApi(): Promise<GithubApi> {
  const state: GithubState = {
    viewer: 'github-actions[bot]',
    checkRuns: [],
    comments: [],
    pulls: new Map(),
    commits: new Map(),
    runs: [],
    artifacts: [],
  };
  const requests: Asked[] = [];
  const abandoned: string[] = [];
  const problems: string[] = [];
  let faults: readonly Fault[] = [];
  let meeting = createMeeting(/^$/, 0);

  const storage = createServer((request, response) => {
    requests.push({ route: `STORAGE ${request.url ?? ''}`, body: {} });
    serveFile(request, response, state, takeFault(faults, `STORAGE ${request.url ?? ''}`));
  });
  const storageUrl = await listen(storage);
  const routes = routesWith(storageUrl);

  const api = createServer((request, response) => {
    void (async () => {
      const route = `${request.method ?? ''} ${request.url ?? ''}`;
      const text = await textOf(request);
      const body = readMessage(text);
      requests.push({ route, body });
      problems.push(...problemsOf(request, text));
      response.once('close', () => {
        if (!response.writableEnded) abandoned.push(route);
      });
      await meeting(route);
      const fault = takeFault(faults, route);
      if (fault === 'hang') return;
      if (fault === 'reset') {
        request.socket.destroy();
        return;
      }
      const answer = typeof fault === 'object' ? fault : respond(routes, request, body, state);
      if (fault === 'reset-after') request.socket.destroy();
      else send(response, answer, fault === 'cut');
    })();
  });
  const url = await listen(api);

  return {
    url,
    token: TOKEN,
    repository: REPOSITORY,
    state,
    requests,
    abandoned,
    breakWith: (...next) => {
      faults = next;
    },
    meet: (route, number) => {
      meeting = createMeeting(route, number);
    },
    client: (given = {}) =>
      createApi({
        clock: systemClock,
        cancelled: new AbortController().signal,
        apiUrl: url,
        token: new Secret(TOKEN),
        repository: REPOSITORY,
        redact: String,
        ...given,
      }),
    close: async () => {
      await Promise.all([api, storage].map(close));
      if (problems.length > 0) throw new Error(`GitHub's description does not allow:\n${problems.join('\n')}`);
    },
  };
}

/** GraphQL is not in the description. */
function problemsOf({ method = '', url = '', headers }: IncomingMessage, body: string): string[] {
  if (/\/graphql$/.test(url)) return [];
  const version = headers['x-github-api-version'] === API_VERSION ? [] : ['has another version'];
  return [...version, ...requestProblems({ method, path: url, body })].map((problem) => `${method} ${url} ${problem}`);
}

function createMeeting(route: RegExp, number: number): (asked: string) => Promise<void> {
  const all = Promise.withResolvers<undefined>();
  let here = 0;
  return async (asked) => {
    if (here >= number || !route.test(asked)) return;
    here += 1;
    if (here === number) all.resolve(undefined);
    await all.promise;
  };
}

function takeFault(faults: readonly Fault[], route: string): Fault['play'] | undefined {
  const fault = faults.find((one) => one.route.test(route) && one.times !== 0);
  if (fault?.times !== undefined) fault.times -= 1;
  return fault?.play;
}

function respond(routes: readonly Route[], request: IncomingMessage, body: Message, state: GithubState): Answer {
  if (request.headers.authorization !== `token ${TOKEN}`) return { status: 401, body: { message: 'Bad credentials' } };
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://github');
  for (const [method, path, handler] of routes) {
    const found = path.exec(pathname);
    if (found && method === request.method) return handler({ path: found.slice(1), query, body }, state);
  }
  return NOT_FOUND;
}

/** The storage rejects requests with a token, as Azure does. */
function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  state: GithubState,
  fault: Fault['play'] | undefined,
): void {
  const artifact = state.artifacts.find(({ id }) => request.url === `/${String(id)}?signature=secret`);
  if (fault === 'hang') return;
  if (fault === 'reset') request.socket.destroy();
  else if (typeof fault === 'object') send(response, fault, false);
  else if (!artifact || request.headers.authorization !== undefined) response.writeHead(400).end();
  else if (fault === 'cut') {
    response.writeHead(200, { 'content-length': artifact.zip.length });
    response.write(artifact.zip.subarray(0, 10), () => request.socket.destroy());
  } else response.writeHead(200, { 'content-type': 'application/zip' }).end(artifact.zip);
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer, cut: boolean): void {
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/html' : 'application/json; charset=utf-8';
  const length = Buffer.byteLength(text);
  response.writeHead(status, { 'content-type': type, 'content-length': length, ...headers });
  if (cut) response.write(text.slice(0, length / 2), () => response.socket?.destroy());
  else response.end(text);
}

function readMessage(body: string): Message {
  const value: unknown = body === '' ? {} : JSON.parse(body);
  return isMessage(value) ? value : {};
}

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
