import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { junitXml, type JunitPart } from '../../src/report/junit.ts';
import type { Device, DeviceSuite } from '../../src/model/report.ts';
import { countPassed, type Suite } from '../../src/model/results.ts';
import { parseXml } from '../../src/results/parse-xml.ts';
import { asIs } from '../support/as-is.ts';

const LINK = 'https://app.example.com/#/summary/0?tid=1&a=2';

function written(...parts: JunitPart[]): string {
  return [...junitXml(parts)].join('');
}

function part(...testcases: Device[]): JunitPart {
  return { id: 7, name: '', suites: [{ name: 'S', testcases }] };
}

test('the whole file', () => {
  const passed: Device = { device: 'A', result: 'passed', seconds: 1.5, url: LINK };
  const failed: Device = { device: 'B', result: 'failed', seconds: 2, message: 'lost' };
  const stopped: Device = { device: 'C', result: 'stopped' };
  const parts = [
    { id: 251929, name: 'Night <run>', suites: [{ name: 'app', testcases: [passed, failed] }] },
    { id: undefined, name: '', suites: [{ name: 'app', testcases: [stopped] }] },
  ];
  expect(written(...parts)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="1" errors="1" skipped="0" time="3.5">
  <testsuite id="251929" name="app" tests="2" failures="1" errors="0" skipped="0" time="3.5">
    <properties><property name="testset-id" value="251929"/><property name="testset-name" value="Night &lt;run&gt;"/></properties>
    <testcase name="A" classname="app" time="1.5"><system-out>https://app.example.com/#/summary/0?tid=1&amp;a=2</system-out></testcase>
    <testcase name="B" classname="app" time="2"><failure message="lost"/></testcase>
  </testsuite>
  <testsuite name="app" tests="1" failures="0" errors="1" skipped="0" time="0">
    <testcase name="C" classname="app"><error type="stopped"/></testcase>
  </testsuite>
</testsuites>
`);
});

describe('one testcase', () => {
  test.each<[testcase: Device, line: string]>([
    [{ device: 'A', result: 'passed' }, '<testcase name="A" classname="S"/>'],
    [
      { device: 'A', result: 'passed', message: 'm' },
      '<testcase name="A" classname="S"><system-out>m</system-out></testcase>',
    ],
    [
      { device: 'A', result: 'error', url: 'http://x/', message: 'm' },
      '<testcase name="A" classname="S"><error message="http://x/">m</error></testcase>',
    ],
    [
      { device: 'A', result: 'not-passed', message: 'm' },
      '<testcase name="A" classname="S"><failure type="not-passed" message="m"/></testcase>',
    ],
    [
      { device: 'A', result: 'failed', url: 'http://x/', message: 'm', failureType: 'E', details: 'd' },
      '<testcase name="A" classname="S"><failure type="E" message="http://x/">m\nd</failure></testcase>',
    ],
    [
      { device: 'A', result: 'stopped', failureType: 'E' },
      '<testcase name="A" classname="S"><error type="stopped"/></testcase>',
    ],
    [{ device: 'A', result: 'passed', seconds: 1 / 3 }, '<testcase name="A" classname="S" time="0.333"/>'],
    [{ device: 'A', result: 'passed', seconds: 1e-9 }, '<testcase name="A" classname="S" time="0"/>'],
    [{ device: '"<&>\'', result: 'passed' }, '<testcase name="&quot;&lt;&amp;&gt;\'" classname="S"/>'],
    [{ device: 'a\tb\nc\rd', result: 'passed' }, '<testcase name="a&#9;b&#10;c&#13;d" classname="S"/>'],
    [{ device: 'a\0\x1B\x7F\uFFFE\uFFFFb', result: 'passed' }, '<testcase name="a\x7Fb" classname="S"/>'],
    [{ device: '\uD83D😀\uDE00', result: 'passed' }, '<testcase name="😀" classname="S"/>'],
    [
      { device: 'A', result: 'error', message: ']]>' },
      '<testcase name="A" classname="S"><error message="]]&gt;"/></testcase>',
    ],
  ])('%j', (testcase, line) => {
    expect(written(part(testcase))).toContain(`\n    ${line}\n`);
  });
});

test('is read back as it was', () => {
  // What a reader of documents returns: trimmed, not empty, without characters that XML cannot contain.
  const text = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .map((value) => value.trim())
    .filter((value) => value !== '');
  const link = fc.webUrl({ withFragments: true, withQueryParameters: true });
  const message = text.filter((value) => !/^https?:/i.test(value));
  const seconds = fc.nat({ max: 10_000_000 }).map((milliseconds) => milliseconds / 1000);
  const notPassed = fc.record(
    {
      device: text,
      result: fc.constantFrom('failed' as const, 'error' as const),
      seconds,
      url: link,
      message,
    },
    { requiredKeys: ['device', 'result'] },
  );
  const passed = fc.record(
    { device: text, result: fc.constant('passed' as const), seconds, url: link },
    { requiredKeys: ['device', 'result'] },
  );
  const suite = fc.record({ name: text, testcases: fc.array(fc.oneof(passed, notPassed), { maxLength: 5 }) });
  const parts = fc.array(
    fc.record({
      id: fc.option(fc.integer({ min: 1 }), { nil: undefined }),
      name: text,
      suites: fc.array(suite, { minLength: 1, maxLength: 3 }),
    }),
    {
      minLength: 1,
      maxLength: 3,
    },
  );
  fc.assert(
    fc.property(parts, (given) => {
      expect(parseXml(written(...given), asIs)).toEqual({
        kind: 'read',
        suites: given.flatMap(({ suites }) => suites),
      });
    }),
  );
});

test('with any names can be read back with the same counts', () => {
  const text = fc
    .string({ unit: 'binary', maxLength: 20 })
    .chain((value) => fc.constantFrom(value, `${value}\uD800`, `\0${value}]]>`, `&${value}<`));
  const testcase = fc.record({
    device: text,
    result: fc.constantFrom('passed' as const, 'error' as const),
    message: text,
  });
  fc.assert(
    fc.property(text, fc.array(testcase, { maxLength: 5 }), (name, testcases) => {
      const suites: (DeviceSuite & Suite)[] = [{ name, testcases }];
      const reading = parseXml(written({ id: 1, name, suites }), asIs);
      expect(reading.kind === 'read' && countPassed(reading.suites)).toEqual(countPassed(suites));
    }),
  );
});
