import { inspect } from 'node:util';

import { checkBypass } from '@actions/http-client/lib/proxy';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { proxyFor } from '../../src/github/proxy.ts';

const NAMES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'no_proxy', 'NO_PROXY'];

let before: readonly (readonly [name: string, value: string | undefined])[];
beforeEach(() => {
  before = NAMES.map((name) => [name, process.env[name]]);
  set({});
});
afterEach(() => {
  set(Object.fromEntries(before.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))));
});

function set(values: Readonly<Record<string, string>>): void {
  for (const name of NAMES) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, values);
}

const label = fc.constantFrom('a', 'b', 'ab', 'corp', 'example', 'localhost', '127', 'x-1');
const host = fc.oneof(
  fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.')),
  fc.constantFrom('127.0.0.1', '127.9.9.9', '10.0.0.1', '[::1]', '[fe80::1]', 'localhost', 'bücher.example'),
);
const port = fc.constantFrom('', ':80', ':443', ':8443', ':8080');
const target = fc
  .tuple(fc.constantFrom('http', 'https'), host, port)
  .map((parts) => `${parts[0]}://${parts[1]}${parts[2]}/path`)
  .filter((address) => URL.canParse(address))
  .map((address) => new URL(address));

const space = fc.constantFrom('', '', ' ', '\t');
const entry = fc
  .tuple(space, fc.constantFrom('', '', '.', '*.', '..'), fc.oneof(host, label, fc.constantFrom('*', '')), port, space)
  .map((parts) => parts.join(''))
  .chain((text) => fc.constantFrom(text, text.toUpperCase()));
const noProxy = fc.array(entry, { maxLength: 4 }).map((entries) => entries.join(','));

/** The toolkit's rules once more, written down apart from it: whole names and their subdomains, with or without a port, in any case. */
function bypasses({ hostname, port: given, protocol }: URL, list: string): boolean {
  const machine = /^(?:localhost$|127\.|\[::1\]|\[0:0:0:0:0:0:0:1\])/i;
  if (machine.test(hostname)) return true;
  const number = given || (protocol === 'https:' ? '443' : '80');
  const entries = list.split(',').map((one) => one.trim().toLowerCase());
  return entries.some((one) => {
    if (one === '') return false;
    const suffix = one.startsWith('.') ? one : `.${one}`;
    const names = [hostname, `${hostname}:${number}`].map((name) => name.toLowerCase());
    return one === '*' || names.some((name) => name === one || name.endsWith(suffix));
  });
}

describe('NO_PROXY', () => {
  test("lets the same addresses go directly as the toolkit's own function", () => {
    let direct = 0;
    fc.assert(
      fc.property(target, noProxy, fc.constantFrom('NO_PROXY', 'no_proxy'), (address, list, name) => {
        const proxies = { HTTPS_PROXY: 'http://proxy.example:1', HTTP_PROXY: 'http://proxy.example:2' };
        set({ ...proxies, [name]: list });
        const isDirect = proxyFor(address, process.env) === undefined;
        expect(isDirect).toBe(checkBypass(address));
        expect(isDirect).toBe(bypasses(address, list));
        if (isDirect) direct += 1;
      }),
      { numRuns: 5_000 },
    );
    expect(direct).toBeGreaterThan(500);
    expect(direct).toBeLessThan(4_500);
  });
});

describe('a setting that the toolkit would drop without a word', () => {
  const target = new URL('https://service.example/');

  test.each([
    ['a % that begins no escape', 'http://u:secret%zz@host:1', /HTTPS_PROXY has a % escape that cannot be decoded\./],
    ['an escape that is no UTF-8', 'http://u:secret%ff@host:1', /HTTPS_PROXY has a % escape that cannot be decoded\./],
    ['a % in the name', 'http://secret%:p@host:1', /HTTPS_PROXY has a % escape that cannot be decoded\./],
    ['a port beyond all ports', 'http://secret:p@host:99999', /HTTPS_PROXY is not an http or https address\./],
    ['no host', 'http://', /HTTPS_PROXY is not an http or https address\./],
    ['a space', 'https://se cret/', /HTTPS_PROXY is not an http or https address\./],
  ])('is an error that shows nothing of it: %s', (_what, value, words) => {
    for (const name of ['HTTPS_PROXY', 'https_proxy']) {
      set({ [name]: value });
      const error = thrown(() => proxyFor(target, process.env));
      expect(error).toMatchObject({ code: 'proxy', message: expect.stringMatching(words) });
      expect(inspect(error)).not.toMatch(/secret|se cret/);
    }
  });

  test('is no error where the address is reached directly', () => {
    set({ HTTPS_PROXY: 'http://u:p%zz@host:1', NO_PROXY: 'service.example' });
    expect(proxyFor(target, process.env)).toBeUndefined();
    expect(proxyFor(new URL('https://127.0.0.1/'), process.env)).toBeUndefined();
    expect(proxyFor(new URL('http://service.other/'), process.env)).toBeUndefined();
  });

  test('is none where nothing is set, or nothing is in it', () => {
    expect(proxyFor(target, process.env)).toBeUndefined();
    set({ HTTPS_PROXY: '', HTTP_PROXY: 'http://u:p%zz@host:1' });
    expect(proxyFor(target, process.env)).toBeUndefined();
  });
});

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
