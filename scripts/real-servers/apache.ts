import { httpAt, IS_ROOT, type Situation, type Stage } from './situation.ts';

/** Where Debian has the modules. */
const MODULES = '/usr/lib/apache2/modules';
const ALWAYS = ['mpm_event', 'authn_core', 'authz_core', 'proxy', 'proxy_http', 'headers', 'env', 'setenvif'];

interface ApacheOptions {
  /** More modules. */
  readonly modules?: readonly string[];
  /** Directives of the server. */
  readonly server?: string;
  /** Parameters of `ProxyPass`. */
  readonly pass?: string;
  /** Where requests are passed on to; the service by default. */
  readonly to?: number;
  readonly name?: string;
}

/** Starts Apache. @returns its port, and the program */
export async function startApache(
  stage: Stage,
  { modules = [], server = '', pass = '', to = stage.service, name = 'apache' }: ApacheOptions = {},
): Promise<{ port: number; restart: () => void }> {
  const port = await stage.freePort();
  const loads = [...ALWAYS, ...modules].map((module) => `LoadModule ${module}_module ${MODULES}/mod_${module}.so`);
  const config = await stage.write(
    `${name}.conf`,
    `${loads.join('\n')}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
${IS_ROOT ? 'User www-data\nGroup www-data' : ''}
DefaultRuntimeDir ${stage.folder}
PidFile ${stage.folder}/${name}.pid
ErrorLog ${stage.folder}/${name}-error.log
StartServers 1
${server}
ProxyPass / http://127.0.0.1:${to}/ ${pass}
`,
  );
  const program = await stage.start('apache2', ['-f', config, '-DFOREGROUND'], port);
  return {
    port,
    restart: () => {
      program.signal('SIGUSR1');
    },
  };
}

const INTERIM = { server: 'SetEnv proxy-interim-response RFC', pass: 'ping=5' };

/** Keeps responses for a day, unless the request asks for a fresh one. The inner server allows it in spite of credentials. */
const CACHE = `CacheEnable socache /
CacheSocache shmcb
CacheQuickHandler off`;

function behind(options: ApacheOptions): Situation['arrange'] {
  return async (stage) => httpAt((await startApache(stage, options)).port);
}

/** Apache as a reverse proxy. */
export const APACHE: readonly Situation[] = [
  {
    name: 'Apache: plain, 63 MB',
    megabytes: 63,
    expected: { outcome: 'passed' },
    arrange: behind({}),
  },
  {
    name: 'Apache: ping=5 (100 Continue of the backend)',
    megabytes: 16,
    timeScale: 4,
    expected: { outcome: 'passed', creates: 1 },
    arrange: behind({ pass: 'ping=5' }),
  },
  {
    name: 'Apache: ping=5 and proxy-interim-response RFC, 16 MB',
    megabytes: 16,
    expected: { outcome: 'passed', creates: 1 },
    arrange: behind(INTERIM),
  },
  {
    name: 'Apache: ping=5 and proxy-interim-response RFC, 1 MB, a slow line',
    expected: { outcome: 'passed', creates: 1 },
    arrange: async (stage) => {
      const { port } = await startApache(stage, INTERIM);
      return httpAt((await stage.startLine(port, { bytesPerSecond: 1_000_000 })).port);
    },
  },
  {
    name: 'Apache: mod_cache keeps a status for a day',
    timeScale: 20,
    expected: { outcome: 'passed' },
    arrange: async (stage) => {
      const inner = await startApache(stage, {
        name: 'inner',
        server: 'Header set Cache-Control "public, max-age=86400" "expr=%{REQUEST_URI} =~ m#/testset/[0-9]+$#"',
      });
      const modules = ['cache', 'cache_socache', 'socache_shmcb'];
      return httpAt((await startApache(stage, { modules, server: CACHE, to: inner.port })).port);
    },
  },
  {
    name: 'Apache: RequestReadTimeout body=1 (408), a slow line',
    megabytes: 32,
    expected: { outcome: ['not-started', 'refused'], testsets: 0, creates: 3, minutes: 5, lastLine: /408/ },
    arrange: async (stage) => {
      const { port } = await startApache(stage, { modules: ['reqtimeout'], server: 'RequestReadTimeout body=1' });
      return httpAt((await stage.startLine(port, { bytesPerSecond: 8_000_000 })).port);
    },
  },
  {
    name: 'Apache: mod_rewrite, 413 for a long body, 63 MB',
    megabytes: 63,
    timeScale: 4,
    expected: { outcome: 'refused', testsets: 0, creates: 0, lastLine: /413/ },
    arrange: behind({
      modules: ['rewrite'],
      server: 'RewriteEngine on\nRewriteCond expr "%{HTTP:Content-Length} -gt 1000000"\nRewriteRule ^ - [R=413]',
    }),
  },
  {
    name: 'Apache: mod_deflate, always',
    expected: { outcome: 'passed' },
    arrange: behind({
      modules: ['filter', 'deflate'],
      server: 'SetEnv force-gzip 1\nSetOutputFilter DEFLATE',
    }),
  },
  {
    name: 'Apache: Require method GET (403 page) for POST only',
    timeScale: 4,
    expected: { outcome: 'refused', testsets: 0, lastLine: /firewall|proxy/ },
    arrange: behind({
      server: '<Location />\nRequire method GET\n</Location>',
    }),
  },
  {
    name: 'Apache: ProxyTimeout (504 or 502) after the end of the create',
    simulator: { faults: [{ on: 'create', do: { kind: 'cut', at: 'applied', how: 'stall' } }] },
    expected: { outcome: 'unknown-start', isIdLost: true, lastLine: /50[24]/ },
    arrange: behind({ server: 'ProxyTimeout 1' }),
  },
  {
    name: 'Apache: graceful restart during the polls',
    expected: { outcome: 'passed' },
    arrange: async (stage) => {
      const { port, restart } = await startApache(stage);
      return {
        ...httpAt(port),
        meanwhile: async () => {
          await stage.when(() => stage.count('status') > 0);
          restart();
        },
      };
    },
  },
];
