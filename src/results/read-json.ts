import { isJsonObject, type JsonObject } from '../model/fields.ts';
import type { Redact } from '../runtime/redact.ts';
import { takeTexts } from './device-texts.ts';
import type { DocumentReader, Reading, Suite, TestResult } from '../model/results.ts';
import { createJsonStream } from './json-stream.ts';
import * as suites from './suite-builder.ts';
import { BY_WEIGHT, draftTestcase, readName, takeResult, UNNAMED, type TestcaseDraft } from './testcase-draft.ts';
import { readingOf, unreadable, Unreadable } from './unreadable.ts';

/** Fields of a testcase that mean a result, as they are called or, by some producers, might be; without prefix, in lower case. */
const RESULTS: ReadonlyMap<string, TestResult> = new Map([
  ['error', 'error'],
  ['errors', 'error'],
  ['failure', 'failed'],
  ['failures', 'failed'],
  ['skipped', 'skipped'],
]);

/** Of a suite only these: its `errors`, `failures` and `skipped` are how many there were. */
const SUITE_RESULTS = ['error', 'failure'] as const;

/** What is to be known of each testcase: everything, or how it ended, which is all that a second witness is asked for. */
export type Depth = 'everything' | 'results';

/** A testcase that has been read, in the place of the object that it was. */
class ReadTestcase {
  readonly draft: TestcaseDraft;
  readonly troubles: number;

  constructor(draft: TestcaseDraft, troubles: number) {
    this.draft = draft;
    this.troubles = troubles;
  }
}

/**
 * Reads JUnit in JSON as the service writes it, `testsuites` around `testsuite` around `testcase`, each one object or
 * a list of them. The rules are those of the XML. What is not JSON, or of another shape, is unreadable; nothing is thrown.
 */
export function createJsonReader(redact: Redact, depth: Depth): DocumentReader {
  const readOne = depth === 'everything' ? readTestcase : readResult;
  let testcases = 0;
  const stream = createJsonStream((key, object) => {
    if (key !== 'testcase') return object;
    testcases += 1;
    return readOne(object, redact);
  });
  let blank = true;
  let trouble: Reading | undefined;
  return {
    take: (piece) => {
      if (trouble) return;
      try {
        const text = blank ? piece.replace(/^[\uFEFF\s]+/, '') : piece;
        blank &&= text === '';
        stream.take(text);
      } catch (error) {
        trouble = unreadable(error);
      }
    },
    finish: () => {
      if (blank) return { kind: 'unreadable', why: 'it is empty' };
      return trouble ?? readingOf(() => readRoot(stream.finish(), testcases, redact));
    },
  };
}

/** The same for a text that is there as a whole. */
export function readJson(text: string, redact: Redact, depth: Depth = 'everything'): Reading {
  const reader = createJsonReader(redact, depth);
  reader.take(text);
  return reader.finish();
}

/** @param testcases how many were read, wherever they stand: one that stands where none is looked for would be lost silently */
function readRoot(root: unknown, testcases: number, redact: Redact): readonly Suite[] {
  if (!isJsonObject(root)) return notJunit('the document');
  if (countPlaced(root, ['testsuites', 'testsuite']) < testcases)
    throw new Unreadable('a testcase stands where none belongs');
  const into = suites.createSuiteBuilder(redact);
  for (const wrapper of objectsOf(root, 'testsuites')) readSuite(into, wrapper, 'wrapper');
  for (const suite of objectsOf(root, 'testsuite')) readSuite(into, suite);
  return suites.builtSuites(into);
}

/** Goes down as far as {@link suites.openSuite} lets it. */
function readSuite(into: suites.SuiteBuilder, suite: JsonObject, kind?: 'wrapper'): void {
  const [name, tests, failures, errors] = ['name', 'tests', 'failures', 'errors'].map((key) => fieldOf(suite, key));
  suites.openSuite(into, { name, tests, failures, errors }, kind);
  for (const field of SUITE_RESULTS) {
    for (const told of resultsOf(fieldOf(suite, field), false)) {
      suites.addResult(into, RESULTS.get(field) ?? 'error', textsOf(told));
    }
  }
  for (const testcase of itemsOf(suite, 'testcase')) {
    if (!(testcase instanceof ReadTestcase)) return notJunit('testcase');
    suites.takeTestcase(into, testcase.draft, testcase.troubles);
  }
  for (const inner of objectsOf(suite, 'testsuite')) readSuite(into, inner);
  suites.closeSuite(into);
}

function readTestcase(testcase: JsonObject, redact: Redact): ReadTestcase {
  const draft = draftTestcase(readName(testcase['name'] ?? testcase['classname'], redact), testcase['time']);
  const troubles = forEachResult(testcase, (result, told) => {
    takeResult(draft, result, textsOf(told), redact);
  });
  for (const output of listOf(testcase['system-out'])) takeTexts(draft, textsOf(output), redact);
  return new ReadTestcase(draft, troubles);
}

const NAMELESS: readonly TestcaseDraft[] = BY_WEIGHT.map((result) => ({ device: UNNAMED, result }));

function readResult(testcase: JsonObject): ReadTestcase {
  let worst = 0;
  const troubles = forEachResult(testcase, (result) => {
    worst = Math.max(worst, BY_WEIGHT.indexOf(result));
  });
  return new ReadTestcase(NAMELESS[worst] ?? draftTestcase(UNNAMED), troubles);
}

/** How many testcases stand where they are looked for. */
function countPlaced(value: unknown, places: readonly string[] = ['testcase', 'testsuite']): number {
  if (value instanceof ReadTestcase) return 1;
  let testcases = 0;
  if (isJsonObject(value)) for (const place of places) testcases += countPlaced(fieldOf(value, place));
  else if (Array.isArray(value)) for (const item of value as readonly unknown[]) testcases += countPlaced(item);
  return testcases;
}

/** Meets every result of a testcase; says how many of them are failures and errors. */
function forEachResult(testcase: JsonObject, meet: (result: TestResult, told: unknown) => void): number {
  let troubles = 0;
  for (const key in testcase) {
    const name = suites.localName(key);
    const result = RESULTS.get(name);
    if (!result) continue;
    for (const told of resultsOf(testcase[key], name.endsWith('s'))) {
      if (result !== 'skipped') troubles += 1;
      meet(result, told);
    }
  }
  return troubles;
}

/** What a field says of results: `false` means no result, and so does 0 where the field may be a count. */
function resultsOf(value: unknown, maybeCount: boolean): readonly unknown[] {
  return listOf(value).filter(
    (told) => told !== false && !(maybeCount && typeof told !== 'object' && Number(told) === 0),
  );
}

/** A text, or an object with `message` and `contents`, either a text or a list of texts; what is anything else says nothing. */
function textsOf(told: unknown): string[] {
  const parts = isJsonObject(told) ? [fieldOf(told, 'message'), fieldOf(told, 'contents')] : [told];
  return parts.flatMap(listOf).filter((part) => typeof part === 'string');
}

/** One object or a list of them. Anything else would be lost silently, and is refused. */
function objectsOf(from: JsonObject, key: string): JsonObject[] {
  return itemsOf(from, key).map((item) => (isJsonObject(item) ? item : notJunit(key)));
}

/** One or a list of them; absent, null and empty text are none. */
function itemsOf(from: JsonObject, key: string): readonly unknown[] {
  const value = fieldOf(from, key);
  return value === null || value === '' ? [] : listOf(value);
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function fieldOf(fields: JsonObject, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

function notJunit(what: string): never {
  throw new Unreadable(`${what} is not what JUnit in JSON looks like`);
}
