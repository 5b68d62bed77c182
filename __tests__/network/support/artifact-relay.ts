import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The calls of an upload, in their order. */
export type Call = 'CreateArtifact' | 'upload' | 'FinalizeArtifact';

/** What happens to a call on its way. */
export type Mishap =
  /** The connection is reset before anything is done. */
  | 'reset'
  /** The connection is reset when it was done. */
  | 'reset behind it'
  /** The answer begins, and nothing follows. */
  | 'stalled'
  /** An answer with this status, and nothing is done. */
  | 500;

/** A place in front of an artifact service and its blob store in which calls can come to harm. */
export type ArtifactRelay = Awaited<ReturnType<typeof startArtifactRelay>>;

export async function startArtifactRelay(service: Readonly<Record<string, string>>) {
  const upstream = service['ACTIONS_RESULTS_URL'] ?? '';
  let harmed: { call: Call; mishap: Mishap; times: number } | undefined;
  let blobs = '';
  const own = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const fetchAnswer = async (call: Call, { method = '', url = '', headers }: IncomingMessage, body: Buffer) => {
    const base = call === 'upload' ? blobs : upstream;
    const passed = Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name));
    const response = await fetch(new URL(url, base), {
      method,
      headers: passed.map(([name, value]): [string, string] => [name, String(value)]),
      body: body.length > 0 ? new Uint8Array(body) : null,
    });
    const text = await response.text();
    const origin = /"signed_upload_url":"(http:\/\/[^/"]+)/.exec(text)?.[1];
    if (origin !== undefined) blobs = origin;
    const shown = origin === undefined ? text : text.replaceAll(origin, own());
    return { status: response.status, headers: [...response.headers], text: shown };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = callOf(request.url ?? '');
    const mishap = harmed?.call === call && harmed.times > 0 ? harmed.mishap : undefined;
    if (mishap !== undefined && harmed) harmed.times -= 1;
    const body = await buffer(request);
    if (mishap === 'reset') request.socket.resetAndDestroy();
    else if (typeof mishap === 'number') response.writeHead(mishap).end('{}');
    else {
      const answer = await fetchAnswer(call, request, body);
      if (mishap === 'reset behind it') request.socket.resetAndDestroy();
      else say(response, answer, mishap === 'stalled');
    }
  };

  const server = createServer((request, response) => {
    void serve(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    /** What the runner tells an action of the service, which is reached through here. */
    env: { ...service, ACTIONS_RESULTS_URL: `${own()}/` },
    /** From now on, this happens to a call so often. */
    harm: (call: Call, mishap: Mishap, times = Infinity) => {
      harmed = { call, mishap, times };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function callOf(path: string): Call {
  if (path.endsWith('/CreateArtifact')) return 'CreateArtifact';
  return path.endsWith('/FinalizeArtifact') ? 'FinalizeArtifact' : 'upload';
}

function say(
  response: ServerResponse,
  { status, headers, text }: { status: number; headers: [string, string][]; text: string },
  isStalled: boolean,
): void {
  const own = headers.filter(
    ([name]) => !['connection', 'keep-alive', 'transfer-encoding', 'content-length'].includes(name),
  );
  response.writeHead(status, [...own, ['content-length', `${Buffer.byteLength(text) + (isStalled ? 100 : 0)}`]].flat());
  if (isStalled) response.write(text.slice(0, 10) || ' ');
  else response.end(text);
}
