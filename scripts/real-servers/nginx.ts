import { httpAt, IS_ROOT, type Situation, type Stage } from './situation.ts';

/** Parts of a configuration of nginx. */
export interface NginxOptions {
  /** In `http`. */
  readonly http?: string;
  /** In `server`, in place of a location that passes everything on. */
  readonly server?: string;
  readonly tls?: true;
}

/** Starts nginx. @returns its port */
export async function startNginx(stage: Stage, { http = '', server, tls }: NginxOptions = {}): Promise<number> {
  const port = await stage.freePort();
  const { key, cert } = tls ? await stage.certificate() : {};
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`);
  const config = await stage.write(
    'nginx.conf',
    `daemon off;
pid nginx.pid;
${IS_ROOT ? 'user root;' : ''}
events {}
http {
  access_log access.log;
  default_type text/html;
  client_max_body_size 100m;
  ${temporary.join(' ')}
  ${http}
  server {
    listen 127.0.0.1:${port}${tls ? ' ssl' : ''};
    ${tls ? `ssl_certificate ${cert}; ssl_certificate_key ${key};` : ''}
    ${server ?? passOn(stage.service)}
  }
}
`,
  );
  await stage.start('nginx', ['-p', stage.folder, '-c', config, '-e', 'error.log'], port);
  return port;
}

/** A location that passes requests on. @param more directives */
export function passOn(port: number | string, more = '', path = '/'): string {
  const target = typeof port === 'number' ? `127.0.0.1:${port}` : port;
  return `location ${path} { proxy_pass http://${target}; ${more} }`;
}

const UNBUFFERED = 'proxy_http_version 1.1; proxy_request_buffering off;';

/** nginx as it is usually set up, its limits and TLS. */
export const NGINX: readonly Situation[] = [
  {
    name: 'nginx: plain, 63 MB',
    megabytes: 63,
    expected: { outcome: 'passed' },
    arrange: async (stage) => httpAt(await startNginx(stage)),
  },
  {
    name: 'nginx: proxy_request_buffering off, proxy_buffering off, 63 MB',
    megabytes: 63,
    expected: { outcome: 'passed' },
    arrange: async (stage) => {
      const server = passOn(stage.service, `${UNBUFFERED} proxy_buffering off;`);
      return httpAt(await startNginx(stage, { server }));
    },
  },
  {
    name: 'nginx: TLS with an own certificate authority, 16 MB',
    megabytes: 16,
    expected: { outcome: 'passed' },
    arrange: async (stage) => {
      const { env } = await stage.certificate();
      return { baseUrl: `https://127.0.0.1:${await startNginx(stage, { tls: true })}`, env };
    },
  },
  {
    name: 'nginx: TLS, certificate authority unknown to the step',
    expected: { outcome: 'not-started', testsets: 0, lastLine: /certificate/ },
    arrange: async (stage) => ({ baseUrl: `https://127.0.0.1:${await startNginx(stage, { tls: true })}` }),
  },
  {
    name: 'nginx: ssl_reject_handshake (unknown server name)',
    expected: { outcome: 'not-started', testsets: 0, lastLine: /name/, notInLastLine: /does not respond with TLS/ },
    arrange: async (stage) => {
      const server = 'ssl_reject_handshake on;';
      return { baseUrl: `https://127.0.0.1:${await startNginx(stage, { tls: true, server })}` };
    },
  },
  {
    name: 'nginx: base-url is http, the server uses TLS',
    expected: {
      outcome: ['refused', 'not-started'],
      testsets: 0,
      lastLine: /plain HTTP request was sent to HTTPS port/,
    },
    arrange: async (stage) => httpAt(await startNginx(stage, { tls: true })),
  },
  {
    name: 'nginx: base-url is https, the server does not use TLS',
    expected: { outcome: 'not-started', testsets: 0, lastLine: /TLS/ },
    arrange: async (stage) => ({ baseUrl: `https://127.0.0.1:${await startNginx(stage)}` }),
  },
  {
    name: 'nginx: client_max_body_size 1m, 8 MB',
    megabytes: 8,
    timeScale: 4,
    expected: { outcome: 'refused', testsets: 0, creates: 0, lastLine: /413/ },
    arrange: async (stage) => {
      const server = passOn(stage.service, 'client_max_body_size 1m;');
      return httpAt(await startNginx(stage, { server }));
    },
  },
  {
    name: 'nginx: limit_req, 429',
    timeScale: 4,
    expected: { outcome: 'passed' },
    arrange: (stage) => limitRequests(stage, 429),
  },
  {
    name: 'nginx: limit_req, 503',
    timeScale: 4,
    expected: { outcome: 'passed' },
    arrange: (stage) => limitRequests(stage, 503),
  },
  {
    name: 'nginx: gzip on',
    expected: { outcome: 'passed' },
    arrange: async (stage) => {
      const http = 'gzip on; gzip_types *; gzip_min_length 1; gzip_proxied any;';
      return httpAt(await startNginx(stage, { http }));
    },
  },
  {
    name: 'nginx: keepalive_timeout 1s, keepalive_requests 2',
    timeScale: 4,
    expected: { outcome: 'passed' },
    arrange: async (stage) => {
      const http = 'keepalive_timeout 1s; keepalive_requests 2;';
      return httpAt(await startNginx(stage, { http }));
    },
  },
  {
    name: 'nginx: client_body_timeout 1s, the upload stalls twice',
    megabytes: 32,
    timeScale: 4,
    expected: { outcome: 'passed' },
    arrange: async (stage) => {
      const port = await startNginx(stage, { http: 'client_body_timeout 1s;' });
      const stall = { connections: 2, afterBytes: 1_000_000, forMs: 2_000 };
      return httpAt((await stage.startLine(port, { stall })).port);
    },
  },
];

/** One request a second, and no more. */
async function limitRequests(stage: Stage, status: number): ReturnType<Situation['arrange']> {
  const http = 'limit_req_zone $server_port zone=all:1m rate=1r/s;';
  const server = passOn(stage.service, `limit_req zone=all; limit_req_status ${status};`);
  return httpAt(await startNginx(stage, { http, server }));
}
