import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import { expectCounts, readJson, readXml, suitesIn, type Expected } from '../support/junit.ts';

const FIXTURES = new URL('../fixtures/junit/', import.meta.url);
const LINK = 'https://app.example.com/#/summary/0?tid=1';

const around = (testcase: unknown): object => ({ testsuites: { testsuite: { name: 'S', testcase } } });

test("the service's own document contains the same as its XML", () => {
  const [json, xml] = ['wire.json', 'wire.xml'].map((name) => readFileSync(new URL(name, FIXTURES), 'utf8'));
  expectCounts(readJson(json), [1, 1]);
  expect(readJson(json)).toEqual(readXml(xml ?? ''));
});

test.each<[what: string, value: unknown, expected: Expected]>([
  ['lists', { testsuites: { testsuite: [{ testcase: [{ name: 'a' }, { name: 'b' }] }] } }, [2, 0]],
  ['single objects', { testsuites: { testsuite: { testcase: { error: {} } } } }, [0, 1]],
  ['several suites as roots', { testsuite: [{ testcase: { name: 'a' } }, { testcase: { failure: 'f' } }] }, [1, 1]],
  ['a byte order mark', '\uFEFF{"testsuite":{"testcase":[{"name":"a"}]}}', [1, 0]],
  ['a suite without testcases', { testsuites: { testsuite: [{}] } }, [0, 0]],
  ['testcases that are null', around(null), [0, 0]],
  ['testcases that are an empty text', around(''), [0, 0]],
  ['a number of skipped testcases', { testsuite: { testcase: { skipped: '' }, skipped: '1' } }, [0, 1]],
  ['a prototype of its own', '{"testsuite": {"__proto__": 1, "testcase": {"name": "a"}}}', [1, 0]],
  ['an unknown field of a testcase', '{"testsuite": {"testcase": {"__proto__": {}}}}', [0, 1]],
  ['a status that is no text', around([{ status: null }, { status: {} }, { status: ['ok'] }, { result: 1 }]), [0, 4]],
  ['output that is not text', around([{ 'system-out': { other: 'e' } }, { 'system-err': [{ crash: 'e' }] }]), [0, 2]],
  ['a failure of a suite that is a text', { testsuite: { testcase: { name: 'a' }, failure: 'f' } }, [1, 1]],
  ['an error of a suite that is a text', { testsuite: { testcase: { name: 'a' }, error: 'e' } }, [1, 1]],
  ['a failure of a suite that is false', { testsuite: { testcase: { name: 'a' }, failure: false } }, [1, 0]],
  ['a suite with a text', { testsuite: { testcase: { name: 'a' }, contents: 'KO' } }, [1, 1]],
  ['nothing', {}, 'it has no testsuite'],
  ['white space', '\uFEFF \n', 'it is empty'],
  ['XML', '<testsuites/>', 'it is not well-formed JSON'],
  ['truncated', '{"testsuites": {"testsuite": [{"testcase": [{}', 'it is not well-formed JSON'],
  ['a list', [], 'it is not a JSON object'],
  ['a text', '"{}"', 'it is not a JSON object'],
  ['another object', { data: {} }, 'the root element is data, not testsuites or testsuite'],
  ['no suite', { testsuites: {} }, 'it has no testsuite'],
  ['two documents', { testsuites: [{}, {}] }, 'it has more than one root element'],
  ['suites that are a number', { testsuites: { testsuite: 5 } }, 'a testsuite is not an object'],
  ['a testcase that is a text', around(['A']), 'a testcase is not an object'],
  ['a testcase as the root', { testcase: { name: 'a' } }, 'the root element is testcase'],
  ['too many suites', { testsuite: Array<object>(500_001).fill({}) }, 'it has more than 500000 elements'],
  ['nested objects', `${'{"testsuite":'.repeat(1000)}{}${'}'.repeat(1000)}`, 'it is nested more than 64 deep'],
  ['nested lists', `{"testsuite":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'the parser failed'],
  ['too large', { testsuite: 'ö'.repeat(8 * 1024 * 1024) }, 'it is larger than 16 MiB'],
])('%s', (_, value, expected) => {
  expectCounts(readJson(value), expected);
});

test.each(['error', 'failure', 'skipped', 'x:failure'])('a testcase with %s has not passed', (key) => {
  for (const value of [{}, { message: 'm' }, [{}], [[{}]], [{ message: 'm' }, 0], 'text', 1, true, null]) {
    expectCounts(readJson(around({ [key]: value })), [0, 1]);
  }
  expectCounts(readJson(around({ [key]: false })), [1, 0]);
});

test.each<[testcase: object, expected: object]>([
  [{ 'system-out': LINK }, { result: 'passed', url: LINK }],
  [{ 'system-out': { contents: ['log', LINK] } }, { result: 'passed', url: LINK, message: 'log' }],
  [{ 'system-out': [{ contents: [5, null, LINK] }] }, { result: 'passed', url: LINK }],
  [{ 'system-out': null }, { result: 'passed' }],
  [{ error: { message: LINK } }, { result: 'error', url: LINK }],
  [{ error: [{ message: 'lost' }, { message: LINK }] }, { result: 'error', url: LINK, message: 'lost' }],
  [{ error: { message: 'lost', contents: [LINK] } }, { result: 'error', url: LINK, message: 'lost' }],
  [{ error: { message: ['a', 5], type: 'E' } }, { result: 'error', message: 'a', failureType: 'E' }],
  [{ error: null }, { result: 'error' }],
  [{ error: 0 }, { result: 'error' }],
  [{ skipped: undefined, failure: [] }, { result: 'passed' }],
  [
    { skipped: { message: 's' }, error: {}, 'system-out': LINK },
    { result: 'error', url: LINK, message: 's' },
  ],
  [{ properties: 'p', 'system-err': 'log' }, { result: 'passed' }],
  [
    { failure: {}, 'system-out': { other: 'x', contents: 'log' } },
    { result: 'failed', message: 'log' },
  ],
  [
    { class: 'C', duration: '1', timestamp: 'today', file: 'a.js', line: '1', id: '1', assertions: '1' },
    { result: 'passed' },
  ],
  [{ status: 'KO' }, { result: 'unknown', message: 'Not known to have passed: status "KO"' }],
  [{ name: 5 }, { result: 'passed', device: '5' }],
  [{ name: {} }, { result: 'unknown', message: 'Not known to have passed: <name>' }],
  [{ classname: 'C' }, { result: 'passed', device: 'C' }],
])('the testcase %j', (testcase, expected) => {
  const testcases = [{ device: '(unnamed)', ...expected }];
  expect(suitesIn(readJson(around(testcase)))).toEqual([{ name: 'S', testcases }]);
});
