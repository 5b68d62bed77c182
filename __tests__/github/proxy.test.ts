import { inspect } from 'node:util';

import { afterEach, describe, expect, test } from '@jest/globals';

import { proxyFor } from '../../src/github/proxy.ts';

const SERVICE = 'https://service.example/api';

const { env } = process;
afterEach(() => {
  process.env = env;
});

function proxyWith(values: Record<string, string>, target = SERVICE): URL | undefined {
  process.env = values;
  return proxyFor(new URL(target), process.env);
}

describe('proxyFor', () => {
  test.each([
    ['no setting', {}, SERVICE, undefined],
    ['HTTPS_PROXY', { HTTPS_PROXY: 'http://proxy.example:3128' }, SERVICE, 'http://proxy.example:3128/'],
    ['https_proxy in lower case', { https_proxy: 'http://proxy.example:3128' }, SERVICE, 'http://proxy.example:3128/'],
    ['no scheme', { HTTPS_PROXY: '192.0.2.7:3128' }, SERVICE, 'http://192.0.2.7:3128/'],
    ['a proxy for http only', { HTTP_PROXY: 'http://proxy.example:3128' }, SERVICE, undefined],
    ['the host in NO_PROXY', { HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'service.example' }, SERVICE, undefined],
    ['its domain in NO_PROXY', { HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'a.b,.example' }, SERVICE, undefined],
    ['its port in NO_PROXY', { HTTPS_PROXY: 'http://p.example', NO_PROXY: 'service.example:443' }, SERVICE, undefined],
    ['everything in NO_PROXY', { HTTPS_PROXY: 'http://proxy.example', NO_PROXY: '*' }, SERVICE, undefined],
    [
      'another port in NO_PROXY',
      { HTTPS_PROXY: 'http://p.example', NO_PROXY: 'service.example:8443' },
      SERVICE,
      'http://p.example/',
    ],
    ['this machine', { HTTP_PROXY: 'http://proxy.example' }, 'http://127.0.0.1:8080/', undefined],
  ])('%s', (_case, values, target, proxy) => {
    expect(proxyWith(values, target)?.href).toBe(proxy);
  });

  test('decodes the credentials', () => {
    const proxy = { username: 'build', password: 'p@ss', host: 'proxy.example:3128' };
    expect(proxyWith({ HTTPS_PROXY: 'http://build:p%40ss@proxy.example:3128' })).toMatchObject(proxy);
  });

  test.each([
    ['HTTPS_PROXY', SERVICE, 'socks5://secret@proxy.example:1080'],
    ['HTTPS_PROXY', SERVICE, 'not an address: secret'],
    ['HTTPS_PROXY', SERVICE, 'secret.example:3128'],
    ['HTTP_PROXY', 'http://service.example/', 'socks5://secret@proxy.example'],
    ['HTTPS_PROXY', SERVICE, 'http://build:secret%zz@proxy.example:3128'],
  ])('rejects a %s for %s that cannot be read, without showing it', (name, target, value) => {
    let error: unknown;
    try {
      proxyWith({ [name]: value }, target);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: 'proxy', message: expect.stringContaining(name) });
    expect(inspect(error)).not.toContain('secret');
  });
});
