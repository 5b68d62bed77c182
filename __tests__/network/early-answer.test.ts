import { truncate } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { httpAnswer, startOrigin, type RawOrigin, type Talk } from '../support/origin.ts';
import { expectNoStackTrace, lastLine, openSandbox, type Stage } from '../support/sandbox.ts';

const MiB = 1024 * 1024;

/** More than the network's buffers take in, so that the answer comes while the file is still being sent. */
const BYTES = 64 * MiB;

const NO_SCENARIOS = '{"result_code":0,"result_msg":0,"reason":"","data":{"scenarios":[]}}';

type Leave = (socket: Talk['socket']) => void;
const close: Leave = (socket) => socket.end();
const vanish: Leave = (socket) => socket.destroy();
const reset: Leave = (socket) => socket.resetAndDestroy();

let stage: Stage;
let origin: RawOrigin;
beforeEach(async () => {
  stage = await openSandbox();
  await truncate(join(stage.workspace, 'app.apk'), BYTES);
});
afterEach(async () => {
  await origin.close();
  await stage.close();
});

/** A service that has heard enough of an upload after so many bytes, says so, and leaves with the rest unread. */
function interrupt(status: number, afterBytes: number, leave: Leave): Promise<RawOrigin> {
  return startOrigin(async (talk) => {
    if ((await talk.head).startsWith('GET')) {
      talk.answer(200, NO_SCENARIOS);
      return;
    }
    await talk.body(afterBytes);
    talk.socket.write(httpAnswer(status, 'enough', { connection: 'close' }), () => {
      leave(talk.socket);
    });
  });
}

type Row = readonly [status: number, leave: Leave, afterBytes: number];

/** Other systems throw away what has arrived when the connection is reset behind it. */
const ABRUPT: readonly Row[] = [
  [403, vanish, 8 * MiB],
  [413, vanish, 9 * MiB],
  [413, vanish, 12 * MiB],
  [413, vanish, 15 * MiB],
  [413, reset, 10 * MiB],
  [413, reset, 13 * MiB],
];

const ROWS: readonly Row[] = [[401, close, 8 * MiB], ...(process.platform === 'linux' ? ABRUPT : [])];

describe('in the middle of a large upload', () => {
  test.each(ROWS)('a %i is read, though the service goes (%p) after %i bytes', async (status, leave, afterBytes) => {
    origin = await interrupt(status, afterBytes, leave);
    // No faster, or a busy machine would take its own slowness for a connection that stands still.
    const result = await stage.run({ timeScale: 5, inputs: { 'base-url': origin.url.href } });
    expectNoStackTrace(result);
    expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'refused' } });
    expect(lastLine(result)).toContain(`HTTP ${status}`);
    // One for the look ahead, one for the upload.
    expect(origin.connections).toBe(2);
  });
});
