import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { InputErrors } from '../../src/inputs/input-reader.ts';
import type { RunContext } from '../../src/model/run-context.ts';
import { ATTACH, faultsOf, makeWorkspace, read, runContext, type Values, type Workspace } from './support.ts';

let workspace: Workspace;

beforeAll(() => {
  workspace = makeWorkspace();
});

afterAll(() => {
  workspace.remove();
});

/** What the end of the step says to do. */
async function hintOf(values: Values, context: Partial<RunContext> = {}): Promise<string> {
  const error: unknown = await read(workspace, values, runContext(context)).catch((thrown: unknown) => thrown);
  return error instanceof InputErrors ? error.hint : '';
}

describe('base-url', () => {
  test.each([
    ['https://testset.example.com', 'https://testset.example.com/'],
    ['HTTPS://Testset.Example.com:8443/ci//', 'https://testset.example.com:8443/ci'],
    ['https://example.com/a/@team/', 'https://example.com/a/@team'],
    ['http://localhost:3000/', 'http://localhost:3000/'],
    ['http://127.0.0.1', 'http://127.0.0.1/'],
    ['http://127.8.9.10/x', 'http://127.8.9.10/x'],
    ['http://[::1]:80/x/', 'http://[::1]/x'],
    ['https://테스트.example', 'https://xn--9t4b11yi5a.example/'],
  ])('%s', async (given, url) => {
    const { inputs } = await read(workspace, { ...ATTACH, 'base-url': given });
    expect(inputs.service.baseUrl.href).toBe(url);
  });

  test.each([
    ['', 'empty, but must be the address'],
    ['testset.example.com', '"testset.example.com", but must be the address'],
    ['https:testset.example.com', 'must be the address'],
    ['ftp://example.com', 'must be the address'],
    ['https://', 'must be the address'],
    ['https://exa mple.com', 'must be the address'],
    ['https://example.com\n/x', '"https://example.com /x", but must be the address'],
    ['http://example.com', 'must begin with https://'],
    ['http://localhost.example.com', 'must begin with https://'],
    ['http://127.0.0.1.example.com', 'must begin with https://'],
    ['http://128.0.0.1', 'must begin with https://'],
    ['https://me:s3cret@example.com', 'a value of 29 characters, but must be free of user info'],
    ['https://@example.com', 'must be free of user info'],
    ['https://example.com/?key=s3cret', '"https://example.com/", but must be free of a query and a fragment'],
    ['https://example.com?', 'must be free of a query'],
    ['https://example.com/#s3cret', 'must be free of a query'],
    ['me:s3cret@example.com', 'a value of 21 characters, but must be the address'],
  ])('%j is a fault', async (given, sentence) => {
    const faults = await faultsOf(workspace, { ...ATTACH, 'base-url': given });
    expect(faults).toEqual([expect.stringContaining(sentence)]);
    expect(faults.join()).not.toContain('s3cret');
  });
});

describe('credentials', () => {
  test.each<[string, Partial<RunContext>, string]>([
    ['a fork', { isFork: true, eventName: 'pull_request' }, 'no secrets to the workflow of a pull request from a fork'],
    ['a fork with the base’s own workflow', { isFork: true, eventName: 'pull_request_target' }, 'hold the '],
    ['Dependabot', { actor: 'dependabot[bot]' }, 'only the Dependabot secrets'],
    ['a mistake', {}, 'hold the '],
  ])('empty ones say why: %s', async (_, overrides, why) => {
    const empty = { ...ATTACH, 'user-id': '', 'access-key': '' };
    const [user, key, ...others] = await faultsOf(workspace, empty, runContext(overrides));
    expect(user).toMatch(/^user-id is empty/);
    expect(key).toMatch(/^access-key is empty/);
    expect([user, key].every((fault) => fault?.includes(why))).toBe(true);
    expect(others).toEqual([]);
  });

  test.each<[string, Partial<RunContext>, Values, string]>([
    [
      'a fork',
      { isFork: true, eventName: 'pull_request' },
      {},
      'Run this step only if github.event.pull_request.head.repo',
    ],
    ['a fork that lacks all of it', { isFork: true }, { 'base-url': '' }, 'Run this step only if github.event.'],
    ['Dependabot', { actor: 'dependabot[bot]' }, {}, "Add the secrets to the repository's Dependabot secrets too, or "],
    ['a mistake', {}, { 'base-url': '' }, 'Check that the secrets and variables exist in this repository, its '],
  ])('what to do about empty ones is not to be found in the workflow file: %s', async (_, context, values, words) => {
    const hint = await hintOf({ ...ATTACH, 'user-id': '', 'access-key': '', ...values }, context);
    expect(hint.startsWith(words)).toBe(true);
    expect(hint).toMatch(/[^.]\. Nothing was sent\.$/);
  });

  test('other faults beside them are', async () => {
    const empty = { ...ATTACH, 'user-id': '', 'access-key': '' };
    expect(await hintOf({ ...empty, timeout: '0' })).toMatch(
      /secrets: inherit\)\. Correct the rest in the workflow file; nothing was sent\.$/,
    );
    expect(await hintOf({ ...ATTACH, timeout: '0' })).toBe('Correct this in the workflow file; nothing was sent.');
    for (const name of ['user-id', 'base-url']) {
      expect(await hintOf({ ...ATTACH, [name]: '' })).toMatch(
        /^Check that the secrets and variables .* Nothing was sent\.$/,
      );
    }
  });

  test.each([
    ['user-id', 'me:you', 'user-id is a value of 6 characters with a colon in it'],
    ['user-id', 'me\tyou', 'user-id is a value of 6 characters, some of them line breaks or control characters'],
    ['access-key', 's3\r\ncret', 'access-key is a value of 8 characters, some of them line breaks'],
    [
      'user-id',
      'cret'.repeat(251),
      'user-id is a value of 1004 characters, but must be one plain line of at most 1000',
    ],
    ['access-key', 'cret'.repeat(1_000), 'access-key is a value of 4000 characters, but must be one plain line'],
    ['access-key', 'cret\n'.repeat(1_000), 'access-key is a value of 4999 characters, some of them line breaks'],
  ])('%s may not be %j', async (name, given, sentence) => {
    const faults = await faultsOf(workspace, { ...ATTACH, [name]: given });
    expect(faults).toEqual([expect.stringContaining(sentence)]);
    expect(faults.join()).not.toContain('cret');
  });

  test('a key may be long', async () => {
    const { inputs } = await read(workspace, { ...ATTACH, 'access-key': 'k'.repeat(1_000) });
    expect(inputs.service.accessKey.reveal()).toHaveLength(1_000);
  });

  test('an access key may hold colons, quotes and other scripts', async () => {
    const { inputs } = await read(workspace, { ...ATTACH, 'access-key': 'a:b"\'열쇠' });
    expect(inputs.service.accessKey.reveal()).toBe('a:b"\'열쇠');
  });
});
