import { expect, test } from '@jest/globals';

import { readCreateReply } from '../../src/service/create-reply.ts';

const WHOLE = '{"data": {"testset_id": 25}, "result_code": 0}';
const same = (text: string): string => text;

test.each<[text: string, found: { readonly id?: number; readonly code?: number }]>([
  ['{"data": {"testset_id": 25,', { id: 25 }],
  ['{"data": {"testset_id": 25 }', { id: 25 }],
  ['{"data":{"testset_id":"25"}', { id: 25 }],
  ['{"data": {"testset_id": 25', {}],
  ['{"data": {"testset_id": 25\n', {}],
  ['{"data": {"testset_id":"251,929"}', {}],
  ['{"data": {"testset_id": 25.5,', {}],
  ['\uFEFF {"result_code": 0, "data": {"testset_id": 25,', { id: 25, code: 0 }],
  ['{"data": {"test_count": 3, "testset_id": 25}, "result_code": 8000, "rea', { id: 25, code: 8000 }],
  ['{"result_code": 4052,', { code: 4052 }],
  ['{"result_code": 40', {}],
  // Not a member of `data` of the outermost object.
  ['{"testset_id": 25,', {}],
  ['{"other": {"testset_id": 25},', {}],
  ['{"data": {"last": {"testset_id": 25},', {}],
  ['{"data": [{"testset_id": 25},', {}],
  ['{"last": {"data": {"testset_id": 25}},', {}],
  ['[{"data": {"testset_id": 25}},', {}],
  ['{"data": {"steps": [{"result_code": 8000}], "testset_id": 25},', { id: 25 }],
  ['{"data": {"note": "\\"result_code\\": 1,"}, "result_code": 8000,', { code: 8000 }],
  ['{"reason": "\\"data\\": {\\"testset_id\\": 5,', {}],
  ['<html>{"result_code": 8000, "data": {"testset_id": 25,', {}],
  // Whole responses.
  ['{"data": {"testset_id": 25}, "result_code": 8000}', { id: 25, code: 8000 }],
  ['{"data": {"testset_id": 25}}', { id: 25 }],
  ['{"testset_id": 25}', {}],
  ['{"data": {"last": {"testset_id": 25}}, "result_code": 0}', { code: 0 }],
  ['[{"data": {"testset_id": 25}}]', {}],
  ['"testset_id"', {}],
  // With words around them.
  ['{} {"data": {"testset_id": 25},', { id: 25 }],
  [`<br />Warning: x${WHOLE}`, { id: 25, code: 0 }],
  [`${WHOLE}<br />Warning: x`, { id: 25, code: 0 }],
  [`)]}',\n${WHOLE}`, { id: 25, code: 0 }],
  [`<br />Warning: {"a": 1} {main}${WHOLE} {"a": 1}`, { id: 25, code: 0 }],
  [`<br />Warning: x${WHOLE.slice(0, -1)}`, { id: 25 }],
  ['<br />Warning: x{"data": {"testset_id": 25,', { id: 25 }],
  ['{"data": {"testset_id": 25}} and words', { id: 25 }],
  ['<br />Warning: x{"data": {"testset_id": 25}} and words', {}],
  ['<br />Warning: x{"last": {"data": {"testset_id": 25},', {}],
  [`<br />Warning: x{"last": ${WHOLE}} and words`, {}],
  [`${'{'.repeat(10)}${WHOLE}`, {}],
  [`<br />Warning: x<html><pre>${WHOLE}`, {}],
  ['{"result_code": 8000}{"result_code": 0}', {}],
  [`{"result_code": 8000}${WHOLE}`, { id: 25, code: 0 }],
  [`{"result_code": 0}${WHOLE.replace(': 0', ': 8000')}`, { id: 25, code: 8000 }],
])('in a response count in the right place, with their delimiter: %j', (text, { id, code }) => {
  const reply = readCreateReply(text, same);
  expect([reply.id, reply.envelope?.code]).toEqual([id, code]);
});

test('are read in linear time', () => {
  const began = performance.now();
  expect(readCreateReply(`{"reason": "${'\\"'.repeat(400_000)}`, same)).toMatchObject({ hasUnreadableId: false });
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('a response with several identifiers has each of them once', () => {
  const another = WHOLE.replace('25', '26');
  expect(readCreateReply(`${WHOLE}${WHOLE}<br />${another}`, same).ids).toEqual([25, 26]);
  expect(readCreateReply(`x${WHOLE}${another.slice(0, -19)}`, same).ids).toEqual([25, 26]);
  expect(readCreateReply(`${WHOLE}\n{"data": {"testset_id": 26}}`, same).ids).toEqual([25]);
});

test('a testset without a code behind words may exist', () => {
  const reply = readCreateReply('<br />Warning: x{"data": {"testset_id": 25}}', same);
  expect(reply).toMatchObject({ hasUnreadableId: true, ids: [] });
});

test('the words of an error code are read behind a warning', () => {
  const text = '<br />Warning: x{"result_code": 4052, "result_msg": "a secret", "reason": "b"}<br />';
  const { envelope } = readCreateReply(text, (said) => said.replace('secret', '***'));
  expect(envelope).toEqual({ code: 4052, message: 'a ***', reason: 'b', data: {} });
});
