import { request } from 'node:https';

import { describe, expect, test } from '@jest/globals';

import { startSimulator } from '../../simulator/server.ts';
import { certificate } from '../support/origin.ts';
import { simulate } from '../support/simulate.ts';
import { ask, AUTHORIZATION, head, sendRaw } from './support.ts';

const LIST = '/openapi/v2/project/509/scenarios';

/** The body of a response over TLS, or the code of the error. */
function getSecurely(url: string, ca: Buffer | undefined): Promise<string> {
  return new Promise((resolve) => {
    const headers = { authorization: AUTHORIZATION };
    let text: string | undefined;
    const fail = (error: NodeJS.ErrnoException): void => {
      resolve(text === undefined ? (error.code ?? '') : `${text}…`);
    };
    const asking = request(url, { headers, agent: false, ...(ca && { ca }) }, (response) => {
      text = '';
      response
        .setEncoding('utf8')
        .on('data', (piece: string) => {
          text = `${text ?? ''}${piece}`;
        })
        .on('end', () => {
          resolve(text ?? '');
        })
        .on('error', fail);
    });
    asking.on('error', fail).end();
  });
}

describe('with TLS', () => {
  const tls = certificate('localhost');

  test('the service responds to a client that trusts its certificate', async () => {
    const simulator = await simulate({ tls });
    expect(simulator.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(await getSecurely(simulator.url + LIST, tls.cert)).toContain('[101,102,103]');
    expect(simulator.journal).toMatchObject([{ operation: 'scenarios', authorized: true }]);
  });

  test('no other client can connect', async () => {
    const simulator = await simulate({ tls });
    expect(await getSecurely(simulator.url + LIST, undefined)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(simulator.journal).toEqual([]);
  });

  test.each([
    ['head', 'ECONNRESET'],
    [{ answerBytes: 8 }, '{"data":…'],
  ] as const)('a reset at %j reaches the client', async (at, heard) => {
    const simulator = await simulate({ tls, faults: [{ on: 'scenarios', do: { kind: 'cut', at, how: 'reset' } }] });
    expect(await getSecurely(simulator.url + LIST, tls.cert)).toBe(heard);
  });

  test('an early response that ends in a reset reaches the client', async () => {
    const fault = { kind: 'response', status: 401, body: 'no', early: true, then: 'reset' } as const;
    const simulator = await simulate({ tls, faults: [{ on: 'scenarios', do: fault }] });
    expect(await getSecurely(simulator.url + LIST, tls.cert)).toBe('no');
  });
});

describe('below a path', () => {
  test('the service responds there only', async () => {
    const simulator = await simulate({ prefix: '/device/lab' });
    expect(simulator.url).toMatch(/\/device\/lab$/);
    expect((await ask(simulator, '/project/509/scenarios')).status).toBe(200);
    const { text } = await sendRaw(simulator, head('GET', LIST, { connection: 'close' }));
    expect(text).toMatch(/^HTTP\/1\.1 404 /);
    expect(simulator.journal).toMatchObject([
      { operation: 'scenarios', path: `/device/lab${LIST}` },
      { operation: 'none', path: LIST },
    ]);
  });
});

describe('unknown requests', () => {
  test.each(['//', '//evil.example/openapi/v2/testset/5', '/?', '/openapi/v2', '/%', '*', 'http://[/'])(
    'for "%s" are no operation',
    async (path) => {
      const simulator = await simulate();
      const { text } = await sendRaw(simulator, head('GET', path, { connection: 'close' }));
      expect(text).toMatch(/^HTTP\/1\.1 404 /);
      expect(simulator.journal).toMatchObject([{ operation: 'none', path }]);
    },
  );

  test('that are not HTTP do not end the service', async () => {
    const simulator = await simulate();
    expect((await sendRaw(simulator, 'hello\r\n\r\n')).text).toMatch(/^HTTP\/1\.1 400 /);
    expect((await ask(simulator, '/project/509/scenarios')).status).toBe(200);
  });
});

describe('a port', () => {
  test('that is in use is an error', async () => {
    const { port } = new URL((await simulate()).url);
    await expect(startSimulator({ port: Number(port) })).rejects.toThrow('EADDRINUSE');
  });

  test('is free again when the simulator is closed, even with open connections', async () => {
    const first = await simulate();
    const { port } = new URL(first.url);
    const list = head('GET', LIST);
    await sendRaw(first, list, (text) => text.includes('[101,102,103]'));
    await first.close();
    const second = await simulate({ port: Number(port) });
    expect(second.url).toBe(first.url);
    expect((await ask(second, '/project/509/scenarios')).status).toBe(200);
  });
});
