import { connect } from 'node:net';

import { startApache } from './apache.ts';
import type { Program } from './program.ts';
import { httpAt, type Situation, type Stage } from './situation.ts';

interface HaproxyOptions {
  readonly global?: string;
  readonly defaults?: string;
  readonly frontend?: string;
  readonly backend?: string;
  /** Parameters of the server. */
  readonly server?: string;
  /** Where requests are passed on to; the service by default. */
  readonly to?: number;
}

/** Starts HAProxy, and again with the same configuration and port on request. */
async function startHaproxy(stage: Stage, options: HaproxyOptions = {}) {
  const { global = '', defaults = '', frontend = '', backend = '', server = '', to = stage.service } = options;
  const port = await stage.freePort();
  const config = await stage.write(
    'haproxy.cfg',
    `global
  maxconn 200
  ${global}
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  ${defaults}
frontend entry
  bind 127.0.0.1:${port}
  ${frontend}
  default_backend service
backend service
  ${backend}
  server one 127.0.0.1:${to} ${server}
`,
  );
  const start = (): Promise<Program> => stage.start('haproxy', ['-db', '-f', config], port);
  return { port, program: await start(), start };
}

function behind(options: HaproxyOptions): Situation['arrange'] {
  return async (stage) => httpAt((await startHaproxy(stage, options)).port);
}

/** Repeats a request that fails, also one that is not idempotent, as long as it fits into the buffer. */
const REPEATS: HaproxyOptions = {
  global: 'tune.bufsize 2097152',
  defaults: 'option http-buffer-request\n  retry-on all-retryable-errors\n  retries 3',
};
const RESETS_ONCE = { faults: [{ on: 'create', do: { kind: 'cut', at: 'applied', how: 'reset' } }] } as const;
const STALLS_ONCE = { faults: [{ on: 'create', do: { kind: 'cut', at: 'applied', how: 'stall' } }] } as const;

/** HAProxy as a reverse proxy. */
export const HAPROXY: readonly Situation[] = [
  {
    name: 'HAProxy: plain, 63 MB',
    megabytes: 63,
    expected: { outcome: 'passed' },
    arrange: behind({}),
  },
  {
    name: 'HAProxy: http-buffer-request and retry-on (two testsets are documented)',
    simulator: RESETS_ONCE,
    expected: { outcome: 'passed', testsets: 2, isIdLost: true },
    arrange: behind(REPEATS),
  },
  {
    name: 'HAProxy: the same with disable-l7-retry for POST',
    simulator: RESETS_ONCE,
    expected: { outcome: 'unknown-start', isIdLost: true },
    arrange: behind({ ...REPEATS, frontend: 'http-request disable-l7-retry if METH_POST' }),
  },
  {
    name: 'HAProxy: timeout http-request with http-buffer-request (408), a slow line',
    megabytes: 32,
    expected: { outcome: ['not-started', 'refused'], testsets: 0, creates: 0, minutes: 5, lastLine: /408/ },
    arrange: async (stage) => {
      const defaults = 'option http-buffer-request\n  timeout http-request 1s';
      const { port } = await startHaproxy(stage, { global: 'tune.bufsize 2097152', defaults });
      return httpAt((await stage.startLine(port, { bytesPerSecond: 300_000 })).port);
    },
  },
  {
    name: 'HAProxy: timeout client 1s, the upload stalls twice',
    megabytes: 32,
    timeScale: 4,
    expected: { outcome: 'passed' },
    arrange: async (stage) => {
      const { port } = await startHaproxy(stage, { defaults: 'timeout client 1s' });
      const stall = { connections: 2, afterBytes: 1_000_000, forMs: 2_000 };
      return httpAt((await stage.startLine(port, { stall })).port);
    },
  },
  {
    name: 'HAProxy: timeout server 1s, 504 after the end of the create',
    simulator: STALLS_ONCE,
    expected: { outcome: 'unknown-start', isIdLost: true, lastLine: /504/ },
    arrange: behind({ defaults: 'timeout server 1s' }),
  },
  {
    name: 'HAProxy: timeout server 1s, 504 for one status',
    simulator: { faults: [{ on: 'status', skip: 1, do: { kind: 'cut', at: 'applied', how: 'stall' } }] },
    expected: { outcome: 'passed' },
    arrange: behind({ defaults: 'timeout server 1s' }),
  },
  {
    name: 'HAProxy: http-request deny for POST (403)',
    timeScale: 4,
    expected: { outcome: 'refused', testsets: 0, creates: 0, lastLine: /firewall|proxy/ },
    arrange: behind({ frontend: 'http-request deny if METH_POST' }),
  },
  {
    name: 'HAProxy: passes 100 Continue of Apache through',
    megabytes: 16,
    expected: { outcome: 'passed', creates: 1 },
    arrange: async (stage) => {
      const { port } = await startApache(stage, { server: 'SetEnv proxy-interim-response RFC', pass: 'ping=5' });
      return httpAt((await startHaproxy(stage, { to: port })).port);
    },
  },
  {
    name: 'HAProxy: 103 Early Hints for every request',
    megabytes: 16,
    expected: { outcome: 'passed', creates: 1 },
    arrange: behind({ frontend: 'http-request early-hint Link "</style.css>; rel=preload"' }),
  },
  {
    name: 'HAProxy: soft stop and a new process during the polls',
    expected: { outcome: 'passed' },
    arrange: async (stage) => {
      const { port, program, start } = await startHaproxy(stage);
      return {
        ...httpAt(port),
        meanwhile: async () => {
          await stage.when(() => stage.count('status') > 0);
          program.signal('SIGUSR1');
          await start();
        },
      };
    },
  },
  {
    name: 'HAProxy: server down, 503 for 5 min, then timeout',
    megabytes: 16,
    expected: { outcome: 'not-started', testsets: 0, lastLine: /503/ },
    arrange: async (stage) => {
      const line = await stage.startLine(stage.service);
      await line.stop();
      const { port } = await startHaproxy(stage, { defaults: 'retries 0', to: line.port });
      return { ...httpAt(port), inputs: { timeout: '5' } };
    },
  },
  {
    name: 'HAProxy: queue full, 503 for 30 s',
    timeScale: 4,
    expected: { outcome: 'passed' },
    arrange: async (stage) => {
      const { port } = await startHaproxy(stage, { defaults: 'timeout queue 200ms', server: 'maxconn 1' });
      const other = connect(port, '127.0.0.1').on('error', () => undefined);
      other.write('POST /elsewhere HTTP/1.1\r\nHost: service\r\nContent-Length: 10\r\n\r\n12345');
      return {
        ...httpAt(port),
        meanwhile: async () => {
          await stage.pause(30);
          other.destroy();
        },
      };
    },
  },
];
