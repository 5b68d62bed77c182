import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from '@jest/globals';

import { MARKS } from '../src/model/history.ts';
import { RECEIPT_DAYS } from '../src/model/receipts.ts';
import { DOCUMENTS } from '../src/model/results.ts';
import { STATUS_WORDS } from '../src/model/testset.ts';
import { DEVICE_LABELS, EXCUSES } from '../src/model/verdict.ts';
import { capitalize, keysOf } from '../src/model/words.ts';
import { MAX_FAILING_MS, MAX_NOT_READY_MS } from '../src/service/retry.ts';
import { NO_POLLS, pollDelayMs } from '../src/wait/poll-delay.ts';
import { tableBelow } from './support/read-markdown.ts';
import { fields } from './support/workflow-files.ts';

const ROOT = resolve(import.meta.dirname, '..');

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The paragraphs, list items, table rows and entries of a file, each as one line. */
function passagesOf(path: string): readonly string[] {
  const passages = read(path).split(/\n\s*\n|\n(?=\s*- |\||\s*[\w-]+:)/);
  return passages.map((passage) => passage.replaceAll(/\s+/g, ' '));
}

function isNamed(word: string, text: string): boolean {
  return new RegExp(`(?<![a-z-])${word}(?![a-z-])`).test(text);
}

test.each<[definition: string, property: string, table: object]>([
  ['device', 'result', DEVICE_LABELS],
  ['device', 'excused', EXCUSES],
])('the schema of report.json has each %s.%s, and no other', (definition, property, table) => {
  const schema = fields(fields(JSON.parse(read('docs/report.schema.json')))['$defs']);
  const words = fields(fields(fields(schema[definition])['properties'])[property])['enum'];
  expect([words].flat().sort()).toStrictEqual(Object.keys(table).sort());
});

const notPassed = keysOf(DEVICE_LABELS).filter((label) => label !== 'passed');

test.each<[what: string, words: readonly string[], path: string, passage: RegExp]>([
  ['label', notPassed, 'action.yml', /JSON array of \{testset, /],
  ['mark', keysOf(MARKS), 'docs/design.md', /^- \*\*mark\*\*/],
  ['status', STATUS_WORDS.map(capitalize), 'docs/design.md', /\*\*Service §3, states/],
  ['document', keysOf(DOCUMENTS).map((kind) => `result_${kind}`), 'docs/design.md', /§4\.3 result/],
])('each %s of %j is in %s at %s', (_, words, path, passage) => {
  const text = passagesOf(path).find((each) => passage.test(each)) ?? '';
  expect(words.filter((word) => !isNamed(word, text))).toStrictEqual([]);
});

test('a passage for readers that names two excuses names all', () => {
  const excuses = keysOf(EXCUSES);
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  const lists = ['README.md', 'action.yml', ...docs.map((name) => `docs/${name}`)].flatMap((path) => {
    const named = passagesOf(path).map((text) => excuses.filter((excuse) => isNamed(excuse, text)));
    return named.filter(({ length }) => length > 1).map((words) => `${path}: ${words.join()}`);
  });
  const places = 'README.md action.yml docs/design.md docs/flakes.md'.split(' ');
  expect([...new Set(lists)].sort()).toStrictEqual(places.map((path) => `${path}: ${excuses.join()}`));
});

test('the tables of the documents have a row for each word', () => {
  const reference = read('docs/reference.md');
  const excuses = tableBelow(read('docs/flakes.md'), '## What counts').map(([, excuse]) => excuse);
  expect(excuses.filter(Boolean).sort()).toStrictEqual([...keysOf(EXCUSES)].sort());
  const marks = tableBelow(reference, '## Comparison with earlier runs').map(([mark]) => mark);
  expect([...marks, '*fixed*'].sort()).toStrictEqual(
    keysOf(MARKS)
      .map((mark) => `*${MARKS[mark].words}*`)
      .sort(),
  );
  const elements = tableBelow(reference, '### The JUnit file');
  const missing = notPassed.filter((label) => {
    const { verb, junit } = DEVICE_LABELS[label];
    return !elements.some(
      ([device = '', element]) => device.includes(verb) && element?.includes(`\`${junit.element}\``),
    );
  });
  expect(missing).toStrictEqual([]);
});

test('the reference has the pauses and limits of the code', () => {
  const seconds = (history: object, random: number): string =>
    String(Math.round(pollDelayMs({ ...NO_POLLS, ...history }, { random: () => random }) / 1000));
  const range = (first: object, last = first): string => `${seconds(first, 0)} to ${seconds(last, 1)}`;
  const text = read('docs/reference.md').replaceAll(/\s+/g, ' ');
  for (const figure of [
    `every ${range({ remaining: 9 })} seconds, and every ${range({})} for the last device`,
    `every ${range({ remaining: 0 }, { remaining: 0, pollsAfterLastDevice: 99 })} seconds until`,
    `failed polls for ${String(MAX_FAILING_MS / 60_000)} minutes`,
    `are requested for ${String(MAX_NOT_READY_MS / 60_000)} minutes`,
    `at most ${String(RECEIPT_DAYS)} days ago`,
  ])
    expect(text).toContain(figure);
});

test.each(['docs/design.md', 'docs/reference.md', 'docs/troubleshooting.md', 'SECURITY.md'])(
  '%s says for how long receipts are kept',
  (document) => {
    expect(read(document)).toMatch(new RegExp(`(?:at most|after|for) ${String(RECEIPT_DAYS)} days`));
  },
);

test('no two words that filter the devices of the page are the same', () => {
  const words = [DEVICE_LABELS, MARKS, EXCUSES].flatMap((table) => Object.keys(table));
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toStrictEqual([]);
});
