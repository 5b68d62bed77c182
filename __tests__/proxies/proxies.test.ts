import { hash } from 'node:crypto';
import { join } from 'node:path';

import { afterEach, describe, expect, test } from '@jest/globals';

import type { Fault } from '../../simulator/faults.ts';
import { writeApk } from '../app/support/make-apk.ts';
import { fixture, TRUSTING } from '../network/support/certificates.ts';
import type { ActionResult } from '../support/run-action.ts';
import { expectNoStackTrace, lastLine, openSandbox, type Sandbox } from '../support/sandbox.ts';
import { startProgram, type Program } from './program.ts';

const MIB = 1024 * 1024;
/** The 60 s without data after which the action gives up a request are 3 s. */
const TIME_SCALE = 20;

let program: Program | undefined;
afterEach(async () => {
  await program?.end();
  program = undefined;
});

/** The program in front of a service. @param location directives of nginx */
async function startNginx(service: string, location: string): Promise<string> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`);
  program = await startProgram('nginx', (folder, port) => ({
    files: {
      'nginx.conf': `daemon off; pid nginx.pid; ${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1;
events {}
http {
  access_log off; client_max_body_size 100m; ${temporary.join(' ')}
  server { listen 127.0.0.1:${port}; location / { proxy_pass ${service}; ${location} } }
}`,
    },
    args: ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'],
  }));
  return `http://127.0.0.1:${program.port}`;
}

const UNBUFFERED = 'proxy_http_version 1.1; proxy_request_buffering off; proxy_buffering off;';
const FOLDED = 'add_header X-Frame-Options "a,\n\tb" always;';
/** nginx itself sends a chunked response, beside which the other length stands. */
const TWO_LENGTHS = 'proxy_http_version 1.1; sub_filter none none; sub_filter_types *; add_header Content-Length 5;';

const create = (fault: Fault['do']): readonly Fault[] => [{ on: 'create', do: fault }];
const DURING_UPLOAD = create({ kind: 'cut', at: { bodyBytes: MIB }, how: 'reset' });
const AFTER_CREATE = create({ kind: 'cut', at: 'applied', how: 'reset' });
const STALLED = create({ kind: 'cut', at: 'applied', how: 'stall' });
/** Of the action's clock: 160 s for the create, 100 s for the results. */
const LATE: readonly Fault[] = [
  { on: 'create', do: { kind: 'late', ms: 8_000 } },
  { on: 'result', times: 9, do: { kind: 'late', ms: 5_000 } },
];
const wrongLength = (by: number): readonly Fault[] =>
  (['create', 'status', 'result'] as const).map((on) => ({ on, do: { kind: 'wrong-length', by } }));

describe('nginx', () => {
  test.each<[what: string, location: string, faults: readonly Fault[], outcome: string, creates: number]>([
    ['with its defaults', '', [], 'passed', 1],
    ['without buffers', UNBUFFERED, [], 'passed', 1],
    ['that folds a header', FOLDED, [], 'passed', 1],
    ['that closes connections', 'keepalive_timeout 1s; keepalive_requests 2;', [], 'passed', 1],
    ['that compresses responses', 'gzip on; gzip_types *; gzip_min_length 1; gzip_proxied any;', [], 'passed', 1],
    ['that sends two lengths', TWO_LENGTHS, [], 'passed', 1],
    ['behind which lengths are too large', '', wrongLength(500), 'passed', 1],
    ['that sends 502 during the upload', UNBUFFERED, DURING_UPLOAD, 'passed', 2],
    // The whole upload was in the buffer of nginx: what the service has of it is not known.
    ['that has the whole upload when it sends 502', '', DURING_UPLOAD, 'unknown-start', 1],
    ['that sends 502 after the create', UNBUFFERED, AFTER_CREATE, 'unknown-start', 1],
    ['with enough patience for late answers', 'proxy_read_timeout 30s;', LATE, 'passed', 1],
    ['with too little patience for late answers', 'proxy_read_timeout 6s;', LATE, 'unknown-start', 1],
    ['that sends 504 after the create', 'proxy_read_timeout 1s;', STALLED, 'unknown-start', 1],
  ])('%s', async (_what, location, faults, outcome, creates) => {
    const sandbox = await openSandbox({ faults, timeScale: TIME_SCALE });
    await writeApk(join(sandbox.workspace, 'app.apk'), 16 * MIB);
    const baseUrl = await startNginx(sandbox.simulator.url, location);
    const result = await sandbox.run({ inputs: { 'base-url': baseUrl } });
    expectNoStackTrace(result);
    expect(result.outputs).toMatchObject({ outcome, 'testset-id': outcome === 'passed' ? '251929' : '' });
    expect(sandbox.simulator.created.length).toBe(faults === DURING_UPLOAD && outcome !== 'passed' ? 0 : 1);
    expect(sandbox.simulator.journal.filter(({ operation }) => operation === 'create')).toHaveLength(creates);
  });
});

describe('Squid that asks for credentials', () => {
  const PASSWORD = 'proxy-password';

  /** A run against a name that only Squid knows. */
  async function runThrough(sandbox: Sandbox, user: string): Promise<ActionResult> {
    program = await startProgram('squid', (folder, port) => ({
      files: {
        users: `runner:${hash('md5', PASSWORD)}\n`,
        hosts: '127.0.0.1 service.example\n',
        'squid.conf': `http_port 127.0.0.1:${port}
visible_hostname proxy.example
hosts_file ${folder}/hosts
pid_filename none
access_log none
cache_log /dev/null
coredump_dir ${folder}
netdb_filename none
cache deny all
pinger_enable off
shutdown_lifetime 0 seconds
max_filedescriptors 1024
auth_param basic program /usr/lib/squid/basic_ncsa_auth ${folder}/users
acl known proxy_auth REQUIRED
http_access allow known`,
      },
      args: ['-N', '-n', `port${port}`, '-f', join(folder, 'squid.conf')],
    }));
    const baseUrl = `https://service.example:${new URL(sandbox.simulator.url).port}`;
    const env = { ...TRUSTING, HTTPS_PROXY: `http://${user}127.0.0.1:${program.port}` };
    const result = await sandbox.run({ inputs: { 'base-url': baseUrl }, env });
    expectNoStackTrace(result);
    expect(result.stdout.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain(PASSWORD);
    return result;
  }

  const openSecure = (): Promise<Sandbox> =>
    openSandbox({ tls: { key: fixture('server.key'), cert: fixture('service.crt') }, timeScale: TIME_SCALE });

  test('carries every request with the right ones', async () => {
    const sandbox = await openSecure();
    const { outputs } = await runThrough(sandbox, `runner:${PASSWORD}@`);
    expect(outputs).toMatchObject({ outcome: 'passed', 'testset-id': '251929' });
    expect(sandbox.simulator.created).toHaveLength(1);
  });

  test.each([
    ['without any', '', /HTTPS_PROXY\) requires credentials \(HTTP 407\)/],
    ['with wrong ones', `someone:${PASSWORD}@`, /HTTPS_PROXY\) rejected the credentials \(HTTP 407\)/],
  ])('carries nothing %s', async (_what, user, words) => {
    const sandbox = await openSecure();
    const result = await runThrough(sandbox, user);
    expect(result.outputs['outcome']).toBe('not-started');
    expect(lastLine(result)).toMatch(words);
    expect(sandbox.simulator.journal).toHaveLength(0);
  });
});
