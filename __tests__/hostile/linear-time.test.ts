import { expect, test } from '@jest/globals';

import { readPageTitle } from '../../src/model/text.ts';
import { parseJunitXml } from '../../src/results/parse-junit-xml.ts';
import { createRedactor, redactJson } from '../../src/runtime/redact.ts';
import { readCreateReply } from '../../src/service/create-reply.ts';
import { readEnvelope, readSaid, readStatus } from '../../src/service/wire.ts';

const KEY = 'a-usual-access-key-0123';
const { redact } = createRedactor([KEY, `me@example.com:${KEY}`, 'pass5']);

/** Reads a text from outside; may throw. */
type Reader = (text: string) => unknown;

const READERS: Readonly<Record<string, Reader>> = {
  redact,
  redactJson: (text) => redactJson(text, redact),
  readEnvelope: (text) => readEnvelope(text, redact),
  readSaid: (text) => readSaid(text, redact),
  readCreateReply: (text) => readCreateReply(text, redact),
  readStatus: (text) => readStatus({ testset_status: text, testset_status_detail: { [`${text}_cnt`]: 1 } }, redact),
  parseJunitXml: (text) => parseJunitXml(text, redact),
  readPageTitle: (text) => readPageTitle(text, redact),
};

/** What is repeated, with what stands before it. */
const CONTENTS: readonly (readonly [before: string, repeated: string])[] = [
  ['[', String.raw`"\n",`],
  ['[', String.raw`"\nab",`],
  ['[', String.raw`"a\nbcdef",`],
  ['[', String.raw`"\u0061-usual-access-key-0123",`],
  ['[', String.raw`"\u0070ass5",`],
  ['[', `"${KEY}",`],
  ['"', String.raw`\"`],
  ['"', String.raw`\\`],
  ['', '"'],
  ['', '{'],
  ['', '{"'],
  ['words ', '{"a":'],
  ['words ', '{"a":{}'],
  ['words ', '{"data":{"testset_id":5'],
  ['', '{"data":{"testset_id":5},"result_code":0}'],
  ['{"data":{', '"testset_id":5,'],
  ['{"data":{', '"testset_id": '],
  ['{"result_code":0,"result_msg":"', 'a-usual '],
  ['', '['],
  ['', ' '],
  ['', '\n'],
  ['', '\u200b'],
  ['', '\u001b['],
  ['', 'a-usual-access-key-012 '],
  ['', 'YS11c3Vh\n'],
  ['', `${'A'.repeat(64)}\n`],
  ['', '&#'],
  ['', '&#10;'],
  ['', '%41%'],
  ['', String.raw`\u0041`],
  ['', '<'],
  ['<html>', '<title '],
  ['<title>', 'a&amp;'],
  ['<testsuite>', '<testcase '],
  ['<testsuite>', '<testcase name="a" outcome="Failed"/>'],
  ['<testsuite><testcase><failure>', 'https://a '],
  ['<testsuite ', 'a="" '],
  ['<testsuite><!--', '-'],
  ['', '\ue000\ue001'],
];

/** Sizes at which a reader is measured, in UTF-16 units: from the first one on that takes long enough to compare. */
const [SMALLEST, LARGEST] = [32 * 1024, 256 * 1024];
const ENOUGH_MS = 8;
const TIMES = 3;
const MOST = 2.5;

/** The time of the processor in milliseconds: what else runs on the machine does not count. */
function measure(read: Reader, text: string): number {
  const began = process.cpuUsage();
  try {
    read(text);
  } catch {
    // An unreadable document takes time too.
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** How many times as long as a text another one takes. */
function compare(read: Reader, text: string, other: string): number {
  const pairs = Array.from({ length: TIMES }, () => [measure(read, text), measure(read, other)] as const);
  return median(pairs.map(([, ofOther]) => ofOther)) / median(pairs.map(([ofText]) => ofText));
}

/** How many times as long twice the text takes; 0 if even the largest one takes too little time to compare. */
function growth(read: Reader, textOf: (size: number) => string): number {
  let size = SMALLEST;
  while (measure(read, textOf(size)) < ENOUGH_MS) {
    size *= 2;
    if (size > LARGEST) return 0;
  }
  return compare(read, textOf(size), textOf(2 * size));
}

test.each(Object.entries(READERS))('%s takes at most 2.5 times as long for twice the text', (_name, read) => {
  for (const [before, repeated] of CONTENTS) {
    const textOf = (size: number): string => before + repeated.repeat(size / repeated.length);
    // A collection of garbage may fall into the longer one: once more.
    const isLinear = [1, 2, 3, 4, 5].some(() => growth(read, textOf) <= MOST);
    expect({ before, repeated, isLinear }).toMatchObject({ isLinear: true });
  }
});

// Texts shorter than a secret are not searched, so both ways take as long.
test('many texts take less time together than a search of each', () => {
  const text = 'a\nbcdef';
  const together = JSON.stringify(Array.from({ length: 20_000 }, () => text));
  const read: Reader = (json) => redactJson(json, redact);
  const readEach: Reader = () => Array.from({ length: 20_000 }, () => redact(text));
  expect([1, 2, 3].some(() => measure(read, together) < measure(readEach, ''))).toBe(true);
});
