import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';

import { NO_COUNTS, type Counts } from '../../src/model/counts.ts';
import { isGreen, OUTCOMES, type Outcome } from '../../src/model/outcome.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { Report } from '../../src/model/report.ts';
import type { Testset } from '../../src/model/testset.ts';
import { countPassed, type Suite, type Testcase, type TestResult } from '../../src/model/results.ts';
import { junitXml } from '../../src/report/junit.ts';
import { createView } from '../../src/report/view.ts';
import { KINDS, timedOut } from '../support/gallery/kinds.ts';
import { readXml, suitesIn as readSuites } from '../support/junit.ts';
import { reportOf } from '../support/reports.ts';
import { complete, EVERY_OUTCOME, notCreated, suiteOf, type GivenComplete } from '../support/testsets.ts';

const PASSED: Testcase = { device: 'A', result: 'passed' };
const FAILED: Testcase = { device: 'A', result: 'failed' };

const LINK = 'https://app.example.com/#/summary/0?tid=1&a=2';

function written(report: Report): string {
  return [...junitXml(createView({ ...report, endedAt: '2026-05-04T03:07:17.5Z' }))].join('');
}

/** A testset with these devices, in a suite `S`; its counts agree with them. */
function testsetOf(testcases: readonly Testcase[], given: GivenComplete = {}): Testset {
  return complete([], { suites: [suiteOf(testcases, 'S')], ...given });
}

function suitesIn(report: Report): readonly Suite[] {
  return readSuites(readXml(written(report)));
}

function testcasesIn(report: Report): readonly Testcase[] {
  return suitesIn(report).flatMap(({ testcases }) => testcases);
}

test('the whole file', () => {
  const passed: Testcase = { device: 'LGE "Nexus" / iOS 17', result: 'passed', seconds: 1.5, url: LINK };
  const failed: Testcase = { device: 'B', result: 'failed', seconds: 2, message: 'lost' };
  const stopped: Testcase = { device: 'C', result: 'skipped' };
  const rejection = { code: 4081, reason: 'No "device"' };
  const error = new TestsetError({ code: 'service-rejected', message: '', hint: '', rejection });
  const rejected = notCreated('rejected', { scenario: 102, error });
  const doubted = testsetOf([{ ...PASSED, url: 'http://x/' }], { id: 251_930, announcedDevices: 2 });
  const report = reportOf([testsetOf([passed, failed, stopped], { id: 251_929, scenario: 101 }), rejected, doubted], {
    request: { kind: 'scenario', name: 'Night <run>' },
  });
  expect(written(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Night &lt;run&gt;" time="316">
  <testsuite id="251929" name="S, scenario 101" tests="3" failures="1" errors="1" skipped="0" time="3.5" timestamp="2026-05-04T03:02:01Z">
    <properties><property name="job" value="Device tests / test-on-devices"/><property name="app" value="app stored in project 509"/><property name="testset-id" value="251929"/><property name="scenario-id" value="101"/></properties>
    <testcase name="LGE &quot;Nexus&quot; / iOS 17" classname="S, scenario 101" time="1.5"><properties><property name="device" value="LGE &quot;Nexus&quot;"/><property name="os" value="iOS 17"/><property name="scenario-id" value="101"/><property name="url" value="https://app.example.com/#/summary/0?tid=1&amp;a=2"/></properties><system-out>https://app.example.com/#/summary/0?tid=1&amp;a=2</system-out></testcase>
    <testcase name="B" classname="S, scenario 101" time="2"><properties><property name="device" value="B"/><property name="scenario-id" value="101"/></properties><failure type="failed" message="lost">lost</failure></testcase>
    <testcase name="C" classname="S, scenario 101" time="0"><properties><property name="device" value="C"/><property name="scenario-id" value="101"/></properties><error type="stopped" message="The device was stopped.">The device was stopped.</error></testcase>
  </testsuite>
  <testsuite name="Run Testset, scenario 102" tests="1" failures="0" errors="1" skipped="0" time="0" timestamp="2026-05-04T03:02:01Z">
    <properties><property name="job" value="Device tests / test-on-devices"/><property name="app" value="app stored in project 509"/><property name="scenario-id" value="102"/></properties>
    <testcase name="Outcome" classname="Run Testset, scenario 102" time="0"><error type="rejected" message="Rejected · no free device in project (4081). The service said: No &quot;device&quot;.">Rejected · no free device in project (4081). The service said: No &quot;device&quot;.</error></testcase>
  </testsuite>
  <testsuite id="251930" name="S, testset 3 of 3" tests="1" failures="0" errors="0" skipped="1" time="0" timestamp="2026-05-04T03:02:01Z">
    <properties><property name="job" value="Device tests / test-on-devices"/><property name="app" value="app stored in project 509"/><property name="testset-id" value="251930"/></properties>
    <testcase name="A" classname="S, testset 3 of 3" time="0"><properties><property name="device" value="A"/><property name="url" value="http://x/"/></properties><skipped message="Reported as passed, but the testset is inconclusive."/><system-out>http://x/</system-out></testcase>
  </testsuite>
  <testsuite id="251930" name="Run Testset, testset 3 of 3" tests="1" failures="0" errors="1" skipped="0" time="0" timestamp="2026-05-04T03:02:01Z">
    <properties><property name="job" value="Device tests / test-on-devices"/><property name="app" value="app stored in project 509"/><property name="testset-id" value="251930"/></properties>
    <testcase name="Outcome" classname="Run Testset, testset 3 of 3" time="0"><error type="inconclusive" message="Inconclusive · only 1 of 2 devices tested. The results of the service are incomplete or contradictory; this says nothing about your app.">Inconclusive · only 1 of 2 devices tested. The results of the service are incomplete or contradictory; this says nothing about your app.</error></testcase>
  </testsuite>
</testsuites>
`);
});

/** What junit-10.xsd of Jenkins' xUnit plugin allows, and `properties` of test cases (docs/design.md). */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  testsuites: /^(?:name|time)$/,
  testsuite: /^(?:name|tests|failures|errors|time|skipped|timestamp|id)$/,
  properties: /^$/,
  property: /^(?:name|value)$/,
  testcase: /^(?:name|time|classname)$/,
  failure: /^(?:type|message)$/,
  error: /^(?:type|message)$/,
  skipped: /^(?:type|message)$/,
  flakyFailure: /^(?:type|message)$/,
  rerunFailure: /^(?:type|message)$/,
  stackTrace: /^$/,
  'system-out': /^$/,
};

test.each(Object.entries(KINDS))('has only elements and attributes that readers know: %s', (_kind, make) => {
  const found: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    for (const [attribute, value] of Object.entries(attributes)) {
      const isTime = attribute === 'time' && name.startsWith('testsuite');
      const isAllowed = ATTRIBUTES[name]?.test(attribute) && (!isTime || /^\d+(?:\.\d{1,3})?$/.test(value));
      if (!isAllowed) found.push(`${name} ${attribute}="${value}"`);
    }
    if (!ATTRIBUTES[name]) found.push(name);
  });
  parser.write(written(make())).close();
  expect(found).toEqual([]);
});

describe('the testcase of a device', () => {
  /** Attributes and content of the testcase of a device `A` that passed, unless `given` says otherwise; its properties are left out. */
  function shown(given: Partial<Testcase>, counts?: Counts): readonly (string | undefined)[] {
    const xml = written(reportOf(testsetOf([{ ...PASSED, ...given }], { counts })));
    return /<testcase (.*?)><properties>.*?<\/properties>(.*)<\/testcase>/.exec(xml)?.slice(1) ?? [];
  }

  test.each<[given: Partial<Testcase>, name: string, time?: number, content?: string]>([
    [{ message: 'm' }, 'A', 0, '<system-out>m</system-out>'],
    [{ seconds: 1 / 3 }, 'A', 0.333],
    [{ seconds: 1e-9 }, 'A', 0],
    [{ device: '"<&>\'' }, "&quot;&lt;&amp;&gt;'"],
    [{ device: 'a\tb\nc\rd' }, 'a&#9;b&#10;c&#13;d'],
    [{ device: 'a\0\x1B\x7F\uFFFE\uFFFFb' }, 'a\x7Fb'],
    [{ device: '\uD83D😀\uDE00' }, '😀'],
  ])('%j', (given, name, time = 0, content = '') => {
    expect(shown(given)).toEqual([`name="${name}" classname="S" time="${time}"`, content]);
  });

  const url = 'http://x/';
  test.each<[given: Partial<Testcase>, element: 'error' | 'failure', type: string, message: string]>([
    [{ result: 'error', url, message: 'm' }, 'error', 'error', 'm http://x/'],
    [{ result: 'error', message: ']]>' }, 'error', 'error', ']]&gt;'],
    [{ result: 'failed', url, message: 'm', failureType: 'E', details: '1\n2' }, 'failure', 'E', 'm http://x/'],
    [{ result: 'failed', details: 'at 1' }, 'failure', 'failed', 'The device failed.'],
    [{ result: 'skipped', failureType: 'E' }, 'error', 'stopped', 'The device was stopped.'],
  ])('%j', (given, element, type, message) => {
    const text = [message, ...(given.details?.split('\n') ?? [])].join('&#10;');
    expect(shown(given)[1]).toBe(`<${element} type="${type}" message="${message}">${text}</${element}>`);
  });
});

describe('never looks better than the outcome', () => {
  test.each(OUTCOMES)('%s', (outcome: Outcome) => {
    for (const scenario of [undefined, 101]) {
      const testset = { ...EVERY_OUTCOME[outcome], scenario };
      const all = testcasesIn(reportOf([testset, testsetOf([PASSED], { id: 2 })])).map(({ result }) => result);
      const results = all.filter((result) => result !== 'passed');
      // What is said to have passed in a testset in doubt, and the outcome.
      const expected = { passed: 0, inconclusive: 2 }[outcome as string] ?? 1;
      expect(results).toHaveLength(expected);
      expect(results.every((result) => result === 'skipped')).toBe(isGreen(outcome));
    }
  });

  /** A failed testset of two devices; its status counts more of them than its documents name. */
  function failed(counted: Partial<Counts>, ...testcases: readonly Testcase[]): Testset {
    return testsetOf(testcases, { counts: { ...NO_COUNTS, total: 2, ...counted } });
  }

  test.each<[what: string, testset: Testset, types: readonly string[]]>([
    ['two unnamed', failed({ fail: 1, stop: 1 }), ['failed', 'failed']],
    ['an unnamed one, which was stopped', failed({ fail: 1, stop: 1 }, FAILED), ['failed', 'stopped']],
    ['two that were stopped', failed({ stop: 2 }), ['stopped', 'stopped']],
    ['one that did not finish, and the outcome', failed({ total: 1, fail: 2 }), ['failed', 'failed']],
    ['more failures than devices', failed({ total: 0, fail: 1 }), ['failed']],
    ['status and XML agree', failed({ pass: 1, fail: 1 }, PASSED, { ...FAILED, device: 'B' }), ['passed', 'failed']],
    ['the status counts fewer passed', failed({ total: 1, fail: 1 }, PASSED), ['skipped', 'failed']],
    [
      'the XML shows more passed',
      complete([PASSED, FAILED], { xml: [suiteOf([PASSED, PASSED, FAILED])] }),
      ['skipped', 'skipped', 'failed'],
    ],
  ])('%s', (_what, testset, types) => {
    const testcases = testcasesIn(reportOf(testset));
    expect(testcases.map(({ result, failureType = result }) => failureType)).toEqual(types);
  });

  test('a status may count any number', () => {
    const testset = failed({ total: Number.MAX_SAFE_INTEGER, fail: Number.MAX_SAFE_INTEGER });
    const testcases = testcasesIn(reportOf(testset));
    expect(testcases).toHaveLength(1001);
    expect(testcases.at(-1)?.message).toContain('9,007,199,254,739,991 more');
  });

  test('a testset that is still running says how its devices did', () => {
    expect(testcasesIn(timedOut())[0]?.message).toContain('5 of 8 devices done · 1 failed so far');
  });

  test('the same reason of several testsets is there once, unless nothing else shows that they failed', () => {
    const messages = (...testcases: readonly Testcase[]): number => {
      const counts = { ...NO_COUNTS, total: 1, stop: 1 };
      const testsets = [1, 2, 3].map((id) => testsetOf(testcases, { id, counts }));
      const report = reportOf(testsets, { maxFailures: Infinity });
      return written(report).split('message="Inconclusive · no device passed').length - 1;
    };
    expect(messages({ device: 'A', result: 'skipped' })).toBe(1);
    expect(messages()).toBe(3);
  });

  test('whatever status and documents say', () => {
    const number = fc.nat({ max: 3 });
    const counts = fc.record({
      ...{ total: fc.nat({ max: 6 }), initializing: fc.constant(0) },
      ...{ pass: number, fail: number, error: number, stop: number },
    });
    const testcase = fc.record({
      device: fc.constantFrom('A', 'B'),
      result: fc.constantFrom<TestResult>('passed', 'passed', 'failed', 'skipped'),
    });
    const suites = fc.array(fc.record({ name: fc.constant('S'), testcases: fc.array(testcase, { maxLength: 4 }) }), {
      maxLength: 2,
    });
    const limit = fc.constantFrom(0, 1, Infinity);
    fc.assert(
      fc.property(counts, suites, limit, (counted, named, allowed) => {
        const testset = complete([], { counts: counted, suites: named });
        const report = reportOf(testset, { maxFailures: allowed });
        const { notPassed } = countPassed(suitesIn(report));
        expect(report.outcome === 'passed' || notPassed > 0).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

test('no two testcases have the same class and name', () => {
  const devices = ['A', 'A (2)', 'A', 'A\u0001', 'A (2)'].map((device) => ({ device, result: 'passed' as const }));
  const suites = [devices.slice(0, 3), devices.slice(3)].map((testcases) => ({ name: 'S', testcases }));
  const testsets = [
    complete([], { id: 1, scenario: 101, suites }),
    testsetOf(devices, { id: 2, scenario: 102 }),
    testsetOf(devices, { id: 3 }),
    testsetOf(devices, { id: 4 }),
  ];
  const xml = written(reportOf(testsets));
  const classes = ['S, scenario 101', 'S, scenario 102', 'S, testset 3 of 4', 'S, testset 4 of 4'];
  const names = ['A', 'A (2)', 'A (3)', 'A (4)', 'A (2) (2)'];
  expect([...xml.matchAll(/ name="([^"]*)" classname="([^"]*)"/g)].map(([, name, of]) => [of, name])).toEqual(
    classes.flatMap((of) => names.map((name) => [of, name])),
  );
});

test('with any names can be read back with the same counts', () => {
  const text = fc
    .tuple(
      fc.constantFrom('', '\0', '&'),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('', '\uD800', ']]>', '<'),
    )
    .map((parts) => parts.join(''));
  const testcase = fc.record({
    device: text,
    result: fc.constantFrom('passed' as const, 'error' as const),
    message: text,
    failureType: text,
    details: text,
  });
  fc.assert(
    fc.property(text, fc.array(testcase, { maxLength: 5 }), (name, testcases) => {
      const suites = [{ name, testcases: [PASSED, ...testcases] }];
      const report = reportOf(complete([], { suites }), {
        maxFailures: Infinity,
        request: { kind: 'automated', name },
      });
      expect(countPassed(suitesIn(report))).toEqual(countPassed(suites));
    }),
    { numRuns: 40 },
  );
});
