import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { afterEach, describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import { useGithub } from '../support/github-fixture.ts';
import type { ActionUse } from '../support/run-action.ts';
import { ARTIFACTS_TIME_SCALE, openSandbox } from '../support/sandbox.ts';
import { fixture, TRUSTING } from './support/certificates.ts';
import { startTunnelProxy } from './support/tunnel-proxy.ts';

const support = (name: string): string => join(import.meta.dirname, 'support', name);
const TWO_ADDRESSES = pathToFileURL(support('two-addresses.mjs')).href;

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});
const github = useGithub();

/**
 * Starts a server whose first connection takes a second: its process is stopped and its queue is full, so the system ignores the first SYN,
 * and the client's system sends it again after one second. At its second address a server counts connections, and closes them.
 */
async function startSlowServer(target: string) {
  const relay = spawn(process.execPath, [support('slow-relay.mjs'), new URL(target).port]);
  opened.push(() => relay.kill('SIGKILL'));
  const port = Number(String(await once(relay.stdout, 'data')));
  let atSecond = 0;
  const second = createServer((socket) => {
    atSecond += 1;
    socket.destroy();
  });
  opened.push(() => second.close());
  await once(second.listen(port, '127.0.0.2'), 'listening');
  relay.kill('SIGSTOP');
  const waiting: Socket[] = [];
  for (let place = 0; place < 2; place += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    waiting.push(socket);
    await once(socket, 'connect');
  }
  const goOn = async (): Promise<void> => {
    await connecting(port);
    // Longer than Node.js gives an address, and before the system's second SYN.
    await sleep(300);
    relay.kill('SIGCONT');
    for (const socket of waiting) socket.destroy();
  };
  return { host: `service.example:${port}`, goOn, atSecond: () => atSecond };
}

/** Resolves when the system has sent a SYN to the port, and has no answer. */
async function connecting(port: number): Promise<void> {
  const entry = new RegExp(`^\\s*\\d+: \\S+ 0100007F:${port.toString(16).padStart(4, '0')} 02`, 'im');
  while (!entry.test(await readFile('/proc/net/tcp', 'utf8'))) await sleep(10);
}

/** Where the connections lead in the end, and the run of the action that connects to `host` in its place. */
type Setup = (service: string) => Promise<readonly [target: string, use: (host: string) => Partial<ActionUse>]>;

const toService: Setup = (service) =>
  Promise.resolve([service, (host) => ({ inputs: { 'base-url': `https://${host}` }, env: TRUSTING })]);
const toProxy: Setup = async (service) => {
  const proxy = await startTunnelProxy(Number(new URL(service).port), [], false);
  opened.push(proxy.close);
  const inputs = { 'base-url': 'https://proxy.example' };
  const use = (host: string) => ({ inputs, env: { ...TRUSTING, HTTPS_PROXY: `http://${host}` } });
  return [`http://127.0.0.1:${proxy.port}`, use];
};
const toApi: Setup = () => {
  const inputs = { 'github-token': github.token };
  const branch = { GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'main' };
  const use = (host: string) => ({ inputs, env: { ...github.env, ...branch, GITHUB_API_URL: `http://${host}` } });
  return Promise.resolve([github.url, use]);
};
const toArtifacts: Setup = () =>
  Promise.resolve([github.url, (host) => ({ env: { ...github.env, ACTIONS_RESULTS_URL: `http://${host}/` } })]);

// Only Linux has a second address on loopback, and a queue of this kind.
if (process.platform === 'linux') {
  describe('the first of two addresses has more than 250 ms to accept a connection', () => {
    test.each([
      ['of the service', toService],
      ['of a proxy', toProxy],
      ["of GitHub's API", toApi],
      ['of the artifact service', toArtifacts],
    ])('%s', async (_whose, setUp) => {
      const isSecure = [toService, toProxy].includes(setUp);
      const tls = isSecure && { tls: { key: fixture('server.key'), cert: fixture('service.crt') } };
      const plan = () => makeDevices({ total: 1, seconds: 0 });
      const sandbox = await openSandbox({ ...tls, timeScale: ARTIFACTS_TIME_SCALE, plan });
      const [target, use] = await setUp(sandbox.simulator.url);
      const { host, goOn, atSecond } = await startSlowServer(target);
      const action = await sandbox.start({ ...use(host), nodeOptions: ['--import', TWO_ADDRESSES] });
      await goOn();
      expect(await action.finished).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
      expect(atSecond()).toBe(0);
    });
  });
}
