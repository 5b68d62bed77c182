import { describe, expect, test } from '@jest/globals';

import { areComplete, readDocuments } from '../../src/service/wire.ts';

test.each<[what: string, value: unknown, delivered: string | undefined]>([
  ['text', '<x/>', '<x/>'],
  ['absent', undefined, undefined],
  ['null', null, undefined],
  ['empty', '', undefined],
  ['blank', ' \n', undefined],
  ['true', true, undefined],
  ['false', false, undefined],
  ['an object', { a: 1 }, '{"a":1}'],
  ['a list', ['x'], '["x"]'],
  ['a number', 7, '7'],
  ['nested too deeply', JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`), 'nested too deeply'],
])('a document that is %s', (_what, value, delivered) => {
  for (const kind of ['xml', 'bare_xml', 'json', 'html']) {
    const documents = readDocuments({ [`result_${kind}`]: value });
    expect(documents).toEqual(delivered === undefined ? {} : { [kind]: delivered });
  }
});

describe('complete', () => {
  test.each([[{}], [{ complete: true }], [{ complete: 'true' }], [{ complete: ' TRUE ' }]])('%j: yes', (data) => {
    expect(areComplete(data)).toBe(true);
  });

  test.each([false, 'false', 0, 1, 'no', 'yes', '', null, {}, [true]])('%j: not yet', (complete) => {
    expect(areComplete({ complete })).toBe(false);
  });
});
