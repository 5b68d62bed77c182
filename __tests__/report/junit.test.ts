import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { NO_COUNTS } from '../../src/model/counts.ts';
import { isGreen, OUTCOMES, type Outcome } from '../../src/model/outcome.ts';
import type { Device, Report, TestsetReport } from '../../src/model/report.ts';
import { countPassed, type Suite, type TestResult } from '../../src/model/results.ts';
import { junitXml } from '../../src/report/junit.ts';
import { parseJunitXml } from '../../src/results/parse-junit-xml.ts';
import { makeReport } from '../../src/verdict/make-report.ts';
import { asIs } from '../support/as-is.ts';
import { createReport, createTestset, without } from '../support/reports.ts';

const LINK = 'https://app.example.com/#/summary/0?tid=1&a=2';

function written(report: Report): string {
  return [...junitXml(report, new Date('2026-05-04T03:02:01.5Z'))].join('');
}

/** A testset with these devices, in a suite `S`; its counts agree with them. */
function testsetOf(testcases: readonly Device[], overrides: Partial<TestsetReport> = {}): TestsetReport {
  return createTestset({ suites: [{ name: 'S', testcases }], ...overrides });
}

function suitesIn(report: Report): readonly Suite[] {
  const result = parseJunitXml(written(report), asIs);
  return result.kind === 'read' ? result.suites : [{ name: result.why, testcases: [] }];
}

test('the whole file', () => {
  const passed: Device = { device: 'A', result: 'passed', seconds: 1.5, url: LINK };
  const failed: Device = { device: 'B', result: 'failed', seconds: 2, message: 'lost' };
  const stopped: Device = { device: 'C', result: 'stopped' };
  const rejected = without(
    createTestset({
      outcome: 'refused',
      status: 'Unknown',
      scenario: 102,
      suites: [],
      counts: NO_COUNTS,
      reasons: [{ sentence: 'The service rejected "102".' }],
    }),
    'id',
  );
  const report = createReport({
    outcome: 'refused',
    request: { kind: 'scenario', name: 'Night <run>' },
    testsets: [testsetOf([passed, failed, stopped], { outcome: 'failed', scenario: 101 }), rejected],
  });
  expect(written(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Night &lt;run&gt;" tests="4" failures="1" errors="2" skipped="0" time="3.5" timestamp="2026-05-04T03:02:01">
  <testsuite id="251929" name="S, scenario 101" tests="3" failures="1" errors="1" skipped="0" time="3.5" timestamp="2026-05-04T03:02:01">
    <properties><property name="testset-id" value="251929"/><property name="scenario-id" value="101"/></properties>
    <testcase name="A" classname="S, scenario 101" time="1.5"><system-out>https://app.example.com/#/summary/0?tid=1&amp;a=2</system-out></testcase>
    <testcase name="B" classname="S, scenario 101" time="2"><failure message="lost"/></testcase>
    <testcase name="C" classname="S, scenario 101" time="0"><error type="stopped" message="The device was stopped."/></testcase>
  </testsuite>
  <testsuite name="Run Testset, scenario 102" tests="1" failures="0" errors="1" skipped="0" time="0" timestamp="2026-05-04T03:02:01">
    <properties><property name="scenario-id" value="102"/></properties>
    <testcase name="Outcome" classname="Run Testset, scenario 102" time="0"><error type="refused" message="The service rejected &quot;102&quot;."/></testcase>
  </testsuite>
</testsuites>
`);
});

describe('the testcase of a device', () => {
  const head = '<testcase name="A" classname="S" time="0"';
  test.each<[device: Device, line: string]>([
    [{ device: 'A', result: 'passed' }, `${head}/>`],
    [{ device: 'A', result: 'passed', message: 'm' }, `${head}><system-out>m</system-out></testcase>`],
    [
      { device: 'A', result: 'error', url: 'http://x/', message: 'm' },
      `${head}><error message="m">http://x/</error></testcase>`,
    ],
    [{ device: 'A', result: 'error', url: 'http://x/' }, `${head}><error message="http://x/"/></testcase>`],
    [
      { device: 'A', result: 'not-passed', message: 'm' },
      `${head}><failure type="not-passed" message="m"/></testcase>`,
    ],
    [
      { device: 'A', result: 'failed', url: 'http://x/', message: 'm', failureType: 'E', details: 'at 1\nat 2' },
      `${head}><failure type="E" message="m">http://x/&#10;at 1&#10;at 2</failure></testcase>`,
    ],
    [
      { device: 'A', result: 'failed', details: 'at 1' },
      `${head}><failure message="The device failed.">at 1</failure></testcase>`,
    ],
    [
      { device: 'A', result: 'stopped', failureType: 'E' },
      `${head}><error type="stopped" message="The device was stopped."/></testcase>`,
    ],
    [{ device: 'A', result: 'passed', seconds: 1 / 3 }, '<testcase name="A" classname="S" time="0.333"/>'],
    [{ device: 'A', result: 'passed', seconds: 1e-9 }, `${head}/>`],
    [{ device: '"<&>\'', result: 'passed' }, '<testcase name="&quot;&lt;&amp;&gt;\'" classname="S" time="0"/>'],
    [{ device: 'a\tb\nc\rd', result: 'passed' }, '<testcase name="a&#9;b&#10;c&#13;d" classname="S" time="0"/>'],
    [{ device: 'a\0\x1B\x7F\uFFFE\uFFFFb', result: 'passed' }, '<testcase name="a\x7Fb" classname="S" time="0"/>'],
    [{ device: '\uD83D😀\uDE00', result: 'passed' }, '<testcase name="😀" classname="S" time="0"/>'],
    [{ device: 'A', result: 'error', message: ']]>' }, `${head}><error message="]]&gt;"/></testcase>`],
  ])('%j', (device, line) => {
    expect(written(createReport({ testsets: [testsetOf([device])] }))).toContain(`\n    ${line}\n`);
  });
});

describe('never looks better than the outcome', () => {
  test.each(OUTCOMES)('%s', (outcome: Outcome) => {
    const reasons = isGreen(outcome) ? [] : [{ sentence: 'It did not pass.' }];
    const passed = [{ device: 'A', result: 'passed' as const }];
    // The status counts a failure that no document has.
    const counts = { ...NO_COUNTS, total: 1, pass: outcome === 'failed' ? 0 : 1, fail: outcome === 'failed' ? 1 : 0 };
    for (const testset of [
      testsetOf(passed, { outcome, reasons, counts }),
      testsetOf(passed, { outcome, reasons, counts, scenario: 101 }),
      createTestset({ outcome, reasons, counts, suites: [], status: outcome === 'failed' ? 'Complete' : 'Unknown' }),
    ]) {
      const testsets = [testset, testsetOf(passed, { id: 2 })];
      const { notPassed } = countPassed(suitesIn(createReport({ outcome, testsets })));
      expect(notPassed).toBe(outcome === 'passed' ? 0 : 1);
    }
  });

  test('where no testset shows the outcome of merged reports', () => {
    const report = createReport({ outcome: 'inconclusive', sentence: 'A job is missing.' });
    expect(suitesIn(report).at(-1)).toMatchObject({
      name: 'Run Testset',
      testcases: [{ result: 'error', failureType: 'inconclusive', message: 'A job is missing.' }],
    });
  });

  test.each([
    ['none is named', [], 2],
    ['some are named', [{ device: 'A', result: 'failed' }] as const, 1],
  ])('devices that did not pass have an error where %s', (_, devices, number) => {
    const counts = { total: 2, pass: 0, fail: 1, error: 0, stop: 1 };
    const report = createReport({ outcome: 'failed', testsets: [testsetOf(devices, { outcome: 'failed', counts })] });
    const message = expect.stringContaining(`${number} device`);
    expect(suitesIn(report).slice(1)).toMatchObject([{ testcases: [{ result: 'error', message }] }]);
  });

  test('a status that counts more failures than devices', () => {
    const counts = { ...NO_COUNTS, fail: 1 };
    const testset = createTestset({
      outcome: 'failed',
      reasons: [{ sentence: '1 device failed.' }],
      counts,
      suites: [],
    });
    expect(suitesIn(createReport({ outcome: 'failed', testsets: [testset] }))).toMatchObject([
      { testcases: [{ result: 'error', failureType: 'failed', message: '1 device failed.' }] },
    ]);
  });

  test('whatever status and documents say', () => {
    const number = fc.nat({ max: 3 });
    const counts = fc.record({ total: fc.nat({ max: 6 }), pass: number, fail: number, error: number, stop: number });
    const testcase = fc.record({
      device: fc.constantFrom('A', 'B'),
      result: fc.constantFrom<TestResult>('passed', 'passed', 'failed', 'skipped'),
    });
    const suites = fc.array(fc.record({ name: fc.constant('S'), testcases: fc.array(testcase, { maxLength: 4 }) }), {
      maxLength: 2,
    });
    const limit = fc.constantFrom(0, 1, Infinity);
    const limits = fc.record({ fail: limit, error: limit, stop: limit });
    fc.assert(
      fc.property(counts, suites, limits, (counted, named, allowed) => {
        const xml = { source: 'xml', state: 'read', why: '', ...countPassed(named) } as const;
        const report = makeReport({
          testsetResults: [
            {
              kind: 'complete',
              ...{ id: 1, announcedDevices: 0, existed: false },
              status: { complete: true, word: 'Complete', counts: counted, busy: 0, preparing: 0, gaps: [] },
              results: { documents: [xml], suites: named, warnings: [], cancelled: false },
            },
          ],
          limits: allowed,
          run: createReport().run,
          request: { kind: 'automated', name: 'n' },
          elapsedMs: 0,
        });
        const { notPassed } = countPassed(suitesIn(report));
        expect(report.outcome === 'passed' || notPassed > 0).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('a testset that was only started is skipped', () => {
    const started = createTestset({ outcome: 'started', status: 'Running', suites: [], counts: NO_COUNTS });
    expect(suitesIn(createReport({ outcome: 'started', testsets: [started] }))).toMatchObject([
      { testcases: [{ result: 'skipped' }] },
    ]);
  });
});

test('no two testcases have the same class and name', () => {
  const devices: Device[] = ['A', 'B', 'A', 'A'].map((device) => ({ device, result: 'passed' }));
  const testsets = [
    createTestset({
      id: 1,
      scenario: 101,
      suites: [
        { name: 'S', testcases: devices.slice(0, 3) },
        { name: 'S', testcases: devices.slice(3) },
      ],
    }),
    testsetOf(devices, { id: 2, scenario: 102 }),
    testsetOf(devices, { id: 3 }),
    testsetOf(devices, { id: 4 }),
  ];
  const xml = written(createReport({ testsets }));
  const classes = ['S, scenario 101', 'S, scenario 102', 'S, testset 3', 'S, testset 4'];
  expect([...xml.matchAll(/ name="([^"]*)" classname="([^"]*)"/g)].map(([, name, of]) => [of, name])).toEqual(
    classes.flatMap((of) => ['A', 'B', 'A (2)', 'A (3)'].map((name) => [of, name])),
  );
});

test('no two testcases of a class have the same name in the file', () => {
  const names = ['A', 'A (2)', 'A', 'A\u0001', 'A (2)'];
  const testsets = [testsetOf(names.map((device) => ({ device, result: 'passed' as const })))];
  const found = [...written(createReport({ testsets })).matchAll(/<testcase name="([^"]*)"/g)].map(([, name]) => name);
  expect(new Set(found).size).toBe(names.length);
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
  const result = fc.constantFrom('failed' as const, 'error' as const);
  const notPassed = fc.oneof(
    fc.record(
      { device: text, result, seconds, url: link, message, failureType: text },
      { requiredKeys: ['device', 'result', 'seconds', 'message'] },
    ),
    fc
      .record({ device: text, result, seconds, message, details: message })
      .filter((device) => device.details !== device.message),
    fc.record({ device: text, result, seconds, url: link }),
  );
  const passed = fc.record(
    { device: text, result: fc.constant('passed' as const), seconds, url: link },
    { requiredKeys: ['device', 'result', 'seconds'] },
  );
  const devices = fc.uniqueArray(fc.oneof(passed, notPassed), { maxLength: 5, selector: ({ device }) => device });
  const suite = fc.record({ name: text, testcases: devices });
  const suites = fc.uniqueArray(suite, { minLength: 1, maxLength: 3, selector: ({ name }) => name });
  fc.assert(
    fc.property(suites, (given) => {
      expect(suitesIn(createReport({ testsets: [createTestset({ suites: given })] }))).toEqual(given);
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
    failureType: text,
    details: text,
  });
  fc.assert(
    fc.property(text, fc.array(testcase, { maxLength: 5 }), (name, testcases) => {
      const suites = [{ name, testcases }];
      const report = createReport({ testsets: [createTestset({ suites })], request: { kind: 'automated', name } });
      expect(countPassed(suitesIn(report))).toEqual(countPassed(suites));
    }),
  );
});
