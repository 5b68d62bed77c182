import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { findDifference, findPartlyNamed } from '../../src/results/compare-devices.ts';
import { countPassed, type Suite } from '../../src/model/results.ts';
import { parseJunitJson } from '../../src/results/parse-junit-json.ts';
import { parseJunitXml } from '../../src/results/parse-junit-xml.ts';
import { decideOutcome } from '../../src/verdict/verdict.ts';
import { asIs } from '../support/as-is.ts';

interface Run {
  readonly device: string;
  readonly result: 'passed' | 'error';
}

function suitesOf(runs: string): readonly Suite[] {
  const testcases = runs
    .split(' ')
    .filter(Boolean)
    .map((run) => ({
      device: run.slice(1),
      result: run.startsWith('+') ? ('passed' as const) : ('error' as const),
    }));
  return [{ name: 's', testcases }];
}

const XML = { source: { source: 'xml' } } as const;
const BARE = { source: { source: 'bare_xml' } } as const;
const JSON_DOCUMENT = { source: { source: 'json' } } as const;

describe('documents with + for a device that passed and - for one that did not', () => {
  test.each<[xml: string, json: string]>([
    ['+A +B', '+B +A'],
    ['+A -B', '-B +A'],
    ['+A +A -A', '-A +A +A'],
    ['+A -B', '+A'],
    ['+A -B', '+A -C -B'],
    ['+A', '-A +A'],
    ['', ''],
  ])('%s and %s name the same devices', (xml, json) => {
    const documents = [
      { ...XML, suites: suitesOf(xml) },
      { ...JSON_DOCUMENT, suites: suitesOf(json) },
    ];
    expect(findDifference(documents)).toBeUndefined();
  });

  test.each<[xml: string, json: string, parts: readonly string[]]>([
    ['+A +B', '+A +C', ['XML shows 1 passed of "B"', 'JSON 0']],
    ['+A', '+A +B', ['XML shows 0 passed of "B"', 'JSON 1']],
    ['+A +A -B', '+A -A -B', ['XML shows 2 passed of "A"', 'JSON 1']],
    ['+A -B', '-A +B', ['XML shows 1 passed of "A"', 'JSON 0']],
    ['+A -B', '+A -C', ['XML shows that "B" did not pass', 'JSON that "C" did not']],
    ['+A -B -B -C', '+A -B -C -C', ['XML shows that "B"', 'JSON that "C"']],
    [`+${'x'.repeat(99)}`, '', [`"${'x'.repeat(59)}…"`]],
  ])('%s and %s do not', (xml, json, parts) => {
    const difference = findDifference([
      { ...XML, suites: suitesOf(xml) },
      { ...JSON_DOCUMENT, suites: suitesOf(json) },
    ]);
    for (const part of parts) expect(difference).toContain(part);
  });

  test('bare XML is compared with each of the others', () => {
    const [complete, part, another] = ['+A -B -C', '+A -B', '+A -C'].map(suitesOf);
    const compare = (...suites: readonly (readonly Suite[] | undefined)[]): string | undefined =>
      findDifference([XML, JSON_DOCUMENT, BARE].map((document, at) => ({ ...document, suites: suites[at] ?? [] })));
    expect(compare(complete, complete, part)).toBeUndefined();
    expect(compare(complete, part, another)).toContain('only the bare XML that "C" did not');
  });

  test('a document that was not read is not compared', () => {
    expect(findDifference([{ ...XML, suites: suitesOf('+A') }, JSON_DOCUMENT])).toBeUndefined();
  });
});

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  é: '&#233;',
};

function toXml(runs: readonly Run[]): string {
  const testcases = runs.map(({ device, result }) => {
    const name = device.replace(/[&<>"é]/g, (character) => ESCAPES[character] ?? '').replaceAll('\u0007', '');
    return `<testcase name="${name}">${result === 'passed' ? '<system-out/>' : '<error/>'}</testcase>`;
  });
  return `<testsuites><testsuite name="s">${testcases.join('\n')}</testsuite></testsuites>`;
}

function toJson(runs: readonly Run[]): string {
  const testcase = runs.map(({ device, result }) => ({ name: device, ...(result === 'error' && { error: {} }) }));
  return JSON.stringify({ testsuites: { testsuite: [{ name: 's', testcase }] } });
}

/** The outcome of a testset with these documents, and with counts that agree with both. */
function outcomeOf(xml: readonly Run[], json: readonly Run[], maxError: number): string {
  const readings = [parseJunitXml(toXml(xml), asIs), parseJunitJson(toJson(json), asIs)] as const;
  const documents = readings.map((reading, at) => {
    const suites = reading.kind === 'read' ? reading.suites : [];
    const source = at === 0 ? ('xml' as const) : ('json' as const);
    return { source: { source, state: 'read' as const, why: '', ...countPassed(suites) }, suites };
  });
  const { length } = json;
  const pass = json.filter(({ result }) => result === 'passed').length;
  const counts = { total: length, pass, fail: 0, error: length - pass, stop: 0 };
  const verdict = decideOutcome(
    {
      status: { complete: true, word: 'Complete', counts, active: 0, preparing: 0, missingFields: [] },
      announcedDevices: length,
      results: {
        documents: documents.map(({ source }) => source),
        suites: [],
        difference: findDifference(documents),
        warnings: [],
        cancelled: false,
      },
    },
    { counts, limits: { fail: 0, error: maxError, stop: 0 }, testsets: 1 },
  );
  return verdict.outcome;
}

/** With characters that XML escapes, changes or cannot contain. */
const device = fc
  .string({
    unit: fc.constantFrom('A', 'B', ' ', '/', '&', '<', '"', 'é', '\n', '\t', '갤', '😀', '\u0007'),
    maxLength: 4,
  })
  .map((name) => `Device ${name}`);
const runs = fc
  .array(fc.record({ device, result: fc.constantFrom('passed' as const, 'passed' as const, 'error' as const) }), {
    minLength: 1,
    maxLength: 6,
  })
  .filter((list) => list.some(({ result }) => result === 'passed'));

/** How often each device has each result, as a text that is equal for the same devices. */
function keyOf(list: readonly Run[]): string {
  const names = list.map(
    ({ device: name, result }) => `${name.replaceAll('\u0007', '').replace(/\s+/g, ' ').trim()} ${result}`,
  );
  return names.sort().join('|');
}

/** Runs, and others with as many of each result: some devices have another name, or the result of another one. */
const pair = runs.chain((list) => {
  const { length } = list;
  const names = fc.array(fc.option(device, { nil: undefined }), { minLength: length, maxLength: length });
  const results = fc.shuffledSubarray([...list.keys()], { minLength: length });
  return fc.tuple(names, fc.option(results, { nil: [] })).map(([renamed, order]) => {
    const others = list.map((run, at) => ({
      device: renamed[at] ?? run.device,
      result: list[order[at] ?? at]?.result ?? run.result,
    }));
    return [list, others] as const;
  });
});

test('of 500 pairs of XML and JSON that name different devices none is green', () => {
  const different = pair.filter(([xml, json]) => keyOf(xml) !== keyOf(json));
  fc.assert(
    fc.property(different, fc.boolean(), ([xml, json], isSwapped) => {
      const [first, second] = isSwapped ? [json, xml] : [xml, json];
      for (const maxError of [0, 1]) expect(outcomeOf(first, second, maxError)).not.toBe('passed');
      expect(outcomeOf(first, second, Infinity)).toBe('inconclusive');
    }),
    { numRuns: 500 },
  );
});

test('the order does not matter, nor what XML cannot contain, nor a device that did not pass and is missing in one', () => {
  fc.assert(
    fc.property(runs, fc.nat(), (list, index) => {
      const missing = list.findIndex(({ result }, at) => result === 'error' && at >= index % list.length);
      const part = list.filter((_, at) => at !== missing);
      expect(outcomeOf(part.toReversed(), list, Infinity)).toBe('passed');
    }),
    { numRuns: 200 },
  );
});

describe('a device that did not pass is partly named', () => {
  test.each<[what: string, documents: readonly string[], partly: readonly string[]]>([
    ['if the other document does not show it', ['-A +B -C', '+B -A'], ['C']],
    ['if the other document shows it less often', ['-A -A +B', '-A +B'], ['A']],
    ['if one of two others does not show it', ['-A', '-A', ''], ['A']],
    ['but not if every document shows it', ['-A +B', '+B -A'], []],
    ['but not if only another document shows it', ['+B', '+B -A'], []],
    ['but not if it is the only document', ['-A'], []],
    ['but not if it passed', ['+A +B', '+B'], []],
  ])('%s', (_what, documents, partly) => {
    const found = findPartlyNamed(documents.map((runs) => ({ ...XML, suites: suitesOf(runs) })));
    expect([...(found ?? [])]).toEqual(partly);
  });

  test('of the first document that was read', () => {
    expect(findPartlyNamed([XML, { ...JSON_DOCUMENT, suites: suitesOf('-A') }])).toBeUndefined();
  });
});
