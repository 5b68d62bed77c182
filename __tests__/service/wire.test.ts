import { describe, expect, test } from '@jest/globals';

import { NO_COUNTS } from '../../src/model/counts.ts';
import { areComplete, readDelivered, readEnvelope, readId, readStatus } from '../../src/service/wire.ts';

/** The object without these fields. */
function without(fields: object, ...names: readonly string[]): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

const same = (text: string): string => text;

describe('an envelope', () => {
  test('is read completely', () => {
    const text = '{"data":{"a":1},"result_code":4052,"result_msg":" Invalid ","reason":"Invalid pid: 5"}';
    const envelope = { code: 4052, message: 'Invalid', reason: 'Invalid pid: 5', data: { a: 1 } };
    expect(readEnvelope(text, same)).toEqual(envelope);
  });

  test('is short enough for a stored report', () => {
    const long = JSON.stringify({ result_code: 5002, result_msg: 'm'.repeat(200_000), reason: '.'.repeat(200_000) });
    const { message = '', reason = '' } = readEnvelope(long, same) ?? {};
    expect(message.length + reason.length).toBeLessThan(100_000);
  });

  test.each([
    ['message as the number 0', '{"result_code":0,"result_msg":0}', 0],
    ['code in quotes', '{"result_code":"8000"}', 8000],
    ['data as a list', '{"result_code":0,"data":[1]}', 0],
    ['null data', '{"result_code":0,"data":null}', 0],
  ])('may have %s', (_what, text, code) => {
    expect(readEnvelope(text, same)).toEqual({ code, message: '', reason: '', data: {} });
  });

  test.each([
    ['a warning of PHP', '<br />\n<b>Warning</b>: x {main} in {"a.php"} on line 5<br />\n'],
    ['a prefix against scripts', ")]}',\n"],
    ['a line of a log', '[2026-11-29 10:00:00] {"level": "warn", "data": {}}\n'],
    ['64 KiB', 'x'.repeat(64 * 1024 - 1)],
    ['nine braces', `x${'{'.repeat(9)}`],
  ])('is found behind %s', (_what, words) => {
    const text = '{"data": {"a": {"result_code": 5}}, "result_code": 4052, "result_msg": "Invalid {"}\n';
    const envelope = { code: 4052, message: 'Invalid {', reason: '', data: { a: { result_code: 5 } } };
    expect(readEnvelope(`${words}${text}`, same)).toEqual(envelope);
  });

  test.each([
    ['more than 64 KiB', 'x'.repeat(64 * 1024), ''],
    ['more braces', `x${'{'.repeat(10)}`, ''],
    ['a page', '<!DOCTYPE html><pre>', ''],
    ['another object around it', '{"last": ', '}'],
    ['another object around it behind words', 'x {"last": ', '}'],
  ])('is not found behind %s', (_what, words, end) => {
    expect(readEnvelope(`${words}{"result_code": 0}${end}`, same)).toBeUndefined();
  });

  const NO_CODE = ['{"data":{}}', '{"result_code":null}', '{"result_code":1.5}', '{"result_code":"x"}'];
  test.each(['', '<html>', '[]', 'null', '5', '{', ...NO_CODE])('is not found in %j', (text) => {
    expect(readEnvelope(text, same)).toBeUndefined();
  });
});

describe('identifiers', () => {
  test.each([
    [5, 5],
    ['5', 5],
    [0, undefined],
    [-5, undefined],
    ['5a', undefined],
    [5.5, undefined],
    [2 ** 53, undefined],
    [true, undefined],
    [null, undefined],
  ])('%j is read as %j', (value, id) => {
    expect(readId(value)).toBe(id);
  });
});

describe('a status', () => {
  const detail = {
    total_test_cnt: 3,
    pass_cnt: 1,
    fail_cnt: 1,
    error_cnt: 0,
    stop_cnt: 0,
    initializing_cnt: 0,
    running_cnt: 1,
  };

  test.each([
    ['Complete', 'complete'],
    [' COMPLETE ', 'complete'],
    ['RUNNING', 'running'],
    ['Completed', 'other'],
    ['a'.repeat(60), 'other'],
  ])('with the word %j', (word, state) => {
    const counts = { ...NO_COUNTS, total: 3, pass: 1, fail: 1 };
    const known = { state, word: word.trim(), counts, active: 1, missingFields: [], unknownCounts: '' };
    expect(readStatus({ testset_status: word, testset_status_detail: detail }, same)).toEqual(known);
  });

  const [DONE, MANY] = [
    { total_test_cnt: 3, pass_cnt: 3 },
    Array.from({ length: 75_000 }, (_, at) => [`${at}_cnt`, 0]),
  ];
  const FIRST = '`0_cnt`, `1_cnt`, `2_cnt`, `3_cnt`, `4_cnt` and 74,995 more';
  test.each<[what: string, detail: object, missing: string, active: number, others?: string]>([
    ['all of them', detail, '', 1],
    ['invalid ones', { ...detail, pass_cnt: -1, fail_cnt: 'x', stop_cnt: null }, 'pass fail stop', 1],
    ['an invalid one beside others that add up', { total_test_cnt: 1, pass_cnt: 1, stop_cnt: '2 ' }, 'stop', 0],
    ['only those that are not 0', { total_test_cnt: 2, pass_cnt: 2 }, '', 0],
    ['only those that are not 0, of a running one', { total_test_cnt: 3, pass_cnt: 2, running_cnt: 1 }, '', 1],
    ['fewer than the total', without(detail, 'running_cnt'), 'running', 0],
    ['fewer, in preparation', without(detail, 'initializing_cnt', 'fail_cnt'), 'fail initializing', 1],
    ['no total', without(detail, 'total_test_cnt'), 'total_test', 1],
    ['others', { ...DONE, skip_cnt: 1, 'key\u00ad_cnt': 0, note: 5 }, '', 0, '`skip_cnt`, `***`'],
    ['very many others', { ...DONE, ...Object.fromEntries(MANY) }, '', 0, FIRST],
  ])('has these counts: %s', (_what, testset_status_detail, missing, active, unknownCounts = '') => {
    const redact = (text: string): string => text.replace('key\u00ad_cnt', '***');
    const status = readStatus({ testset_status: 'Running', testset_status_detail }, redact);
    const missingFields = [...missing.matchAll(/\w+/g)].map(([name]) => `${name}_cnt`);
    expect(status).toMatchObject({ missingFields, active, unknownCounts });
  });

  test('without any count lacks all of them', () => {
    expect(readStatus({ testset_status: 'Running' }, same)?.missingFields).toHaveLength(7);
  });

  test.each([{}, { testset_status: 5 }, { testset_status: ' ' }])('is not found in %j', (data) => {
    expect(readStatus(data, same)).toBeUndefined();
  });
});

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
    const documents = readDelivered({ [`result_${kind}`]: value });
    expect(documents).toEqual(delivered === undefined ? {} : { [kind]: delivered });
  }
});

test.each([undefined, true, 'true', ' TRUE ', 1])('complete %j: yes', (complete) => {
  expect(areComplete({ complete })).toBe(true);
});

test.each([false, 'false', 0, 2, 'no', 'yes', '', null, {}, [true]])('complete %j: not yet', (complete) => {
  expect(areComplete({ complete })).toBe(false);
});
