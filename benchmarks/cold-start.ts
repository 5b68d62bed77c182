/** Measures the time from the start of the action to its first request, compared with an empty Node process, and the memory used. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { startAction } from '../__tests__/support/run-action.ts';
import { withFolder } from './support/app-files.ts';
import { atMost, plain, printFigures } from './support/figures.ts';
import { listen } from './support/listen.ts';
import { CREDENTIALS } from './support/measure-action.ts';
import { measureRounds, median } from './support/rounds.ts';

const ROUNDS = 21;
const EMPTY = join(import.meta.dirname, 'support', 'empty.cjs');

/** Rejects all requests, so the first request is the last. */
const server = createServer((_, response) => {
  response.writeHead(401).end();
});
const port = await listen(server);

interface Start {
  /** From the spawned process to the arrival of its first request. */
  readonly milliseconds: number;
  /** Peak memory until then, in millions of bytes. */
  readonly peakMegabytes: number;
}

async function startWith(inputs: Readonly<Record<string, string>>): Promise<Start> {
  const requested = once(server, 'request').then(() => performance.now());
  const action = await startAction({ inputs: { 'base-url': `http://127.0.0.1:${port}`, ...CREDENTIALS, ...inputs } });
  const began = performance.now();
  const milliseconds = (await requested) - began;
  const peakMegabytes = readPeak(action.pid);
  await action.finished;
  return { milliseconds, peakMegabytes };
}

/** Works on Linux only, because it reads `/proc`. */
function readPeak(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6;
}

/** Starts an empty process like the action. @returns the milliseconds to its only line and to its end */
async function startEmpty(): Promise<{ readonly line: number; readonly end: number }> {
  const line = Promise.withResolvers<number>();
  const onLine = (): void => {
    line.resolve(performance.now());
  };
  const { finished } = await startAction({ inputs: {}, nodeOptions: [EMPTY], onLine });
  const began = performance.now();
  await finished;
  return { end: performance.now() - began, line: (await line.promise) - began };
}

await withFolder(async (folder) => {
  const app = join(folder, 'app.apk');
  await writeFile(app, 'PK');
  const rounds = await measureRounds(ROUNDS, async () => ({
    empty: await startEmpty(),
    upload: await startWith({ 'project-id': '509', 'app-file': app, 'check-app': 'false' }),
    attach: await startWith({ 'testset-id': '251929' }),
  }));
  server.close();
  printFigures('Cold start: from the spawned process to the first request', [
    atMost(
      60,
      'ms',
      'with an app, after the first line of an empty process',
      median(rounds, ({ upload, empty }) => upload.milliseconds - empty.line),
    ),
    atMost(
      70,
      'MB',
      'peak memory until then, with an app',
      median(rounds, (round) => round.upload.peakMegabytes),
    ),
    plain(
      'ms',
      'with a testset, after the first line of an empty process',
      median(rounds, ({ attach, empty }) => attach.milliseconds - empty.line),
    ),
    plain(
      'MB',
      'peak memory until then, with a testset',
      median(rounds, (round) => round.attach.peakMegabytes),
    ),
    plain(
      'ms',
      'with an app',
      median(rounds, (round) => round.upload.milliseconds),
    ),
    plain(
      'ms',
      'an empty process, to its first line',
      median(rounds, (round) => round.empty.line),
    ),
    plain(
      'ms',
      'an empty process, to its end',
      median(rounds, (round) => round.empty.end),
    ),
  ]);
});
