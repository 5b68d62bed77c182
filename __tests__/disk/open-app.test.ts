import { open, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { writeApk } from '../app/support/make-apk.ts';
import type { ActionResult } from '../support/run-action.ts';
import { expectNoStackTrace, lastLine, openSandbox, type Sandbox } from '../support/sandbox.ts';
import { startRelay, type Relay } from './support/relay.ts';

const MiB = 1024 * 1024;

/** More than the network's buffers on the way take in, so that the file's end is still to be read when its middle has arrived. */
const BYTES = 32 * MiB;

let sandbox: Sandbox;
let app: string;
let relay: Relay | undefined;
beforeEach(async () => {
  sandbox = await openSandbox({ digest: false });
  app = join(sandbox.workspace, 'app.apk');
  await writeApk(app, BYTES);
});
afterEach(() => relay?.close());

/** Uploads the app, and does something to it when so many bytes have arrived. */
async function changeAfter(bytes: number, act: () => Promise<void>): Promise<ActionResult> {
  relay = await startRelay(new URL(sandbox.simulator.url), bytes, act);
  // No faster, or a busy machine would take its own slowness for a connection that stands still.
  return sandbox.run({ timeScale: 5, inputs: { 'base-url': relay.url } });
}

type Change = readonly [what: string, act: () => Promise<void>, said: RegExp];

/** Windows lets nobody do that to a file that is open. */
const REPLACING: Change = ['is replaced by one of the same size', replace, /app\.apk was replaced by another file/];

const CHANGES: readonly Change[] = [
  ['is written to where it was read already', () => overwrite(0), /app\.apk was written to/],
  ...(process.platform === 'win32' ? [] : [REPLACING]),
];

async function overwrite(at: number): Promise<void> {
  const file = await open(app, 'r+');
  await file.write('x', at);
  await file.close();
}

async function replace(): Promise<void> {
  const other = join(sandbox.workspace, 'other.apk');
  await writeFile(other, '');
  await truncate(other, BYTES);
  await rename(other, app);
}

describe('an app file, during the upload,', () => {
  test.each(CHANGES)('that %s makes no testset', async (_what, act, said) => {
    const result = await changeAfter(BYTES / 4, act);
    expectNoStackTrace(result);
    expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'not-started', 'testset-id': '' } });
    expect(lastLine(result)).toMatch(said);
    expect(lastLine(result)).toContain('Not started · app file not usable.');
    // Writing down that the connection has gone may take the service a moment longer than the step takes to end.
    const creates = () => sandbox.simulator.journal.filter(({ operation }) => operation === 'create');
    while (creates().length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(creates().map(({ received, created }) => [received.whole, created])).toStrictEqual([[false, undefined]]);
    expect(sandbox.simulator.created).toStrictEqual([]);
  });

  test('that is not changed makes one', async () => {
    const result = await changeAfter(BYTES / 4, () => Promise.resolve());
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
    expect(sandbox.simulator.created).toHaveLength(1);
  });
});
