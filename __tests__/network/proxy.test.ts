import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { useGithub } from '../support/github-fixture.ts';
import { RUNTIME_TOKEN } from '../support/github-artifacts.ts';
import type { ActionResult, ActionUse } from '../support/run-action.ts';
import { ARTIFACTS_TIME_SCALE, openSandbox, type Sandbox } from '../support/sandbox.ts';
import { commandMessages, expectNoStackTrace, lastLine } from '../support/sandbox.ts';
import { fixture, TRUSTING } from './support/certificates.ts';
import { startTunnelProxy, type TunnelProxy } from './support/tunnel-proxy.ts';

let sandbox: Sandbox;
let proxy: TunnelProxy | undefined;
beforeEach(async () => {
  sandbox = await openSandbox({ tls: { key: fixture('server.key'), cert: fixture('service.crt') } });
});
afterEach(() => proxy?.close());

/** A run against a host name that only the proxy can resolve. */
async function useThrough(rejections: number[], address = 'http://', secure = false): Promise<Partial<ActionUse>> {
  proxy = await startTunnelProxy(Number(new URL(sandbox.simulator.url).port), rejections, secure);
  return {
    inputs: { 'base-url': 'https://service.example' },
    env: { ...TRUSTING, HTTPS_PROXY: `${address}127.0.0.1:${proxy.port}`, RUNNER_DEBUG: '1' },
  };
}

async function runThrough(...given: Parameters<typeof useThrough>): Promise<ActionResult> {
  const result = await sandbox.run(await useThrough(...given));
  expectNoStackTrace(result);
  return result;
}

describe('a proxy', () => {
  test.each([
    ['no credentials', 'http://', '', false],
    ['credentials in percent escapes', 'http://b%40corp:p%40ss%2Fw%3A%25%C3%A9@', 'b@corp:p@ss/w:%é', false],
    ['TLS of its own', 'https://build:hunter-two@', 'build:hunter-two', true],
  ])('with %s carries every request, and gets the host name of the service', async (_what, address, pair, secure) => {
    const result = await runThrough([], address, secure);
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
    expect(proxy?.targets.length).toBeGreaterThan(1);
    expect(new Set(proxy?.targets)).toEqual(new Set(['service.example:443']));
    expect(new Set(proxy?.credentials)).toEqual(new Set([pair]));
    for (const { headers } of sandbox.simulator.journal) expect(headers).not.toHaveProperty('proxy-authorization');
    const password = pair.split(':').slice(1).join(':');
    expect(password !== '' && result.stdout.includes(password)).toBe(false);
  });

  test('that rejects the credentials gets one request, and nothing is started', async () => {
    const result = await runThrough([407], 'http://build:hunter-two@');
    expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'not-started' } });
    expect(lastLine(result)).toMatch(/HTTPS_PROXY\) rejected the credentials \(HTTP 407\)/);
    expect(result.stdout).not.toContain('hunter');
    expect(proxy?.targets).toHaveLength(1);
    expect(sandbox.simulator.journal).toStrictEqual([]);
  });

  test('whose password cannot be decoded is not bypassed, but reported together with the other inputs', async () => {
    const use = await useThrough([], 'http://build:hunter%zz@');
    const result = await sandbox.run({ ...use, inputs: { ...use.inputs, 'max-failures': 'few' } });
    expectNoStackTrace(result);
    expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'not-started' } });
    const [first, ...others] = commandMessages(result, 'error');
    expect(first).toMatch(/HTTPS_PROXY has a % escape that cannot be decoded/);
    expect(others).toEqual([
      expect.stringContaining('`max-failures` is "few"'),
      expect.stringMatching(/ 2 wrong inputs\. `HTTPS_PROXY`, `max-failures`: .*No testset was created\.$/),
    ]);
    expect(result.stdout).not.toContain('hunter');
    expect(proxy?.targets).toStrictEqual([]);
  });
});

test('a proxy between the runner and GitHub that rejects the credentials is named the same everywhere', async () => {
  sandbox = await openSandbox({ timeScale: ARTIFACTS_TIME_SCALE });
  proxy = await startTunnelProxy(0, Array<number>(100).fill(407), false);
  const { outputs, stdout, ...result } = await sandbox.run({
    inputs: { 'pr-comment': 'true', 'github-token': 'ghs_of-the-test', resume: 'false' },
    env: {
      GITHUB_API_URL: 'https://api.example',
      ACTIONS_RESULTS_URL: 'https://results.example/',
      ACTIONS_RUNTIME_TOKEN: RUNTIME_TOKEN,
      HTTPS_PROXY: `http://build:hunter-two@127.0.0.1:${proxy.port}`,
    },
  });
  expect(outputs['outcome']).toBe('passed');
  const sentence = `proxy 127.0.0.1:${proxy.port} (HTTPS_PROXY) rejected the credentials (HTTP 407)`;
  const warnings = commandMessages({ outputs, stdout, ...result }, 'warning');
  expect(warnings.length).toBeGreaterThanOrEqual(2);
  for (const warning of warnings) expect(warning).toContain(sentence);
  expect(stdout).not.toContain('hunter');
});

describe('the client of the storage', () => {
  const github = useGithub();

  test.each([
    ['*', false],
    ['0.0.1', false],
    ['.0.0.1', false],
    ['10.0.0.0/8', true],
  ])('with NO_PROXY %s uses the proxy, which has no scheme: %s', async (list, isUsed) => {
    const asked: string[] = [];
    const forwarder = createServer((incoming, response) => {
      const { url = '', method, headers } = incoming;
      asked.push(url);
      const forwarded = request(url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      });
      incoming.pipe(forwarded);
    });
    await once(forwarder.listen(0, '127.0.0.1'), 'listening');
    const { port } = forwarder.address() as AddressInfo;
    sandbox = await openSandbox({ timeScale: ARTIFACTS_TIME_SCALE });
    const result = await sandbox.run({
      inputs: { resume: 'false', 'retention-days': '90' },
      env: {
        ...github.env,
        ...{ https_proxy: `127.0.0.1:${port}`, no_proxy: list, RUNNER_DEBUG: '1', GITHUB_RETENTION_DAYS: '30' },
      },
    });
    forwarder.closeAllConnections();
    forwarder.close();
    expect(commandMessages(result, 'warning')).toEqual([]);
    expect(result.outputs['artifact-id']).toMatch(/^\d+$/);
    expect(asked.length > 0).toBe(isUsed);
    expect(asked.filter((url) => !url.startsWith(`${github.url}/storage/`))).toEqual([]);
    expect(result.stdout.includes('10.0.0.0/8 is not understood')).toBe(isUsed);
    const notice = '`retention-days` is 90, but this repository allows 30: artifacts are kept for 30 days.';
    expect(commandMessages(result, 'notice')).toContain(notice);
    const kept = github.state.artifacts.map(({ expires = '' }) => Date.parse(expires) - Date.now());
    expect(Math.min(...kept)).toBeGreaterThan(29 * 86_400_000);
  });
});
