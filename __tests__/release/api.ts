import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { fields, type Fields } from '../support/workflow-files.ts';

export const REPOSITORY = 'acme/run-testset';
export const TOKEN = 'ghs_release';

/** A test server with the part of GitHub's REST API that creates and finds releases. */
export interface ReleaseApi {
  readonly url: string;
  readonly releases: Fields[];
  /** Is called once, between the creation of the next release and the response. */
  onNextCreate(action: (socket: Socket) => void): void;
  close(): Promise<void>;
}

export async function startReleaseApi(): Promise<ReleaseApi> {
  const releases: Fields[] = [];
  let action: ((socket: Socket) => void) | undefined;
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const path = `/repos/${REPOSITORY}/releases`;
      const found = (tag: string): boolean => releases.some((release) => release['tag_name'] === tag);
      const send = (status: number, value: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      };
      const tag = request.url?.startsWith(`${path}/tags/`) ? request.url.slice(path.length + 6) : '';
      if (request.headers.authorization !== `Bearer ${TOKEN}`) send(401, { message: 'Bad credentials' });
      else if (request.method === 'GET' && tag !== '') send(found(tag) ? 200 : 404, { tag_name: tag });
      else if (request.method === 'POST' && request.url === path) {
        const release = fields(JSON.parse(body));
        const isNew = !found(String(release['tag_name']));
        if (isNew) releases.push(release);
        action?.(request.socket);
        action = undefined;
        send(isNew ? 201 : 422, isNew ? release : { errors: [{ code: 'already_exists' }] });
      } else send(404, { message: 'Not Found' });
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    releases,
    onNextCreate: (next) => {
      action = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
