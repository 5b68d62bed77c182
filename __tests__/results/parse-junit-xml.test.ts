import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { countPassed, type Suite } from '../../src/model/results.ts';
import { parseJunitXml } from '../../src/results/parse-junit-xml.ts';
import { asIs } from '../support/as-is.ts';

const FIXTURES = new URL('../fixtures/junit/', import.meta.url);
const PRODUCERS = new URL('producers/', FIXTURES);

function suitesIn(document: string): readonly Suite[] {
  const result = parseJunitXml(document, asIs);
  return result.kind === 'read' ? result.suites : [{ name: `unreadable: ${result.reason}`, testcases: [] }];
}

function reasonFor(document: string): string {
  const result = parseJunitXml(document, asIs);
  return result.kind === 'unreadable' ? result.reason : 'it was read';
}

test.each(['wire.xml', 'wire-bare.xml'])("the service's own document %s", (name) => {
  expect(suitesIn(readFileSync(new URL(name, FIXTURES), 'utf8'))).toEqual([
    {
      name: 'apps-android-wikipedia.TestBot',
      testcases: [
        {
          device: 'LGE Nexus_5X / ANDROID 8.1.0',
          result: 'passed',
          seconds: 1828,
          url: 'https://app.example.com/#/main/testLab/tResult/summary/0?tid=879851',
        },
        {
          device: 'SAMSUNG GALAXY_NOTE9 / ANDROID 9',
          result: 'error',
          seconds: 1817,
          url: 'https://app.example.com/#/main/testLab/tResult/summary/0?tid=879852',
        },
      ],
    },
  ]);
});

describe('well-formed documents', () => {
  test.each<[what: string, document: string, passed: number, notPassed: number]>([
    [
      'several testsuite elements',
      '<testsuite><testcase name="a"/></testsuite>\n<testsuite><testcase name="a"/></testsuite>',
      2,
      0,
    ],
    ['a comment between suites', '<testsuite/><!-- and --><testsuite><testcase name="a"/></testsuite>', 1, 0],
    ['white space before the declaration', ' \n<?xml version="1.0"?><testsuite><testcase name="a"/></testsuite>', 1, 0],
    ['a byte order mark', '\uFEFF<?xml version="1.0"?><testsuite><testcase name="a"/></testsuite>', 1, 0],
    ['a prefix that is not bound', '<testsuite><y:testcase><y:failure/></y:testcase></testsuite>', 0, 1],
    ['a failure of 0', '<testsuite><testcase name="a"/><failure>0</failure></testsuite>', 1, 1],
    ['a commented error', '<testsuite><testcase name="a"><!-- <error/> --></testcase></testsuite>', 1, 0],
    ['XML 1.1', '<?xml version="1.1"?><testsuite name="&#1;"><testcase name="a"/></testsuite>', 1, 0],
    [
      'a lone surrogate before an error',
      '<testsuite><testcase><system-out>\uD83D</system-out><error/></testcase></testsuite>',
      0,
      1,
    ],
    [
      'attributes with the names of methods',
      '<testsuite><testcase __proto__="a" constructor="b" toString="c"/></testsuite>',
      1,
      0,
    ],
    ['64 levels', `${'<testsuite>'.repeat(63)}<testcase name="a"/>${'</testsuite>'.repeat(63)}`, 1, 0],
  ])('%s', (_, document, passed, notPassed) => {
    expect(parseJunitXml(document, asIs)).toMatchObject({ kind: 'read' });
    expect(countPassed(suitesIn(document))).toEqual({ passed, notPassed });
  });
});

describe('unreadable documents', () => {
  test.each<[what: string, document: string, reason: string]>([
    ['only a comment', '<!-- a -->', 'it has no testsuite'],
    ['plain text', 'Bad Gateway', 'text outside of the root element (line 1)'],
    ['text after the root', '<testsuite/>\nand more', 'text outside of the root element (line 2)'],
    ['CDATA after the root', '<testsuite/>\n<![CDATA[x]]>', 'text outside of the root element (line 2)'],
    ['an HTML page', '<html><body>Sign in</body></html>', 'the root element is html'],
    ['another root', '<report><testsuite><testcase name="a"/></testsuite></report>', 'the root element is report'],
    ['a suite and a document', '<testsuite/><testsuites/>', 'more than one root element'],
    ['two roots behind a declaration', '<?xml version="1.0"?><testsuite/><testsuite/>', 'only one root (line 1)'],
    ['truncated after white space', ' \n\n<?xml version="1.0"?>\n<testsuite>', 'unclosed tag: testsuite (line 4)'],
    ['wrong nesting', '<testsuite><testcase></testsuite></testcase>', 'unexpected close tag (line 1)'],
    ['a forbidden character', '\n\n<testsuite name="\x07"/>', 'disallowed character (line 3)'],
    ['65 levels', '<testsuite>'.repeat(65), 'nested more than 64 deep'],
    [
      'an external entity',
      '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<testsuite name="&x;"/>',
      'a DOCTYPE is not allowed (line 2)',
    ],
    [
      'too many testcases',
      `<testsuite>${'<testcase name="a"/>'.repeat(100_001)}</testsuite>`,
      'more than 100000 testcases',
    ],
    ['too many elements', `<testsuite>${'<a/>'.repeat(500_001)}</testsuite>`, 'more than 500000 elements'],
    ['too large', `<testsuite><!--${'ö'.repeat(8 * 1024 * 1024)}--></testsuite>`, 'it is larger than 16 MiB'],
  ])('%s', (_, document, reason) => {
    expect(reasonFor(document)).toContain(reason);
  });

  test('a reason is short, whatever the document contains', () => {
    expect(reasonFor(`<testsuite></${'a'.repeat(10_000)}>`).length).toBeLessThan(250);
    expect(reasonFor(`<${'a'.repeat(10_000)}/>`).length).toBeLessThan(250);
    expect(reasonFor(`<testsuite name="${'a'.repeat(10_000)}" tests="1"/>`).length).toBeLessThan(250);
  });
});

/** `[passed, not passed]`, or a part of the reason why the file is unreadable. */
const PRODUCER_FILES: readonly (readonly [file: string, expected: readonly [number, number] | string])[] = [
  ['ant.xml', [1, 2]],
  ['appium-service.xml', [2, 1]],
  ['attribute-twice.xml', 'duplicate attribute'],
  ['bare-two-roots.xml', [1, 1]],
  ['bom.xml', [1, 0]],
  ['capital-letters.xml', [1, 1]],
  ['cdata-looks-like-markup.xml', [1, 0]],
  ['cdata-split.xml', [0, 1]],
  ['comments-and-instructions.xml', [1, 0]],
  ['control-characters.xml', 'disallowed character'],
  ['ctest.xml', [1, 1]],
  ['cypress.xml', [0, 1]],
  ['declares-fewer-failures.xml', [1, 1]],
  ['declares-fewer-tests.xml', [2, 0]],
  ['declares-more-failures.xml', 'declares 2 failures and errors but shows 1'],
  ['declares-more-tests.xml', 'declares 5 tests but shows 2'],
  ['declares-nonsense.xml', [1, 0]],
  ['detox-retries.xml', [1, 1]],
  ['dotnet.xml', [1, 1]],
  ['empty.xml', 'it is empty'],
  ['entities.xml', [1, 1]],
  ['entity-doctype.xml', 'a DOCTYPE is not allowed'],
  ['entity-unknown.xml', 'undefined entity'],
  ['go-junit-report.xml', [1, 1]],
  ['googletest.xml', [1, 2]],
  ['gradle-android.xml', [2, 0]],
  ['html-error-page.xml', 'incorrect syntax'],
  ['jest.xml', [1, 1]],
  ['leading-space.xml', [1, 0]],
  ['maestro.xml', [1, 1]],
  ['missing-attributes.xml', [1, 2]],
  ['mocha-nested-describe.xml', [2, 0]],
  ['namespace-default.xml', [1, 1]],
  ['namespace-prefix.xml', [1, 1]],
  ['nested-five-deep.xml', [2, 0]],
  ['no-suite.xml', 'it has no testsuite'],
  ['phpunit-nested.xml', [1, 1]],
  ['pytest.xml', [2, 2]],
  ['rust-nextest.xml', [2, 0]],
  ['several-results.xml', [0, 2]],
  ['suite-level-error.xml', [0, 1]],
  ['suite-level-failure-among-passes.xml', [2, 1]],
  ['surefire-flaky.xml', [1, 1]],
  ['surefire.xml', [1, 1]],
  ['system-err-only.xml', [1, 0]],
  ['times-grouped.xml', [2, 0]],
  ['times-negative-and-absent.xml', [4, 0]],
  ['truncated-after-declaration.xml', 'root element (line 2)'],
  ['truncated-between.xml', 'unclosed tag: testsuites'],
  ['truncated-in-tag.xml', 'unclosed tag: testsuite'],
  ['truncated-in-text.xml', 'unclosed tag: failure'],
  ['two-documents.xml', 'more than one root element'],
  ['windows-line-ends.xml', [1, 0]],
  ['xctest.xml', [2, 1]],
];

function matching(expected: (typeof PRODUCER_FILES)[number][1]): unknown {
  return typeof expected === 'string' ? expect.stringContaining(expected) : expected;
}

describe('JUnit of other producers', () => {
  test.each(PRODUCER_FILES.map(([file, expected]) => [file, matching(expected)] as const))('%s', (file, expected) => {
    const result = parseJunitXml(readFileSync(new URL(file, PRODUCERS), 'utf8'), asIs);
    const counts = result.kind === 'read' ? Object.values(countPassed(result.suites)) : result.reason;
    expect(counts).toEqual(expected);
  });

  test('every file is in the table', () => {
    expect(PRODUCER_FILES.map(([file]) => file).sort()).toEqual(readdirSync(PRODUCERS).sort());
  });
});

test.each<[attributes: string, device: string]>([
  ['name=" A&amp;B "', 'A&B'],
  ['classname="C"', 'C'],
  ['name="A" classname="C"', 'A'],
  ['name=""', '(unnamed)'],
  ['x:name="A" xmlns:x="urn:x"', '(unnamed)'],
])('the name of a testcase with %s', (attributes, device) => {
  const document = `<testsuite><testcase ${attributes}/></testsuite>`;
  expect(suitesIn(document)[0]?.testcases).toEqual([{ device, result: 'passed' }]);
});

test('suites are in document order, nested ones beside their parent', () => {
  const suites = suitesIn(
    '<testsuites name="r"><testsuite name="a"><testsuite name="b"><testcase name="1"/></testsuite><testcase name="2"/></testsuite>' +
      '<testcase name="3"/><testsuite name="c"/></testsuites>',
  );
  expect(suites.map(({ name, testcases }) => [name, ...testcases.map(({ device }) => device)])).toEqual([
    ['r', '3'],
    ['a', '2'],
    ['b', '1'],
    ['c'],
  ]);
});

test("a suite's own error has the name of the suite", () => {
  expect(suitesIn('<testsuite name="A"><error message="m"/><system-out>log</system-out></testsuite>')).toEqual([
    { name: 'A', testcases: [{ device: 'A', result: 'error', message: 'm' }] },
  ]);
});

describe('damaged documents', () => {
  const sound =
    '<?xml version="1.0"?><testsuites tests="2"><testsuite name="a"><testcase name="ö😀"><error message="&lt;m&#10;"/></testcase>' +
    '<testcase time="1"><system-out><![CDATA[x]]></system-out></testcase></testsuite></testsuites>';

  test('cut anywhere, they are unreadable', () => {
    for (let end = 0; end < sound.length; end += 1)
      expect(parseJunitXml(sound.slice(0, end), asIs).kind).toBe('unreadable');
  });

  // Where one of several roots ends, only the status can tell that something is missing.
  const single = PRODUCER_FILES.filter(([file, counts]) => typeof counts !== 'string' && file !== 'bare-two-roots.xml');
  test.each(single)('%s, cut anywhere, is unreadable', (file) => {
    const text = readFileSync(new URL(file, PRODUCERS), 'utf8');
    for (let end = text.lastIndexOf('</'); end >= 0; end -= 17) {
      expect(parseJunitXml(text.slice(0, end), asIs).kind).toBe('unreadable');
    }
  });

  test('any text is read or not, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseJunitXml(text, asIs).kind).toBe('unreadable');
        const document = `<testsuite name="${text}"><testcase>${text}</testcase></testsuite>`;
        expect(['read', 'unreadable']).toContain(parseJunitXml(document, asIs).kind);
      }),
    );
  });
});

/** Runs a program that has both parsers. @returns what it printed */
async function runWithHeap(megabytes: number, program: string): Promise<string> {
  const imports = `
    import { parseJunitXml } from './src/results/parse-junit-xml.ts';
    import { parseJunitJson } from './src/results/parse-junit-json.ts';`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', `--max-old-space-size=${megabytes}`, '--input-type=module', '--eval', imports + program],
    { cwd: new URL('../..', import.meta.url) },
  );
  return stdout;
}

describe('memory', () => {
  test.each<[unit: string, expected: string]>([
    ['&lt;', 'read'],
    ['{},', 'more than 500000 elements'],
  ])(
    '1 GiB is enough for 16 MiB of %s',
    async (unit, expected) => {
      const program = `
      const units = ${JSON.stringify(unit)}.repeat(16 * 1024 * 1024 / ${unit.length} - 20);
      const result = ${unit.startsWith('{')}
        ? parseJunitJson('{"testsuite":[' + units + '{}]}', (text) => text)
        : parseJunitXml('<testsuite><error>' + units + '</error></testsuite>', (text) => text);
      console.log(result.kind, result.reason);`;
      expect(await runWithHeap(1024, program)).toContain(expected);
    },
    60_000,
  );

  test.each([
    [
      `parseJunitXml('<testsuite><testcase name="' + name + '"/><error>' + text + '</error></testsuite>', (text) => text)`,
    ],
    ['parseJunitJson(JSON.stringify({ testsuite: { name, error: { contents: text } } }), (text) => text)'],
  ])(
    'the results of 30 documents with 8 MiB each do not keep the documents: %s',
    async (parse) => {
      const program = `
      const name = 'SAMSUNG GALAXY_NOTE9 / ANDROID 9';
      const kept = [];
      while (kept.length < 30) {
        const text = String(kept.length).repeat(8 * 1024 * 1024).slice(0, 8 * 1024 * 1024);
        kept.push(${parse});
      }
      console.log(kept.filter(({ kind }) => kind === 'read').length);`;
      expect(await runWithHeap(150, program)).toBe('30\n');
    },
    60_000,
  );
});
