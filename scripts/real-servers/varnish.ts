import { get } from 'node:http';

import { authorizationOf, DEFAULT_ACCOUNT } from '../../simulator/journal.ts';
import { httpAt, type Situation, type Stage } from './situation.ts';

interface VarnishOptions {
  /** How long a status is kept, and for how much longer it may be stale, in real seconds. */
  readonly ttl?: string;
  readonly grace?: string;
  /** In `vcl_recv`. */
  readonly receive?: string;
  /** Of the backend. */
  readonly backend?: string;
  /** Where requests are passed on to; the service by default. */
  readonly to?: number;
}

/** Starts Varnish with a cache for the status only, which Varnish keeps in spite of credentials. @returns its port */
async function startVarnish(stage: Stage, options: VarnishOptions = {}): Promise<number> {
  const { ttl = '0s', grace = '0s', receive = '', backend = '', to = stage.service } = options;
  const port = await stage.freePort();
  const file = await stage.write(
    'service.vcl',
    `vcl 4.1;
backend service {
  .host = "127.0.0.1";
  .port = "${to}";
  ${backend}
}
sub vcl_recv {
  if (req.method != "GET" || req.url !~ "/testset/[0-9]+$") { return (pass); }
  ${receive}
  return (hash);
}
sub vcl_backend_response {
  set beresp.ttl = ${ttl};
  set beresp.grace = ${grace};
  return (deliver);
}
`,
  );
  const limits = ['-j', 'none', '-s', 'malloc,20m', '-T', 'none', '-p', 'vsl_space=1m'];
  const name = ['-n', `${stage.folder}/varnish`];
  await stage.start('varnishd', ['-F', '-a', `127.0.0.1:${port}`, '-f', file, ...name, ...limits], port);
  return port;
}

function behind(options: VarnishOptions): Situation['arrange'] {
  return async (stage) => httpAt(await startVarnish(stage, options));
}

/** Varnish as a reverse proxy. */
export const VARNISH: readonly Situation[] = [
  {
    name: 'Varnish: plain, 63 MB',
    megabytes: 63,
    expected: { outcome: 'passed' },
    arrange: behind({}),
  },
  {
    name: 'Varnish: keeps a status for 120 s of the step',
    expected: { outcome: 'passed' },
    arrange: behind({ ttl: '12s' }),
  },
  {
    name: 'Varnish: keeps a status for a day, unless the request says no-cache',
    timeScale: 20,
    expected: { outcome: 'passed' },
    arrange: behind({
      ttl: '1d',
      receive: 'if (req.http.Cache-Control ~ "no-cache") { set req.hash_always_miss = true; }',
    }),
  },
  {
    name: 'Varnish: keeps a status from before the step attached',
    expected: { outcome: 'passed', log: /cache/i },
    arrange: async (stage) => {
      const { id } = stage.simulator.engine.create({
        projectId: 509,
        name: 'Earlier',
        osType: 'ANDROID',
        scenarioId: 0,
        timeLimit: undefined,
      });
      const port = await startVarnish(stage, { ttl: '20s' });
      await requestStatus(port, id);
      await stage.pause(80);
      return { ...httpAt(port), inputs: { 'testset-id': `${id}` } };
    },
  },
  {
    name: 'Varnish: grace, a stale status is served once',
    expected: { outcome: 'passed' },
    arrange: behind({ ttl: '1s', grace: '1h' }),
  },
  {
    name: 'Varnish: 503 Guru Meditation until the service is up after 30 s',
    timeScale: 4,
    expected: { outcome: 'passed' },
    arrange: async (stage) => {
      const line = await stage.startLine(stage.service);
      await line.stop();
      return {
        ...httpAt(await startVarnish(stage, { to: line.port })),
        meanwhile: async () => {
          await stage.pause(30);
          await line.resume();
        },
      };
    },
  },
  {
    name: 'Varnish: 503 Guru Meditation after the end of the create',
    simulator: { faults: [{ on: 'create', do: { kind: 'cut', at: 'applied', how: 'stall' } }] },
    expected: { outcome: 'unknown-start', isIdLost: true, lastLine: /503/ },
    arrange: behind({ backend: '.first_byte_timeout = 1s;' }),
  },
];

async function requestStatus(port: number, id: number): Promise<void> {
  const headers = { authorization: authorizationOf(DEFAULT_ACCOUNT) };
  await new Promise<void>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: `/openapi/v2/testset/${id}`, headers }, (response) => {
      response.resume().on('end', resolve);
    }).on('error', reject);
  });
}
