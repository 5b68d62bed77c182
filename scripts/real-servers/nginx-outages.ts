import { passOn, startNginx } from './nginx.ts';
import { httpAt, type Situation, type Stage, type Use } from './situation.ts';

const BUFFERED = 'proxy_connect_timeout 1s;';
const UNBUFFERED = `${BUFFERED} proxy_http_version 1.1; proxy_request_buffering off;`;

/** nginx in front of a service that is down, restarts or does not respond. */
export const NGINX_OUTAGES: readonly Situation[] = [
  {
    name: 'nginx: not started (connection refused)',
    timeScale: 20,
    expected: { outcome: 'not-started', testsets: 0, minutes: 12, lastLine: /refused/ },
    arrange: async (stage) => httpAt(await stage.freePort()),
  },
  {
    name: 'nginx: upstream down for 5 min (502), then timeout',
    expected: { outcome: ['not-started', 'unknown-start'], testsets: 0 },
    arrange: async (stage) => {
      const line = await stage.startLine(stage.service);
      await line.stop();
      const port = await startNginx(stage, { server: passOn(line.port, BUFFERED) });
      return { ...httpAt(port), inputs: { timeout: '5' } };
    },
  },
  {
    name: 'nginx: upstream restarts during the check (502 for 20 s)',
    expected: { outcome: 'passed' },
    arrange: (stage) => restart(stage, () => true, { until: () => stage.hasLogged(/scenarios.* 502 /) }),
  },
  {
    name: 'nginx: upstream restarts between check and create, buffered',
    megabytes: 8,
    expected: { outcome: ['passed', 'unknown-start'], isIdLost: true },
    arrange: (stage) => restart(stage, () => stage.count('scenarios') > 0, { seconds: 10 }),
  },
  {
    name: 'nginx: upstream restarts between check and create, not buffered',
    megabytes: 8,
    timeScale: 4,
    expected: { outcome: 'passed' },
    arrange: (stage) => restart(stage, () => stage.count('scenarios') > 0, { seconds: 10, location: UNBUFFERED }),
  },
  {
    name: 'nginx: upstream restarts during the upload, buffered',
    megabytes: 16,
    expected: { outcome: 'passed' },
    arrange: (stage) => restartDuringUpload(stage, BUFFERED),
  },
  {
    name: 'nginx: upstream restarts during the upload, not buffered',
    megabytes: 16,
    timeScale: 4,
    expected: { outcome: 'passed' },
    arrange: (stage) => restartDuringUpload(stage, UNBUFFERED),
  },
  {
    name: 'nginx: upstream restarts during the polls',
    expected: { outcome: 'passed' },
    arrange: (stage) => restart(stage, () => stage.count('status') > 0, { seconds: 60 }),
  },
  {
    name: 'nginx: proxy_send_timeout, 504 before the end of the create',
    megabytes: 63,
    timeScale: 4,
    expected: { outcome: 'passed' },
    arrange: async (stage) => {
      const stall = { connections: 1, afterBytes: 2_000_000, forMs: 3_000 };
      const line = await stage.startLine(stage.service, { stall });
      const server = passOn(line.port, `${UNBUFFERED} proxy_send_timeout 1s; proxy_read_timeout 1s;`);
      return httpAt(await startNginx(stage, { server }));
    },
  },
  {
    name: 'nginx: proxy_read_timeout, 504 after the end of the create',
    simulator: { faults: [{ on: 'create', do: { kind: 'cut', at: 'applied', how: 'stall' } }] },
    expected: { outcome: 'unknown-start', isIdLost: true, lastLine: /504/ },
    arrange: async (stage) => {
      const server = passOn(stage.service, 'proxy_read_timeout 1s;');
      return httpAt(await startNginx(stage, { server }));
    },
  },
  {
    name: 'nginx: proxy_next_upstream non_idempotent, first upstream resets (two testsets are documented)',
    simulator: { faults: [{ on: 'create', do: { kind: 'cut', at: 'applied', how: 'reset' } }] },
    expected: { outcome: 'passed', testsets: 2, isIdLost: true },
    arrange: (stage) => twoUpstreams(stage, 'proxy_next_upstream error timeout non_idempotent;'),
  },
  {
    name: 'nginx: proxy_next_upstream by default, first upstream resets',
    simulator: { faults: [{ on: 'create', do: { kind: 'cut', at: 'applied', how: 'reset' } }] },
    expected: { outcome: 'unknown-start', isIdLost: true, lastLine: /502/ },
    arrange: (stage) => twoUpstreams(stage, ''),
  },
];

/** Lets the service be away for a time of the step, 20 s by default. @param when from when on; it may be the beginning */
async function restart(
  stage: Stage,
  when: () => boolean,
  { seconds = 20, location = BUFFERED, until = when } = {},
): Promise<Use> {
  const line = await stage.startLine(stage.service);
  const port = await startNginx(stage, { server: passOn(line.port, location) });
  if (when()) await line.stop();
  return {
    ...httpAt(port),
    meanwhile: async () => {
      await stage.when(when);
      await line.stop();
      await stage.when(until);
      await stage.pause(seconds);
      await line.resume();
    },
  };
}

/** The upload takes two seconds; the service is away for half a second of it. */
async function restartDuringUpload(stage: Stage, location: string): Promise<Use> {
  const line = await stage.startLine(stage.service);
  const port = await startNginx(stage, { server: passOn(line.port, location) });
  const slow = await stage.startLine(port, { bytesPerSecond: 8_000_000 });
  return {
    ...httpAt(slow.port),
    meanwhile: async () => {
      await stage.when(() => slow.bytes > 4_000_000);
      await line.stop();
      await stage.when(() => slow.bytes > 8_000_000);
      await line.resume();
    },
  };
}

async function twoUpstreams(stage: Stage, location: string): Promise<Use> {
  const server = `server 127.0.0.1:${stage.service} max_fails=0;`;
  const http = `upstream services { ${server} ${server} }`;
  const port = await startNginx(stage, { http, server: passOn('services', location) });
  return httpAt(port);
}
