import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';

import { renderDocuments } from '../../simulator/documents.ts';
import { DOCUMENTED } from '../../simulator/variants.ts';

/** Text that XML can contain. */
const text = fc
  .string({ unit: 'binary', maxLength: 12 })
  .map((any) => any.replace(/[\0-\x08\v\f\x0E-\x1F\uFFFE\uFFFF]/g, '<'));

/** The names of suites and testcases, in order. */
function namesIn(xml: string): string[] {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'testsuite' || name === 'testcase') names.push(attributes['name'] ?? '');
  });
  parser.write(xml).close();
  return names;
}

describe('the documents', () => {
  test('contain any name unchanged', () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 4 }), (project, names) => {
        const devices = names.map((name) => ({ name, result: 'fail', seconds: 1 }) as const);
        const { xml, bare_xml, json } = renderDocuments({ testsetId: 5, project, devices }, DOCUMENTED);
        const expected = [`${project}.TestBot`, ...names];
        expect(namesIn(xml)).toEqual(expected);
        expect(namesIn(bare_xml)).toEqual(expected);
        expect(JSON.parse(json)).toMatchObject({
          testsuites: { testsuite: [{ name: expected[0], testcase: names.map((name) => ({ name })) }] },
        });
      }),
    );
  });
});
