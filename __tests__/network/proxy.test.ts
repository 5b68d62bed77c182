import { truncate } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { ActionResult, ActionUse } from '../support/run-action.ts';
import { expectNoStackTrace, lastLine, openSandbox, told, type Stage } from '../support/sandbox.ts';
import { fixture, TRUSTING } from './support/certificates.ts';
import { startTunnelProxy, type Deal, type TunnelProxy } from './support/tunnel-proxy.ts';

const MiB = 1024 * 1024;

let stage: Stage;
let proxy: TunnelProxy | undefined;
beforeEach(async () => {
  stage = await openSandbox({ tls: { key: fixture('server.key'), cert: fixture('service.crt') } });
});
afterEach(async () => {
  await proxy?.close();
  await stage.close();
});

/** A run whose service has a name that only the proxy knows. */
async function useThrough(deals: readonly Deal[], address = 'http://', secure = false): Promise<Partial<ActionUse>> {
  proxy = await startTunnelProxy(Number(new URL(stage.simulator.url).port), deals, secure);
  return {
    inputs: { 'base-url': 'https://service.example' },
    env: { ...TRUSTING, HTTPS_PROXY: `${address}127.0.0.1:${proxy.port}`, RUNNER_DEBUG: '1' },
  };
}

async function runThrough(...given: Parameters<typeof useThrough>): Promise<ActionResult> {
  const result = await stage.run(await useThrough(...given));
  expectNoStackTrace(result);
  return result;
}

/** What became of each create that reached the service. */
function creates(): readonly (readonly [whole: boolean, created: number | undefined])[] {
  const entries = stage.simulator.journal.filter(({ operation }) => operation === 'create');
  return entries.map(({ received, created }) => [received.whole, created]);
}

const OPEN: Deal = { kind: 'open' };

describe('a proxy', () => {
  test.each([
    ['no credentials', 'http://', '', false],
    ['credentials', 'http://build:hunter-two@', 'build:hunter-two', false],
    ['credentials in percent escapes', 'http://b%40corp:p%40ss%2Fw%3A%25%C3%A9@', 'b@corp:p@ss/w:%é', false],
    ['TLS of its own', 'https://build:hunter-two@', 'build:hunter-two', true],
  ])('with %s carries every request, and knows the service by its name alone', async (_what, address, pair, secure) => {
    const result = await runThrough([], address, secure);
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
    expect(proxy?.targets.length).toBeGreaterThan(1);
    expect(new Set(proxy?.targets)).toStrictEqual(new Set(['service.example:443']));
    expect(new Set(proxy?.credentials)).toStrictEqual(new Set([pair]));
    expect(stage.simulator.journal.filter(({ headers }) => headers['proxy-authorization'] !== undefined)).toEqual([]);
    const password = pair.split(':').slice(1).join(':');
    expect(password !== '' && result.stdout.includes(password)).toBe(false);
  });

  test.each<[status: number, words: RegExp]>([
    [407, /wants other credentials \(407\).* HTTPS_PROXY/],
    [403, /does not let us through \(403\)/],
  ])('that answers %i is asked once, and nothing is started', async (status, words) => {
    const result = await runThrough([{ kind: 'refuse', status }]);
    expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'not-started' } });
    expect(lastLine(result)).toMatch(words);
    expect(proxy?.targets).toHaveLength(1);
    expect(stage.simulator.journal).toStrictEqual([]);
  });

  test('whose password cannot be read is never gone around', async () => {
    const result = await runThrough([], 'http://build:hunter%zz@');
    expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'not-started' } });
    expect(told(result, 'error').at(-1)).toMatch(/HTTPS_PROXY holds a % escape that cannot be read/);
    expect(result.stdout).not.toContain('hunter');
    expect(proxy?.targets).toStrictEqual([]);
  });

  test.each<[what: string, deal: Deal]>([
    ['answers 502', { kind: 'refuse', status: 502 }],
    ['answers 503', { kind: 'refuse', status: 503 }],
    ['ends within its own answer', { kind: 'half an answer' }],
    ['cuts the handshake behind it', { kind: 'cut', afterBytes: 1 }],
  ])('that %s to the create twice is asked again', async (_what, deal) => {
    const result = await runThrough([OPEN, deal, deal]);
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
    expect(result.stdout.match(/Nothing was created\. Next try/g)).toHaveLength(2);
    expect(creates()).toStrictEqual([[true, 251_929]]);
  });

  test('that cuts an upload in its middle costs another one, and makes one testset', async () => {
    await truncate(join(stage.workspace, 'app.apk'), 8 * MiB);
    const result = await runThrough([OPEN, { kind: 'cut', afterBytes: 3 * MiB }]);
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
    expect(creates()).toStrictEqual([
      [false, undefined],
      [true, 251_929],
    ]);
  });

  test('that swallows the answer to the create leaves it unknown, and nothing is sent again', async () => {
    await truncate(join(stage.workspace, 'app.apk'), MiB);
    const result = await runThrough([OPEN, { kind: 'swallow answer', afterBytes: MiB }]);
    expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'unknown-start', 'testset-id': '' } });
    expect(creates()).toStrictEqual([[true, 251_929]]);
  });

  test('that cuts every other connection while the devices work loses nothing', async () => {
    const cut: Deal = { kind: 'cut', afterBytes: 2_000 };
    const result = await runThrough([OPEN, OPEN, cut, cut, OPEN, cut]);
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'pass-count': '3' } });
    expect(told(result, 'warning')).toStrictEqual([]);
    expect(creates()).toStrictEqual([[true, 251_929]]);
  });
});
