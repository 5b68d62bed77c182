import { describe, expect, test } from '@jest/globals';

import { InputErrors } from '../../src/inputs/input-reader.ts';
import { readListInputs } from '../../src/inputs/list-inputs.ts';
import { NOTHING_SET, runContext, type Values } from './support.ts';

const ENOUGH: Values = {
  'base-url': 'https://tests.example.com',
  'user-id': 'me',
  'access-key': 'key',
  'project-id': '509',
};

const read = (values: Values) =>
  readListInputs((name) => values[name] ?? '', { context: runContext(), ...NOTHING_SET });

describe('listing scenarios', () => {
  test('with only what it needs, and with everything', () => {
    expect(read(ENOUGH)).toMatchObject({ projectId: 509, chunkSize: 20 });
    expect(Object.keys(read(ENOUGH))).toEqual(['service', 'projectId', 'chunkSize']);
    expect(read({ ...ENOUGH, 'os-type': 'ios', query: 'Log in', 'chunk-size': '256' })).toMatchObject({
      osType: 'iOS',
      query: 'Log in',
      chunkSize: 256,
    });
  });

  test('names everything that is wrong', () => {
    const wrong = { 'chunk-size': '257', query: 'a\tb', 'os-type': 'x' };
    const error = (() => {
      try {
        return read(wrong);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error instanceof InputErrors && error.errors.map(({ input }) => input)).toEqual([
      'base-url',
      'user-id',
      'access-key',
      'project-id',
      'os-type',
      'query',
      'chunk-size',
    ]);
  });
});
