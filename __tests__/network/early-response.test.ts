import { truncate } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { httpAnswer, startOrigin, type RawOrigin, type Talk } from '../support/origin.ts';
import { expectNoStackTrace, lastLine, openSandbox, type Sandbox } from '../support/sandbox.ts';

const MiB = 1024 * 1024;

/** More than the network buffers hold, so that the response arrives during the upload. */
const BYTES = 64 * MiB;

const NO_SCENARIOS = '{"result_code":0,"result_msg":0,"reason":"","data":{"scenarios":[]}}';

type Close = (socket: Talk['socket']) => void;
const end: Close = (socket) => socket.end();
const destroy: Close = (socket) => socket.destroy();
const reset: Close = (socket) => socket.resetAndDestroy();

let sandbox: Sandbox;
let origin: RawOrigin;
beforeEach(async () => {
  sandbox = await openSandbox();
  await truncate(join(sandbox.workspace, 'app.apk'), BYTES);
});
afterEach(async () => {
  await origin.close();
  await sandbox.close();
});

/** A service that responds after so many bytes of an upload and closes the connection without reading the rest. */
function interrupt(status: number, afterBytes: number, closeSocket: Close): Promise<RawOrigin> {
  return startOrigin(async (talk) => {
    if ((await talk.head).startsWith('GET')) {
      talk.answer(200, NO_SCENARIOS);
      return;
    }
    await talk.body(afterBytes);
    talk.socket.write(httpAnswer(status, 'enough', { connection: 'close' }), () => {
      closeSocket(talk.socket);
    });
  });
}

type Row = readonly [status: number, closeSocket: Close, afterBytes: number];

/** Other systems discard received data when the connection is reset. */
const ABRUPT: readonly Row[] = [
  [403, destroy, 8 * MiB],
  [413, destroy, 15 * MiB],
  [413, reset, 13 * MiB],
];

const ROWS: readonly Row[] = [[401, end, 8 * MiB], ...(process.platform === 'linux' ? ABRUPT : [])];

describe('in the middle of a large upload', () => {
  test.each(ROWS)(
    'a %i is read, although the service closes the connection (%p) after %i bytes',
    async (status, closeSocket, afterBytes) => {
      origin = await interrupt(status, afterBytes, closeSocket);
      // Not faster: a busy machine would look like a stalled connection.
      const result = await sandbox.run({ timeScale: 5, inputs: { 'base-url': origin.url.href } });
      expectNoStackTrace(result);
      expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'refused' } });
      expect(lastLine(result)).toContain(`HTTP ${status}`);
      // One for the scenario list, and one upload: now and then the system discards a response before it can be read.
      expect(origin.connections).toBeGreaterThanOrEqual(2);
      expect(origin.connections).toBeLessThanOrEqual(4);
    },
  );
});
