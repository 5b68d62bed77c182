import { readFile } from 'node:fs/promises';

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { decode } from '../../src/results/decode.ts';
import { tally, type Suite } from '../../src/model/results.ts';
import { readXml } from '../../src/results/read-xml.ts';
import { asIs } from '../support/as-is.ts';

const FIXTURES = new URL('../fixtures/junit/', import.meta.url);

/** Units that mean something in XML, or nothing anywhere. */
const MARKS = [
  '<',
  '>',
  '&',
  '"',
  "'",
  '/',
  '!',
  '[',
  ']',
  '?',
  '-',
  '=',
  ' ',
  '\0',
  '\uD800',
  '\uDC00',
  ';',
  '#',
  'x',
];

const LINK = 'https://app.example.com/#/summary/0?tid=1';

function suitesOf(document: string | Uint8Array): readonly Suite[] {
  const reading = readXml(decode(document), asIs);
  return reading.kind === 'read' ? reading.suites : [{ name: `unreadable: ${reading.why}`, testcases: [] }];
}

function whyNot(document: string): string {
  const reading = readXml(document, asIs);
  return reading.kind === 'unreadable' ? reading.why : 'it was read';
}

describe("the service's own documents", () => {
  test.each(['wire.xml', 'wire-bare.xml'])('%s', async (name) => {
    expect(suitesOf(await readFile(new URL(name, FIXTURES)))).toEqual([
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
});

describe('what is JUnit', () => {
  test.each<[what: string, document: string | Uint8Array, passed: number, notPassed: number]>([
    ['one that passed', '<testsuites><testsuite><testcase/></testsuite></testsuites>', 1, 0],
    ['a suite as the root', '<?xml version="1.0"?><testsuite><testcase/></testsuite>', 1, 0],
    ['several bare suites', '<testsuite><testcase/></testsuite>\n<testsuite><testcase/></testsuite>', 2, 0],
    ['bare suites around a comment', '<testsuite/><!-- and --><testsuite><testcase/></testsuite>', 1, 0],
    ['white space before the declaration', ' \n<?xml version="1.0"?><testsuite><testcase/></testsuite>', 1, 0],
    ['a suite without testcases', '<testsuites><testsuite/></testsuites>', 0, 0],
    ['a failure', '<testsuite><testcase><failure/></testcase></testsuite>', 0, 1],
    ['an error', '<testsuite><testcase><error/></testcase></testsuite>', 0, 1],
    ['skipped', '<testsuite><testcase><skipped/></testcase><testcase/></testsuite>', 1, 1],
    [
      'all kinds',
      '<testsuite><testcase/><testcase><error/></testcase><testcase><failure/></testcase></testsuite>',
      1,
      2,
    ],
    [
      'several results in one testcase',
      '<testsuite><testcase><failure/><error/><skipped/></testcase></testsuite>',
      0,
      1,
    ],
    ['a failure within an unknown element', '<testsuite><testcase><run><failure/></run></testcase></testsuite>', 0, 1],
    ['a result within a result', '<testsuite><testcase><failure>a<error/>b</failure></testcase></testsuite>', 0, 1],
    [
      'nested suites',
      '<testsuite><testcase/><testsuite><testcase><error/></testcase></testsuite><testcase/></testsuite>',
      2,
      1,
    ],
    ['testcases in a group', '<testsuite><group><testcase/></group></testsuite>', 1, 0],
    ['testcases right in the root', '<testsuites><testcase/><testcase><error/></testcase></testsuites>', 1, 1],
    ["a suite's own error", '<testsuite><testcase/><error message="no device"/></testsuite>', 1, 1],
    ["a root's own failure", '<testsuites><testsuite><testcase/></testsuite><failure/></testsuites>', 1, 1],
    [
      'declared counts that agree',
      '<testsuite tests="2" failures="1" errors="0"><testcase/><testcase><failure/></testcase></testsuite>',
      1,
      1,
    ],
    [
      'fewer declared than shown',
      '<testsuite tests="1" failures="0"><testcase/><testcase><failure/></testcase></testsuite>',
      1,
      1,
    ],
    [
      'declared with the suites within',
      '<testsuite tests="2"><testcase/><testsuite tests="1"><testcase/></testsuite></testsuite>',
      2,
      0,
    ],
    [
      'declared where a testcase has both',
      '<testsuite tests="1" failures="1" errors="1"><testcase><failure/><error/></testcase></testsuite>',
      0,
      1,
    ],
    ["declared with the suite's own error", '<testsuite tests="1" errors="1"><error/></testsuite>', 0, 1],
    ['declared nonsense', '<testsuite tests="many" failures="-1" errors=""><testcase/></testsuite>', 1, 0],
    [
      'a prefix',
      '<x:testsuites xmlns:x="urn:x"><x:testsuite><x:testcase><x:error/></x:testcase></x:testsuite></x:testsuites>',
      0,
      1,
    ],
    ['a prefix that is not bound', '<testsuite><y:testcase><y:failure/></y:testcase></testsuite>', 0, 1],
    ['a namespace', '<testsuites xmlns="urn:junit"><testsuite><testcase/></testsuite></testsuites>', 1, 0],
    [
      'results that are only text',
      '<testsuite><testcase><system-out>&lt;error/&gt;<![CDATA[<failure/>]]></system-out></testcase></testsuite>',
      1,
      0,
    ],
    ['a commented error', '<testsuite><testcase><!-- <error/> --></testcase></testsuite>', 1, 0],
    ['a processing instruction', '<?xml version="1.0"?><?style a?><testsuite><testcase/></testsuite>', 1, 0],
    [
      'properties and system-err',
      '<testsuite><properties><property name="a" value="b"/></properties><testcase><system-err>x</system-err></testcase></testsuite>',
      1,
      0,
    ],
    ['elements in capital letters', '<testsuite><testcase><ERROR/></testcase></testsuite>', 0, 1],
    ['a byte order mark', '\uFEFF<?xml version="1.0"?><testsuite><testcase/></testsuite>', 1, 0],
    [
      'UTF-16',
      Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><testsuite><testcase/></testsuite>', 'utf16le'),
      1,
      0,
    ],
    [
      'ISO-8859-1',
      Buffer.from(
        '<?xml version="1.0" encoding="ISO-8859-1"?><testsuite name="\xf6"><testcase/></testsuite>',
        'latin1',
      ),
      1,
      0,
    ],
    ['XML 1.1', '<?xml version="1.1"?><testsuite name="&#1;"><testcase/></testsuite>', 1, 0],
    [
      'line ends of Windows',
      '<?xml version="1.0"?>\r\n<testsuite>\r\n<testcase>\r\n<error/>\r\n</testcase>\r\n</testsuite>\r\n',
      0,
      1,
    ],
    [
      'a lone surrogate before an error',
      '<testsuite><testcase><system-out>\uD83D</system-out><error/></testcase></testsuite>',
      0,
      1,
    ],
    [
      'attributes named like methods',
      '<testsuite><testcase __proto__="a" constructor="b" toString="c"/></testsuite>',
      1,
      0,
    ],
    ['64 levels', `${'<testsuite>'.repeat(63)}<testcase/>${'</testsuite>'.repeat(63)}`, 1, 0],
  ])('%s', (_, document, passed, notPassed) => {
    const reading = readXml(decode(document), asIs);
    expect(reading).toMatchObject({ kind: 'read' });
    expect(tally(suitesOf(document))).toEqual({ passed, notPassed });
  });
});

describe('what is unreadable', () => {
  test.each<[what: string, document: string, why: string]>([
    ['nothing', '', 'it is empty'],
    ['white space', '\uFEFF \n\t', 'it is empty'],
    ['no suite', '<testsuites/>', 'it holds no testsuite'],
    ['only a declaration', '<?xml version="1.0"?>', 'document must contain a root element (line 1)'],
    ['only a comment', '<!-- a -->', 'it holds no testsuite'],
    ['plain text', 'Bad Gateway', 'text stands outside of the root element (line 1)'],
    ['JSON', '{"testsuites": {}}', 'text stands outside of the root element (line 1)'],
    ['text after the root', '<testsuite/>\nand more', 'text stands outside of the root element (line 2)'],
    ['CDATA after the root', '<testsuite/>\n<![CDATA[x]]>', 'text stands outside of the root element (line 2)'],
    [
      'an HTML page',
      '<html><body>Sign in</body></html>',
      'the root element is html, not testsuites or testsuite (line 1)',
    ],
    ['an HTML page with a DOCTYPE', '<!DOCTYPE html><html></html>', 'a DOCTYPE is not accepted (line 1)'],
    [
      'another root',
      '<report><testsuite><testcase/></testsuite></report>',
      'the root element is report, not testsuites or testsuite (line 1)',
    ],
    ['a bare testcase', '<testcase/>', 'the root element is testcase, not testsuites or testsuite (line 1)'],
    [
      'two documents',
      '<testsuites><testsuite/></testsuites><testsuites/>',
      'it has more than one root element (line 1)',
    ],
    ['a suite and a document', '<testsuite/><testsuites/>', 'it has more than one root element (line 1)'],
    [
      'two roots behind a declaration',
      '<?xml version="1.0"?><testsuite/><testsuite/>',
      'documents may contain only one root (line 1)',
    ],
    ['truncated between elements', '<testsuites>\n<testsuite>\n<testcase/>\n', 'unclosed tag: testsuite (line 4)'],
    ['truncated within a tag', '<testsuites><testsuite><testcase/><testcase na', 'unclosed tag: testsuite (line 1)'],
    ['truncated within a comment', '<testsuite><testcase/></testsuite><!-- a', 'unexpected end (line 1)'],
    ['truncated within a last tag', '<testsuite><testcase/></testsuite', 'unclosed tag: testsuite (line 1)'],
    ['wrong nesting', '<testsuite><testcase></testsuite></testcase>', 'unexpected close tag (line 1)'],
    ['an end without a start', '<testsuite/></testsuite>', 'unmatched closing tag: testsuite (line 1)'],
    ['an attribute twice', '<testsuite name="a" name="b"/>', 'duplicate attribute: name (line 1)'],
    ['an unknown entity', '<testsuite name="&nbsp;"/>', 'undefined entity (line 1)'],
    ['a forbidden character', '\n\n<testsuite name="\x07"/>', 'disallowed character (line 3)'],
    ['a forbidden reference', '<testsuite name="&#x110000;"/>', 'malformed character entity (line 1)'],
    [
      'more tests declared',
      '<testsuite tests="5"><testcase/><testcase/><testcase/><testcase/></testsuite>',
      'a testsuite declares 5 tests but holds 4 (line 1)',
    ],
    [
      'more tests declared by the root',
      '<testsuites tests="2"><testsuite><testcase/></testsuite></testsuites>',
      'a testsuite declares 2 tests but holds 1 (line 1)',
    ],
    [
      'more failures declared',
      '<testsuite tests="1" failures="1"><testcase/></testsuite>',
      'a testsuite counts 1 as failures and errors but shows 0 (line 1)',
    ],
    [
      'more errors declared',
      '<testsuite failures="1" errors="1"><testcase><error/></testcase></testsuite>',
      'a testsuite counts 2 as failures and errors but shows 1 (line 1)',
    ],
    [
      'an error declared, but only skipped',
      '<testsuite errors="1"><testcase><skipped/></testcase></testsuite>',
      'a testsuite counts 1 as failures and errors but shows 0 (line 1)',
    ],
    [
      'an unclosed root after white space',
      ' \n\n<?xml version="1.0"?>\n<testsuite>',
      'unclosed tag: testsuite (line 4)',
    ],
    [
      'a testcase in a testcase',
      '<testsuite><testcase><testcase/></testcase></testsuite>',
      'a testcase holds another testcase (line 1)',
    ],
    [
      'a suite in a testcase',
      '<testsuite><testcase><testsuite/></testcase></testsuite>',
      'a testcase holds a testsuite (line 1)',
    ],
    ['65 levels', '<testsuite>'.repeat(65), 'elements are nested more than 64 deep (line 1)'],
    ['a hundred thousand levels', '<testsuite>\n'.repeat(100_000), 'elements are nested more than 64 deep (line 65)'],
    [
      'an external entity',
      '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<testsuite name="&x;"/>',
      'a DOCTYPE is not accepted (line 2)',
    ],
    [
      'a billion laughs',
      '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><testsuite name="&b;"/>',
      'a DOCTYPE is not accepted (line 1)',
    ],
  ])('%s', (_, document, why) => {
    expect(whyNot(document)).toBe(why);
  });

  test('too many testcases', () => {
    const document = `<testsuite>${'<testcase/>'.repeat(500_001)}</testsuite>`;
    expect(whyNot(document)).toBe('it holds more than 500000 testcases (line 1)');
  });

  test('a reason is short, whatever the document holds', () => {
    expect(whyNot(`<testsuite></${'a'.repeat(10_000)}>`).length).toBeLessThan(250);
    expect(whyNot(`<${'a'.repeat(10_000)}/>`).length).toBeLessThan(250);
  });
});

describe('what is told of a unit test', () => {
  const inside = (elements: string): object | undefined =>
    suitesOf(`<testsuite><testcase>${elements}</testcase></testsuite>`)[0]?.testcases[0];

  test.each<[what: string, elements: string, told: object]>([
    ['nothing', '', { result: 'passed' }],
    ['a link that it printed', `<system-out>\n  ${LINK}\n</system-out>`, { result: 'passed', url: LINK }],
    ['a link in CDATA', `<system-out><![CDATA[${LINK}&a=1]]></system-out>`, { result: 'passed', url: `${LINK}&a=1` }],
    ['a link with entities', `<error message="${LINK}&amp;a=1&#38;b=2"/>`, { result: 'error', url: `${LINK}&a=1&b=2` }],
    ['a link as text', `<failure>${LINK}</failure>`, { result: 'failed', url: LINK }],
    ['text in pieces', '<failure>a<![CDATA[<b>]]>&lt;c</failure>', { result: 'failed', message: 'a<b><c' }],
    ['what it printed', '<system-out>all is well</system-out>', { result: 'passed', message: 'all is well' }],
    [
      'a message, and a link that it printed',
      `<system-out>${LINK}</system-out><error message="lost"/>`,
      { result: 'error', url: LINK, message: 'lost' },
    ],
    ['a message before the text', '<failure message="short">long</failure>', { result: 'failed', message: 'short' }],
    [
      'a link as text beside a message',
      `<failure message="short">${LINK}</failure>`,
      { result: 'failed', url: LINK, message: 'short' },
    ],
    ['the worst result first', '<skipped message="s"/><failure message="f"/>', { result: 'failed', message: 'f' }],
    ['the worst result last', '<error message="e"/><failure message="f"/>', { result: 'error', message: 'e' }],
    ['the first of equals', '<error message="e"/><error message="f"/>', { result: 'error', message: 'e' }],
    ['a lesser result that knows more', `<error/><failure message="${LINK}"/>`, { result: 'error', url: LINK }],
    ['no link but http', '<error message="javascript:alert(1)"/>', { result: 'error', message: 'javascript:alert(1)' }],
    [
      'two texts that it printed',
      `<system-out>log</system-out><system-out>${LINK}</system-out>`,
      { result: 'passed', url: LINK, message: 'log' },
    ],
    ['a failure around an error', '<failure>a<error/>b</failure>', { result: 'error', message: 'a' }],
  ])('%s', (_, elements, told) => {
    expect(inside(elements)).toEqual({ device: '(unnamed)', ...told });
  });

  test('a long text is kept in part', () => {
    const text = `${' '.repeat(5_000)}${'x'.repeat(700)}<![CDATA[${'y'.repeat(200_000)}]]>`;
    expect(inside(`<failure>${text}</failure>`)).toMatchObject({ message: `${'x'.repeat(700)}${'y'.repeat(300)}` });
  });

  test('a long link is no link', () => {
    expect(inside(`<system-out>https://example.com/${'a'.repeat(2_000)}</system-out>`)).not.toHaveProperty('url');
  });

  test.each<[attributes: string, told: object]>([
    ['name="A"', { device: 'A' }],
    ['name=" A&amp;B "', { device: 'A&B' }],
    ['classname="C"', { device: 'C' }],
    ['name="A" classname="C"', { device: 'A' }],
    ['name=""', { device: '(unnamed)' }],
    ['x:name="A" xmlns:x="urn:x"', { device: '(unnamed)' }],
    ['name="A" time="1,828.1"', { device: 'A', seconds: 1828.1 }],
    ['name="A" time="-1"', { device: 'A' }],
    ['name="A" time="NaN"', { device: 'A' }],
    ['name="A" time=""', { device: 'A' }],
  ])('the attributes %s', (attributes, told) => {
    expect(suitesOf(`<testsuite><testcase ${attributes}/></testsuite>`)[0]?.testcases).toEqual([
      { result: 'passed', ...told },
    ]);
  });

  test('a name is kept in part', () => {
    const suites = suitesOf(`<testsuite name="${'n'.repeat(2_000)}"/>`);
    expect(suites).toEqual([{ name: 'n'.repeat(1_000), testcases: [] }]);
  });
});

describe('suites', () => {
  test('stand in document order, nested ones beside their parent', () => {
    const suites = suitesOf(
      '<testsuites name="r"><testsuite name="a"><testsuite name="b"><testcase name="1"/></testsuite><testcase name="2"/></testsuite>' +
        '<testcase name="3"/><testsuite name="c"/></testsuites>',
    );
    expect(suites.map(({ name, testcases }) => [name, ...testcases.map(({ device }) => device)])).toEqual([
      ['a', '2'],
      ['b', '1'],
      ['r', '3'],
      ['c'],
    ]);
  });

  test("a suite's own error is named after it", () => {
    expect(suitesOf(`<testsuite name="A"><error message="${LINK}"/><system-out>log</system-out></testsuite>`)).toEqual([
      { name: 'A', testcases: [{ device: 'A', result: 'error', url: LINK }] },
    ]);
  });
});

describe('documents that came to harm', () => {
  const sound =
    '<?xml version="1.0"?><testsuites tests="2"><testsuite name="a"><testcase name="ö😀"><error message="&lt;m&#10;"/></testcase>' +
    '<testcase time="1"><system-out><![CDATA[x]]></system-out></testcase></testsuite></testsuites>';

  test('cut anywhere, they are unreadable', () => {
    for (let end = 0; end < sound.length; end += 1) expect(readXml(sound.slice(0, end), asIs).kind).toBe('unreadable');
  });

  test('changed anywhere, they are read or not, and nothing is thrown', () => {
    const harm = fc.array(fc.tuple(fc.nat(sound.length - 1), fc.constantFrom(...MARKS)), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(harm, (changes) => {
        const units = sound.split('');
        for (const [at, unit] of changes) units[at] = unit;
        expect(['read', 'unreadable']).toContain(readXml(units.join(''), asIs).kind);
      }),
      { numRuns: 2_000 },
    );
  });

  test('any text at all is read or not, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readXml(text, asIs).kind).toBe('unreadable');
        expect(['read', 'unreadable']).toContain(
          readXml(`<testsuite name="${text}"><testcase>${text}</testcase></testsuite>`, asIs).kind,
        );
      }),
    );
  });
});

test('characters at the borders of the slices survive', () => {
  const log = '😀'.repeat(70_000);
  const document = `<testsuite name="a"><testcase><system-out>${log}</system-out><error message="m"/></testcase></testsuite>`;
  expect(suitesOf(document)).toEqual([
    { name: 'a', testcases: [{ device: '(unnamed)', result: 'error', message: 'm' }] },
  ]);
});
