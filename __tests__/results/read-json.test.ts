import { readFile } from 'node:fs/promises';

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { tally, type Suite } from '../../src/model/results.ts';
import { readJson } from '../../src/results/read-json.ts';
import { readXml } from '../../src/results/read-xml.ts';
import { asIs } from '../support/as-is.ts';

const FIXTURES = new URL('../fixtures/junit/', import.meta.url);

const LINK = 'https://app.example.com/#/summary/0?tid=1';

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function suitesOf(value: unknown): readonly Suite[] {
  const reading = readJson(textOf(value), asIs);
  return reading.kind === 'read' ? reading.suites : [{ name: `unreadable: ${reading.why}`, testcases: [] }];
}

function whyNot(value: unknown): string {
  const reading = readJson(textOf(value), asIs);
  return reading.kind === 'unreadable' ? reading.why : 'it was read';
}

const around = (testcase: unknown): object => ({ testsuites: { testsuite: { name: 'S', testcase } } });

test("the service's own document tells the same as its XML", async () => {
  const [json, xml] = await Promise.all(
    ['wire.json', 'wire.xml'].map((name) => readFile(new URL(name, FIXTURES), 'utf8')),
  );
  const reading = readJson(textOf(json), asIs);
  expect(tally(suitesOf(json))).toEqual({ passed: 1, notPassed: 1 });
  expect(reading).toEqual(readXml(xml ?? '', asIs));
  expect(readJson(json ?? '', asIs)).toEqual(reading);
});

describe('what is JUnit in JSON', () => {
  test.each<[what: string, value: unknown, passed: number, notPassed: number]>([
    ['lists', { testsuites: { testsuite: [{ testcase: [{}, {}] }] } }, 2, 0],
    ['objects in their place', { testsuites: { testsuite: { testcase: { error: {} } } } }, 0, 1],
    ['a list of roots', { testsuites: [{ testsuite: {} }, { testsuite: { testcase: {} } }] }, 1, 0],
    ['a suite as the root', { testsuite: { testcase: [{}] } }, 1, 0],
    ['text with a byte order mark', '\uFEFF{"testsuite":{"testcase":[{}]}}', 1, 0],
    ['a suite without testcases', { testsuites: { testsuite: [{}] } }, 0, 0],
    ['testcases that are null', around(null), 0, 0],
    ['testcases that are an empty text', around(''), 0, 0],
    ['nested suites', { testsuite: { testcase: {}, testsuite: [{ testcase: { failure: 'f' } }] } }, 1, 1],
    ['testcases right in the root', { testsuites: { testcase: [{}, { skipped: true }] } }, 1, 1],
    ["a suite's own error", { testsuite: { testcase: {}, error: { message: 'no device' } } }, 1, 1],
    ['what a suite says it skipped', { testsuite: { testcase: {}, skipped: '1' } }, 1, 0],
    [
      'declared counts that agree',
      { testsuite: { tests: '2', failures: 1, errors: '0', testcase: [{}, { failure: '' }] } },
      1,
      1,
    ],
    ['fewer declared than shown', { testsuite: { tests: 0, errors: 0, testcase: [{ error: '' }] } }, 0, 1],
    [
      'a prototype of its own',
      JSON.parse('{"__proto__": {"testsuite": []}, "testsuite": {"testcase": {"__proto__": {"error": 1}}}}'),
      1,
      0,
    ],
  ])('%s', (_, value, passed, notPassed) => {
    expect(readJson(textOf(value), asIs)).toMatchObject({ kind: 'read' });
    expect(tally(suitesOf(value))).toEqual({ passed, notPassed });
  });
});

describe('what may be a count may also be a result', () => {
  test.each(['error', 'errors', 'failure', 'failures', 'x:failures'])('%s', (key) => {
    for (const told of [{}, { message: 'm' }, [{}], [[{}]], [{ message: 'm' }, 0]]) {
      const value = { testsuite: { testcase: { name: 'one', [key]: told } } };
      expect(tally(suitesOf(value))).toEqual({ passed: 0, notPassed: 1 });
    }
  });
});

describe('what is unreadable', () => {
  const SHAPE = 'is not what JUnit in JSON looks like';
  const MISPLACED = 'a testcase stands where none belongs';

  test.each<[what: string, value: unknown, why: string]>([
    ['nothing', '', 'it is empty'],
    ['white space', '\uFEFF \n', 'it is empty'],
    ['XML', '<testsuites/>', 'it is not well-formed JSON'],
    ['truncated', '{"testsuites": {"testsuite": [{"testcase": [{}', 'it is not well-formed JSON'],
    ['a list', [], `the document ${SHAPE}`],
    ['null', 'null', `the document ${SHAPE}`],
    ['a text', '"{}"', `the document ${SHAPE}`],
    ['true', true, `the document ${SHAPE}`],
    ['another object', { data: {} }, 'it holds no testsuite'],
    ['no suite', { testsuites: {} }, 'it holds no testsuite'],
    ['an empty list of suites', { testsuites: { testsuite: [] } }, 'it holds no testsuite'],
    ['suites that are a number', { testsuites: { testsuite: 5 } }, `testsuite ${SHAPE}`],
    ['a suite that is null', { testsuites: { testsuite: [null] } }, `testsuite ${SHAPE}`],
    ['a testcase in the root', { testcase: {} }, MISPLACED],
    ['a testcase beside the suites', { results: { testcase: [{ failure: '' }] }, testsuite: {} }, MISPLACED],
    ['a testcase in something of a suite', { testsuite: { properties: [{ testcase: {} }] } }, MISPLACED],
    ['a testcase in a testcase', around({ retries: [{ testcase: { error: '' } }] }), MISPLACED],
    [
      'a misplaced testcase that a suite counts',
      { testsuite: { tests: 2, testcase: {}, cases: { testcase: {} } } },
      MISPLACED,
    ],
    ['a testcase that is a text', around(['A']), `testcase ${SHAPE}`],
    ['a testcase that is a list', around([[{}]]), `testcase ${SHAPE}`],
    [
      'more tests declared',
      { testsuite: { tests: '5', testcase: [{}, {}, {}, {}] } },
      'a testsuite declares 5 tests but holds 4',
    ],
    [
      'more errors declared',
      { testsuite: { errors: 1, testcase: {} } },
      'a testsuite counts 1 as failures and errors but shows 0',
    ],
    ['too many suites', { testsuite: Array<object>(500_001).fill({}) }, 'it holds more than 500000 testsuites'],
    [
      'a hundred thousand levels',
      `${'{"testsuite":'.repeat(100_000)}{}${'}'.repeat(100_000)}`,
      'it is nested more than 256 deep',
    ],
  ])('%s', (_, value, why) => {
    expect(whyNot(value)).toBe(why);
  });
});

describe('what is told of a unit test', () => {
  test.each<[testcase: object, told: object]>([
    [{}, { result: 'passed' }],
    [{ 'system-out': LINK }, { result: 'passed', url: LINK }],
    [{ 'system-out': [LINK] }, { result: 'passed', url: LINK }],
    [{ 'system-out': { contents: LINK } }, { result: 'passed', url: LINK }],
    [{ 'system-out': { contents: ['log', LINK] } }, { result: 'passed', url: LINK, message: 'log' }],
    [{ 'system-out': [{ contents: [5, null, LINK] }] }, { result: 'passed', url: LINK }],
    [{ 'system-out': null }, { result: 'passed' }],
    [{ error: { message: LINK } }, { result: 'error', url: LINK }],
    [{ error: [{ message: 'lost' }, { message: LINK }] }, { result: 'error', url: LINK, message: 'lost' }],
    [{ error: { message: 'lost', contents: [LINK] } }, { result: 'error', url: LINK, message: 'lost' }],
    [{ error: LINK }, { result: 'error', url: LINK }],
    [{ error: null }, { result: 'error' }],
    [{ error: true }, { result: 'error' }],
    [{ error: 0 }, { result: 'error' }],
    [{ error: false, failure: [], skipped: undefined }, { result: 'passed' }],
    [
      { failure: 'f', skipped: 's' },
      { result: 'failed', message: 'f' },
    ],
    [
      { skipped: { message: 's' }, error: {}, 'system-out': LINK },
      { result: 'error', url: LINK, message: 's' },
    ],
    [{ time: '1,828.1' }, { result: 'passed', seconds: 1828.1 }],
    [{ time: 1828 }, { result: 'passed', seconds: 1828 }],
    [{ time: -1 }, { result: 'passed' }],
    [{ name: 'A' }, { result: 'passed', device: 'A' }],
    [{ name: 5 }, { result: 'passed', device: '5' }],
    [{ name: {} }, { result: 'passed' }],
    [{ classname: 'C' }, { result: 'passed', device: 'C' }],
  ])('%j', (testcase, told) => {
    expect(suitesOf(around(testcase))).toEqual([{ name: 'S', testcases: [{ device: '(unnamed)', ...told }] }]);
  });
});

describe('documents that came to harm', () => {
  const sound = JSON.stringify(
    around([{ error: { message: LINK } }, { name: 'ö😀', time: '1', 'system-out': { contents: [LINK] } }]),
  );

  test('cut anywhere, they are unreadable', () => {
    for (let end = 0; end < sound.length; end += 1) expect(readJson(sound.slice(0, end), asIs).kind).toBe('unreadable');
  });

  test('whatever they hold, nothing is thrown', () => {
    const fields = fc.constantFrom(
      'testsuites',
      'testsuite',
      'testcase',
      'error',
      'system-out',
      'contents',
      'message',
      'tests',
      '__proto__',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<unknown>(null, true, 0, '', 'x', LINK),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fields, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, (document) => {
        expect(['read', 'unreadable']).toContain(readJson(textOf(document), asIs).kind);
      }),
      { numRuns: 1_000 },
    );
  });
});
