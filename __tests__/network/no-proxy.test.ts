import { inspect } from 'node:util';

import { afterEach, describe, expect, jest, test } from '@jest/globals';

import { proxyFor } from '../../src/github/proxy.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

/** The proxy for an address with these settings; the toolkit reads them by itself. */
function proxyWith(settings: Readonly<Record<string, string>>): Promise<URL | undefined> {
  jest.replaceProperty(process, 'env', settings);
  return Promise.resolve().then(() => proxyFor(new URL('https://service.example/'), process.env));
}

describe('a setting that the toolkit would drop without a word', () => {
  test.each([
    ['a % that begins no escape', 'http://u:secret%zz@host:1', /HTTPS_PROXY has a % escape that cannot be decoded\./],
    ['an escape that is no UTF-8', 'http://u:secret%ff@host:1', /HTTPS_PROXY has a % escape that cannot be decoded\./],
    ['a port beyond all ports', 'http://secret:p@host:99999', /HTTPS_PROXY is not an http or https address\./],
    ['no host', 'http://', /HTTPS_PROXY is not an http or https address\./],
  ])('is an error that shows nothing of it: %s', async (_what, value, words) => {
    const error: unknown = await proxyWith({ https_proxy: value }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'proxy', message: expect.stringMatching(words) });
    expect(inspect(error)).not.toContain('secret');
  });

  test.each([
    ['the address is reached directly', { HTTPS_PROXY: 'http://u:p%zz@host:1', NO_PROXY: 'service.example' }],
    ['it is empty', { HTTPS_PROXY: '', HTTP_PROXY: 'http://u:p%zz@host:1' }],
  ])('is no error if %s', async (_what, settings) => {
    expect(await proxyWith(settings)).toBeUndefined();
  });
});
