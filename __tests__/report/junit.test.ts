import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';

import { NO_COUNTS, type Counts } from '../../src/model/counts.ts';
import { isGreen, OUTCOMES, type Outcome } from '../../src/model/outcome.ts';
import type { Device, Report, TestsetReport } from '../../src/model/report.ts';
import { countPassed, type Suite, type Testcase, type TestResult } from '../../src/model/results.ts';
import { junitXml } from '../../src/report/junit.ts';
import { judgeTestsets } from '../../src/verdict/judge.ts';
import { makeReport } from '../../src/report/make-report.ts';
import { readXml, suitesIn as readSuites } from '../support/junit.ts';
import * as reports from '../support/reports.ts';

const { createReport, createTestset, timedOut, without } = reports;
const PASSED: Device = { device: 'A', result: 'passed' };

const LINK = 'https://app.example.com/#/summary/0?tid=1&a=2';

function written(report: Report): string {
  return [...junitXml(report, new Date('2026-05-04T03:02:01.5Z'))].join('');
}

/** The file without the properties of its testcases. */
function withoutProperties(xml: string): string {
  return xml
    .replace(/(<testcase [^>]*)><properties>.*?<\/properties><\/testcase>/g, '$1/>')
    .replace(/(<testcase [^>]*>)<properties>.*?<\/properties>/g, '$1');
}

/** A testset with these devices, in a suite `S`; its counts agree with them. */
function testsetOf(testcases: readonly Device[], overrides: Partial<TestsetReport> = {}): TestsetReport {
  return createTestset({ suites: [{ name: 'S', testcases }], ...overrides });
}

function resultsIn(report: Report): readonly TestResult[] {
  return testcasesIn(report).map(({ result }) => result);
}

function suitesIn(report: Report): readonly Suite[] {
  return readSuites(readXml(written(report)));
}

function testcasesIn(report: Report): readonly Testcase[] {
  return suitesIn(report).flatMap(({ testcases }) => testcases);
}

test('the whole file', () => {
  const passed: Device = { device: 'A', result: 'passed', seconds: 1.5, url: LINK };
  const failed: Device = { device: 'B', result: 'failed', seconds: 2, message: 'lost' };
  const stopped: Device = { device: 'C', result: 'stopped' };
  const facts = { status: 'Unknown', suites: [], counts: NO_COUNTS } as const;
  const reasons = [{ sentence: 'The service rejected "102".' }];
  const rejected = without(createTestset({ ...facts, outcome: 'refused', scenario: 102, reasons }), 'id');
  const report = createReport({
    outcome: 'refused',
    request: { kind: 'scenario', name: 'Night <run>' },
    testsets: [testsetOf([passed, failed, stopped], { outcome: 'failed', scenario: 101 }), rejected],
  });
  expect(withoutProperties(written(report))).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Night &lt;run&gt;" time="1902">
  <testsuite id="251929" name="S, scenario 101" tests="3" failures="1" errors="1" skipped="0" time="3.5" timestamp="2026-05-04T03:02:01Z">
    <properties><property name="testset-id" value="251929"/><property name="scenario-id" value="101"/></properties>
    <testcase name="A" classname="S, scenario 101" time="1.5"><system-out>https://app.example.com/#/summary/0?tid=1&amp;a=2</system-out></testcase>
    <testcase name="B" classname="S, scenario 101" time="2"><failure type="failed" message="lost">lost</failure></testcase>
    <testcase name="C" classname="S, scenario 101" time="0"><error type="stopped" message="The device was stopped.">The device was stopped.</error></testcase>
  </testsuite>
  <testsuite name="Run Testset, scenario 102" tests="1" failures="0" errors="1" skipped="0" time="0" timestamp="2026-05-04T03:02:01Z">
    <properties><property name="scenario-id" value="102"/></properties>
    <testcase name="Outcome" classname="Run Testset, scenario 102" time="0"><error type="refused" message="The service rejected &quot;102&quot;.">The service rejected &quot;102&quot;.</error></testcase>
  </testsuite>
</testsuites>
`);
});

/** What Jenkins' xUnit plugin (junit-10.xsd) allows; other schemas of JUnit allow more. */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  testsuites: /^(?:name|time|tests|failures|errors)$/,
  testsuite: /^(?:name|tests|failures|errors|time|skipped|timestamp|id)$/,
  properties: /^$/,
  property: /^(?:name|value)$/,
  testcase: /^(?:name|time|classname)$/,
  failure: /^(?:type|message)$/,
  error: /^(?:type|message)$/,
  skipped: /^(?:type|message)$/,
  'system-out': /^$/,
};

test.each(['mixed60', 'scenarios', 'timedOut', 'unknownStarts', 'inconclusive', 'hostile'] as const)(
  "has only what Jenkins' schema allows: %s",
  (kind) => {
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
    parser.write(written(reports[kind]())).close();
    expect(found).toEqual([]);
  },
);

/** How the file shows a device `A` that passed, unless `given` says otherwise. */
function lineOf(given: Partial<Device>): string {
  const report = createReport({ testsets: [testsetOf([{ device: 'A', result: 'passed', ...given }])] });
  const xml = withoutProperties(written(report));
  return /^ {4}<testcase (.*)$/m.exec(xml)?.[1] ?? '';
}

test('a testcase has properties for tools that manage tests', () => {
  const device = { device: 'LGE "Nexus" / ANDROID 8.1.0', result: 'passed', url: LINK } as const;
  expect(written(createReport({ testsets: [testsetOf([device, PASSED], { scenario: 12 })] }))).toContain(
    '<properties><property name="device" value="LGE &quot;Nexus&quot;"/><property name="os" value="ANDROID 8.1.0"/>' +
      '<property name="scenario-id" value="12"/><property name="url" value="https://app.example.com/#/summary/0?tid=1&amp;a=2"/></properties>',
  );
});

describe('the testcase of a device', () => {
  test.each<[given: Partial<Device>, line: string]>([
    [{}, 'name="A" classname="S" time="0"/>'],
    [{ message: 'm' }, 'name="A" classname="S" time="0"><system-out>m</system-out></testcase>'],
    [{ seconds: 1 / 3 }, 'name="A" classname="S" time="0.333"/>'],
    [{ seconds: 1e-9 }, 'name="A" classname="S" time="0"/>'],
    [{ device: '"<&>\'' }, 'name="&quot;&lt;&amp;&gt;\'" classname="S" time="0"/>'],
    [{ device: 'a\tb\nc\rd' }, 'name="a&#9;b&#10;c&#13;d" classname="S" time="0"/>'],
    [{ device: 'a\0\x1B\x7F\uFFFE\uFFFFb' }, 'name="a\x7Fb" classname="S" time="0"/>'],
    [{ device: '\uD83D😀\uDE00' }, 'name="😀" classname="S" time="0"/>'],
  ])('%j', (given, line) => {
    expect(lineOf(given)).toBe(line);
  });

  const url = 'http://x/';
  test.each<[given: Partial<Device>, element: 'error' | 'failure', type: string, message: string]>([
    [{ result: 'error', url, message: 'm' }, 'error', 'error', 'm http://x/'],
    [{ result: 'error', message: ']]>' }, 'error', 'error', ']]&gt;'],
    [{ result: 'not-passed', url }, 'failure', 'not-passed', 'The device did not pass. http://x/'],
    [{ result: 'not-passed', message: 'm' }, 'failure', 'not-passed', 'm'],
    [{ result: 'failed', url, message: 'm', failureType: 'E', details: '1\n2' }, 'failure', 'E', 'm http://x/'],
    [{ result: 'failed', details: 'at 1' }, 'failure', 'failed', 'The device failed.'],
    [{ result: 'stopped', failureType: 'E' }, 'error', 'stopped', 'The device was stopped.'],
  ])('%j', (given, element, type, message) => {
    const text = [message, ...(given.details?.split('\n') ?? [])].join('&#10;');
    const shown = `<${element} type="${type}" message="${message}">${text}</${element}>`;
    expect(lineOf(given)).toBe(`name="A" classname="S" time="0">${shown}</testcase>`);
  });
});

describe('never looks better than the outcome', () => {
  test.each(OUTCOMES)('%s', (outcome: Outcome) => {
    const reasons = isGreen(outcome) ? [] : [{ sentence: 'It did not pass.' }];
    const passed = [PASSED];
    // The status counts a failure that no document has.
    const counts = { ...NO_COUNTS, total: 1, pass: outcome === 'failed' ? 0 : 1, fail: outcome === 'failed' ? 1 : 0 };
    const isDoubtful = outcome === 'failed' || outcome === 'inconclusive';
    for (const testset of [
      testsetOf(passed, { outcome, reasons, counts }),
      testsetOf(passed, { outcome, reasons, counts, scenario: 101 }),
      createTestset({ outcome, reasons, counts, suites: [], status: outcome === 'failed' ? 'Complete' : 'Unknown' }),
    ]) {
      const testsets = [testset, testsetOf(passed, { id: 2 })];
      const results = resultsIn(createReport({ outcome, testsets })).filter((result) => result !== 'passed');
      const doubted = isDoubtful && testset.suites.length > 0 ? 1 : 0;
      expect(results).toHaveLength(outcome === 'passed' ? 0 : doubted + 1);
      expect(results.every((result) => result === 'skipped')).toBe(isGreen(outcome));
    }
  });

  test('where no testset shows the outcome of merged reports', () => {
    const report = createReport({ outcome: 'inconclusive', sentence: 'A job is missing.' });
    expect(suitesIn(report).at(-1)).toMatchObject({
      name: 'Run Testset',
      testcases: [{ result: 'error', failureType: 'inconclusive', message: 'A job is missing.' }],
    });
  });

  test.each<[string, Partial<Counts>, readonly Device[], readonly string[]]>([
    ['two of two', { fail: 1, stop: 1 }, [], ['not-passed', 'not-passed']],
    ['the one that was stopped', { fail: 1, stop: 1 }, [{ device: 'A', result: 'failed' }], ['stopped']],
    ['two that were stopped', { stop: 2 }, [], ['stopped', 'stopped']],
    ['one that did not finish', { total: 1 }, [], ['not-passed']],
    ['one of two kinds', { fail: 1, stop: 1 }, [{ device: 'A', result: 'not-passed' }], ['not-passed']],
  ])('devices that no document names have a testcase each: %s', (_, counted, devices, types) => {
    const counts = { ...NO_COUNTS, total: 2, ...counted };
    const report = createReport({ outcome: 'failed', testsets: [testsetOf(devices, { outcome: 'failed', counts })] });
    const unnamed = testcasesIn(report).filter(({ device }) => device.startsWith('Unnamed'));
    expect(unnamed.map(({ failureType }) => failureType)).toEqual(types);
  });

  test('a status may count any number', () => {
    const counts = { ...NO_COUNTS, total: Number.MAX_SAFE_INTEGER, fail: Number.MAX_SAFE_INTEGER };
    const report = createReport({ outcome: 'failed', testsets: [testsetOf([], { outcome: 'failed', counts })] });
    const testcases = testcasesIn(report);
    expect(testcases).toHaveLength(1001);
    expect(testcases.at(-1)?.message).toContain('9,007,199,254,739,991 more');
  });

  test('a status that counts more failures than devices', () => {
    const facts = { reasons: [{ sentence: '1 device failed.' }], counts: { ...NO_COUNTS, fail: 1 } };
    const testset = testsetOf([], { outcome: 'failed', suites: [], ...facts });
    expect(testcasesIn(createReport({ outcome: 'failed', testsets: [testset] }))).toMatchObject([
      { result: 'error', failureType: 'failed', message: '1 device failed.' },
    ]);
  });

  test.each<[string, Partial<TestsetReport>]>([
    ['inconclusive', { outcome: 'inconclusive' }],
    ['failed, and its documents show more passed', { outcome: 'failed', counts: { ...NO_COUNTS, total: 1, fail: 1 } }],
    ['failed, and its documents name different devices', { outcome: 'failed', devicesDiffer: true }],
  ])('a device that passed is skipped where its testset is %s', (_, overrides) => {
    const xml = withoutProperties(
      written(createReport({ testsets: [testsetOf([{ ...PASSED, url: LINK }], overrides)] })),
    );
    expect(xml).toMatch(/ name="A" [^>]*><skipped message="Reported as passed, but [^>]*\/><system-out>https:/);
  });

  test('a device that passed and one that failed are both certain where the sources agree', () => {
    const testset = testsetOf([PASSED, { device: 'B', result: 'failed' }], { outcome: 'failed' });
    const report = createReport({ outcome: 'failed', testsets: [testset] });
    expect(resultsIn(report)).toEqual(['passed', 'failed']);
  });

  test('a testset that is still running says how its devices did', () => {
    const [testcase] = testcasesIn(timedOut());
    expect(testcase?.message).toContain('7 of 12 devices passed, 1 failed, 4 are running.');
  });

  test('the same reason of several testsets is there once', () => {
    const reasons = [{ sentence: 'No device passed.' }];
    const of = (id: number): TestsetReport =>
      testsetOf([{ device: 'A', result: 'stopped' }], { id, outcome: 'inconclusive', reasons });
    const report = createReport({ outcome: 'inconclusive', testsets: [of(1), of(2), of(3)] });
    expect(written(report).match(/message="No device passed\."/g)).toHaveLength(1);
    expect(resultsIn(report)).toEqual(['error', 'error', 'error', 'error']);
    const empty = [1, 2].map((id) => ({ ...of(id), suites: [] }));
    const withoutDevices = createReport({ outcome: 'inconclusive', testsets: empty });
    expect(resultsIn(withoutDevices).filter((result) => result === 'error').length).toBeGreaterThanOrEqual(2);
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
        const testset = {
          ...{ id: 1, announcedDevices: 0, existed: false },
          status: { complete: true, word: 'Complete', counts: counted, active: 0, preparing: 0, missingFields: [] },
          results: { documents: [xml], suites: named, warnings: [], cancelled: false },
        } as const;
        const report = makeReport({
          judged: judgeTestsets([testset], { limits: allowed, quarantine: [] }),
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
    expect(resultsIn(createReport({ outcome: 'started', testsets: [started] }))).toEqual(['skipped']);
  });
});

test('no two testcases have the same class and name', () => {
  const devices: Device[] = ['A', 'B', 'A', 'A'].map((device) => ({ device, result: 'passed' }));
  const suites = [devices.slice(0, 3), devices.slice(3)].map((testcases) => ({ name: 'S', testcases }));
  const testsets = [
    createTestset({ id: 1, scenario: 101, suites }),
    testsetOf(devices, { id: 2, scenario: 102 }),
    testsetOf(devices, { id: 3 }),
    testsetOf(devices, { id: 4 }),
  ];
  const xml = written(createReport({ testsets }));
  const classes = ['S, scenario 101', 'S, scenario 102', 'S, testset 3 of 4', 'S, testset 4 of 4'];
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

test('is read back with every device and what is said about it', () => {
  // What a reader of documents returns: trimmed, not empty, without characters that XML cannot contain.
  const text = fc
    .string({
      unit: fc.constantFrom('a', 'Z', ' ', '<', '&', '"', ']]>', '\t', '\n', '\x7F', 'é', '한', '😀'),
      maxLength: 30,
    })
    .map((value) => value.trim() || 'x');
  const link = fc.constantFrom(
    'https://example.com/',
    'http://[::1]:8/a?b="<&c#d',
    `https://x.example/${'y'.repeat(99)}`,
  );
  const message = text.filter((value) => !/^https?:/i.test(value));
  const seconds = fc.nat({ max: 10_000_000 }).map((milliseconds) => milliseconds / 1000);
  const result = fc.constantFrom('failed' as const, 'error' as const);
  const notPassed = fc.oneof(
    fc.record(
      { device: text, result, seconds, url: link, message, failureType: text },
      { requiredKeys: ['device', 'result', 'seconds', 'message'] },
    ),
    fc.record({ device: text, result, seconds, message, details: message }),
    fc.record({ device: text, result, seconds, url: link }),
  );
  const passed = fc.record(
    { device: text, result: fc.constant('passed' as const), seconds, url: link },
    { requiredKeys: ['device', 'result', 'seconds'] },
  );
  const devices = fc.array(fc.oneof(passed, notPassed), { maxLength: 5 });
  const suites = fc.array(fc.record({ name: text, testcases: devices }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(suites, (made) => {
      // Names that occur twice get a number.
      const given = made.map(({ name, testcases }, at) => ({
        name: `${at} ${name}`,
        testcases: testcases.map((each, index) => ({ ...each, device: `${index} ${each.device}` })),
      }));
      const found = suitesIn(createReport({ testsets: [createTestset({ suites: given })] }));
      expect(found).toEqual(given.map(({ name, testcases }) => ({ name, testcases: testcases.map(inFile) })));
    }),
  );
});

/** What a reader finds of a device. */
function inFile({ url, details, ...device }: Device): object {
  if (device.result === 'passed') return { ...device, ...(url && { url }) };
  const { message = `The device ${device.result === 'failed' ? 'failed' : 'had an error'}.` } = device;
  const said = url === undefined ? message : `${message} ${url}`;
  return {
    ...device,
    failureType: device.failureType ?? device.result,
    message: said,
    ...(details && { details: `${said}\n${details}` }),
  };
}

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
      const suites = [{ name, testcases }];
      const report = createReport({ testsets: [createTestset({ suites })], request: { kind: 'automated', name } });
      expect(countPassed(suitesIn(report))).toEqual(countPassed(suites));
    }),
    { numRuns: 40 },
  );
});
