import type { Situation, Stage } from './situation.ts';

/** Starts stunnel. @param more of its configuration @param to the service by default @returns its address */
async function startStunnel(stage: Stage, more: string, to: number): Promise<string> {
  const port = await stage.freePort();
  const { key, cert } = await stage.certificate();
  const config = await stage.write(
    'stunnel.conf',
    `foreground = yes
pid =
syslog = no
[service]
accept = 127.0.0.1:${port}
connect = 127.0.0.1:${to}
cert = ${cert}
key = ${key}
${more}
`,
  );
  await stage.start('stunnel4', [config], port);
  return `https://127.0.0.1:${port}`;
}

function behind(more = '', to?: number): Situation['arrange'] {
  return async (stage) => {
    const { env } = await stage.certificate();
    return { baseUrl: await startStunnel(stage, more, to ?? stage.service), env, inputs: { timeout: '3' } };
  };
}

/** stunnel, which adds TLS. */
export const STUNNEL: readonly Situation[] = [
  {
    name: 'stunnel: TLS, 63 MB',
    megabytes: 63,
    expected: { outcome: 'passed' },
    arrange: behind(),
  },
  {
    name: 'stunnel: only TLS 1.1 (alert: protocol version)',
    timeScale: 20,
    expected: { outcome: 'not-started', testsets: 0, lastLine: /TLS 1\.2/, notInLastLine: /does not respond with TLS/ },
    arrange: behind('sslVersionMin = TLSv1.1\nsslVersionMax = TLSv1.1\nsecurityLevel = 0\nciphers = ALL:@SECLEVEL=0'),
  },
  {
    name: 'stunnel: asks for a certificate of the client',
    timeScale: 4,
    expected: { outcome: 'not-started', testsets: 0 },
    arrange: async (stage) => behind(`verifyChain = yes\nCAfile = ${(await stage.certificate()).cert}`)(stage),
  },
  {
    name: 'stunnel: the service behind it is down',
    timeScale: 4,
    expected: { outcome: 'not-started', testsets: 0 },
    arrange: async (stage) => behind('', await stage.freePort())(stage),
  },
];
