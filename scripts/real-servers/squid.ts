import { createHash } from 'node:crypto';

import type { Program } from './program.ts';
import type { Situation, Stage, Use } from './situation.ts';

interface SquidOptions {
  /** In place of the rule that allows everything. */
  readonly access?: string;
  /** The names that it can resolve. */
  readonly hosts?: string;
}

const HOSTS = '127.0.0.1 devices.test\n';

/** Starts Squid as a forward proxy, and again with the same configuration and port on request. */
async function startSquid(stage: Stage, { access = 'http_access allow all', hosts = HOSTS }: SquidOptions = {}) {
  const port = await stage.freePort();
  await stage.write('hosts', hosts);
  const config = await stage.write(
    'squid.conf',
    `http_port 127.0.0.1:${port}
visible_hostname proxy.test
hosts_file ${stage.folder}/hosts
dns_nameservers 127.0.0.9
dns_timeout 1 second
dns_retransmit_interval 1 second
negative_dns_ttl 1 second
connect_timeout 2 seconds
pid_filename none
access_log none
cache_log ${stage.folder}/squid.log
coredump_dir ${stage.folder}
netdb_filename none
cache deny all
pinger_enable off
shutdown_lifetime 0 seconds
max_filedescriptors 1024
${access}
`,
  );
  const start = (): Promise<Program> => stage.start('squid', ['-N', '-n', `real${port}`, '-f', config], port);
  return { port, program: await start(), start };
}

/** The step reaches the service through the proxy, because its name is not that of this machine. */
async function through(stage: Stage, proxy: string, host = 'devices.test'): Promise<Use> {
  const { env } = await stage.certificate();
  return { baseUrl: `https://${host}:${stage.service}`, env: { ...env, HTTPS_PROXY: `http://${proxy}` } };
}

function behind(options: SquidOptions = {}, user = '', host?: string): Situation['arrange'] {
  return async (stage) => through(stage, `${user}127.0.0.1:${(await startSquid(stage, options)).port}`, host);
}

function withPassword(user: string): Situation['arrange'] {
  return async (stage) => {
    const file = await stage.write('users', `runner:${createHash('md5').update('proxy-password').digest('hex')}\n`);
    const access = `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${file}
acl known proxy_auth REQUIRED
http_access allow known`;
    return behind({ access }, user)(stage);
  };
}

const SERVICE = { tls: true, timeScale: 20 } as const;
/** Of a proxy that does not let the step through: the setting is to be named, and the service is not to blame. */
const NAMES_PROXY = { lastLine: /HTTPS_PROXY/, notInLastLine: /base-url/ };

/** Squid as the proxy of the runner. */
export const SQUID: readonly Situation[] = [
  {
    ...SERVICE,
    name: 'Squid: plain CONNECT, 63 MB',
    megabytes: 63,
    expected: { outcome: 'passed' },
    arrange: behind(),
  },
  {
    ...SERVICE,
    name: 'Squid: right proxy credentials',
    expected: { outcome: 'passed' },
    arrange: withPassword('runner:proxy-password@'),
  },
  {
    ...SERVICE,
    name: 'Squid: wrong proxy credentials (407)',
    expected: { outcome: 'not-started', testsets: 0, ...NAMES_PROXY },
    arrange: withPassword('someone:proxy-password@'),
  },
  {
    ...SERVICE,
    name: 'Squid: no proxy credentials (407)',
    expected: {
      outcome: 'not-started',
      testsets: 0,
      lastLine: /HTTPS_PROXY/,
      notInLastLine: /base-url|rejected the credentials/,
    },
    arrange: withPassword(''),
  },
  {
    ...SERVICE,
    name: 'Squid: denied by a rule (403)',
    expected: { outcome: 'not-started', testsets: 0, ...NAMES_PROXY },
    arrange: behind({ access: 'http_access deny all' }),
  },
  {
    ...SERVICE,
    name: 'Squid: the proxy is down',
    expected: { outcome: 'not-started', testsets: 0, minutes: 12, ...NAMES_PROXY },
    arrange: async (stage) => through(stage, `runner:proxy-password@127.0.0.1:${await stage.freePort()}`),
  },
  {
    ...SERVICE,
    name: 'Squid: its name server is silent (500)',
    expected: { outcome: 'not-started', testsets: 0, lastLine: /HTTPS_PROXY/ },
    arrange: async (stage) => ({ ...(await behind({ hosts: '' })(stage)), inputs: { timeout: '5' } }),
  },
  {
    ...SERVICE,
    timeScale: 8,
    name: 'Squid: its name server is silent (500) for 90 s',
    expected: { outcome: 'passed' },
    arrange: async (stage) => {
      const { port, program } = await startSquid(stage, { hosts: '' });
      return {
        ...(await through(stage, `127.0.0.1:${port}`)),
        meanwhile: async () => {
          await stage.pause(90);
          await stage.write('hosts', HOSTS);
          program.signal('SIGHUP');
        },
      };
    },
  },
  {
    ...SERVICE,
    name: 'Squid: CONNECT to an IPv6 literal',
    expected: { outcome: 'passed' },
    arrange: behind({}, '', '[::ffff:127.0.0.1]'),
  },
  {
    ...SERVICE,
    name: 'Squid: the service refuses connections',
    expected: { outcome: 'not-started', testsets: 0, lastLine: /503/ },
    arrange: async (stage) => ({
      ...(await behind()(stage)),
      baseUrl: `https://devices.test:${await stage.freePort()}`,
      inputs: { timeout: '5' },
    }),
  },
  {
    ...SERVICE,
    name: 'Squid: the proxy restarts during the polls',
    expected: { outcome: 'passed' },
    arrange: async (stage) => {
      const { port, program, start } = await startSquid(stage);
      return {
        ...(await through(stage, `127.0.0.1:${port}`)),
        meanwhile: async () => {
          await stage.when(() => stage.count('status') > 0);
          await program.end();
          await stage.pause(20);
          await start();
        },
      };
    },
  },
];
