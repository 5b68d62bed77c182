/**
 * A service that receives uploads as fast as it can, in a separate process so that it shares no thread with what is measured.
 * `node sink-process.ts http|https [sha256]` sends its port to the parent, and then a message for each upload. The first part of a path is
 * the size of the file, in bytes.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { envelope, listen } from './server.ts';
import type { Arrival } from './sink.ts';

const [, , protocol, algorithm] = process.argv;
const CERTIFICATES = join(import.meta.dirname, '../../__tests__/fixtures/tls');

let connectedAt = 0;
const server =
  protocol === 'https'
    ? https.createServer({ cert: certificate('crt'), key: certificate('key') }, respond)
    : http.createServer(respond);
server.on('connection', () => {
  connectedAt = performance.now();
});
process.send?.(await listen(server));
process.on('disconnect', () => process.exit());

function certificate(kind: 'crt' | 'key'): Buffer {
  return readFileSync(join(CERTIFICATES, `localhost.${kind}`));
}

function respond(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  if (request.method === 'POST') {
    receive(request, (arrival) => {
      process.send?.(arrival);
      response.end(envelope({ test_count: 1, testset_id: 251929 }));
    });
  } else response.end(envelope({ scenarios: [] }));
}

/** Measures an upload. The file is the first part of the body: it begins after the first empty line. */
function receive(request: IncomingMessage, done: (arrival: Arrival) => void): void {
  const hash = algorithm === undefined ? undefined : createHash(algorithm);
  let missing = Number(request.url?.split('/')[1]);
  let [startedAt, endedAt] = [0, 0];
  let cpu = process.cpuUsage();
  request.on('data', (chunk: Buffer) => {
    const from = startedAt === 0 ? chunk.indexOf('\r\n\r\n') + 4 : 0;
    if (startedAt === 0) startedAt = performance.now();
    if (missing === 0) return;
    const bytes = Math.min(chunk.length - from, missing);
    hash?.update(chunk.subarray(from, from + bytes));
    missing -= bytes;
    if (missing > 0) return;
    endedAt = performance.now();
    cpu = process.cpuUsage(cpu);
  });
  request.on('end', () => {
    const fileSeconds = (endedAt - startedAt) / 1000;
    done({
      fileSeconds,
      requestSeconds: (performance.now() - connectedAt) / 1000,
      load: (cpu.user + cpu.system) / 1e6 / fileSeconds,
      ...(hash && { digest: hash.digest('hex') }),
    });
  });
}
