import { describe, expect, test } from '@jest/globals';

import { parseJunitXml } from '../../src/results/parse-junit-xml.ts';
import { expectCounts, readXml, suitesIn, type Expected } from '../support/junit.ts';

const LINK = 'https://app.example.com/#/summary/0?tid=1';

test('names are the same, however their letters are composed', () => {
  const [composed = '', decomposed = ''] = ['NFC', 'NFD'].map((form) => '갤럭시 é / ANDROID 13'.normalize(form));
  const [one, other] = [composed, decomposed].map((name) =>
    readXml(`<testsuite name="${name}"><testcase name="${name}"/></testsuite>`),
  );
  expect(other).toEqual(one);
  expect(JSON.stringify(other)).toContain(composed);
});

describe('which testcases passed', () => {
  test.each<[xml: string, expected: Expected]>([
    ['<testcase name="a"/>', [1, 0]],
    ['<testcase></testcase>', [0, 1]],
    ['<testcase><failure/></testcase>', [0, 1]],
    ['<testcase><error/></testcase>', [0, 1]],
    ['<testcase name="a"/><testcase><skipped/></testcase>', [1, 1]],
    ['<testcase><ERROR/></testcase>', [0, 1]],
    ['<x:testcase><x:failure/></x:testcase>', [0, 1]],
    ['<testcase><failure/><skipped/></testcase>', [0, 1]],
    ['<testcase><run><failure/></run></testcase>', [0, 1]],
    ['<testcase><system-out>&lt;error/&gt;</system-out></testcase>', [1, 0]],
    ['<testcase><exception/></testcase>', [0, 1]],
    ['<testcase><timedOut>1</timedOut></testcase>', [0, 1]],
    ['<testcase><disabled/></testcase>', [0, 1]],
    ['<testcase name="a">KO</testcase>', [0, 1]],
    ['<testcase status="run" result="completed"/>', [1, 0]],
    ['<testcase id="error" line="1" timestamp="failed" tests="0" executed="false"/>', [1, 0]],
    ['<testcase __proto__="failed" constructor="failed" has-failed="yes"/>', [1, 0]],
    ['<testcase><flakyFailure/></testcase>', [1, 0]],
    ['<testcase><flakyError/></testcase>', [1, 0]],
    ['<testcase><failure/><rerunFailure/></testcase>', [0, 1]],
    ['<testcase><rerunError/></testcase>', [0, 1]],
    ['<testcase><system-out><error/></system-out></testcase>', [0, 1]],
    ['<testcase><system-err><error/></system-err></testcase>', [0, 1]],
    ['', [0, 0]],
    ['<testcase><system-err>failed</system-err></testcase>', [1, 0]],
    ['<testcase><properties/></testcase>', [1, 0]],
    ['<testcase><properties><property name="a" value="failed">failed</property></properties></testcase>', [1, 0]],
    ['<testcase><properties><failure/></properties></testcase>', [0, 1]],
    ['<testcase><properties><property><failure/></property></properties></testcase>', [0, 1]],
    ['<testsuite><testcase><error/></testcase></testsuite>', [0, 1]],
    ['<group><testcase name="a"/></group>', [0, 1]],
    ['<testcase name="a"/><crash/>', [1, 1]],
    ['<system-out>log</system-out><properties/>', [0, 0]],
    ['<testcase name="a"/><properties><failure/></properties>', [1, 1]],
    ['<testcase name="a"/><system-err><failure/></system-err>', [1, 1]],
    ['<testcase name="a"/><error message="m"/>', [1, 1]],
    ['<testcase><testcase/></testcase>', 'a testcase contains a testcase'],
    ['<testcase><testsuite/></testcase>', 'a testcase contains a testsuite'],
  ])('%j', (xml, expected) => {
    expectCounts(readXml(`<testsuite>${xml}</testsuite>`), expected);
  });

  const WORDS = ['', ' Passed ', 'pass', 'SUCCESS', 'successful', 'succeeded', 'ok', 'run', 'completed'];
  const YES = ['true', '1', ' Yes'];
  const NO = ['FALSE', '0', 'no '];
  test.each<[attributes: string, passed: readonly string[], others: readonly string[]]>([
    ['status result outcome State', WORDS, ['Failed', 'skipped', 'true', '0', '?']],
    ['success x:passed', ['', ...YES], [...NO, 'passed', '2', '?']],
    ['errors error failures failure failed skipped disabled', ['', ...NO], [...YES, 'none', '-1', '?']],
  ])('one with the attributes %s', (attributes, passed, others) => {
    for (const name of attributes.split(' ')) {
      for (const value of passed) {
        expectCounts(readXml(`<testsuite><testcase ${name}="${value}"/></testsuite>`), [1, 0]);
      }
      for (const value of others) {
        const [suite] = suitesIn(readXml(`<testsuite><testcase name="D2" ${name}="${value}"/></testsuite>`));
        const message = `Not known to have passed: ${name} "${value}"`;
        expect(suite?.testcases).toEqual([{ device: 'D2', result: 'unknown', message }]);
      }
    }
  });
});

describe('what a suite says of itself', () => {
  test.each<[attributes: Readonly<Record<string, string>>, expected: Expected]>([
    [{ status: 'passed', result: 'SUCCESS', failed: '0' }, [1, 0]],
    [{ status: 'KO' }, [1, 1]],
    [{ failed: 'true' }, [1, 1]],
    [{ failed: '1' }, [1, 1]],
    [{ failed: 'false' }, [1, 0]],
    [{ success: 'false' }, [1, 1]],
    [{ skipped: 'yes' }, [1, 1]],
    [{ success: '3', passed: '1,000', errors: '', failures: '-1', disabled: '0' }, [1, 0]],
  ])('%j', (attributes, expected) => {
    const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
    const inner = '<testsuite><testcase name="a"/></testsuite>';
    for (const root of ['testsuite', 'testsuites']) {
      expectCounts(readXml(`<${root} ${written.join(' ')}>${inner}</${root}>`), expected);
    }
  });

  test('does not count if a testcase explains it', () => {
    for (const element of ['<failure/>', '<skipped/>', '<crash/>']) {
      const xml = `<testsuite status="failed"><testcase>${element}</testcase></testsuite>`;
      expectCounts(readXml(xml), [0, 1]);
    }
  });
});

describe('what a suite declares', () => {
  test.each<[declared: Readonly<Record<string, string>>, testcases: string, expected: Expected]>([
    [{ tests: '2', failures: '1', errors: '0' }, '<testcase name="a"/><testcase><failure/></testcase>', [1, 1]],
    [{ tests: '1', failures: '0' }, '<testcase name="a"/><testcase><failure/></testcase>', [1, 1]],
    [{ tests: '1,000' }, '<testcase name="a"/>', 'declares 1000 tests but shows 1'],
    [{ tests: '2' }, '<testcase name="a"><properties/></testcase>', 'a testsuite declares 2 tests but shows 1'],
    [{ name: 'S', tests: '2' }, '<testcase name="a"/>', 'the testsuite S declares 2 tests but shows 1'],
    [{ tests: 'many', failures: '-1', errors: '' }, '<testcase name="a"/>', [1, 0]],
    [{ tests: '2' }, '<testcase name="a"/><testsuite tests="1"><testcase name="a"/></testsuite>', [2, 0]],
    [{ tests: '3' }, '<testcase name="a"/><testsuite><testcase name="a"/></testsuite>', 'declares 3 tests but shows 2'],
    [{ tests: '1', errors: '1' }, '<error/>', [0, 1]],
    [{ failures: '1' }, '<testcase name="a"/>', 'declares 1 failures and errors but shows 0'],
    [{ FAILURES: '1' }, '<testcase name="a"/>', 'declares 1 failures and errors but shows 0'],
    [{ failures: '1', errors: '1' }, '<testcase><error/></testcase>', 'declares 2 failures and errors but shows 1'],
    [{ failures: '1', errors: '1' }, '<testcase><failure/><error/></testcase>', [0, 1]],
    [{ errors: '1' }, '<testcase><skipped/></testcase>', 'declares 1 failures and errors but shows 0'],
    [{ skipped: '1' }, '<testcase name="a"/>', 'declares 1 skipped and disabled tests but shows 0'],
    [{ skipped: '1' }, '<testcase><failure/></testcase>', 'declares 1 skipped and disabled tests but shows 0'],
    [{ skipped: '1' }, '<testcase><skipped/></testcase>', [0, 1]],
    [{ skip: '1' }, '<testcase name="a"/>', 'declares 1 skipped and disabled tests but shows 0'],
    [{ ignored: '2', skipped: '1' }, '<testcase><skipped/></testcase>', 'declares 2 skipped and disabled tests'],
    [{ skip: '1', skipped: '1' }, '<testcase><skipped/></testcase>', [0, 1]],
    [{ disabled: '1' }, '<testcase name="a"/>', 'declares 1 skipped and disabled tests but shows 0'],
    [{ disabled: '1' }, '<testcase status="notrun"/>', [0, 1]],
    [{ disabled: '1' }, '<testcase status="notrun"><skipped/></testcase>', [0, 1]],
    [{ failures: '1' }, '<testcase status="failed"/>', [0, 1]],
    [{ failures: '2' }, '<testcase status="fail"><failure/></testcase>', 'declares 2 failures and errors but shows 1'],
    [{ failed: '2' }, '<testcase><failure/></testcase>', 'declares 2 failures and errors but shows 1'],
    [{ tests: '1', flakes: '1' }, '<testcase><flakyFailure/></testcase>', [1, 0]],
    [{ tests: '2' }, '<testcase><flakyFailure/></testcase>', [1, 0]],
    [{ tests: '3' }, '<testcase><flakyFailure/></testcase>', 'declares 3 tests but shows 2'],
    [{ tests: '3', failures: '3' }, '<testcase><failure/><rerunFailure/><rerunError/></testcase>', [0, 1]],
    [{ failures: '3' }, '<testcase><failure/><rerunFailure/></testcase>', 'declares 3 failures and errors'],
  ])('%j with %s', (declared, testcases, expected) => {
    const attributes = Object.entries(declared).map(([name, value]) => `${name}="${value}"`);
    for (const root of ['testsuite', 'testsuites']) {
      const inner = root === 'testsuite' ? testcases : `<testsuite>${testcases}</testsuite>`;
      expectCounts(readXml(`<${root} ${attributes.join(' ')}>${inner}</${root}>`), expected);
    }
  });
});

describe('link and message', () => {
  const read = (elements: string): object | undefined =>
    suitesIn(readXml(`<testsuite><testcase>${elements}</testcase></testsuite>`))[0]?.testcases[0];

  test.each<[elements: string, expected: object]>([
    [`<system-out>\n  ${LINK}\n</system-out>`, { result: 'passed', url: LINK }],
    [`<system-out><![CDATA[${LINK}&a=1]]></system-out>`, { result: 'passed', url: `${LINK}&a=1` }],
    [`<error message="${LINK}&amp;a=1&#38;b=2"/>`, { result: 'error', url: `${LINK}&a=1&b=2` }],
    [`<failure>${LINK}</failure>`, { result: 'failed', url: LINK }],
    ['<failure>a<![CDATA[<b>]]>&lt;c</failure>', { result: 'failed', message: 'a<b><c' }],
    ['<system-out>log</system-out>', { result: 'passed', message: 'log' }],
    [`<system-out>${LINK}</system-out><error message="lost"/>`, { result: 'error', url: LINK, message: 'lost' }],
    ['<failure type="E" message="m">at</failure>', { result: 'failed', failureType: 'E', message: 'm', details: 'at' }],
    ['<failure type="" message="m"/>', { result: 'failed', message: 'm' }],
    ['<skipped message="s"/>', { result: 'skipped', message: 's' }],
    ['<skipped message="s"/><failure message="f"/>', { result: 'failed', message: 'f' }],
    ['<error message="e"/><failure message="f"/>', { result: 'error', message: 'e' }],
    [`<error/><failure message="${LINK}"/>`, { result: 'error', url: LINK }],
    ['<system-out>http://a.example</system-out>', { result: 'passed', url: 'http://a.example' }],
    ['<error message="javascript:alert(1)"/>', { result: 'error', message: 'javascript:alert(1)' }],
    ['<error message="javascript:a//https://b"/>', { result: 'error', message: 'javascript:a//https://b' }],
    ['<error message="https://a.example/b c"/>', { result: 'error', message: 'https://a.example/b c' }],
    ['<error message="https://exa mple"/>', { result: 'error', message: 'https://exa mple' }],
    ['<error message="http://[nonsense"/>', { result: 'error', message: 'http://[nonsense' }],
    [`<system-out>log</system-out><system-out>${LINK}</system-out>`, { result: 'passed', url: LINK, message: 'log' }],
    ['<crash/>', { result: 'unknown', message: 'Not known to have passed: <crash>' }],
    ['', { result: 'unknown', message: 'Not known to have passed: the testcase is empty' }],
    [' KO ', { result: 'unknown', message: 'Not known to have passed: "KO"' }],
  ])('%s', (elements, expected) => {
    expect(read(elements)).toEqual({ device: '(unnamed)', ...expected });
  });

  test('the message of an attribute, and a name without the blanks around it', () => {
    const [suite] = suitesIn(readXml('<testsuite><testcase name=" A / B " status="KO"/></testsuite>'));
    const message = 'Not known to have passed: status "KO"';
    expect(suite?.testcases).toEqual([{ device: 'A / B', result: 'unknown', message }]);
  });

  test('at most 1,000 UTF-16 units of each text are kept, between whole characters, and no part of a link', () => {
    const long = `${'x'.repeat(999)}😀`;
    const elements = `<failure message="${long}" type="${long}">${' '.repeat(5_000)}b${long}</failure>`;
    expect(read(elements)).toMatchObject({ message: 'x'.repeat(999), failureType: 'x'.repeat(999) });
    expect(read(elements)).toMatchObject({ details: `b${'x'.repeat(999)}` });
    const [longest, tooLong] = [1_000, 1_001].map((length) => 'https://example.com/'.padEnd(length, 'a'));
    expect(read(`<system-out>${longest}</system-out>`)).toMatchObject({ url: longest });
    expect(read(`<system-out>${tooLong}</system-out>`)).toMatchObject({ url: undefined });
  });

  test('a secret is replaced before a text is cut, and in a link', () => {
    const redact = (text: string): string => text.replaceAll('secret', '***');
    const error = `<error message="${LINK}&amp;key=secret">${'x'.repeat(996)}secret</error>`;
    const xml = `<testsuite name="${'n'.repeat(998)}secret"><testcase>${error}</testcase></testsuite>`;
    const [suite] = parseJunitXml(xml, redact);
    expect(suite?.name).toBe(`${'n'.repeat(998)}**`);
    expect(suite?.testcases).toMatchObject([{ url: `${LINK}&key=***`, message: `${'x'.repeat(996)}***` }]);
  });
});

describe('duration', () => {
  test.each<[time: string, seconds: number | undefined]>([
    ['1828', 1828],
    ['12,828.15', 12_828.15],
    ['1,234,567', 1_234_567],
    [' 12 ', 12],
    ['0', 0],
    ['0.25', 0.25],
    ['1.0E-4', 0.0001],
    ['1e3', 1_000],
    ['-3', undefined],
    ['', undefined],
    ['NaN', undefined],
    ['1e999', undefined],
    ['31622400', 31_622_400],
    ['31622401', undefined],
    ['0x10', undefined],
    ['12s', undefined],
    ['1,5', undefined],
    ['1,23,456', undefined],
  ])('%j is %p seconds', (time, seconds) => {
    const testcases = [{ device: '(unnamed)', result: 'passed', seconds }];
    const xml = `<testsuite><testcase time="${time}"/></testsuite>`;
    expect(suitesIn(readXml(xml))).toEqual([{ name: '(unnamed)', testcases }]);
  });
});
