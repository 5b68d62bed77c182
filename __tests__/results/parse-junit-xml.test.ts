import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { expectCounts, readXml, suitesIn, type Expected } from '../support/junit.ts';

const FIXTURES = new URL('../fixtures/junit/', import.meta.url);
const PRODUCERS = new URL('producers/', FIXTURES);
const LONG = 'a'.repeat(10_000);

test.each(['wire.xml', 'wire-bare.xml'])("the service's own document %s", (name) => {
  expect(suitesIn(readXml(readFileSync(new URL(name, FIXTURES), 'utf8')))).toEqual([
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

test.each<[what: string, document: string, expected: Expected]>([
  ['several suites', '<testsuite><testcase name="a"/></testsuite>\n<testsuite><error/></testsuite>', [1, 1]],
  ['a comment between suites', '<testsuite/><!-- and --><testsuite><testcase name="a"/></testsuite>', [1, 0]],
  ['white space before the declaration', ' \n<?xml version="1.0"?><testsuite><testcase name="a"/></testsuite>', [1, 0]],
  ['a byte order mark', '\uFEFF<?xml version="1.0"?><testsuite><testcase name="a"/></testsuite>', [1, 0]],
  ['a prefix that is not bound', '<testsuite><y:testcase><y:failure/></y:testcase></testsuite>', [0, 1]],
  ['a failure of 0', '<testsuite><testcase name="a"/><failure>0</failure></testsuite>', [1, 1]],
  ['a commented error', '<testsuite><testcase name="a"><!-- <error/> --></testcase></testsuite>', [1, 0]],
  ['XML 1.1', '<?xml version="1.1"?><testsuite name="&#1;"><testcase name="a"/></testsuite>', [1, 0]],
  ['a lone surrogate', '<testsuite><testcase><system-out>\uD83D</system-out><error/></testcase></testsuite>', [0, 1]],
  ['names of methods', '<testsuite><testcase __proto__="a" constructor="b" toString="c"/></testsuite>', [1, 0]],
  ['64 levels', `${'<testsuite>'.repeat(63)}<testcase name="a"/>${'</testsuite>'.repeat(63)}`, [1, 0]],
  ['only a comment', '<!-- a -->', 'it has no testsuite'],
  ['plain text', 'Bad Gateway', 'text outside of the root element (line 1)'],
  ['text after the root', '<testsuite/>\nand more', 'text outside of the root element (line 2)'],
  ['CDATA after the root', '<testsuite/>\n<![CDATA[x]]>', 'text outside of the root element (line 2)'],
  ['an HTML page', '<html><body>Sign in</body></html>', 'the root element is html'],
  ['another root', '<report><testsuite><testcase name="a"/></testsuite></report>', 'the root element is report'],
  ['a suite and a document', '<testsuite/><testsuites/>', 'more than one root element'],
  ['two roots behind a declaration', '<?xml version="1.0"?><testsuite/><testsuite/>', 'only one root (line 1)'],
  ['truncated after white space', ' \n\n<?xml version="1.0"?>\n<testsuite>', 'unclosed tag: testsuite (line 4)'],
  ['an open element with a full stop in its name', '<testsuite><a.b>', 'unclosed tag: a.b (line 1)'],
  ['wrong nesting', '<testsuite><testcase></testsuite></testcase>', 'unexpected close tag (line 1)'],
  ['a forbidden character', '\n\n<testsuite name="\x07"/>', 'disallowed character (line 3)'],
  ['65 levels', '<testsuite>'.repeat(65), 'nested more than 64 deep'],
  ['an entity', ' \n<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>', 'a DOCTYPE is not allowed (line 2)'],
  ['too many testcases', `<testsuite>${'<testcase/>'.repeat(100_001)}</testsuite>`, 'more than 100000 testcases'],
  ['too many elements', `<testsuite>${'<a/>'.repeat(500_001)}</testsuite>`, 'more than 500000 elements'],
  ['too large', `<testsuite><!--${'ö'.repeat(8 * 1024 * 1024)}--></testsuite>`, 'it is larger than 16 MiB'],
])('%s', (_, document, expected) => {
  expectCounts(readXml(document), expected);
});

test.each([`<testsuite><${LONG}>`, `<${LONG}/>`, `<testsuite name="${LONG}" tests="1"/>`])(
  'a short reason',
  (document) => {
    expect(readXml(document)).toMatchObject({ reason: expect.stringMatching(/^.{10,250}$/) });
  },
);

const PRODUCER_FILES: readonly (readonly [file: string, expected: Expected])[] = [
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

describe('JUnit of other producers', () => {
  test.each(PRODUCER_FILES)('%s', (file, expected) => {
    expectCounts(readXml(readFileSync(new URL(file, PRODUCERS), 'utf8')), expected);
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
  const [suite] = suitesIn(readXml(`<testsuite><testcase ${attributes}/></testsuite>`));
  expect(suite?.testcases).toEqual([{ device, result: 'passed' }]);
});

test('suites are in document order, nested ones beside their parent', () => {
  const first =
    '<testsuite name="a"><testsuite name="b"><testcase name="1"/></testsuite><testcase name="2"/></testsuite>';
  const others = '<testcase name="3"/><testsuite name="c"/>';
  const suites = suitesIn(readXml(`<testsuites name="r">${first}${others}</testsuites>`));
  expect(suites.map(({ name, testcases }) => [name, ...testcases.map(({ device }) => device)])).toEqual([
    ['r', '3'],
    ['a', '2'],
    ['b', '1'],
    ['c'],
  ]);
});

test("a suite's own error has the name of the suite", () => {
  const document = '<testsuite name="A"><error type="E"/><system-out>log</system-out></testsuite>';
  expect(suitesIn(readXml(document))).toEqual([
    { name: 'A', testcases: [{ device: 'A', result: 'error', failureType: 'E' }] },
  ]);
});

describe('damaged documents', () => {
  const sound =
    '<?xml version="1.0"?><testsuites tests="2"><testsuite name="a"><testcase name="ö😀"><error message="&lt;m&#10;"/></testcase>' +
    '<testcase time="1"><system-out><![CDATA[x]]></system-out></testcase></testsuite></testsuites>';

  test('cut anywhere, they are unreadable', () => {
    for (let end = 0; end < sound.length; end += 1) expect(readXml(sound.slice(0, end))).toHaveProperty('reason');
  });

  // Where one of several roots ends, only the status can tell that something is missing.
  const single = PRODUCER_FILES.filter(([file, counts]) => typeof counts !== 'string' && file !== 'bare-two-roots.xml');
  test.each(single)('%s, cut anywhere, is unreadable', (file) => {
    const text = readFileSync(new URL(file, PRODUCERS), 'utf8');
    for (let end = text.lastIndexOf('</'); end >= 0; end -= 17) {
      expect(readXml(text.slice(0, end))).toHaveProperty('reason');
    }
  });

  test('any text is read or not, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readXml(text)).toHaveProperty('reason');
        const document = `<testsuite name="${text}"><testcase>${text}</testcase></testsuite>`;
        expect(() => readXml(document)).not.toThrow();
      }),
    );
  });
});

/** Runs a program that has both parsers, with a heap of so many MiB. @returns what it printed */
async function runWithHeap(megabytes: number, program: string): Promise<string> {
  const imports = `
    import { parseJunitXml } from './src/results/parse-junit-xml.ts';
    import { parseJunitJson } from './src/results/parse-junit-json.ts';
    const asIs = (text) => text;
    const xml = (error) => parseJunitXml('<testsuite><error>' + error + '</error></testsuite>', asIs);
    const json = (error) => parseJunitJson(JSON.stringify({ testsuite: { error: { contents: error } } }), asIs);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', `--max-old-space-size=${megabytes}`, '--input-type=module', '--eval', imports + program],
    { cwd: new URL('../..', import.meta.url) },
  );
  return stdout;
}

describe('memory', () => {
  test('of 256 MiB is enough for a document of 4 MiB, whatever it consists of', async () => {
    const program = `
      const repeat = (unit) => unit.repeat(4 * 1024 * 1024 / unit.length);
      console.log('suites' in xml(repeat('&lt;')), parseJunitJson('{"testsuite":[' + repeat('{},') + '{}]}', asIs).reason);`;
    expect(await runWithHeap(256, program)).toBe('true it has more than 500000 elements\n');
  }, 60_000);

  test.each(['xml', 'json'])(
    'is not taken by documents that were read: 20 with 3 MiB each as %s',
    async (parse) => {
      const program = `
      const kept = Array.from({ length: 20 }, (_, at) => ${parse}(String(at % 10).repeat(3 * 1024 * 1024)));
      console.log(kept.filter((each) => 'suites' in each).length);`;
      expect(await runWithHeap(48, program)).toBe('20\n');
    },
    60_000,
  );
});
