import { readFileSync } from 'node:fs';

import fc from 'fast-check';

/** A document as the service wrote it, in each form. */
const XML = ['wire.xml', 'wire-bare.xml'].map(readFixture);

const ENVELOPES = [
  '{"result_code":0,"result_msg":"","data":{"testset_id":251929,"test_count":3,"testset_name":"x"},"reason":""}',
  '{"result_code":0,"result_msg":0,"reason":"","data":{"testset_status":"Running","testset_status_detail":' +
    '{"total_test_cnt":3,"pass_cnt":1,"fail_cnt":0,"error_cnt":0,"stop_cnt":0,"running_cnt":2,"initializing_cnt":0}}}',
  '{"result_code":4081,"result_msg":"Invalid Request Parameter","reason":"no devices","data":{}}',
];

const XML_TOKENS = [
  ...'&b; &#x41; &#0; &#xD800; &lt; & <![CDATA[ ]]> <!-- --> <testsuite> </testsuite> <testcase> </testcase>'.split(
    ' ',
  ),
  ...'> " < \u0000 \ud800 \udc00 \ufeff \u0085'.split(' '),
  '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
  '<?x ?>',
  '<?xml version="1.1"?>',
  '<testcase name="a" name="b"/>',
  '<error message="m">',
  '<x:testcase xmlns:x="y"/>',
  '<testsuites tests="1e999">',
  ' errors="-1"',
  '<a>'.repeat(70),
  '<testsuite>'.repeat(70),
  ' a="b"'.repeat(300),
];

const JSON_TOKENS = [
  ...'{ } [ ] , : " \\ \\u0000 \\ud800 \u0000 \ud800 \ufeff null true - 1e999'.split(' '),
  ...'"constructor":1, "testcase":[], "testsuite":{}, "tests":1e9, "result_code":0,'.split(' '),
  ...'"testset_id":1, "testset_id":0, "testset_id":25 "__proto__":{"result_code":0},'.split(' '),
  '9'.repeat(400),
  '[['.repeat(300),
  '{"a":'.repeat(300),
];

const place = fc.double({ min: 0, max: 1, noNaN: true });
/** One change; places are parts of the whole, from 0 to 1. */
const change = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'insert', 'remove', 'repeat', 'swap', 'cut'),
  at: place,
  to: place,
  token: fc.nat(),
});

/** Sound XML documents that have come to harm in up to six places. */
export const harmedXml = harmed(XML, XML_TOKENS);

/** The same for answers of the service. */
export const harmedEnvelope = harmed(ENVELOPES, JSON_TOKENS);

function harmed(documents: readonly string[], tokens: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...documents), fc.array(change, { minLength: 1, maxLength: 6 }))
    .map(([document, changes]) => changes.reduce((text, one) => apply(text, one, tokens), document));
}

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function apply(text: string, { kind, at, to, token }: Change, tokens: readonly string[]): string {
  const [start, end] = [Math.floor(Math.min(at, to) * text.length), Math.floor(Math.max(at, to) * text.length)];
  const piece = text.slice(start, end);
  switch (kind) {
    case 'insert':
      return text.slice(0, start) + (tokens[token % tokens.length] ?? '') + text.slice(start);
    case 'remove':
      return text.slice(0, start) + text.slice(end);
    case 'repeat':
      return text.slice(0, end) + piece.repeat(1 + (token % 3)) + text.slice(end);
    case 'swap':
      return text.slice(end) + piece + text.slice(0, start);
    case 'cut':
      return text.slice(0, end);
  }
}

function readFixture(name: string): string {
  return readFileSync(new URL(`../../fixtures/junit/${name}`, import.meta.url), 'utf8');
}
