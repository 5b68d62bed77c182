import { describe, expect, test } from '@jest/globals';

import { createHeldBody } from '../../src/create/create-body.ts';
import { createEagerClock } from '../support/runtime.ts';
import { appOf } from './scripted-scenarios.ts';

const MIB = 1024 * 1024;

/** Reads a whole body. @param bytes of the app, as the file system says; two small chunks are read in `readMs` */
async function send(bytes?: number, readMs = 0) {
  const clock = createEagerClock();
  const chunks: string[] = [];
  let committedAfter = 0;
  const app = appOf({
    bytes,
    async *chunks() {
      await clock.sleep(readMs);
      yield Buffer.from('AP');
      yield Buffer.from('K');
    },
  });
  const { signal } = new AbortController();
  const body = createHeldBody('{"pid":509}', bytes === undefined ? undefined : app, clock, signal, () => {
    committedAfter = chunks.length;
  });
  for await (const chunk of body.stream()) {
    expect(body.isCommitted).toBe(Buffer.from(chunk).toString().startsWith('}'));
    chunks.push(Buffer.from(chunk).toString());
  }
  return { chunks, body, heldMs: clock.slept.at(-1), committedAfter };
}

const DATA = 'Content-Disposition: form-data; name="data"\r\nContent-Type: application/json\r\n\r\n{"pid":509';
const APP =
  'Content-Disposition: form-data; name="app_file"; filename="app.apk"\r\nContent-Type: application/octet-stream\r\n\r\n';

describe('the body of a create', () => {
  test('is the file and then the request, whose end comes last', async () => {
    const { chunks, body, committedAfter } = await send(3);
    const [, boundary = ''] = /^multipart\/form-data; boundary=(.+)$/.exec(body.contentType) ?? [];
    const expected = [`--${boundary}\r\n${APP}`, 'AP', 'K', `\r\n--${boundary}\r\n${DATA}`, `}\r\n--${boundary}--\r\n`];
    expect(chunks).toEqual(expected);
    expect(body.bytes).toBe(expected.join('').length);
    expect(committedAfter).toBe(4);
  });

  test('of a scenario test has no file', async () => {
    const { chunks, body } = await send();
    expect(chunks).toHaveLength(2);
    expect(chunks[0]).toMatch(/^--\S+\r\n.*name="data"/);
    expect(body.bytes).toBe(chunks.join('').length);
  });
});

describe('the end is held back (docs/design.md §3)', () => {
  test.each<[what: string, bytes: number | undefined, readMs: number, heldMs: number]>([
    ['for 200 ms without a file', undefined, 0, 200],
    ['for as long as all of a small file took', 1_000, 300, 500],
    ['for as long as 4 MiB of a large file took', 400 * MIB, 50_000, 700],
    ['for 5 s at most', 4 * MIB, 6_000, 5_000],
  ])('%s', async (_what, bytes, readMs, heldMs) => {
    expect(Math.round((await send(bytes, readMs)).heldMs ?? 0)).toBe(heldMs);
  });
});
