import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';

import { startAction } from '../../__tests__/support/run-action.ts';
import { CREDENTIALS } from './measure-action.ts';
import { listen } from './server.ts';

/** A start of the action, from the spawned process to the arrival of its first request. */
interface Start {
  readonly milliseconds: number;
  /** Peak memory until then, in millions of bytes. */
  readonly peakMegabytes: number;
}

/** A service that rejects all requests, so the first request is the last. */
export interface RejectingService {
  /** Runs the committed action to its end. */
  start(inputs: Readonly<Record<string, string>>): Promise<Start>;
  close(): void;
}

export async function startRejectingService(): Promise<RejectingService> {
  const server = createServer((_, response) => {
    response.writeHead(401).end();
  });
  const port = await listen(server);
  return {
    start: async (inputs) => {
      const requested = once(server, 'request').then(() => performance.now());
      const action = await startAction({
        inputs: { 'base-url': `http://127.0.0.1:${port}`, ...CREDENTIALS, ...inputs },
      });
      const began = performance.now();
      const milliseconds = (await requested) - began;
      const peakMegabytes = readPeak(action.pid);
      await action.finished;
      return { milliseconds, peakMegabytes };
    },
    close: () => {
      server.close();
    },
  };
}

/** Works on Linux only, because it reads `/proc`. */
function readPeak(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6;
}
