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
  const page = 'https://app.example.com/#/main/testLab/tResult/summary/0';
  const testcases = [
    { device: 'LGE Nexus_5X / ANDROID 8.1.0', result: 'passed', seconds: 1828, url: `${page}?tid=879851` },
    { device: 'SAMSUNG GALAXY_NOTE9 / ANDROID 9', result: 'error', seconds: 1817, url: `${page}?tid=879852` },
  ];
  const suites = [{ name: 'apps-android-wikipedia.TestBot', testcases }];
  expect(suitesIn(readXml(readFileSync(new URL(name, FIXTURES), 'utf8')))).toEqual(suites);
});

test.each<[what: string, document: string, expected: Expected]>([
  ['several suites', '<testsuite><testcase name="a"/></testsuite>\n<testsuite><error/></testsuite>', [1, 1]],
  ['a comment between suites', '<testsuite/><!-- and --><testsuite><testcase name="a"/></testsuite>', [1, 0]],
  ['white space before the declaration', ' \n<?xml version="1.0"?><testsuite><testcase name="a"/></testsuite>', [1, 0]],
  ['a byte order mark', '\uFEFF<?xml version="1.0"?><testsuite><testcase name="a"/></testsuite>', [1, 0]],
  ['a failure of 0', '<testsuite><testcase name="a"/><failure>0</failure></testsuite>', [1, 1]],
  ['a commented error', '<testsuite><testcase name="a"><!-- <error/> --></testcase></testsuite>', [1, 0]],
  ['XML 1.1', '<?xml version="1.1"?><testsuite name="&#1;"><testcase name="a"/></testsuite>', [1, 0]],
  ['a lone surrogate', '<testsuite><testcase><system-out>\uD83D</system-out><error/></testcase></testsuite>', [0, 1]],
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

test('a reason is short', () => {
  for (const document of [`<testsuite><${LONG}>`, `<${LONG}/>`, `<testsuite name="${LONG}" tests="1"/>`])
    expect(readXml(document)).toMatchObject({ reason: expect.stringMatching(/^.{10,250}$/) });
});

const PRODUCER_FILES: readonly (readonly [file: string, counts: Expected])[] = [
  ['ant.xml', [1, 2]],
  ['appium-service.xml', [2, 1]],
  ['cdata-looks-like-markup.xml', [1, 0]],
  ['ctest.xml', [1, 1]],
  ['cypress.xml', [0, 1]],
  ['detox-retries.xml', [1, 1]],
  ['dotnet.xml', [1, 1]],
  ['entities.xml', [1, 1]],
  ['go-junit-report.xml', [1, 1]],
  ['googletest.xml', [1, 2]],
  ['gradle-android.xml', [2, 0]],
  ['jest.xml', [1, 1]],
  ['maestro.xml', [1, 1]],
  ['mocha-nested-describe.xml', [2, 0]],
  ['namespace-default.xml', [1, 1]],
  ['phpunit-nested.xml', [1, 1]],
  ['pytest.xml', [2, 2]],
  ['rust-nextest.xml', [2, 0]],
  ['surefire-flaky.xml', [1, 1]],
  ['surefire.xml', [1, 1]],
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

test("a suite's own error is that of an unknown device", () => {
  const document = '<testsuite name="A"><error type="E"/><system-out>log</system-out></testsuite>';
  const testcases = [{ device: '(unnamed)', result: 'error', failureType: 'E' }];
  expect(suitesIn(readXml(document))).toEqual([{ name: 'A', testcases }]);
});

describe('damaged documents', () => {
  test.each(PRODUCER_FILES)('%s, cut anywhere, is unreadable', (file) => {
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

test('documents that were read do not take memory: 20 with 3 MiB each', async () => {
  const program = `
    import { parseJunitXml } from './src/results/parse-junit-xml.ts';
    const asIs = (text) => text;
    const parse = (error) => parseJunitXml('<testsuite><error>' + error + '</error></testsuite>', asIs);
    const kept = Array.from({ length: 20 }, (_, at) => parse(String(at % 10).repeat(3 * 1024 * 1024)));
    console.log(kept.length);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', '--max-old-space-size=48', '--input-type=module', '--eval', program],
    { cwd: new URL('../..', import.meta.url) },
  );
  expect(stdout).toBe('20\n');
});
