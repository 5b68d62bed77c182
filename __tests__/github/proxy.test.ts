import { inspect } from 'node:util';

import { afterEach, describe, expect, test } from '@jest/globals';

import { proxyFor, unifyProxySettings } from '../../src/github/proxy.ts';

const SERVICE = 'https://service.example/api';
const PROXY = 'http://proxy.example:3128/';
const BROKEN = 'http://u:p%zz@host:1';

const { env } = process;
afterEach(() => {
  process.env = env;
});

type Settings = Readonly<Record<string, string>>;

/** The proxy with these settings; the toolkit reads them by itself. */
function proxyWith(settings: Settings, target = SERVICE): URL | undefined {
  process.env = { ...settings };
  unifyProxySettings(process.env);
  return proxyFor(new URL(target), process.env);
}

describe('proxyFor', () => {
  test.each<[string, Settings, string | undefined, target?: string]>([
    ['no setting', {}, undefined],
    ['HTTPS_PROXY', { HTTPS_PROXY: PROXY }, PROXY],
    ['https_proxy in lower case', { https_proxy: PROXY }, PROXY],
    ['no scheme', { HTTPS_PROXY: '192.0.2.7:3128' }, 'http://192.0.2.7:3128/'],
    ['a name without a scheme', { https_proxy: 'proxy:3128' }, 'http://proxy:3128/'],
    ['credentials without a scheme', { HTTPS_PROXY: 'build:pass@host:3128' }, 'http://build:pass@host:3128/'],
    ['a proxy for http only', { HTTP_PROXY: PROXY }, undefined],
    ['an empty proxy, and a broken one for http', { HTTPS_PROXY: '', HTTP_PROXY: BROKEN }, undefined],
    ['the host in NO_PROXY', { HTTPS_PROXY: PROXY, NO_PROXY: 'service.example' }, undefined],
    ['the domain itself in NO_PROXY', { HTTPS_PROXY: PROXY, no_proxy: '.service.example' }, undefined],
    ['its parent without a dot in no_proxy', { HTTPS_PROXY: PROXY, no_proxy: 'EXAMPLE' }, undefined],
    ['a range in NO_PROXY', { HTTPS_PROXY: PROXY, NO_PROXY: '10.0.0.0/8' }, PROXY],
    ['its domain in NO_PROXY', { HTTPS_PROXY: PROXY, NO_PROXY: 'a.b,.example' }, undefined],
    ['it as an address, after a semicolon', { HTTPS_PROXY: PROXY, NO_PROXY: 'a.b;https://service.example' }, undefined],
    ['its domain with a star', { HTTPS_PROXY: PROXY, NO_PROXY: '*.example' }, undefined],
    ['its port in NO_PROXY', { HTTPS_PROXY: PROXY, NO_PROXY: 'service.example:443' }, undefined],
    ['everything in NO_PROXY', { HTTPS_PROXY: PROXY, NO_PROXY: '*' }, undefined],
    ['another port in NO_PROXY', { HTTPS_PROXY: PROXY, NO_PROXY: 'service.example:8443' }, PROXY],
    ['a broken proxy that is not used', { HTTPS_PROXY: BROKEN, NO_PROXY: 'service.example' }, undefined],
    ['this machine', { HTTP_PROXY: PROXY }, undefined, 'http://127.0.0.1:8080/'],
  ])('%s', (_case, settings, proxy, target = SERVICE) => {
    expect(proxyWith(settings, target)?.href).toBe(proxy);
  });

  test.each<[string, readonly string[]]>([
    ['*', []],
    ['.example.com, 192.0.2.7,a.b:443', []],
    ['10.0.0.0/8,*.example.com', ['10.0.0.0/8']],
  ])('NO_PROXY %s has entries that nothing understands: %j', (list, unknown) => {
    expect(unifyProxySettings({ NO_PROXY: list })).toEqual(unknown);
  });

  test('decodes the credentials', () => {
    const proxy = { username: 'build', password: 'p@ss', host: 'proxy.example:3128' };
    expect(proxyWith({ HTTPS_PROXY: 'http://build:p%40ss@proxy.example:3128' })).toMatchObject(proxy);
  });

  const UNREADABLE = 'is not an http or https address without a path.';
  const UNDECODABLE = 'has a % escape that cannot be decoded.';

  test.each([
    ['HTTPS_PROXY', 'socks5://secret@proxy.example:1080', UNREADABLE],
    ['HTTPS_PROXY', 'not an address: secret', UNREADABLE],
    ['HTTPS_PROXY', 'http://secret:p@host:99999', UNREADABLE],
    ['HTTPS_PROXY', 'http://', UNREADABLE],
    ['HTTP_PROXY', 'socks5://secret@proxy.example', UNREADABLE],
    ['HTTPS_PROXY', 'http://build:secret%zz@proxy.example:3128', UNDECODABLE],
    // No UTF-8.
    ['https_proxy', 'http://u:secret%ff@host:1', UNDECODABLE],
  ])('rejects the %s %s, without showing it', (name, value, words) => {
    const target = name === 'HTTP_PROXY' ? 'http://service.example/' : SERVICE;
    let error: unknown;
    try {
      proxyWith({ [name]: value }, target);
    } catch (thrown) {
      error = thrown;
    }
    const message = expect.stringContaining(`${name.toUpperCase()} ${words}`);
    expect(error).toMatchObject({ code: 'proxy', message, hint: expect.stringMatching(/as %23 %2F %5C %40,|as %25,/) });
    expect(inspect(error)).not.toContain('secret');
  });
});
