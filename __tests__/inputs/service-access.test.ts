import { describe, expect, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import type { RunContext } from '../../src/model/run-context.ts';
import { ATTACH, errorsOf, failureOf, read, workspaceWithApp, type Values } from './support.ts';
import { RUN } from '../support/platform.ts';

const workspace = workspaceWithApp();

describe('base-url', () => {
  test.each([
    ['https://testset.example.com', 'https://testset.example.com/'],
    ['HTTPS://Testset.Example.com:8443/ci//', 'https://testset.example.com:8443/ci'],
    ['https://example.com/a/@team/', 'https://example.com/a/@team'],
    ['http://localhost:3000/', 'http://localhost:3000/'],
    ['http://127.18.19.10/x', 'http://127.18.19.10/x'],
    ['https://example.com/http://x@y', 'https://example.com/http://x@y'],
    ['http://[::1]:80/x/', 'http://[::1]/x'],
    ['https://테스트.example', 'https://xn--9t4b11yi5a.example/'],
    ['https://example.com/openapi/v2/eu', 'https://example.com/openapi/v2/eu'],
  ])('%s', async (given, url) => {
    const { inputs } = await read(workspace, { ...ATTACH, 'base-url': given });
    expect(inputs.service.baseUrl.href).toBe(url);
  });

  test.each([
    ['', 'is empty. Set it to the address of the test service'],
    ['testset.example.com', 'is "testset.example.com". Use "https://testset.example.com".'],
    ['testset', 'is not an address. Use the address of the test service'],
    ['testset.example.com/openapi/v2', 'Use "https://testset.example.com".'],
    ['testset.example.com:8443/path', 'Use "https://testset.example.com:8443/path".'],
    ['john.doe/s3cret@testset.example.com', 'is not an address. Use the address of'],
    ['ftp://example.com', 'Use the address'],
    ['https://', 'Use the address'],
    ['https://exa mple.com', 'Use the address'],
    ['https://example.com\n/x', 'is "https://example.com\ufffd/x". Use the address'],
    ['http://example.com', 'is "http://example.com". Use https://'],
    ['http://localhost.example.com', 'Use https://'],
    ['http://my.localhost', 'Use https://'],
    ['xhttps://example.com', 'is "xhttps://example.com". Use the address'],
    ['example.com?key=s3cret', 'is "example.com". Use "https://example.com".'],
    ['http://127.0.0.1.example.com', 'Use https://'],
    ['http://128.0.0.1', 'Use https://'],
    ['https://me:s3cret@example.com', 'contains a user name or a password. Remove them, and use `user-id` and'],
    ['https://@example.com', 'contains a user name or a password'],
    [
      'https://example.com/?key=s3cret',
      'contains `?` or `#` after "https://example.com/". Use the address of the service',
    ],
    ['https://example.com/#s3cret', 'contains `?` or `#`'],
    ['me:s3cret@example.com', 'is not an address'],
    ['https://example.com/openapi/v2/testset/', 'contains /openapi/v2. The action adds that itself. Use "https://ex'],
    ['https://example.com/eu/openapi/v2', 'Use "https://example.com/eu".'],
  ])('%j is an error', async (given, message) => {
    const errors = await errorsOf(workspace, { ...ATTACH, 'base-url': given });
    expect(errors).toEqual([expect.stringMatching(/^base-url: /)]);
    expect(errors.join()).toContain(message);
    expect(errors.join()).not.toContain('s3cret');
  });
});

describe('a proxy that cannot be used', () => {
  const unusable = new TestsetError({ code: 'proxy', message: 'It is no address.', hint: 'Change it.' });

  async function failWith(thrown: Error, values: Values) {
    const proxyFor = () => {
      throw thrown;
    };
    return failureOf(workspace, values, { proxyFor });
  }

  test('is reported with the inputs, if there is an address to reach', async () => {
    const { names, errors, hint } = await failWith(unusable, { ...ATTACH, 'user-id': '' });
    expect(names).toEqual(['HTTPS_PROXY', 'user-id']);
    expect([errors[0], hint]).toEqual([`HTTPS_PROXY: ${unusable.message}`, expect.stringContaining(unusable.hint)]);
    expect((await failWith(unusable, { ...ATTACH, 'base-url': '' })).names).toEqual(['base-url']);
  });

  test('does not hide another error', async () => {
    await expect(failWith(new Error('odd'), ATTACH)).rejects.toThrow('odd');
  });
});

describe('credentials', () => {
  const EMPTY = { ...ATTACH, 'user-id': '', 'access-key': '' };

  test('that another name has are named', async () => {
    const { 'access-key': key, ...others } = ATTACH;
    const { errors, warnings } = await failureOf(workspace, { ...others, 'api-key': key });
    const message = /^access-key: `access-key` is empty.* There is "api-key", which is no input\.$/;
    expect([errors, warnings]).toEqual([[expect.stringMatching(message)], []]);
  });

  const OF_BASE = { isFork: true, run: { ...RUN, event: 'pull_request_target' } };

  test.each<[string, Partial<RunContext>, string, string]>([
    [
      'a fork',
      { isFork: true, run: { ...RUN, event: 'pull_request' } },
      'passes no secrets',
      'Run this step only if github.event_name != ',
    ],
    ['a fork, in the workflow of the base', OF_BASE, 'Set it to', 'Check that'],
    ['Dependabot', { actor: 'dependabot[bot]' }, 'only Dependabot secrets', "Add the secrets to the repository's Dep"],
    ['a mistake', {}, 'Set it to the \\w+ \\w+ of your account', 'Check that each empty input'],
  ])('that are empty get an explanation: %s', async (_, context, reason, hint) => {
    const errors = await errorsOf(workspace, EMPTY, context);
    const emptyInputs = ['user-id', 'access-key'];
    expect(errors).toEqual(emptyInputs.map((name) => expect.stringMatching(`^${name}: .${name}. is empty.*${reason}`)));
    for (const values of [EMPTY, { ...EMPTY, 'base-url': '' }]) {
      const shown = (await failureOf(workspace, values, context)).hint;
      expect(shown.startsWith(hint)).toBe(true);
      expect(shown).toMatch(/[^.]\. No testset was created\.$/);
    }
  });

  test.each([
    ['user-id', 'me:you', 'user-id: `user-id` contains a colon. Use the user id alone.'],
    ['user-id', 'me\tyou', '`user-id` contains line breaks or invisible characters'],
    ['access-key', 's3\r\ncret', '`access-key` contains line breaks or invisible characters'],
    ['access-key', 's3\u200bcret', '`access-key` contains line breaks or invisible characters'],
    ['base-url', '{{ vars.TESTSET_URL }}', '`base-url` is the text of an expression, not its value'],
    ['base-url', '{a}', '`base-url` is not an address'],
    ['base-url', '$TESTSET_URL', '`base-url` is the name of a shell variable, not its value'],
    ['access-key', '"s3cret"', 'is in quotes. Remove the quotes.'],
    ['access-key', '“s3cret”', 'is in quotes. Remove the quotes.'],
    ['access-key', '„s3cret“', 'is in quotes. Remove the quotes.'],
    ...['${ { secrets.KEY }}', '${secrets.KEY }}', 'secrets.KEY'].map(
      (left) => ['access-key', left, 'is the text of an expression, not its value. Use an expression,'] as const,
    ),
    ['access-key', '$ACCESS_KEY', 'is the name of a shell variable'],
    ['access-key', `${ATTACH['user-id']}:s3cret`, 'access-key: `access-key` begins with the user id and a colon'],
    ['access-key', '***', 'is masked, as in a log. Use the value itself.'],
    ['base-url', '***', '`base-url` is masked, as in a log. Use the address of'],
    ['access-key', 'Bearer czNjcmV0', 'is a header, a line'],
    ['access-key', 'Basic czNjcmV0', 'is a header, a line of an .env file or JSON. Use the value alone.'],
    ['access-key', 'ACCESS_KEY=s3cret', 'is a header, a line of an .env file or JSON'],
    ['access-key', '{"key":"s3cret"}', 'is a header, a line of an .env file or JSON'],
    ['access-key', ATTACH['user-id'], '`access-key` is the same as `user-id`. Check where each of them comes from.'],
    ['base-url', 'https://a.example.com,https://b.example.com', 'has several addresses. Use one.'],
    ['user-id', 'cret'.repeat(251), '`user-id` is 1004 characters long. Use at most 1000.'],
    ['access-key', 'cret\n'.repeat(1_000), '`access-key` contains line breaks'],
  ])('%s may not be %j', async (name, given, message) => {
    const errors = await errorsOf(workspace, { ...ATTACH, [name]: given });
    expect(errors).toEqual([expect.stringContaining(message)]);
    expect(errors.join().replace(/secrets\.NAME|a secret itself/g, '')).not.toContain('cret');
  });

  test.each(['k'.repeat(1_000), 'a:b"\'열쇠', '**k', 'k**', 'A_B', 'KEY=', 'nullable', 'my-null', '"a" b', 'a "b"'])(
    'an access key may be %s',
    async (key) => {
      const { inputs } = await read(workspace, { ...ATTACH, 'access-key': key });
      expect(inputs.service.accessKey.reveal()).toBe(key);
    },
  );
});
