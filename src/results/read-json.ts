import * as assembly from './assembly.ts';
import type { Reading, Suite, TestResult } from './document.ts';
import { readingOf, Unreadable } from './unreadable.ts';

type Fields = Readonly<Record<string, unknown>>;

type ResultFields = readonly (readonly [field: string, result: TestResult])[];

const TROUBLES: ResultFields = [
  ['error', 'error'],
  ['failure', 'failed'],
];
/** Of a testcase only: the `skipped` of a suite is how many it skipped. */
const RESULTS: ResultFields = [...TROUBLES, ['skipped', 'skipped']];

/**
 * Reads JUnit in JSON as the service writes it, as text or parsed: `testsuites` around `testsuite` around `testcase`, each one object or
 * a list of them. The rules are those of the XML. What is not JSON, or of another shape, is unreadable; nothing is thrown.
 */
export function readJson(value: unknown): Reading {
  return readingOf(() => {
    const root = typeof value === 'string' ? parse(value) : value;
    return isFields(root) ? readRoot(root) : other('the document');
  });
}

function parse(text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  if (json.trim() === '') throw new Unreadable('it is empty');
  try {
    return JSON.parse(json);
  } catch {
    throw new Unreadable('it is not well-formed JSON');
  }
}

function readRoot(root: Fields): readonly Suite[] {
  const into = assembly.createAssembly();
  for (const wrapper of objectsOf(root, 'testsuites')) readSuite(into, wrapper, 'wrapper');
  for (const suite of objectsOf(root, 'testsuite')) readSuite(into, suite);
  return assembly.assembled(into);
}

/** Goes down as far as {@link assembly.openSuite} lets it. */
function readSuite(into: assembly.Assembly, suite: Fields, kind?: 'wrapper'): void {
  const [name, tests, failures, errors] = ['name', 'tests', 'failures', 'errors'].map((key) => fieldOf(suite, key));
  assembly.openSuite(into, { name, tests, failures, errors }, kind);
  readResults(into, suite, TROUBLES);
  for (const testcase of objectsOf(suite, 'testcase')) readTestcase(into, testcase);
  for (const inner of objectsOf(suite, 'testsuite')) readSuite(into, inner);
  assembly.closeSuite(into);
}

function readTestcase(into: assembly.Assembly, testcase: Fields): void {
  assembly.openTestcase(into, fieldOf(testcase, 'name') ?? fieldOf(testcase, 'classname'), fieldOf(testcase, 'time'));
  readResults(into, testcase, RESULTS);
  for (const output of listOf(fieldOf(testcase, 'system-out'))) {
    for (const text of textsOf(output)) assembly.addOutput(into, text);
  }
  assembly.closeTestcase(into);
}

function readResults(into: assembly.Assembly, from: Fields, fields: ResultFields): void {
  for (const [field, result] of fields) {
    for (const told of listOf(fieldOf(from, field))) {
      if (told !== false) assembly.addResult(into, result, textsOf(told));
    }
  }
}

/** A text, or an object with `message` and `contents`, either a text or a list of texts; what is anything else says nothing. */
function textsOf(told: unknown): string[] {
  const parts = isFields(told) ? [fieldOf(told, 'message'), fieldOf(told, 'contents')] : [told];
  return parts.flatMap(listOf).filter((part) => typeof part === 'string');
}

/** One object or a list of them; absent, null and empty text are none. Anything else would be lost silently, and is refused. */
function objectsOf(from: Fields, key: string): Fields[] {
  const value = fieldOf(from, key);
  if (value === null || value === '') return [];
  return listOf(value).map((item) => (isFields(item) ? item : other(key)));
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function fieldOf(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function other(what: string): never {
  throw new Unreadable(`${what} is not what JUnit in JSON looks like`);
}
