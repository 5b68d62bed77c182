import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { compareDocuments } from '../../src/results/compare-devices.ts';
import type { Suite, Testcase } from '../../src/model/results.ts';

type Source = 'xml' | 'json' | 'bare_xml';

/** A document whose devices passed (`+A`) or did not (`-A`). */
function show(source: Source, runs: string | readonly string[]): { source: Source; suites: readonly Suite[] } {
  const all = typeof runs === 'string' ? runs.split(' ').filter(Boolean) : runs;
  const testcases = all.map((run): Testcase => {
    return { device: run.slice(1), result: run.startsWith('+') ? 'passed' : 'error' };
  });
  return { source, suites: [{ name: 's', testcases }] };
}

function findDifference(...documents: Parameters<typeof compareDocuments>[0]): string | undefined {
  return compareDocuments(documents).difference;
}

describe('the difference between XML and JSON', () => {
  const only = (xml: string, json: string): string =>
    `only the XML shows that "${xml}" did not pass, and only the JSON that "${json}" did not.`;
  test.each<[xml: string, json: string, difference: string]>([
    ['+A +B', '+A +C', 'the XML shows 1 passed of "B", the JSON 0.'],
    ['+A', '+A +B', 'the XML shows 0 passed of "B", the JSON 1.'],
    ['+A +A -B', '+A -A -B', 'the XML shows 2 passed of "A", the JSON 1.'],
    ['+A -B', '-A +B', 'the XML shows 1 passed of "A", the JSON 0.'],
    ['+A -B', '+A -C', only('B', 'C')],
    ['+A -B -B -C', '+A -B -C -C', only('B', 'C')],
    [`+${'x'.repeat(99)}`, '', `the XML shows 1 passed of "${'x'.repeat(59)}…", the JSON 0.`],
  ])('%s and %s', (xml, json, difference) => {
    const found = findDifference(show('xml', xml), show('json', json));
    expect(found).toBe(`The results name different devices: ${difference}`);
  });

  test.each<[xml: string, json: string]>([
    ['+A -B', '+A'],
    ['+A -B', '+A -C -B'],
  ])('%s and %s: none, because only one of them lacks a device that did not pass', (xml, json) => {
    expect(findDifference(show('xml', xml), show('json', json))).toBeUndefined();
  });

  test('is found between any two of three documents', () => {
    const [complete, part, another] = ['+A -B -C', '+A -B', '+A -C'] as const;
    const compare = (xml: string, json: string, bare: string): string | undefined =>
      findDifference(show('xml', xml), show('json', json), show('bare_xml', bare));
    expect(compare(complete, complete, part)).toBeUndefined();
    expect(compare(complete, part, another)).toContain('only the bare XML that "C" did not');
  });

  test('does not depend on characters that XML changes or cannot contain', () => {
    const json = show('json', ['+A\u0007\n\tB', '-\ud83dC ']);
    expect(findDifference(show('xml', ['-\ufffdC', '+A B']), json)).toBeUndefined();
  });

  test('is found in any order, if a device passed more often in one, or each lacks one that did not pass', () => {
    const document = fc.array(fc.constantFrom('+A', '+B', '-A', '-B'), { maxLength: 6 });
    const lacks = (some: readonly string[], others: readonly string[], run: string): boolean =>
      some.filter((each) => each === run).length < others.filter((each) => each === run).length;
    fc.assert(
      fc.property(document, document, (xml, json) => {
        const hasOtherPasses = ['+A', '+B'].some((run) => lacks(xml, json, run) || lacks(json, xml, run));
        const areBothPartial =
          ['-A', '-B'].some((run) => lacks(xml, json, run)) && ['-A', '-B'].some((run) => lacks(json, xml, run));
        const difference = findDifference(show('xml', xml), show('json', json));
        expect(difference !== undefined).toBe(hasOtherPasses || areBothPartial);
      }),
      { numRuns: 1_000 },
    );
  });
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
    ['but not without a document', [], []],
  ])('%s', (_what, documents, partly) => {
    const { partlyNamed } = compareDocuments(documents.map((runs) => show('xml', runs)));
    expect([...(partlyNamed ?? [])]).toEqual(partly);
  });
});
